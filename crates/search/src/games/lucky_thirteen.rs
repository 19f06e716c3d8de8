//! Lucky Thirteen: who sits round the table.

use cardsharp_rules::lucky_thirteen::{Basic, Clever, Keep13, LuckyThirteen};
use cardsharp_rules::{Random, Style};

use crate::{Model, Objective, Thoughtful};

impl Thoughtful for LuckyThirteen {
    const RANGE: (i32, i32) = (0, 100);
    const OBJECTIVE: Objective = Objective::Win;

    fn models(&self) -> Vec<Model<LuckyThirteen>> {
        vec![
            Model::follows(Random, 0.1),
            Model::follows(Basic, 0.3),
            Model::follows(Keep13, 0.3),
            Model::follows(Clever, 0.3),
        ]
    }

    fn default_style(&self) -> Box<dyn Style<LuckyThirteen>> {
        Box::new(Keep13)
    }
}
