"""Draws positions as HTML for notebooks, with the web page's cards."""

from __future__ import annotations

import html
import json
from functools import cache
from importlib import resources
from typing import Any

_LAYOUT = """
.cardsharp{--card:64px;font:14px/1.4 system-ui,sans-serif;padding:10px 14px;border-radius:10px;background:#2f5d46;
 color:#fff;display:inline-block;max-width:100%;box-sizing:border-box}
.cardsharp .heap{display:flex;flex-wrap:wrap;gap:5px;align-items:flex-end;margin:3px 0 8px}
.cardsharp .seats{display:flex;flex-wrap:wrap;gap:18px}
.cardsharp figure{margin:0}.cardsharp figcaption{font-size:11px;text-align:center;min-height:1em}
.cardsharp .dim{opacity:.55}.cardsharp .apart{margin-left:14px}.cardsharp small{opacity:.8}
.cardsharp .backs{--card:26px}.cardsharp s{opacity:.6}
"""


@cache
def _decks() -> dict[str, Any]:
    text = resources.files("cardsharp").joinpath("decks.json").read_text(encoding="utf-8")
    decks: dict[str, Any] = json.loads(text)
    return decks


def _svg(inside: str) -> str:
    return f'<svg viewBox="0 0 100 140" aria-hidden="true">{inside}</svg>'


def _card(game: str, card: dict[str, Any]) -> str:
    decks = _decks()
    deck = decks.get(game, decks["french"])
    code, label = card["code"], html.escape(card["label"])
    inside = deck.get(code) or f'<text x="50" y="80" font-size="30">{label}</text>'
    marks = "".join(f" {mark}" for mark in ("dim", "apart") if card.get(mark))
    below = html.escape(card.get("below") or "")
    face = f'<span class="card" title="{label}" role="img" aria-label="{label}">{_svg(inside)}</span>'
    return f'<figure class="{marks.strip()}">{face}<figcaption>{below}</figcaption></figure>'


def _heap(game: str, heap: dict[str, Any]) -> str:
    if not heap["cards"] and not heap["label"]:
        return ""
    cards = "".join(_card(game, card) for card in heap["cards"])
    return f'<small>{html.escape(heap["label"])}</small><div class="heap">{cards}</div>'


def _hand(picture: dict[str, Any]) -> str:
    rows = [row for row in picture["hand"] if row["cards"]]
    return "".join(_heap(picture["game"], row) for row in rows)


def _place(picture: dict[str, Any], seat: int, hand: str | None) -> str:
    place = picture["places"][seat]
    turn = "▶ " if picture["turn"] == seat else ""
    score = " · ".join(html.escape(word) for word in place["score"])
    marks = " ".join(
        f"<s>{html.escape(mark['label'])}</s>" if mark["used"] else html.escape(mark["label"])
        for mark in place["marks"]
    )
    back = f'<span class="card back">{_svg(_decks()["back"])}</span>'
    held = f'<div class="heap backs">{back * place["backs"]}</div>' if hand is None else hand
    about = " · ".join(part for part in (score, marks) if part)
    return (
        f"<div><b>{turn}{html.escape(place['name'])}</b> <small>{about}</small>"
        f"<div>{_heap(picture['game'], place['laid'])}{held}</div></div>"
    )


def _whole(picture: dict[str, Any], hands: dict[int, str]) -> str:
    seats = range(len(picture["places"]))
    places = "".join(_place(picture, seat, hands.get(seat)) for seat in seats)
    middle = "".join(_heap(picture["game"], heap) for heap in picture["middle"])
    head = f"<b>{html.escape(picture['title'])}</b> <small>{html.escape(picture['headline'])}</small>"
    style = f"<style>{_decks()['css']}{_LAYOUT}</style>"
    return f'<div class="cardsharp">{style}<div>{head}</div>{middle}<div class="seats">{places}</div></div>'


def draw(picture: dict[str, Any]) -> str:
    """Draws a position as its seat sees it, from ``Observation.picture()``."""
    return _whole(picture, {picture["seat"]: _hand(picture)})


def draw_open(pictures: list[dict[str, Any]]) -> str:
    """Draws a position with all hands open, from the pictures of all seats."""
    return _whole(pictures[0], {picture["seat"]: _hand(picture) for picture in pictures})
