//! The table of pipelines, and the rules of the order of passes.

use super::settings::Settings;
use super::table::{PassInfo, rows};
use vitrum_ir::Module;

/// A named list of passes.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline {
    /// As given on the command line.
    pub name: &'static str,
    /// The passes, in order.
    pub passes: &'static [&'static PassInfo],
    /// The number of rounds at most, while any pass changes anything.
    pub rounds: usize,
    /// True if a module that would become larger stays as it is.
    pub guarded: bool,
}

impl Pipeline {
    /// The names of the passes, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.passes.iter().map(|pass| pass.name)
    }

    /// True if no pass has anything to do for a module, as far as that is known before they run.
    pub fn is_idle(&self, module: &Module, settings: &Settings) -> bool {
        self.passes.iter().all(|pass| pass.is_idle(module, settings))
    }
}

/// The passes that make a module smaller and simpler, with this inliner, and with these before the last run of the rules.
macro_rules! smaller {
    ($inline:ident $(, $last:ident)*) => {
        &[
            &rows::SPECIALIZE_GENERICS,
            // Included libraries have many functions that a shader does not call.
            &rows::ELIMINATE_DEAD_FUNCTIONS,
            // A parameter that is a value costs less to inline, and may be a constant.
            &rows::PROMOTE_PARAMETERS,
            &rows::$inline,
            &rows::ELIMINATE_DEAD_FUNCTIONS,
            &rows::TRIM_PARAMETERS,
            &rows::LOCALIZE_GLOBALS,
            &rows::SPLIT_VARIABLES,
            &rows::PROMOTE_VARIABLES,
            &rows::PROMOTE_CONSTANTS,
            &rows::DROP_NONUNIFORM,
            &rows::PROPAGATE_CONSTANTS,
            &rows::COMBINE,
            &rows::PROPAGATE_CONDITIONS,
            &rows::UNROLL_SMALLER_LOOPS,
            &rows::FORWARD_MEMORY,
            &rows::ELIMINATE_DEAD_STORES,
            // Loads that an iteration repeats are gone; the variables become values in the next round.
            &rows::PROMOTE_MEMORY,
            &rows::SIMPLIFY_SUBGROUPS,
            &rows::DROP_BARRIERS,
            &rows::MERGE_ARMS,
            &rows::SIMPLIFY_BRANCHES,
            $(&rows::$last,)*
            &rows::WIDEN_LOADS,
            // Some values are used once only after unused ones are gone.
            &rows::ELIMINATE_DEAD_CODE,
            &rows::COMBINE,
            // Indices in unrolled loops are known by now: those arrays are split in the next round.
            &rows::PROPAGATE_COPIES,
            &rows::ELIMINATE_DEAD_CODE,
            &rows::ELIMINATE_DEAD_FUNCTIONS,
        ]
    };
}

/// For few words: calls are inlined where that is smaller.
const SMALLER: &[&PassInfo] = smaller!(INLINE_FUNCTIONS, HOIST_CODE);

/// Passes in front of all others: a module that must not become larger is kept as it is behind them. They specialise generic
/// functions and remove others.
pub(crate) static REMOVING: &[&PassInfo] = &[&rows::SPECIALIZE_GENERICS, &rows::ELIMINATE_DEAD_FUNCTIONS];

/// Makes a module what SPIR-V can express.
pub static SPIRV: Pipeline = Pipeline {
    name: "spirv",
    passes: &[
        &rows::SPECIALIZE_GENERICS,
        &rows::RENAME_BUILTINS,
        &rows::GATHER_STATE,
        &rows::WIDEN_MASKS,
        &rows::LOWER_PIXEL_LOCAL_STORAGE,
        &rows::EXPAND_FUNCTIONS,
        &rows::SPECIALIZE_PARAMETERS,
        &rows::SPLIT_RESOURCE_STRUCTS,
        &rows::FLATTEN_ARRAYS,
        &rows::LOWER_ATOMIC_COUNTERS,
        &rows::LOWER_RECTANGLE_TEXTURES,
        &rows::LOWER_FRAGMENT_ORDERING,
        &rows::GATHER_UNIFORMS,
        &rows::PLACE_VARYINGS,
        &rows::SHIFT_BINDINGS,
        &rows::ASSIGN_LOCATIONS,
        // The index of an input attachment is the location of its output.
        &rows::LOWER_FRAMEBUFFER_FETCH,
        &rows::ASSIGN_LOCATIONS,
        &rows::CLAMP_CONSTANT_INDICES,
        &rows::TRIM_BLOCKS,
    ],
    rounds: 0,
    guarded: false,
};

