//! Analyses, optimisations, lowerings and pipelines over vitrum IR.
//!
//! A pass is a row of [`PASSES`]: a name, what it requires and establishes, and the function that runs it on a module or
//! on a function. It maps verified modules to verified modules, depends on the module and on the [`FloatLaws`] of the run
//! alone, and runs alone. A [`Pipeline`] is a list of passes; [`run`] runs one, verifies after each pass if asked, and
//! reports times and counts of changes. Each change is paid for with fuel of the run's [`Session`], so that a search finds
//! the one that breaks a module.

pub mod analysis;
mod chain;
mod combine;
mod cost;
mod demote_discards;
mod eliminate_dead_code;
mod exits;
mod floats;
mod fold_constants;
mod form_products;
mod form_switches;
mod form_tables;
mod form_vectors;
mod forward_memory;
mod hoist_code;
mod hoist_discards;
mod inline_functions;
pub mod legalize;
mod localize_globals;
mod lower_block_parameters;
mod manager;
mod merge_arms;
mod narrow_floats;
mod precision;
mod promote_constants;
mod promote_variables;
mod propagate_conditions;
mod propagate_constants;
mod reassociate;
mod rewrite;
mod rotate_loops;
mod rules;
mod session;
mod simplify_branches;
mod sink_code;
mod split_variables;
mod surroundings;
mod surveys;
mod table;
mod trim_components;
mod trim_parameters;
mod unify_returns;
mod unroll_loops;

pub use combine::RuleStatistics;
pub use floats::FloatLaws;
pub use lower_block_parameters::{has_block_parameters, lower_block_parameters};
pub use manager::{Clock, Failure, Observer, PassReport, Report, RunOptions, run, run_pipeline};
pub use session::{Remark, Session};
pub use table::{
    LOOSE, ORDER, OrderRule, PASSES, PIPELINES, PassInfo, Pipeline, Property, Reopens, pass, pipeline,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
