//! A straight line through noisy means, and means shrunk towards it.
//!
//! Of two hundred hands, the one with the best mean was also lucky. So every hand's mean is shrunk towards the mean of
//! similar hands, the more the noisier it is (empirical Bayes). The order is then the best estimate for the next games,
//! not for past ones.

use cardsharp_stats::Mean;

/// Returns the least-squares weight of each feature, with its standard error.
pub(crate) fn least_squares<const N: usize>(rows: &[([f64; N], f64)]) -> [Mean; N] {
    let mut normal = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (features, value) in rows {
        for a in 0..N {
            right[a] += features[a] * value;
            for b in 0..N {
                normal[a][b] += features[a] * features[b];
            }
        }
    }
    let inverse = invert(normal);
    let weights: [f64; N] = std::array::from_fn(|a| (0..N).map(|b| inverse[a][b] * right[b]).sum());
    let left: f64 = rows.iter().map(|(features, value)| (value - dot(features, &weights)).powi(2)).sum();
    let variance = left / (rows.len().saturating_sub(N)).max(1) as f64;
    std::array::from_fn(|a| Mean { mean: weights[a], error: (variance * inverse[a][a]).sqrt(), deals: rows.len() })
}

pub(crate) fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Inverts a matrix by Gauss–Jordan elimination; the features must be linearly independent.
fn invert<const N: usize>(mut matrix: [[f64; N]; N]) -> [[f64; N]; N] {
    let mut inverse: [[f64; N]; N] = std::array::from_fn(|a| std::array::from_fn(|b| f64::from(u8::from(a == b))));
    for column in 0..N {
        let pivot = (column..N).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        for place in 0..N {
            matrix[column][place] /= scale;
            inverse[column][place] /= scale;
        }
        for row in (0..N).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for place in 0..N {
                matrix[row][place] -= factor * matrix[column][place];
                inverse[row][place] -= factor * inverse[column][place];
            }
        }
    }
    inverse
}

/// Shrinks each mean towards its prediction, according to its noise; all have the same error.
pub(crate) fn shrink(means: &[f64], predicted: &[f64], error: f64) -> Vec<Mean> {
    let count = means.len().max(1) as f64;
    let spread = means.iter().zip(predicted).map(|(mean, guess)| (mean - guess).powi(2)).sum::<f64>() / count;
    let noise = error * error;
    // The variance between hands beyond prediction and noise.
    let real = (spread - noise).max(0.0);
    let trust = real / (real + noise);
    let left = (trust * noise).sqrt();
    let drawn =
        |(mean, guess): (&f64, &f64)| Mean { mean: guess + trust * (mean - guess), error: left, deals: means.len() };
    means.iter().zip(predicted).map(drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_squares_finds_a_line_and_its_errors() {
        // y = 1 + 2x with errors +1, −1, −1, +1, which do not move the line. Their squares add up to 4, over two
        // degrees of freedom 2; x has the sum of squares 5 about its mean.
        let rows: Vec<([f64; 2], f64)> =
            [(0.0, 2.0), (1.0, 2.0), (2.0, 4.0), (3.0, 8.0)].iter().map(|&(x, y)| ([1.0, x], y)).collect();
        let [start, slope] = least_squares(&rows);
        assert!((start.mean - 1.0).abs() < 1e-9 && (slope.mean - 2.0).abs() < 1e-9);
        assert!((slope.error - (2.0_f64 / 5.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn pure_noise_is_drawn_in_altogether_and_none_not_at_all() {
        let noisy = shrink(&[0.1, -0.1], &[0.0, 0.0], 1.0);
        assert!(noisy.iter().all(|mean| mean.mean == 0.0));
        let sure = shrink(&[0.1, -0.1], &[0.0, 0.0], 0.0);
        assert!((sure[0].mean - 0.1).abs() < 1e-12 && sure[0].error == 0.0);
    }
}
