//! What keeps a second solution safe: the other seat need not come.
//!
//! Solved by itself, the rest of a game may be given a strategy that beats the hands the other seat is
//! thought to hold and loses to others, which it then takes care to hold. A gadget (Burch, Johanson and
//! Bowling 2014) lets every row of that seat choose before anything else: to come and play, or to stay
//! away and take what it was granted, the worth of the row to somebody who plays on as before. Rows that
//! would gain by the new strategy come, and so the strategy learns to grant no row more than it had.

/// The choice of one seat, row by row.
pub struct Gadget {
    pub(super) seat: usize,
    /// The reach with which rows come if they do.
    come: Vec<f32>,
    /// What a row gets if it stays away, times the reach of the other seat; rows of which nothing is
    /// known have to come.
    granted: Vec<Option<f32>>,
    /// How much of every row comes in any case.
    forced: f32,
    /// The regrets of coming and of staying away.
    regrets: Vec<[f32; 2]>,
}

impl Gadget {
    /// For a seat with this reach. What rows are granted is scaled as a walk's values are: by the
    /// reach of the other seat.
    pub fn new(seat: usize, come: Vec<f32>, granted: Vec<Option<f32>>, forced: f32) -> Gadget {
        let regrets = vec![[0.0; 2]; come.len()];
        Gadget { seat, come, granted, forced, regrets }
    }

    /// The reach with which rows come now.
    pub(super) fn arriving(&self) -> Vec<f32> {
        let part = |regrets: &[f32; 2]| self.forced + (1.0 - self.forced) * comes(*regrets);
        self.come.iter().zip(&self.regrets).map(|(come, regrets)| come * part(regrets)).collect()
    }

    /// Every row learns what it would have got by coming.
    pub(super) fn learn(&mut self, values: &[f32]) {
        for ((regrets, &value), granted) in self.regrets.iter_mut().zip(values).zip(&self.granted) {
            let Some(granted) = *granted else { continue };
            let mean = comes(*regrets) * value + (1.0 - comes(*regrets)) * granted;
            *regrets = [(regrets[0] + value - mean).max(0.0), (regrets[1] + granted - mean).max(0.0)];
        }
    }
}

/// How likely a row comes.
fn comes([come, stay]: [f32; 2]) -> f32 {
    if come + stay > 0.0 { come / (come + stay) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_where_they_gain_by_it_and_if_they_must() {
        let granted = vec![Some(0.2), Some(0.2), None];
        let mut gadget = Gadget::new(1, vec![1.0; 3], granted, 0.5);
        assert_eq!(gadget.arriving(), [1.0; 3]);
        for _ in 0..50 {
            gadget.learn(&[0.3, 0.1, -1.0]);
        }
        assert_eq!(gadget.arriving(), [1.0, 0.5, 1.0]);
    }
}
