//! The tables of rules, by what they are about. Within a table a rule that is tried first stands first.

mod bits;
mod compare;
mod convert;
mod float;
mod functions;
mod integer;
mod linear;
mod logic;
mod ranges;
mod select;

use crate::rule_set;
use crate::rules::RuleSet;

/// The rules of `combine`.
pub static STANDARD: RuleSet = rule_set![
    integer::RULES,
    bits::RULES,
    float::RULES,
    functions::RULES,
    linear::RULES,
    compare::RULES,
    logic::RULES,
    select::RULES,
    convert::RULES,
    ranges::RULES,
];
