//! The tables of passes, pipelines and the rules of their order.

use crate::session::Session;
use crate::surroundings::Surroundings;
use crate::{
    combine, demote_discards, eliminate_dead_code, fold_constants, form_products, form_switches, form_tables,
    form_vectors, forward_memory, hoist_code, hoist_discards, inline_functions, localize_globals,
    lower_block_parameters, merge_arms, narrow_floats, promote_constants, promote_variables,
    propagate_conditions, propagate_constants, reassociate, rotate_loops, simplify_branches, sink_code,
    split_variables, trim_components, trim_parameters, unify_returns, unroll_loops,
};
use vitrum_ir::{Function, Module};

/// Something that holds for a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// No function-local variable is left that is only loaded and stored whole.
    PromotedVariables,
}

/// In rounds behind the first, which passes look again at what a pass has changed. Those that are not named here leave next
/// to nothing behind that a second look would find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopens {
    /// None.
    Nothing,
    /// Those behind it in the same round: calls and globals that go make larger functions to look at.
    SameRound,
    /// All of them, in another round: with loops, conditions and memory gone, variables become values.
    NextRound,
}

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct PassInfo {
    /// A verb phrase, as given to `--print-after`.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// What must hold before.
    pub requires: &'static [Property],
    /// What holds after.
    pub establishes: &'static [Property],
    /// Which passes look again at what it changed.
    pub reopens: Reopens,
    /// What it goes over, and how.
    pub(crate) run: Run,
}

/// Runs a pass, which asks the session before each change, and gives the number of changes made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Run {
    /// On the module as a whole.
    Module(fn(&mut Module, &mut Session) -> usize),
    /// On one function. What it finds out and does depends on this function and on what no such pass changes.
    Function(fn(&mut Module, Function, &mut Session) -> usize),
    /// The same, with what is known of the others.
    Within(fn(&mut Module, Function, &mut Session, &Surroundings) -> usize),
}

