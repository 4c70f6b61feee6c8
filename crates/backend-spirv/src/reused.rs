//! Memory that one module leaves to the next.

use crate::facts::Facts;
use crate::function::Written;
use crate::interned::Interned;
use crate::words::Words;
use vitrum_ir::{Constant, SideTable, Type, Value};

/// The sections and tables of the writer, for their memory: the contents mean nothing. [`emit_in`](crate::emit_in) takes it, so that
/// many modules can be written one after the other with fewer allocations.
#[derive(Debug, Default)]
pub struct Memory {
    pub(crate) globals: Words,
    pub(crate) functions: Words,
    pub(crate) names: Words,
    pub(crate) annotations: Words,
    pub(crate) variables: Words,
    pub(crate) interned: Interned,
    pub(crate) facts: SideTable<Type, Facts>,
    pub(crate) types: SideTable<Type, u32>,
    pub(crate) constants: SideTable<Constant, u32>,
    pub(crate) values: SideTable<Value, Written>,
}