/// Makes a module what naga can read, the shader compiler of wgpu: SPIR-V, and more.
pub static WGPU: Pipeline = Pipeline {
    name: "wgpu",
    passes: &[
        &rows::SPECIALIZE_GENERICS,
        &rows::RENAME_BUILTINS,
        &rows::GATHER_STATE,
        &rows::WIDEN_MASKS,
        &rows::LOWER_PIXEL_LOCAL_STORAGE,
        &rows::FREEZE_SPECIALIZATION,
        &rows::LOWER_DEMOTIONS,
        &rows::LOWER_BIT_SIZES,
        &rows::EXPAND_FUNCTIONS,
        // Expansions use operators on vectors of Booleans.
        &rows::LOWER_WGPU_OPERATIONS,
        &rows::LOWER_SUBGROUP_INPUTS,
        &rows::SPECIALIZE_PARAMETERS,
        &rows::SPLIT_RESOURCE_STRUCTS,
        &rows::FLATTEN_ARRAYS,
        &rows::LOWER_ATOMIC_COUNTERS,
        &rows::LOWER_RECTANGLE_TEXTURES,
        &rows::SEPARATE_SAMPLERS,
        &rows::SPLIT_RESOURCE_ARRAYS,
        &rows::LOWER_BLOCKS_TO_WORDS,
        // Numbers of 8 and 16 bits come out of words.
        &rows::LOWER_BIT_SIZES,
        &rows::LOWER_WGPU_OPERATIONS,
        &rows::MARK_DEPTH_TEXTURES,
        &rows::CHECK_WGPU,
        &rows::LOWER_BLOCK_PARAMETERS,
        &rows::LOWER_FALLTHROUGH,
        &rows::GATHER_UNIFORMS,
        &rows::PLACE_VARYINGS,
        &rows::SHIFT_BINDINGS,
        &rows::ASSIGN_LOCATIONS,
        &rows::CLAMP_CONSTANT_INDICES,
        &rows::TRIM_BLOCKS,
        // Members of blocks and varyings have their places now.
        &rows::PAD_BLOCKS,
        &rows::SCALARIZE_INTERFACE,
    ],
    rounds: 0,
    guarded: false,
};

/// Makes a module what a version of GLSL can express.
pub static GLSL: Pipeline = Pipeline {
    name: "glsl",
    passes: &[
        &rows::SPECIALIZE_GENERICS,
        &rows::ORDER_FUNCTIONS,
        &rows::NARROW_SCOPES,
        &rows::PASS_VALUES,
        &rows::RECOVER_CHOICES,
        &rows::RECOVER_SWIZZLES,
        &rows::RAISE_QUALIFIERS,
        &rows::FILL_EMPTY_STRUCTS,
        &rows::SPLIT_INTERFACE_COPIES,
        &rows::GATHER_BUILTINS,
        &rows::INDEX_BY_INVOCATION,
        &rows::LOWER_INTERLOCKS,
        &rows::RENAME_GLSL_BUILTINS,
        &rows::LOWER_BLOCK_LAYOUTS,
        &rows::FLATTEN_NESTED_ARRAYS,
        &rows::LOWER_NONSQUARE_MATRICES,
        &rows::SPLIT_INTERFACE_STRUCTS,
        &rows::COMBINE_SAMPLERS,
        &rows::LOWER_FRAGMENT_OUTPUTS,
        // Its loops count with unsigned numbers.
        &rows::STORE_ELEMENTS,
        &rows::LOWER_UNSIGNED,
        &rows::EXPAND_FUNCTIONS,
        &rows::LOWER_NUMBER_CHOICES,
        &rows::LOWER_OPERATORS,
        &rows::DROP_LAYOUTS,
        &rows::DROP_REDECLARATIONS,
        &rows::PLACE_OUTPUTS,
        &rows::FLATTEN_INTEGERS,
        &rows::SETTLE_LAYOUTS,
        &rows::SPECIALIZE_PARAMETERS,
        &rows::SPLIT_RESOURCE_STRUCTS,
        &rows::SELECT_RESOURCES,
        &rows::SEPARATE_SAMPLERS,
        &rows::GATHER_UNIFORMS,
        &rows::ASSIGN_LOCATIONS,
        &rows::PASS_PLACES,
        &rows::LOWER_BLOCK_PARAMETERS,
        &rows::LOWER_SWITCHES,
        &rows::KEEP_PRECISION,
        &rows::SETTLE_UNDEFINED,
        &rows::CLAMP_CONSTANT_INDICES,
        &rows::HOLD_CONSTANTS,
    ],
    rounds: 0,
    guarded: false,
};

