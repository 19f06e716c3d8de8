//! placeholder
pub(crate) fn run(_args: &[String]) -> anyhow::Result<()> {
    Ok(())
}
