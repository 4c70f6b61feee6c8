//! The table of passes.

use super::module_facts::ModuleFacts;
use super::session::Session;
use super::settings::Settings;
use crate::lower::glsl::{
    combine_samplers, drop_layouts, drop_redeclarations, expand_functions, flatten_integers,
    flatten_nested_arrays, hold_constants, keep_precision, lower_fragment_outputs, lower_nonsquare_matrices,
    lower_switches, lower_unsigned, pass_places, place_outputs, rename_builtins as rename_glsl_builtins,
    separate_samplers, settle_layouts, settle_undefined, split_interface_structs,
};
use crate::lower::spirv::{
    fixed_function, flatten_arrays, lower_atomic_counters, lower_framebuffer_fetch, lower_rectangle_textures,
    rename_builtins, trim_blocks, widen_masks,
};
use crate::lower::{
    assign_locations, bound_indices, gather_uniforms, lower_block_parameters, make_precise,
    specialize_parameters, split_resource_structs, unify_returns,
};
use crate::optimize::{
    combine, demote_discards, eliminate_dead_code, fold_constants, form_products, form_switches, form_tables,
    form_vectors, forward_memory, hoist_code, hoist_discards, inline_functions, localize_globals, merge_arms,
    narrow_floats, promote_constants, promote_variables, propagate_conditions, propagate_constants,
    reassociate, rotate_loops, simplify_branches, sink_code, split_variables, trim_components,
    trim_parameters, unroll_loops,
};
use vitrum_ir::{Function, Module};

/// The passes that look again at what a pass changed, in rounds behind the first. Passes that are not named here leave next
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

/// The purpose of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// It makes a module smaller, simpler or cheaper, and keeps its interface.
    Optimization,
    /// It brings a module into a form that other passes or back ends expect, and keeps its interface.
    Normalization,
    /// It replaces what several targets lack.
    Lowering,
    /// It replaces what SPIR-V lacks.
    LoweringForSpirv,
    /// It replaces what a version of GLSL lacks.
    LoweringForGlsl,
}

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct PassInfo {
    /// A verb phrase, as given to `--print-after`.
    pub name: &'static str,
    /// A line about it, with its textbook name.
    pub summary: &'static str,
    /// Its purpose.
    pub group: Group,
    /// The passes that look again at what it changed.
    pub reopens: Reopens,
    /// True if it computes with fewer digits than before, where the author allows it: results differ by that.
    pub is_loose: bool,
    /// Its scope, and the function that runs it.
    pub(crate) run: Run,
}

/// Runs a pass on a module; gives the number of changes. It asks the session before each change.
pub type RunOnModule = fn(&mut Module, &mut Session) -> usize;
/// Runs a pass on a function; gives the number of changes. It asks the session before each change, and its result
/// depends on this function and on what passes on functions do not change.
pub type RunOnFunction = fn(&mut Module, Function, &mut Session) -> usize;
/// True if a lowering has something to do. It may look at the module, but should be quick.
pub type IsNeeded = fn(&Module, &Settings) -> bool;

/// The scope of a pass.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Run {
    /// The module as a whole.
    Module(RunOnModule),
    /// One function.
    Function(RunOnFunction),
    /// One function, with facts about the others.
    Within(fn(&mut Module, Function, &mut Session, &ModuleFacts) -> usize),
    /// The module as a whole, if it is needed; all that it does is one change.
    Lowering(IsNeeded, RunOnModule),
}

impl PassInfo {
    /// A pass on modules.
    pub const fn on_module(name: &'static str, summary: &'static str, run: RunOnModule) -> Self {
        Self::new(name, summary, Run::Module(run))
    }

    /// A pass on functions.
    pub const fn on_functions(name: &'static str, summary: &'static str, run: RunOnFunction) -> Self {
        Self::new(name, summary, Run::Function(run))
    }

    /// A lowering: all that it does is one change, and it is left out where it is not needed.
    pub const fn lowering(
        name: &'static str,
        summary: &'static str,
        is_needed: IsNeeded,
        run: RunOnModule,
    ) -> Self {
        Self { group: Group::Lowering, ..Self::new(name, summary, Run::Lowering(is_needed, run)) }
    }

    /// The same pass, after whose changes others look again.
    #[must_use]
    pub const fn reopening(self, reopens: Reopens) -> Self {
        Self { reopens, ..self }
    }

