//! The way to a table as a picture that a telephone reads.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// Light modules around the code, as the standard asks for.
const QUIET: i32 = 4;

/// An address as a QR code; none if it is too long for one.
pub(crate) fn qr_code(address: &str) -> Option<String> {
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|&x| code.get_module(x, y)) {
            write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET).expect("a string has room");
        }
    }
    let side = size + 2 * QUIET;
    // Dark on light whatever the page looks like: many cameras read nothing else.
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_drawn_with_its_finder_patterns() {
        let svg = qr_code("http://localhost:8000/table/abcdefghijkm").unwrap();
        // Version 3 has 29 modules a side, and the corner of a finder pattern lies behind the quiet zone.
        assert!(svg.contains("viewBox=\"0 0 37 37\"") && svg.contains("M4 4h1v1h-1z"), "{svg}");
        assert!(!svg.contains("M3 "), "the quiet zone is light");
        assert_eq!(qr_code(&"x".repeat(9000)), None);
    }
}