/// Every pass.
pub static PASSES: &[PassInfo] = &[
    PassInfo {
        name: "inline_functions",
        summary: "put bodies of functions in the place of calls, where the module becomes smaller",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(inline_functions::run),
    },
    PassInfo {
        name: "inline_everything",
        summary: "put bodies of functions in the place of calls, unless the module becomes much larger",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(inline_functions::run_all),
    },
    PassInfo {
        name: "localize_globals",
        summary: "make private globals of the entry point its variables, and drop those that are never read",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(localize_globals::run),
    },
    PassInfo {
        name: "simplify_branches",
        summary: "turn branches between few and cheap operations into selections",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Function(simplify_branches::run),
    },
    PassInfo {
        name: "flatten_divergent_branches",
        summary: "turn branches into selections where arms differ, and keep them where all take the same",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Function(simplify_branches::run_on_divergent),
    },
    PassInfo {
        name: "unroll_loops",
        summary: "put the iterations of loops one behind the other, where that is no larger or makes arrays values",
        requires: &[],
        establishes: &[],
        reopens: Reopens::NextRound,
        run: Run::Function(unroll_loops::run),
    },
    PassInfo {
        name: "unroll_smaller_loops",
        summary: "put the iterations of loops one behind the other, where that is no larger",
        requires: &[],
        establishes: &[],
        reopens: Reopens::NextRound,
        run: Run::Function(unroll_loops::run_smaller),
    },
    PassInfo {
        name: "rotate_loops",
        summary: "ask at the end of an iteration whether there is another one, where the first one is sure",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(rotate_loops::run),
    },
    PassInfo {
        name: "hoist_code",
        summary: "move what is the same in every iteration in front of its loop",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Function(hoist_code::run),
    },
    PassInfo {
        name: "hoist_discards",
        summary: "discard fragments as early as is known that they are discarded",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(hoist_discards::run),
    },
    PassInfo {
        name: "demote_discards",
        summary: "let fragments that are discarded go on for their neighbours",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(demote_discards::run),
    },
    PassInfo {
        name: "merge_arms",
        summary: "do once, before or behind a branch, what both of its arms do",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Within(merge_arms::run),
    },
    PassInfo {
        name: "form_products",
        summary: "find dot products and products with matrices that were written out by components",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(form_products::run),
    },
    PassInfo {
        name: "narrow_floats",
        summary: "compute in half precision what the author allows to",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(narrow_floats::run),
    },
    PassInfo {
        name: "form_vectors",
        summary: "find operations on vectors that were written out by components",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(form_vectors::run),
    },
    PassInfo {
        name: "form_switches",
        summary: "make a switch of branches that compare one value with constants",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(form_switches::run),
    },
    PassInfo {
        name: "form_tables",
        summary: "make a table of constants that are chosen by comparing one value with constants",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(form_tables::run),
    },
    PassInfo {
        name: "reassociate",
        summary: "put sums and products of many into another order, what changes least first",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(reassociate::run),
    },
    PassInfo {
        name: "sink_code",
        summary: "move operations into the only arm that needs them",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(sink_code::run),
    },
    PassInfo {
        name: "split_variables",
        summary: "split variables of structs and arrays into variables of their parts",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Function(split_variables::run),
    },
    PassInfo {
        name: "trim_parameters",
        summary: "remove parameters that nothing uses or that are always the same",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(trim_parameters::run),
    },
    PassInfo {
        name: "trim_components",
        summary: "take components out of vectors that nothing wants",
        requires: &[],
        establishes: &[],
        reopens: Reopens::SameRound,
        run: Run::Module(trim_components::run),
    },
    PassInfo {
        name: "unify_returns",
        summary: "give every function one return, at its end",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(unify_returns::run),
    },
    PassInfo {
        name: "promote_variables",
        summary: "turn function-local variables into values with block parameters",
        requires: &[],
        establishes: &[Property::PromotedVariables],
        reopens: Reopens::Nothing,
        run: Run::Function(promote_variables::run),
    },
    PassInfo {
        name: "promote_constants",
        summary: "turn variables that only ever hold one constant into that constant",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Function(promote_constants::run),
    },
    PassInfo {
        name: "propagate_constants",
        summary: "find values that are constant in whatever is executed",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Function(propagate_constants::run),
    },
    PassInfo {
        name: "fold_constants",
        summary: "evaluate operations on constants and take constant branches",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Function(fold_constants::run),
    },
    PassInfo {
        name: "combine",
        summary: "simplify operations by rules, and share equal ones",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Within(combine::run),
    },
    PassInfo {
        name: "propagate_conditions",
        summary: "use in the arms of branches what the condition says",
        requires: &[],
        establishes: &[],
        reopens: Reopens::NextRound,
        run: Run::Function(propagate_conditions::run),
    },
    PassInfo {
        name: "forward_memory",
        summary: "replace loads by what is known to be stored, and drop stores that nobody sees",
        requires: &[],
        establishes: &[],
        reopens: Reopens::NextRound,
        run: Run::Within(forward_memory::run),
    },
    PassInfo {
        name: "eliminate_dead_code",
        summary: "remove what has no effect: instructions, parameters, results, stores, branches",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Within(eliminate_dead_code::run),
    },
    PassInfo {
        name: "eliminate_dead_functions",
        summary: "remove functions that nothing calls",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(eliminate_dead_code::run_on_functions),
    },
    PassInfo {
        name: "lower_block_parameters",
        summary: "turn block parameters and results of control instructions into variables",
        requires: &[],
        establishes: &[],
        reopens: Reopens::Nothing,
        run: Run::Module(lower_block_parameters::run),
    },
];

/// Passes that compute with fewer digits than before, where the author allows it: what comes out differs by that.
pub static LOOSE: &[&str] = &["narrow_floats"];

/// A named list of passes.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline {
    /// As given on the command line.
    pub name: &'static str,
    /// Names of passes, in order.
    pub passes: &'static [&'static str],
    /// How often they are gone through at most, while they change anything.
    pub rounds: usize,
    /// Whether a module that would become larger stays as it is.
    pub guarded: bool,
}

/// What makes a module smaller and simpler: with this pass for calls, and with these before the last look at rules.
macro_rules! smaller {
    ($inline:literal $(, $last:literal)*) => {
        &[
            // Libraries that are included have many functions that a shader does not call.
            "eliminate_dead_functions",
            $inline,
            "eliminate_dead_functions",
            "trim_parameters",
            "localize_globals",
            "split_variables",
            "promote_variables",
            "promote_constants",
            "propagate_constants",
            "combine",
            "propagate_conditions",
            "unroll_smaller_loops",
            "forward_memory",
            "merge_arms",
            "simplify_branches",
            $($last,)*
            // Some values are used once only when that is gone which nobody uses.
            "eliminate_dead_code",
            "combine",
            "eliminate_dead_code",
            "eliminate_dead_functions",
        ]
    };
}

/// For few words: calls go where that is smaller.
const SMALLER: &[&str] = smaller!("inline_functions", "hoist_code");

/// Passes that only take functions away: what is kept of a module that must not become larger is kept behind them.
pub(crate) static REMOVING: &[&str] = &["eliminate_dead_functions"];

