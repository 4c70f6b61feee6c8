//! The parts of a command that are chosen on its line.

use clap::{Args, ValueEnum};

/// The chosen parts; all, if none is named.
#[derive(Args)]
pub(crate) struct Parts<P: ValueEnum + Clone + Send + Sync + 'static> {
    /// Only these
    #[arg(value_enum)]
    which: Vec<P>,
}

impl<P: ValueEnum + Clone + Send + Sync> Default for Parts<P> {
    fn default() -> Self {
        Self { which: Vec::new() }
    }
}

impl<P: ValueEnum + Clone + Send + Sync + PartialEq> Parts<P> {
    /// The parts that are asked for, in the order of the enumeration.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = &'static P> {
        P::value_variants().iter().filter(|part| self.which.is_empty() || self.which.contains(part))
    }
}