/// Gives a result to what GLSL leaves undefined, and an end to every loop: what WebGPU and WebGL ask for.
pub static ROBUST: Pipeline = Pipeline {
    name: "robust",
    passes: &[
        &rows::SPECIALIZE_GENERICS,
        &rows::INITIALIZE_MEMORY,
        &rows::INLINE_FUNCTIONS,
        &rows::PROMOTE_VARIABLES,
        &rows::DEFINE_INTEGER_ARITHMETIC,
        &rows::BOUND_INDICES,
        &rows::BOUND_LOOPS,
        &rows::INITIALIZE_SHARED_MEMORY,
    ],
    rounds: 0,
    guarded: false,
};

/// Brings a module into the form of the least machine: of others, [`Machine`](crate::Machine) says the passes.
pub static HARDWARE: Pipeline = Pipeline {
    name: "hardware",
    passes: &[
        &rows::SPECIALIZE_GENERICS,
        &rows::SPECIALIZE_PARAMETERS,
        &rows::SPLIT_RESOURCE_STRUCTS,
        &rows::GATHER_STATE,
        &rows::LOWER_ATOMIC_COUNTERS,
        &rows::INLINE_CALLS,
        &rows::ELIMINATE_DEAD_FUNCTIONS,
        &rows::LOWER_SHARED_INITIALIZERS,
        &rows::LOWER_IO_TO_TEMPORARIES,
        &rows::LOCALIZE_GLOBALS,
        &rows::SPLIT_VARIABLES,
        &rows::PROMOTE_VARIABLES,
        &rows::LOWER_INDIRECT_ACCESSES,
        &rows::LOWER_SYSTEM_VALUES,
        &rows::LOWER_IO,
        &rows::LOWER_RESOURCE_INDICES,
        &rows::LOWER_EXPLICIT_MEMORY,
        &rows::COMBINE,
        &rows::ELIMINATE_DEAD_CODE,
        &rows::VECTORIZE_MEMORY,
        &rows::LOWER_ACCESS_SIZES,
        &rows::LOWER_WRITE_MASKS,
        &rows::LOWER_IO_TO_SCALARS,
        &rows::SPLIT_MEMORY,
        &rows::LOWER_INDIRECT_ACCESSES,
        &rows::LOWER_DOUBLES,
        &rows::INLINE_CALLS,
        &rows::ELIMINATE_DEAD_FUNCTIONS,
        &rows::LOWER_PACKING,
        &rows::LOWER_FLOAT_FUNCTIONS,
        &rows::LOWER_FREXP_LDEXP,
        &rows::SCALARIZE,
        &rows::LOWER_INT64,
        &rows::LOWER_BIT_SIZES,
        &rows::LOWER_INTEGER_DIVISION,
        &rows::LOWER_BIT_FUNCTIONS,
        &rows::LOWER_BOOLEANS,
        &rows::ELIMINATE_DEAD_CODE,
        &rows::CHECK_MACHINE_FORM,
    ],
    rounds: 0,
    guarded: false,
};

/// Every pipeline.
pub static PIPELINES: &[&Pipeline] = &[
    &Pipeline { name: "none", passes: &[], rounds: 0, guarded: false },
    // `-O`
    &Pipeline { name: "default", passes: SMALLER, rounds: 4, guarded: true },
    // `-Os`: the same; the lowerings for SPIR-V trim uniform blocks at their end, too.
    &Pipeline { name: "size", passes: SMALLER, rounds: 4, guarded: true },
    // For the compile time of drivers: calls are inlined, so that dead code shows, and branches and memory become values. Repeated calls
    // of functions that are large even when they are optimised stay: so all are optimised first. No operation leaves its loop but loads
    // of memory that stays, where it would hold a register. Loops of many words are not unrolled by drivers either.
    &Pipeline {
        name: "driver",
        passes: smaller!(INLINE_FUNCTIONS, INLINE_MOST, COMBINE, LIMIT_UNROLLING),
        rounds: 4,
        guarded: false,
    },
    &SPIRV,
    &GLSL,
    &HARDWARE,
    // `--target-env=wgpu`
    &WGPU,
    // `--robust`
    &ROBUST,
];

/// In a pipeline that has both, each `before` must be followed by an `after`.
#[derive(Clone, Copy, Debug)]
pub struct OrderRule {
    /// A pass.
    pub before: &'static PassInfo,
    /// Another pass.
    pub after: &'static PassInfo,
    /// The reason.
    pub reason: &'static str,
}

const fn order(before: &'static PassInfo, after: &'static PassInfo, reason: &'static str) -> OrderRule {
    OrderRule { before, after, reason }
}

