use super::*;

#[test]
fn parts_stand_where_their_names_are_and_sentences_within_sentences_too() {
    let cards = message!("{number} cards", number = 3);
    let said = message!("{name} has {cards}: {share}.", name = "Ada {cards}", cards, share = decimal(0.25, 2));
    assert_eq!(said.to_string(), "Ada {cards} has 3 cards: 0.25.", "a name is never a template");
    assert_eq!(said.in_language(Language::Bracketed), "⟦‹Ada {cards}› has ⟦3 cards⟧: 0.25.⟧");
    assert_eq!(said.in_language(Language::German), "Ada {cards} has 3 cards: 0,25.", "English is better than nothing");
}

#[test]
fn numbers_are_written_as_the_reader_writes_them() {
    let told = |number: Part, language| Message::new("{number}", vec![("number", number)]).in_language(language);
    for (number, english, german, french) in [
        (Part::from(1_500), "1500", "1500", "1500"),
        (Part::from(65_536), "65,536", "65.536", "65\u{202f}536"),
        (Part::from(-12_345_678i64), "-12,345,678", "-12.345.678", "-12\u{202f}345\u{202f}678"),
        (decimal(12.5, 1), "12.5", "12,5", "12,5"),
        (decimal(-0.25, 2), "-0.25", "-0,25", "-0,25"),
        (decimal(123_456.5, 1), "123,456.5", "123.456,5", "123\u{202f}456,5"),
        (Part::from("1.5"), "1.5", "1.5", "1.5"),
    ] {
        assert_eq!(told(number.clone(), Language::English), english);
        assert_eq!(told(number.clone(), Language::German), german);
        assert_eq!(told(number, Language::French), french);
    }
}

#[test]
fn verbatim_texts_have_no_language_and_an_empty_message_is_empty() {
    assert_eq!(Message::verbatim("Ada").in_language(Language::Bracketed), "‹Ada›");
    assert!(Message::verbatim("").is_empty() && Message::default().to_string().is_empty());
    assert_eq!(format!("[{:<5}]", Message::verbatim("Ada")), "[Ada  ]", "columns are padded");
    let list = Message::joined(" · ", vec![message!("one"), message!("two")]);
    assert_eq!(list.in_language(Language::Bracketed), "⟦one⟧ · ⟦two⟧");
}

#[test]
fn a_template_without_its_parts_is_written_without_a_panic() {
    for (template, words) in [("{a} {b", "{a} {b}"), ("}{", "}{}"), ("{}", "{}")] {
        assert_eq!(Message::new(template, Vec::new()).to_string(), words);
    }
}

#[test]
fn a_tag_names_a_language_with_any_region() {
    for (tag, language) in [
        ("de", Some(Language::German)),
        ("DE-at", Some(Language::German)),
        ("fr-CA", Some(Language::French)),
        ("en-GB", Some(Language::English)),
        ("den", None),
        ("", None),
        ("tlh", None),
        ("qps", Some(Language::Bracketed)),
    ] {
        assert_eq!(Language::of_tag(tag), language, "{tag:?}");
    }
}
