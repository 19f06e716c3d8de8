//! Figures as they are written.

use cardsharp_referee::Mean;

/// A share in per cent with its standard error; a dash where there is nothing to say.
pub(crate) fn percent(share: Option<Mean>) -> String {
    share.map_or("–".to_owned(), |share| match share.error.is_finite() {
        true => format!("{:.1} ± {:.1} %", 100.0 * share.mean, 100.0 * share.error),
        false => format!("{:.1} %", 100.0 * share.mean),
    })
}

/// A signed mean with its standard error.
pub(crate) fn signed(mean: Option<Mean>) -> String {
    mean.map_or("–".to_owned(), |mean| format!("{:+.3} ± {:.3}", mean.mean, mean.error))
}

/// A mean with its standard error.
pub(crate) fn plain(mean: Option<Mean>) -> String {
    mean.map_or("–".to_owned(), |mean| format!("{:.2} ± {:.2}", mean.mean, mean.error))
}

/// How sure one can be of the sign of a mean, in words.
pub(crate) fn leaning(mean: Mean, (above, below): (&str, &str)) -> String {
    let (side, off) = (if mean.mean > 0.0 { above } else { below }, mean.mean.abs() / mean.error);
    match () {
        () if off > 3.0 => side.to_owned(),
        () if off > 2.0 => format!("probably {side}"),
        () => "too close to call".to_owned(),
    }
}