    /// The same pass, which computes with fewer digits than before.
    #[must_use]
    pub const fn loose(self) -> Self {
        Self { is_loose: true, ..self }
    }

    /// True if the inputs, outputs and resources of a module stay as they are.
    pub fn keeps_interface(&self) -> bool {
        matches!(self.group, Group::Optimization | Group::Normalization)
    }

    /// True if a lowering has nothing to do for a module. Of other passes that is not known before they run.
    pub fn is_idle(&self, module: &Module, settings: &Settings) -> bool {
        matches!(self.run, Run::Lowering(is_needed, _) if !is_needed(module, settings))
    }

    const fn new(name: &'static str, summary: &'static str, run: Run) -> Self {
        Self { name, summary, group: Group::Optimization, reopens: Reopens::Nothing, is_loose: false, run }
    }

    const fn within(
        name: &'static str,
        summary: &'static str,
        run: fn(&mut Module, Function, &mut Session, &ModuleFacts) -> usize,
    ) -> Self {
        Self::new(name, summary, Run::Within(run))
    }

    const fn of(self, group: Group) -> Self {
        Self { group, ..self }
    }
}

/// A lowering for SPIR-V.
const fn for_spirv(
    name: &'static str,
    summary: &'static str,
    is_needed: IsNeeded,
    run: RunOnModule,
) -> PassInfo {
    PassInfo::lowering(name, summary, is_needed, run).of(Group::LoweringForSpirv)
}

/// A lowering for GLSL.
const fn for_glsl(
    name: &'static str,
    summary: &'static str,
    is_needed: IsNeeded,
    run: RunOnModule,
) -> PassInfo {
    PassInfo::lowering(name, summary, is_needed, run).of(Group::LoweringForGlsl)
}

/// Makes a static of each row, and the list of all.
macro_rules! passes {
    ($($id:ident = $row:expr;)*) => {
        /// The rows by name.
        pub mod rows {
            use super::*;

            $(
                #[doc = concat!("The pass `", stringify!($id), "`, see [`PASSES`].")]
                pub static $id: PassInfo = $row;
            )*
        }

        /// Every pass.
        pub static PASSES: &[&PassInfo] = &[$(&rows::$id),*];
    };
}

