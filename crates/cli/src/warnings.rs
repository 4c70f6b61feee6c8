//! `-W`: which warnings are wanted, and which of them are errors.

use anyhow::{Result, anyhow};
use vitrum::{Level, Levels};

/// The levels set by `-W` options, in order, given by the text behind the `W`; `-w` overrides them all.
pub(crate) fn levels<'a>(options: impl Iterator<Item = &'a str>, none: bool) -> Result<Levels> {
    let unknown = |option| anyhow!("unknown warning `{option}`; `vitrum explain` lists them");
    let levels = Levels::from_options(options).map_err(unknown)?;
    Ok(if none { Levels { others: Level::Allow, ..Levels::default() } } else { levels })
}