/// The rules of order, held by a test.
pub static ORDER: &[OrderRule] = &[
    order(
        &rows::PROMOTE_VARIABLES,
        &rows::COMBINE,
        "promotion brings constants to the operations that use them",
    ),
    order(
        &rows::PROMOTE_VARIABLES,
        &rows::FORWARD_MEMORY,
        "promoted variables need no facts about memory, the number of which is limited",
    ),
    order(
        &rows::UNROLL_SMALLER_LOOPS,
        &rows::PROPAGATE_COPIES,
        "an array whose indices become known is split, which costs no loads",
    ),
    order(
        &rows::FORWARD_MEMORY,
        &rows::COMBINE,
        "a load becomes a part of a composite that was stored, and the part often exists by itself",
    ),
    order(
        &rows::WIDEN_LOADS,
        &rows::COMBINE,
        "components of one vector are put together again without a load each",
    ),
    order(&rows::DROP_NONUNIFORM, &rows::COMBINE, "marked values are neither folded nor shared with others"),
    order(
        &rows::FORWARD_MEMORY,
        &rows::ELIMINATE_DEAD_STORES,
        "a store is unread once its loads have become the value",
    ),
    order(
        &rows::HOIST_CODE,
        &rows::COMBINE,
        "operations in front of a loop are shared with equal ones behind it",
    ),
    order(
        &rows::MERGE_ARMS,
        &rows::SIMPLIFY_BRANCHES,
        "arms whose stores moved behind the branch are cheap enough for a selection",
    ),
    order(
        &rows::COMBINE,
        &rows::ELIMINATE_DEAD_CODE,
        "simplified and shared operations leave unused operands behind",
    ),
    order(
        &rows::PROMOTE_VARIABLES,
        &rows::ELIMINATE_DEAD_CODE,
        "promotion gives every variable stored in a loop a parameter, and some of them are never read",
    ),
    order(
        &rows::FOLD_CONSTANTS,
        &rows::ELIMINATE_DEAD_CODE,
        "a branch taken leaves the operands of the other one unused",
    ),
    order(&rows::PROMOTE_VARIABLES, &rows::LOWER_BLOCK_PARAMETERS, "promotion makes block parameters again"),
    order(
        &rows::ELIMINATE_DEAD_CODE,
        &rows::LOWER_BLOCK_PARAMETERS,
        "an unread parameter would become a variable",
    ),
    order(
        &rows::SPECIALIZE_PARAMETERS,
        &rows::SPLIT_RESOURCE_STRUCTS,
        "every address of a resource must start at a global",
    ),
    order(&rows::FLATTEN_ARRAYS, &rows::SPLIT_RESOURCE_ARRAYS, "arrays of arrays stay"),
    order(&rows::SPLIT_RESOURCE_ARRAYS, &rows::LOWER_BLOCKS_TO_WORDS, "arrays of blocks have no words"),
    order(&rows::LOWER_BLOCKS_TO_WORDS, &rows::LOWER_BIT_SIZES, "small numbers come out of words"),
    order(&rows::LOWER_BLOCKS_TO_WORDS, &rows::LOWER_WGPU_OPERATIONS, "64-bit numbers are cast from words"),
    order(&rows::LOWER_BLOCK_LAYOUTS, &rows::LOWER_UNSIGNED, "words are unsigned"),
    order(&rows::SPLIT_RESOURCE_ARRAYS, &rows::ASSIGN_LOCATIONS, "elements need bindings"),
    order(&rows::SPLIT_RESOURCE_ARRAYS, &rows::LOWER_BLOCK_PARAMETERS, "it makes switches with results"),
    order(&rows::SPLIT_RESOURCE_STRUCTS, &rows::FLATTEN_ARRAYS, "arrays of structs become arrays of arrays"),
    order(
        &rows::GATHER_UNIFORMS,
        &rows::ASSIGN_LOCATIONS,
        "the block of uniforms needs a binding, and its members need no locations",
    ),
    order(
        &rows::PROMOTE_VARIABLES,
        &rows::BOUND_INDICES,
        "ranges of indices are those of values, not of variables",
    ),
    order(
        &rows::LOWER_PACKING,
        &rows::LOWER_FLOAT_FUNCTIONS,
        "numbers are clamped and rounded before they are packed",
    ),
    order(&rows::INITIALIZE_MEMORY, &rows::BOUND_INDICES, "a bound of an undefined index is undefined"),
    order(&rows::DEFINE_INTEGER_ARITHMETIC, &rows::BOUND_INDICES, "so is that of an undefined quotient"),
    order(
        &rows::BOUND_INDICES,
        &rows::BOUND_LOOPS,
        "a loop with two conditions hides the range of its counter",
    ),
    order(&rows::SHIFT_BINDINGS, &rows::ASSIGN_LOCATIONS, "only the author's bindings are shifted"),
    order(
        &rows::LOWER_PIXEL_LOCAL_STORAGE,
        &rows::EXPAND_FUNCTIONS,
        "what a plane holds is packed by functions",
    ),
    order(
        &rows::LOWER_PIXEL_LOCAL_STORAGE,
        &rows::LOWER_FRAMEBUFFER_FETCH,
        "planes may become outputs that begin with the framebuffer",
    ),
    order(&rows::LOWER_FRAMEBUFFER_FETCH, &rows::ASSIGN_LOCATIONS, "an input attachment needs a binding"),
    order(
        &rows::NARROW_SCOPES,
        &rows::PASS_VALUES,
        "a variable of an iteration needs no parameter of the loop",
    ),
    order(&rows::NARROW_SCOPES, &rows::RECOVER_CHOICES, "a variable that a loop changes stays one"),
    order(&rows::RECOVER_CHOICES, &rows::LOWER_BLOCK_PARAMETERS, "variables become results of branches"),
    order(
        &rows::PASS_PLACES,
        &rows::LOWER_BLOCK_PARAMETERS,
        "variables of arguments are found by their uses",
    ),
    order(
        &rows::EXPAND_FUNCTIONS,
        &rows::LOWER_OPERATORS,
        "expansions use operators, such as selections by vectors",
    ),
    order(&rows::LOWER_NUMBER_CHOICES, &rows::LOWER_OPERATORS, "choices are selections by vectors"),
    order(&rows::SELECT_RESOURCES, &rows::LOWER_BLOCK_PARAMETERS, "it makes switches with results"),
    order(
        &rows::SPECIALIZE_PARAMETERS,
        &rows::SELECT_RESOURCES,
        "an index of an argument becomes one of the variable",
    ),
    order(&rows::STORE_ELEMENTS, &rows::LOWER_UNSIGNED, "loops over elements count with unsigned numbers"),
    order(&rows::LOWER_BLOCK_PARAMETERS, &rows::LOWER_SWITCHES, "only switches without results are lowered"),
    order(
        &rows::INITIALIZE_MEMORY,
        &rows::PROMOTE_VARIABLES,
        "as values, variables without a value are undefined where they were zero",
    ),
    order(
        &rows::INITIALIZE_MEMORY,
        &rows::INLINE_FUNCTIONS,
        "variables of a function start at zero in every call, which a loop around it repeats",
    ),
    order(
        &rows::INLINE_FUNCTIONS,
        &rows::BOUND_INDICES,
        "indices that come through calls are proven where these are inlined",
    ),
    order(
        &rows::PROMOTE_VARIABLES,
        &rows::INITIALIZE_SHARED_MEMORY,
        "numbers of invocations that are values show which elements are stored",
    ),
    order(
        &rows::PROMOTE_VARIABLES,
        &rows::BOUND_LOOPS,
        "loops whose counters are values can be seen to end, and need no bound",
    ),
    order(
        &rows::PROMOTE_VARIABLES,
        &rows::DEFINE_INTEGER_ARITHMETIC,
        "ranges of values are known, those of variables are not",
    ),
    order(
        &rows::INITIALIZE_MEMORY,
        &rows::BOUND_LOOPS,
        "loops that clear memory end, too, and what follows an endless loop returns zero by either",
    ),
    order(
        &rows::LOWER_BLOCK_PARAMETERS,
        &rows::KEEP_PRECISION,
        "the precision of a block parameter is that of its variable",
    ),
];

/// The pipelines that keep the interface of a module: those of the optimisation levels.
pub fn levels() -> impl Iterator<Item = &'static Pipeline> {
    PIPELINES.iter().copied().filter(|pipeline| pipeline.passes.iter().all(|pass| pass.keeps_interface()))
}

/// The pipeline of this name.
pub fn pipeline(name: &str) -> Option<&'static Pipeline> {
    PIPELINES.iter().copied().find(|pipeline| pipeline.name == name)
}

#[cfg(test)]
mod tests {
    use super::{ORDER, PIPELINES};

    #[test]
    fn pipelines_keep_the_order() {
        for pipeline in PIPELINES {
            for rule in ORDER {
                let last = |name| pipeline.names().collect::<Vec<_>>().iter().rposition(|&pass| pass == name);
                if let (Some(before), Some(after)) = (last(rule.before.name), last(rule.after.name)) {
                    assert!(before < after, "{}: {} ({})", pipeline.name, rule.before.name, rule.reason);
                }
            }
        }
    }
}