passes! {
    INLINE_FUNCTIONS = PassInfo::on_module(
        "inline_functions",
        "inlining: replace calls by bodies where the module becomes smaller",
        inline_functions::run,
    )
    .reopening(Reopens::SameRound);
    INLINE_EVERYTHING = PassInfo::on_module(
        "inline_everything",
        "inlining of all calls, unless the module becomes much larger",
        inline_functions::run_all,
    )
    .reopening(Reopens::SameRound);
    LOCALIZE_GLOBALS = PassInfo::on_module(
        "localize_globals",
        "turn private globals of the entry point into local variables; remove those never read",
        localize_globals::run,
    )
    .reopening(Reopens::SameRound);
    SIMPLIFY_BRANCHES = PassInfo::on_functions(
        "simplify_branches",
        "if-conversion: turn branches between few cheap operations into selections",
        simplify_branches::run,
    );
    FLATTEN_DIVERGENT_BRANCHES = PassInfo::on_functions(
        "flatten_divergent_branches",
        "if-conversion of divergent branches only; uniform branches stay",
        simplify_branches::run_on_divergent,
    );
    UNROLL_LOOPS = PassInfo::on_functions(
        "unroll_loops",
        "loop unrolling where code does not grow, or arrays become values",
        unroll_loops::run,
    )
    .reopening(Reopens::NextRound);
    UNROLL_SMALLER_LOOPS = PassInfo::on_functions(
        "unroll_smaller_loops",
        "loop unrolling where code does not grow",
        unroll_loops::run_smaller,
    )
    .reopening(Reopens::NextRound);
    ROTATE_LOOPS = PassInfo::on_module(
        "rotate_loops",
        "loop rotation: `while` becomes `do ... while` when the first iteration always runs",
        rotate_loops::run,
    );
    HOIST_CODE = PassInfo::on_functions(
        "hoist_code",
        "loop-invariant code motion (LICM)",
        hoist_code::run,
    );
    HOIST_DISCARDS = PassInfo::on_module(
        "hoist_discards",
        "discard fragments as early as their discard is known",
        hoist_discards::run,
    );
    DEMOTE_DISCARDS = PassInfo::on_module(
        "demote_discards",
        "turn discarded fragments into helper invocations, so that derivatives stay defined",
        demote_discards::run,
    );
    MERGE_ARMS = PassInfo::within(
        "merge_arms",
        "code hoisting and tail merging: do once what both arms of a branch do",
        merge_arms::run,
    );
    FORM_PRODUCTS = PassInfo::on_module(
        "form_products",
        "idiom recognition: dot products and matrix products written out by components",
        form_products::run,
    )
    .reopening(Reopens::SameRound);
    NARROW_FLOATS = PassInfo::on_module(
        "narrow_floats",
        "compute in half precision where the author allows it",
        narrow_floats::run,
    )
    .reopening(Reopens::SameRound)
    .loose();
    FORM_VECTORS = PassInfo::on_module(
        "form_vectors",
        "vectorization (SLP): vector operations written out by components",
        form_vectors::run,
    )
    .reopening(Reopens::SameRound);
    FORM_SWITCHES = PassInfo::on_module(
        "form_switches",
        "turn chains of branches on one value into a switch",
        form_switches::run,
    );
    FORM_TABLES = PassInfo::on_module(
        "form_tables",
        "turn switches and selections between constants into lookup tables",
        form_tables::run,
    );
    REASSOCIATE = PassInfo::on_module(
        "reassociate",
        "reassociation: order the operands of sums and products by how often they change",
        reassociate::run,
    )
    .reopening(Reopens::SameRound);
    SINK_CODE = PassInfo::on_module(
        "sink_code",
        "code sinking: move operations into the only arm that needs them",
        sink_code::run,
    );
    SPLIT_VARIABLES = PassInfo::on_functions(
        "split_variables",
        "scalar replacement of aggregates (SROA)",
        split_variables::run,
    );
    TRIM_PARAMETERS = PassInfo::on_module(
        "trim_parameters",
        "dead argument elimination: remove parameters that are unused or always the same",
        trim_parameters::run,
    )
    .reopening(Reopens::SameRound);
    TRIM_COMPONENTS = PassInfo::on_module(
        "trim_components",
        "remove unused components of vectors",
        trim_components::run,
    )
    .reopening(Reopens::SameRound);
    UNIFY_RETURNS = PassInfo::on_module(
        "unify_returns",
        "give every function one return, at its end",
        unify_returns::run,
    )
    .of(Group::Normalization);
    PROMOTE_VARIABLES = PassInfo::on_functions(
        "promote_variables",
        "mem2reg: turn local variables into SSA values and block parameters",
        promote_variables::run,
    );
    PROMOTE_CONSTANTS = PassInfo::on_functions(
        "promote_constants",
        "turn variables that only ever hold one constant into that constant",
        promote_constants::run,
    );
    PROPAGATE_CONSTANTS = PassInfo::on_functions(
        "propagate_constants",
        "sparse conditional constant propagation (SCCP)",
        propagate_constants::run,
    );
    FOLD_CONSTANTS = PassInfo::on_functions(
        "fold_constants",
        "constant folding: evaluate operations on constants, take constant branches",
        fold_constants::run,
    );
    COMBINE = PassInfo::within(
        "combine",
        "peephole rules and common subexpression elimination (GVN)",
        combine::run,
    );
    PROPAGATE_CONDITIONS = PassInfo::on_functions(
        "propagate_conditions",
        "conditional propagation: use what a condition implies in the arms of its branch",
        propagate_conditions::run,
    )
    .reopening(Reopens::NextRound);
    FORWARD_MEMORY = PassInfo::within(
        "forward_memory",
        "store-to-load forwarding and dead store elimination",
        forward_memory::run,
    )
    .reopening(Reopens::NextRound);
    ELIMINATE_DEAD_CODE = PassInfo::within(
        "eliminate_dead_code",
        "dead code elimination (DCE) of instructions, parameters, results, stores and branches",
        eliminate_dead_code::run,
    );
    ELIMINATE_DEAD_FUNCTIONS = PassInfo::on_module(
        "eliminate_dead_functions",
        "remove functions that are never called",
        eliminate_dead_code::run_on_functions,
    );

    MAKE_PRECISE = PassInfo::on_module(
        "make_precise",
        "mark every value precise",
        make_precise::run,
    )
    .of(Group::Normalization);
    LOWER_BLOCK_PARAMETERS = PassInfo::lowering(
        "lower_block_parameters",
        "out of SSA: turn block parameters and results of control flow into variables",
        lower_block_parameters::is_needed,
        lower_block_parameters::run,
    )
    .of(Group::Normalization);
    SPECIALIZE_PARAMETERS = PassInfo::lowering(
        "specialize_parameters",
        "copy functions for the resources that they are called with, where a target passes none",
        specialize_parameters::is_needed,
        specialize_parameters::run,
    );
    SPLIT_RESOURCE_STRUCTS = PassInfo::lowering(
        "split_resource_structs",
        "take resources out of structs",
        split_resource_structs::is_needed,
        split_resource_structs::run,
    );
    GATHER_UNIFORMS = PassInfo::lowering(
        "gather_uniforms",
        "gather loose uniforms in a block, for Vulkan",
        gather_uniforms::is_needed,
        gather_uniforms::run,
    );
    ASSIGN_LOCATIONS = PassInfo::lowering(
        "assign_locations",
        "choose locations and bindings where the author chose none",
        assign_locations::is_needed,
        assign_locations::run,
    );
    BOUND_INDICES = PassInfo::lowering(
        "bound_indices",
        "bring constant indices that are out of bounds into range",
        bound_indices::is_needed,
        bound_indices::run,
    );

    RENAME_BUILTINS = for_spirv(
        "rename_builtins",
        "give built-in variables the names that SPIR-V knows",
        rename_builtins::is_needed,
        rename_builtins::run,
    );
    GATHER_STATE = for_spirv(
        "gather_state",
        "gather the state of the fixed-function pipeline in a block",
        fixed_function::has_state,
        fixed_function::run_on_state,
    );
    PLACE_VARYINGS = for_spirv(
        "place_varyings",
        "place attributes and varyings of the fixed-function pipeline",
        fixed_function::has_varyings,
        fixed_function::run_on_varyings,
    );
    WIDEN_MASKS = for_spirv(
        "widen_masks",
        "turn 64-bit subgroup masks into vectors",
        widen_masks::is_needed,
        widen_masks::run,
    );
    FLATTEN_ARRAYS = for_spirv(
        "flatten_arrays",
        "flatten arrays of arrays of resources, for Vulkan",
        flatten_arrays::is_needed,
        flatten_arrays::run,
    );
    LOWER_ATOMIC_COUNTERS = for_spirv(
        "lower_atomic_counters",
        "turn atomic counters into storage buffers, for Vulkan",
        lower_atomic_counters::is_needed,
        lower_atomic_counters::run,
    );
    LOWER_RECTANGLE_TEXTURES = for_spirv(
        "lower_rectangle_textures",
        "turn rectangle textures into 2D textures, for Vulkan",
        lower_rectangle_textures::is_needed,
        lower_rectangle_textures::run,
    );
    SHIFT_BINDINGS = for_spirv(
        "shift_bindings",
        "add the caller's offsets to the author's bindings",
        assign_locations::shifts,
        assign_locations::run_shift,
    );
    LOWER_FRAMEBUFFER_FETCH = for_spirv(
        "lower_framebuffer_fetch",
        "turn reads of the framebuffer into reads of input attachments, for Vulkan",
        lower_framebuffer_fetch::is_needed,
        lower_framebuffer_fetch::run,
    );
    TRIM_BLOCKS = for_spirv(
        "trim_blocks",
        "remove unread members of uniform blocks; the others keep their offsets",
        trim_blocks::is_needed,
        trim_blocks::run,
    );

    RENAME_GLSL_BUILTINS = for_glsl(
        "rename_glsl_builtins",
        "give built-in variables the names that a version of GLSL knows",
        rename_glsl_builtins::is_needed,
        rename_glsl_builtins::run,
    );
    FLATTEN_NESTED_ARRAYS = for_glsl(
        "flatten_nested_arrays",
        "flatten arrays of arrays",
        flatten_nested_arrays::is_needed,
        flatten_nested_arrays::run,
    );
    LOWER_NONSQUARE_MATRICES = for_glsl(
        "lower_nonsquare_matrices",
        "turn matrices that are not square into structs of columns",
        lower_nonsquare_matrices::is_needed,
        lower_nonsquare_matrices::run,
    );
    SPLIT_INTERFACE_STRUCTS = for_glsl(
        "split_interface_structs",
        "split blocks and structs of the interface into a variable for each member",
        split_interface_structs::is_needed,
        split_interface_structs::run,
    );
    COMBINE_SAMPLERS = for_glsl(
        "combine_samplers",
        "combine textures and samplers, for OpenGL",
        combine_samplers::is_needed,
        combine_samplers::run,
    );
    LOWER_FRAGMENT_OUTPUTS = for_glsl(
        "lower_fragment_outputs",
        "convert between declared outputs and `gl_FragColor`",
        lower_fragment_outputs::is_needed,
        lower_fragment_outputs::run,
    );
    LOWER_UNSIGNED = for_glsl(
        "lower_unsigned",
        "turn unsigned integers into signed ones",
        lower_unsigned::is_needed,
        lower_unsigned::run,
    );
    EXPAND_FUNCTIONS = for_glsl(
        "expand_functions",
        "expand built-in functions that the version lacks",
        expand_functions::is_needed,
        expand_functions::run,
    );
    DROP_LAYOUTS = for_glsl(
        "drop_layouts",
        "drop layout qualifiers that the version lacks",
        drop_layouts::is_needed,
        drop_layouts::run,
    );
    DROP_REDECLARATIONS = for_glsl(
        "drop_redeclarations",
        "drop redeclarations of built-in variables that the version does not take",
        drop_redeclarations::is_needed,
        drop_redeclarations::run,
    );
    PLACE_OUTPUTS = for_glsl(
        "place_outputs",
        "give each output of a fragment shader a location, for ESSL",
        place_outputs::is_needed,
        place_outputs::run,
    );
    FLATTEN_INTEGERS = for_glsl(
        "flatten_integers",
        "make integer outputs of vertex shaders `flat`, for ESSL 3.00",
        flatten_integers::is_needed,
        flatten_integers::run,
    );
    SETTLE_LAYOUTS = for_glsl(
        "settle_layouts",
        "give `shared` and `packed` blocks the layout `std140`",
        settle_layouts::is_needed,
        settle_layouts::run,
    );
    SEPARATE_SAMPLERS = for_glsl(
        "separate_samplers",
        "separate combined textures and samplers, for Vulkan GLSL",
        separate_samplers::is_needed,
        separate_samplers::run,
    );
    PASS_PLACES = for_glsl(
        "pass_places",
        "pass places as `out` and `inout` arguments, without copies",
        pass_places::is_needed,
        pass_places::run,
    );
    LOWER_SWITCHES = for_glsl(
        "lower_switches",
        "turn switches into chains of branches",
        lower_switches::is_needed,
        lower_switches::run,
    );
    KEEP_PRECISION = for_glsl(
        "keep_precision",
        "keep the precision of operations where GLSL takes it from operands",
        keep_precision::is_needed,
        keep_precision::run,
    );
    SETTLE_UNDEFINED = for_glsl(
        "settle_undefined",
        "replace undefined values by zero",
        settle_undefined::is_needed,
        settle_undefined::run,
    );
    HOLD_CONSTANTS = for_glsl(
        "hold_constants",
        "keep inexact operations out of constant expressions",
        hold_constants::is_needed,
        hold_constants::run,
    );
}

/// The passes that keep the interface of a module: optimisations and normalizations.
pub fn optimizations() -> impl Iterator<Item = &'static PassInfo> {
    PASSES.iter().copied().filter(|pass| pass.keeps_interface())
}

/// The pass of this name.
pub fn pass(name: &str) -> Option<&'static PassInfo> {
    PASSES.iter().copied().find(|pass| pass.name == name)
}

#[cfg(test)]
mod tests {
    use super::{Group, PASSES, Reopens, Run};

    #[test]
    fn names_are_unique_and_summaries_are_there() {
        let mut names: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), PASSES.len());
        assert!(PASSES.iter().all(|pass| !pass.summary.is_empty()));
    }

    #[test]
    fn passes_on_functions_reopen_no_pass_in_the_same_round() {
        for pass in PASSES {
            let on_module = matches!(pass.run, Run::Module(_) | Run::Lowering(..));
            assert!(on_module || pass.reopens != Reopens::SameRound, "{}", pass.name);
        }
    }

    #[test]
    fn lowerings_are_no_optimizations() {
        for pass in PASSES {
            let is_lowering = matches!(pass.run, Run::Lowering(..));
            assert!(!is_lowering || pass.group != Group::Optimization, "{}", pass.name);
        }
    }
}
