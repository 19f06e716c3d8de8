//! Keeps the tables.

use crate::refusal::Refusal;

pub(crate) struct Keeper;

impl Keeper {
    #[expect(clippy::unused_async)]
    pub(crate) async fn put(&self) -> Result<(), Refusal> {
        let _ = self;
        Ok(())
    }
}
