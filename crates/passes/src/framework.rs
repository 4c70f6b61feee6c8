//! The framework of passes: their table and pipelines, the manager that runs them, and the state that they share.

pub(crate) mod float_laws;
pub(crate) mod function_summaries;
pub(crate) mod manager;
pub(crate) mod module_facts;
pub(crate) mod notes;
pub(crate) mod pipelines;
pub mod rewrite;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod table;
