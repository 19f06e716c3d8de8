//! The invitation to a table as a QR code.

use std::fmt::Write as _;

use axum::http::header::{CONTENT_TYPE, HOST};
use axum::response::{IntoResponse, Response};
use cardsharp_presentation::message;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::{Asker, Code, Query, Result};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Reached {
    /// `https` if a proxy in front of the server encrypts; `http` if absent.
    #[param(nullable = false, pattern = "^https?$")]
    scheme: Option<String>,
}

/// The address of a table as a QR code
///
/// The address has the host name of the request, and always leads to a table of this server.
#[utoipa::path(get, path = "/api/tables/{id}/invitation.svg", params(("id" = String, Path), Reached),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
pub(crate) async fn invitation(asker: Asker, Query(reached): Query<Reached>) -> Result<Response> {
    let table = asker.table().await?;
    let scheme = reached.scheme.as_deref().unwrap_or("http");
    if !["http", "https"].contains(&scheme) {
        return Err(Code::BadRequest.because(message!("scheme={scheme}: expected http or https.", scheme)));
    }
    // The guard has checked this name.
    let host = asker.headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let code = qr_code(&format!("{scheme}://{host}/table/{}", table.id));
    let code = code.ok_or_else(|| Code::BadRequest.because(message!("This address is too long for a QR code.")))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], code).into_response())
}

/// Light modules around the code, as the standard asks for.
const QUIET: i32 = 4;

/// Returns the QR code of an address; `None` if it is too long.
fn qr_code(address: &str) -> Option<String> {
    let code = QrCode::encode_text(address, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|&x| code.get_module(x, y)) {
            write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET).expect("a string has room");
        }
    }
    let side = size + 2 * QUIET;
    // Dark on light in every color scheme: many cameras read nothing else.
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
        // Version 3 has 29 modules a side, and the corner of a finder pattern follows the quiet zone.
        assert!(svg.contains("viewBox=\"0 0 37 37\"") && svg.contains("M4 4h1v1h-1z"), "{svg}");
        assert!(!svg.contains("M3 "), "the quiet zone is light");
        assert_eq!(qr_code(&"x".repeat(9000)), None);
    }
}