/// Every pipeline.
pub static PIPELINES: &[Pipeline] = &[
    Pipeline { name: "none", passes: &[], rounds: 0, guarded: false },
    // `-O`: while there is something new.
    Pipeline { name: "default", passes: SMALLER, rounds: 4, guarded: true },
    // `-Os`: the same, and members that nothing reads leave uniform blocks when the module is written.
    Pipeline { name: "size", passes: SMALLER, rounds: 4, guarded: true },
    // For the compile time of drivers: all calls are inlined, so that dead code is seen, and what branches and memory
    // hide becomes values; once, for more rounds give a driver nothing, and so with a look at rules more. No code leaves its
    // loop, where it would hold a register.
    Pipeline { name: "driver", passes: smaller!("inline_everything", "combine"), rounds: 1, guarded: false },
];

/// In a pipeline that has both, each `before` must be followed by an `after`.
#[derive(Clone, Copy, Debug)]
pub struct OrderRule {
    /// A pass.
    pub before: &'static str,
    /// Another pass.
    pub after: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// The rules of order, held by a test.
pub static ORDER: &[OrderRule] = &[
    OrderRule {
        before: "promote_variables",
        after: "combine",
        reason: "promotion brings constants to the operations that use them",
    },
    OrderRule {
        before: "promote_variables",
        after: "forward_memory",
        reason: "variables that become values need no facts about memory, of which only so many are kept",
    },
    OrderRule {
        before: "forward_memory",
        after: "combine",
        reason: "a load becomes a part of what was stored whole, and that is often there by itself",
    },
    OrderRule {
        before: "hoist_code",
        after: "combine",
        reason: "what stands in front of a loop is shared with what comes behind it",
    },
    OrderRule {
        before: "merge_arms",
        after: "simplify_branches",
        reason: "arms whose stores come behind them are cheap enough for a selection",
    },
    OrderRule {
        before: "combine",
        after: "eliminate_dead_code",
        reason: "what was simplified or shared leaves operations behind that nothing uses",
    },
    OrderRule {
        before: "promote_variables",
        after: "eliminate_dead_code",
        reason: "promotion gives every variable stored in a loop a parameter, and some of them are never read",
    },
    OrderRule {
        before: "fold_constants",
        after: "eliminate_dead_code",
        reason: "a branch taken leaves the operands of the other one unused",
    },
    OrderRule {
        before: "promote_variables",
        after: "lower_block_parameters",
        reason: "promotion makes what this takes away, and would undo it",
    },
    OrderRule {
        before: "eliminate_dead_code",
        after: "lower_block_parameters",
        reason: "a parameter that nobody reads would become a variable",
    },
];

/// The pass of this name.
pub fn pass(name: &str) -> Option<&'static PassInfo> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// The pipeline of this name.
pub fn pipeline(name: &str) -> Option<&'static Pipeline> {
    PIPELINES.iter().find(|pipeline| pipeline.name == name)
}

#[cfg(test)]
mod tests {
    use super::{ORDER, PASSES, PIPELINES, Reopens, Run, pass};

    #[test]
    fn pipelines_name_passes_and_keep_the_order() {
        for pipeline in PIPELINES {
            for name in pipeline.passes {
                assert!(pass(name).is_some(), "{}: no pass {name}", pipeline.name);
            }
            for rule in ORDER {
                let last = |name| pipeline.passes.iter().rposition(|&pass| pass == name);
                if let (Some(before), Some(after)) = (last(rule.before), last(rule.after)) {
                    assert!(before < after, "{}: {} ({})", pipeline.name, rule.before, rule.reason);
                }
            }
        }
    }

    #[test]
    fn requirements_are_established() {
        for pipeline in PIPELINES {
            let mut holds = Vec::new();
            for pass in pipeline.passes.iter().filter_map(|name| pass(name)) {
                for property in pass.requires {
                    assert!(
                        holds.contains(property),
                        "{}: {} requires {property:?}",
                        pipeline.name,
                        pass.name
                    );
                }
                holds.extend_from_slice(pass.establishes);
            }
        }
    }

    #[test]
    fn passes_on_functions_open_no_others_in_the_same_round() {
        for pass in PASSES {
            assert!(
                matches!(pass.run, Run::Module(_)) || pass.reopens != Reopens::SameRound,
                "{}",
                pass.name
            );
        }
    }

    #[test]
    fn order_rules_name_passes() {
        for rule in ORDER {
            assert!(pass(rule.before).is_some() && pass(rule.after).is_some() && !rule.reason.is_empty());
        }
        let mut names: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PASSES.len());
    }
}
