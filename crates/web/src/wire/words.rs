//! What is said, as it is sent: in the language of whoever asked.

use cardsharp_presentation::Said;
use serde::{Serialize, Serializer};

use crate::language::spoken;

/// Something said. It has no language before it is written down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Words(pub(crate) Said);

impl Words {
    /// Whether nothing is said.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Said> for Words {
    fn from(said: Said) -> Words {
        Words(said)
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.in_language(spoken()))
    }
}
