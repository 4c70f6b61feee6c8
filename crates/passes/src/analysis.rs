//! Analyses: what is known of a function or module as it is.
//!
//! [`Analyses`] holds the function by reference and computes each analysis when it is first asked for. While one is
//! held, the borrow checker lets nobody change the function, and when the function is changed, it is gone: an analysis
//! cannot be stale, and nobody has to say what a change invalidates.
//!
//! ```text
//! let facts = Analyses::new(&module, &module.functions[id]);
//! facts.nesting().dominates(a, b)         structure: position and nesting, constant time
//! facts.uses().count(value)               operands that name a value, and the instructions with them
//! facts.loops().get(inst)                 nesting of loops, how often a body is entered
//! Path::of(&module, &function, pointer)   root and steps of an address; `Path::overlap` is the alias analysis
//! Calls::new(&module)                     who calls whom, callees first, recursion
//! Summaries::new(&module, &calls)         what calling a function may read, write and do besides
//! ```
//!
//! All take time linear in what they look at.

pub mod calls;
pub mod loops;
pub mod memory;
pub mod nesting;
pub mod uses;

use loops::Loops;
use nesting::Nesting;
use std::cell::OnceCell;
use uses::Uses;
use vitrum_ir::{FunctionData, Module};

/// The analyses of a function, each computed once and kept while the function is borrowed.
#[derive(Debug)]
pub struct Analyses<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    nesting: OnceCell<Nesting>,
    uses: OnceCell<Uses>,
    loops: OnceCell<Loops>,
}

impl<'a> Analyses<'a> {
    /// Of a function; nothing is computed yet.
    pub fn new(module: &'a Module, function: &'a FunctionData) -> Self {
        Self { module, function, nesting: OnceCell::new(), uses: OnceCell::new(), loops: OnceCell::new() }
    }

    /// The function.
    pub fn function(&self) -> &'a FunctionData {
        self.function
    }

    /// Where each instruction stands, and what dominates what.
    pub fn nesting(&self) -> &Nesting {
        self.nesting.get_or_init(|| Nesting::new(self.function))
    }

    /// Who uses each value.
    pub fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| Uses::new(self.function))
    }

    /// The loops.
    pub fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Loops::new(self.module, self.function))
    }
}
