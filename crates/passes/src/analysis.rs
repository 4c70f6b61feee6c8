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
//! facts.flow().sources(value)             what a parameter or a result can be
//! facts.demand().mask(value)              which components are wanted
//! facts.uniformity().is_uniform(operand)  whether it is the same for all who compute it together
//! Liveness::new(&function)                positions at which each value is live, interference, pressure
//! copies::sequence(&copies, temporary)    parallel copies one after the other
//! modifiers::source(&function, operand)   negations and absolute values that an operand takes along
//! ranges::bounds(.., operand)              between which integers it lies
//! Path::of(&module, &function, pointer)   root and steps of an address; `Path::overlap` is the alias analysis
//! memory::reads_what_stays(.., load)       whether no invocation writes what it reads
//! others::reads_from_others(.., inst)      whether other invocations may write what it reads
//! packing::Shapes::new(&module)            vectors that uniforms and varyings take
//! Calls::new(&module)                     who calls whom, callees first, recursion
//! Summaries::new(&module, &calls)         what calling a function may read, write and do besides
//! ```
//!
//! All take time linear in what they look at.

pub mod calls;
pub(crate) mod conditions;
pub mod copies;
pub mod demand;
pub mod flow;
pub(crate) mod live_classes;
pub mod liveness;
pub mod loops;
pub mod memory;
pub mod modifiers;
pub mod nesting;
pub mod others;
pub mod packing;
pub(crate) mod positions;
pub mod ranges;
pub mod resources;
pub mod uniformity;
pub mod uses;

use demand::Demand;
use flow::Flow;
use loops::Loops;
use nesting::Nesting;
use std::cell::OnceCell;
use uniformity::Uniformity;
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
    flow: OnceCell<Flow>,
    demand: OnceCell<Demand>,
    uniformity: OnceCell<Uniformity>,
}

impl<'a> Analyses<'a> {
    /// Of a function; nothing is computed yet.
    pub fn new(module: &'a Module, function: &'a FunctionData) -> Self {
        Self {
            module,
            function,
            nesting: OnceCell::new(),
            uses: OnceCell::new(),
            loops: OnceCell::new(),
            flow: OnceCell::new(),
            demand: OnceCell::new(),
            uniformity: OnceCell::new(),
        }
    }

    /// The function.
    pub fn function(&self) -> &'a FunctionData {
        self.function
    }

    /// Positions of instructions, and dominance.
    pub fn nesting(&self) -> &Nesting {
        self.nesting.get_or_init(|| Nesting::new(self.function))
    }

    /// The users of each value (def-use chains).
    pub fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| Uses::new(self.function))
    }

    /// The loops.
    pub fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Loops::new(self.module, self.function))
    }

    /// The possible sources of block parameters and results of control instructions.
    pub fn flow(&self) -> &Flow {
        self.flow.get_or_init(|| Flow::new(self.function))
    }

    /// Demanded components.
    pub fn demand(&self) -> &Demand {
        self.demand.get_or_init(|| Demand::new(self.module, self.function, self.flow()))
    }

    /// Uniform values and blocks (divergence analysis).
    pub fn uniformity(&self) -> &Uniformity {
        let find = || Uniformity::new(self.module, self.function, self.nesting(), self.flow());
        self.uniformity.get_or_init(find)
    }
}
