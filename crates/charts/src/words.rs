//! Writes figures.

use cardsharp_stats::Mean;

/// Writes a share in per cent with its standard error, or a dash; 0 % and 100 % have no spread and become words.
pub fn percent(share: Option<Mean>) -> String {
    share.map_or("–".to_owned(), |share| match share {
        Mean { mean: 0.0, deals, .. } => format!("none of {deals}"),
        Mean { mean: 1.0, deals, .. } => format!("all of {deals}"),
        Mean { mean, error, .. } if error.is_finite() => format!("{:.1} ± {:.1} %", 100.0 * mean, 100.0 * error),
        Mean { mean, .. } => format!("{:.1} %", 100.0 * mean),
    })
}

/// Writes a signed mean with its standard error.
pub fn signed(mean: Option<Mean>) -> String {
    mean.map_or("–".to_owned(), |mean| format!("{:+.3} ± {:.3}", mean.mean, mean.error).replace('-', "−"))
}

/// Writes a mean with its standard error.
pub fn plain(mean: Option<Mean>) -> String {
    mean.map_or("–".to_owned(), |mean| format!("{:.2} ± {:.2}", mean.mean, mean.error).replace('-', "−"))
}

/// Writes how certain the sign of a mean is.
pub fn leaning(mean: Mean, (above, below): (&str, &str)) -> String {
    let (side, off) = (if mean.mean > 0.0 { above } else { below }, mean.mean.abs() / mean.error);
    match () {
        () if off > 3.0 => side.to_owned(),
        () if off > 2.0 => format!("probably {side}"),
        () => "too close to call".to_owned(),
    }
}
