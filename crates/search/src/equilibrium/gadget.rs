//! Safe subgame solving: the other seat may decline to enter the subgame.
//!
//! A subgame solved by itself may get a strategy that beats the other seat's likely hands and loses to others, which
//! that seat will then choose to hold. A gadget (Burch, Johanson and Bowling 2014) gives every row of that seat a first
//! choice: enter the subgame, or take a granted value, the row's value under the old strategy. Rows that would gain
//! from the new strategy enter, so the solver learns to give no row more than it had.

/// The choice of one seat in every row: enter the subgame or decline.
pub struct Gadget {
    pub(super) seat: usize,
    /// The reach of each row if it enters.
    come: Vec<f32>,
    /// The value of a row that declines, times the reach of the other seat. Rows with `None` must enter.
    granted: Vec<Option<f32>>,
    forced: f32,
    /// The regrets of entering and of declining.
    regrets: Vec<[f32; 2]>,
}

impl Gadget {
    /// Creates a gadget for a seat with this reach. The granted values are scaled by the reach of the other seat.
    pub fn new(seat: usize, come: Vec<f32>, granted: Vec<Option<f32>>, forced: f32) -> Gadget {
        let regrets = vec![[0.0; 2]; come.len()];
        Gadget { seat, come, granted, forced, regrets }
    }

    pub(super) fn arriving(&self) -> Vec<f32> {
        let part = |regrets: &[f32; 2]| self.forced + (1.0 - self.forced) * enter_probability(*regrets);
        self.come.iter().zip(&self.regrets).map(|(come, regrets)| come * part(regrets)).collect()
    }

    /// Updates the regrets with each row's value of entering.
    pub(super) fn learn(&mut self, values: &[f32]) {
        for ((regrets, &value), granted) in self.regrets.iter_mut().zip(values).zip(&self.granted) {
            let Some(granted) = *granted else { continue };
            let mean = enter_probability(*regrets) * value + (1.0 - enter_probability(*regrets)) * granted;
            *regrets = [(regrets[0] + value - mean).max(0.0), (regrets[1] + granted - mean).max(0.0)];
        }
    }
}

fn enter_probability([come, stay]: [f32; 2]) -> f32 {
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
