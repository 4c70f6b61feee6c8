//! The table of passes.

use super::module_facts::ModuleFacts;
use super::session::Session;
use super::settings::{PassOption, Settings};
use crate::hardware::{
    allocate_registers, check_machine_form, form_float_functions, global_code_motion, inline_calls,
    locals_to_registers, lower_access_sizes, lower_bit_functions, lower_bit_sizes, lower_booleans,
    lower_doubles, lower_explicit_memory, lower_float_division, lower_float_functions, lower_frexp_ldexp,
    lower_indirect_accesses, lower_int64, lower_integer_division, lower_io, lower_io_to_temporaries,
    lower_packing, lower_resource_indices, lower_shared_initializers, lower_system_values, lower_textures,
    lower_write_masks, scalarize, split_memory, vectorize_memory,
};
use crate::lower::glsl::{
    drop_layouts, drop_redeclarations, fill_empty_structs, flatten_integers, flatten_nested_arrays,
    gather_builtins, hold_constants, index_by_invocation, keep_precision, lower_fragment_outputs,
    lower_interlocks, lower_nonsquare_matrices, lower_number_choices, lower_operators, lower_switches,
    lower_unsigned, narrow_scopes, order_functions, pass_places, pass_values, place_outputs,
    raise_qualifiers, recover_choices, recover_swizzles, rename_builtins as rename_glsl_builtins,
    select_resources, settle_layouts, settle_undefined, split_interface_copies, split_interface_structs,
    store_elements,
};
use crate::lower::spirv::{
    fixed_function, flatten_arrays, lower_atomic_counters, lower_fragment_ordering, lower_framebuffer_fetch,
    lower_pixel_local_storage, lower_rectangle_textures, rename_builtins, trim_blocks, widen_masks,
};
use crate::lower::wgpu::{
    check_wgpu, freeze_specialization, lower_blocks_to_words, lower_subgroup_inputs, lower_wgpu_operations,
    mark_depth_textures, pad_blocks, scalarize_interface, split_resource_arrays,
};
use crate::lower::{
    assign_locations, clamp_constant_indices, combine_samplers, expand_functions, gather_uniforms,
    lower_block_parameters, make_precise, samplers, separate_samplers, specialize_generics,
    specialize_parameters, split_resource_structs, unify_returns,
};
use crate::optimize::{
    combine, combine_atomics, demote_discards, drop_barriers, drop_nonuniform, eliminate_dead_code,
    eliminate_dead_stores, fold_constants, form_switches, form_tables, form_vectors, forward_memory,
    hoist_code, hoist_discards, inline_functions, limit_unrolling, localize_globals, merge_arms,
    narrow_floats, promote_constants, promote_memory, promote_parameters, promote_variables,
    propagate_conditions, propagate_constants, propagate_copies, reassociate, rotate_loops,
    simplify_branches, simplify_subgroups, sink_code, split_variables, trim_components, trim_parameters,
    unroll_loops, widen_loads,
};
use crate::safety::{
    bound_indices, bound_loops, clamp_depth, clamp_layer, clamp_point_size, define_integer_arithmetic,
    initialize_memory, initialize_shared_memory, limit_resources, mask_sample_mask, prefer_numbers,
    preserve_padding,
};
use crate::translate::{
    adjust_depth_range, broadcast_fragment_color, capture_feedback, demote_all_discards, emulate_blend,
    emulate_instance_base, emulate_multi_draw, expand_outputs, flip_y, inline_opaque_parameters,
    length_from_uniform, local_pixel_storage, lower_external_textures, number_views, pull_vertices,
    remap_bindings, remap_locations, remove_unused_outputs, remove_unused_resources, rename_symbols,
    rotate_surface, size_from_uniform, specialize,
};
use crate::workarounds::{
    copy_structs_by_members, offset_texel_fetches, pack_in_high_precision, pass_matrices_by_address,
    rewrite_constructors, rewrite_cube_gradients, rewrite_do_while, rewrite_dynamic_indexing,
    rewrite_row_major, rewrite_unary_minus, scalarize_min_max, wrap_switches,
};
use vitrum_ir::{Function, Module, TypeData};

/// The passes that look again at what a pass changed, in rounds behind the first. Passes that are not named here leave next
/// to nothing behind that a second look would find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reopens {
    /// None.
    Nothing,
    /// Those behind it in the same round: calls and globals that go make larger functions to look at.
    SameRound,
    /// In another round, those that [look again](PassInfo::looks_again) after small changes. If one of them changes a function,
    /// the passes behind it look at that function, too: with loads gone, a branch or a loop may be small enough to go.
    Few,
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
    /// It gives a result to what GLSL leaves undefined, for shaders that nobody vouches for.
    Safety,
    /// It moves a shader from one API to another: coordinates, interfaces, resources, names.
    Translation,
    /// It avoids a fault of some driver.
    Workaround,
    /// It brings a module closer to the instructions of a machine, for those who write a back end.
    Hardware,
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
    /// True if it is there to change what a shader gives, even one that does nothing undefined, or the types of its interface.
    pub is_visible: bool,
    /// True if it replaces operations of which devices choose the last bits ([`Laws::INEXACT`](vitrum_ir::Laws)): results differ
    /// by that.
    pub is_inexact: bool,
    /// True if it changes nothing, and refuses what others should have replaced.
    pub is_check: bool,
    /// True if it looks again at a function in which only passes have changed something that reopen [`Few`](Reopens::Few).
    pub looks_again: bool,
    /// True if it runs once, when the rounds are over: it says something of code that others would still change.
    pub is_last: bool,
    /// Its own options, which [`PassOptions::set`](super::settings::PassOptions::set) sets by name.
    pub options: &'static [PassOption],
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

    /// The same pass, which looks again after small changes.
    #[must_use]
    pub const fn again(self) -> Self {
        Self { looks_again: true, ..self }
    }

    /// The same pass, which computes with fewer digits than before.
    #[must_use]
    pub const fn loose(self) -> Self {
        Self { is_loose: true, ..self }
    }

    /// The same pass, which is there to change what a shader gives, or the types of its interface.
    #[must_use]
    pub const fn visible(self) -> Self {
        Self { is_visible: true, ..self }
    }

    /// The same pass, which replaces operations of which devices choose the last bits.
    #[must_use]
    pub const fn inexact(self) -> Self {
        Self { is_inexact: true, ..self }
    }

    /// The same pass, which only refuses.
    #[must_use]
    pub const fn check(self) -> Self {
        Self { is_check: true, ..self }
    }

    /// The same pass, which runs once, when the rounds are over.
    #[must_use]
    pub const fn last(self) -> Self {
        Self { is_last: true, ..self }
    }

    /// The same pass, with these options of its own.
    #[must_use]
    pub const fn with_options(self, options: &'static [PassOption]) -> Self {
        Self { options, ..self }
    }

    /// True if the inputs, outputs and resources of a module stay as they are.
    pub fn keeps_interface(&self) -> bool {
        matches!(self.group, Group::Optimization | Group::Normalization)
    }

    /// True if a shader that does nothing undefined gives the same results after it, in the same interface.
    pub fn keeps_results(&self) -> bool {
        match self.group {
            Group::Optimization | Group::Normalization => true,
            Group::Safety | Group::Workaround | Group::Hardware => !self.is_visible && !self.is_inexact,
            Group::Lowering | Group::LoweringForSpirv | Group::LoweringForGlsl | Group::Translation => false,
        }
    }

    /// True if a lowering has nothing to do for a module. Of other passes that is not known before they run.
    /// Passes for machines leave modules with long vectors alone: no machine has them, and `check_machine_form` refuses them.
    pub fn is_idle(&self, module: &Module, settings: &Settings) -> bool {
        self.group == Group::Hardware && !self.is_check && has_long_vectors(module)
            || matches!(self.run, Run::Lowering(is_needed, _) if !is_needed(module, settings))
    }

    const fn new(name: &'static str, summary: &'static str, run: Run) -> Self {
        Self {
            name,
            summary,
            group: Group::Optimization,
            reopens: Reopens::Nothing,
            is_loose: false,
            is_visible: false,
            is_inexact: false,
            is_check: false,
            looks_again: false,
            is_last: false,
            options: &[],
            run,
        }
    }

    const fn of(self, group: Group) -> Self {
        Self { group, ..self }
    }
}

fn has_long_vectors(module: &Module) -> bool {
    module.types.iter().any(|row| matches!(row.1, TypeData::LongVector { .. }))
}

/// Makes a static of each row, and the list of all. `Lowering(pass)` stands for `Lowering(pass::is_needed, pass::run)`.
macro_rules! passes {
    ($($group:ident {
        $($id:ident = $name:literal, $scope:ident($($run:tt)+) $(, $mark:ident($($value:path)?))*,
            $summary:literal;)*
    })*) => {
        /// The rows by name.
        pub mod rows {
            use super::Reopens::{Few, NextRound, SameRound};
            use super::*;

            $($(
                #[doc = concat!("The pass `", $name, "`, see [`PASSES`].")]
                pub static $id: PassInfo = PassInfo::new($name, $summary, passes!(@run $scope $($run)+))
                    .of(Group::$group)$(.$mark($($value)?))*;
            )*)*
        }

        /// Every pass.
        pub static PASSES: &[&PassInfo] = &[$($(&rows::$id),*),*];
    };
    (@run Lowering $pass:ident) => {
        Run::Lowering($pass::is_needed, $pass::run)
    };
    (@run $scope:ident $($run:tt)+) => {
        Run::$scope($($run)+)
    };
}

passes! {
    Optimization {
        INLINE_FUNCTIONS = "inline_functions", Module(inline_functions::run), reopening(SameRound),
            "inlining: replace calls by bodies where the module becomes smaller";
        INLINE_EVERYTHING = "inline_everything", Module(inline_functions::run_all), reopening(SameRound),
            "inlining of all calls, unless the module becomes much larger";
        INLINE_MOST = "inline_most", Module(inline_functions::run_most), reopening(NextRound),
            "inlining of all calls but repeated ones of large functions";
        LOCALIZE_GLOBALS = "localize_globals", Module(localize_globals::run), reopening(SameRound),
            "turn private globals of the entry point, and those that hold one constant, into local variables; remove what is never read, of shared ones as well";
        SIMPLIFY_BRANCHES = "simplify_branches", Function(simplify_branches::run), again(),
            "if-conversion: turn branches between few cheap operations into selections";
        FLATTEN_DIVERGENT_BRANCHES = "flatten_divergent_branches", Function(simplify_branches::run_on_divergent),
            "if-conversion of divergent branches only; uniform branches stay";
        UNROLL_LOOPS = "unroll_loops", Function(unroll_loops::run), reopening(NextRound), again(),
            "loop unrolling where code does not grow, or arrays become values";
        UNROLL_SMALLER_LOOPS = "unroll_smaller_loops", Function(unroll_loops::run_smaller), reopening(NextRound), again(),
            "loop unrolling where code does not grow";
        LIMIT_UNROLLING = "limit_unrolling", Function(limit_unrolling::run), last(),
            "ask drivers not to unroll loops whose iterations are many words together";
        ROTATE_LOOPS = "rotate_loops", Module(rotate_loops::run),
            "loop rotation: `while` becomes `do ... while` when the first iteration always runs";
        HOIST_CODE = "hoist_code", Function(hoist_code::run),
            "loop-invariant code motion (LICM)";
        HOIST_DISCARDS = "hoist_discards", Module(hoist_discards::run),
            "discard fragments as early as their discard is known";
        DEMOTE_DISCARDS = "demote_discards", Module(demote_discards::run),
            "turn discarded fragments into helper invocations, so that derivatives stay defined";
        MERGE_ARMS = "merge_arms", Within(merge_arms::run), again(),
            "code hoisting and tail merging: do once what both arms of a branch do";
        NARROW_FLOATS = "narrow_floats", Module(narrow_floats::run), reopening(SameRound), loose(),
            "compute in half precision where the author allows it";
        FORM_VECTORS = "form_vectors", Module(form_vectors::run), reopening(SameRound),
            "vectorization (SLP): vector operations written out by components";
        FORM_SWITCHES = "form_switches", Module(form_switches::run),
            "turn chains of branches on one value into a switch";
        FORM_TABLES = "form_tables", Module(form_tables::run),
            "turn switches and selections between constants into lookup tables";
        REASSOCIATE = "reassociate", Module(reassociate::run), reopening(SameRound),
            "reassociation: order the operands of sums and products by how often they change";
        SINK_CODE = "sink_code", Module(sink_code::run),
            "code sinking: move operations into the only arm that needs them";
        SPLIT_VARIABLES = "split_variables", Function(split_variables::run), again(),
            "scalar replacement of aggregates (SROA)";
        PROMOTE_PARAMETERS = "promote_parameters", Module(promote_parameters::run), reopening(SameRound),
            "argument promotion: pass values in place of the addresses of variables that hold them";
        TRIM_PARAMETERS = "trim_parameters", Module(trim_parameters::run), reopening(SameRound),
            "dead argument elimination: remove parameters that are unused or always the same";
        TRIM_COMPONENTS = "trim_components", Module(trim_components::run), reopening(SameRound),
            "demanded components: put nothing into unused components of vectors";
        PROMOTE_VARIABLES = "promote_variables", Function(promote_variables::run),
            "mem2reg: turn local variables into SSA values and block parameters";
        PROMOTE_MEMORY = "promote_memory", Within(promote_memory::run), reopening(NextRound),
            "scalar promotion: keep memory at an address that stays in a value through a loop";
        PROMOTE_CONSTANTS = "promote_constants", Function(promote_constants::run),
            "turn variables that only ever hold one constant into that constant";
        PROPAGATE_COPIES = "propagate_copies", Function(propagate_copies::run), reopening(NextRound),
            "copy propagation of arrays and structs: read a copy's source";
        WIDEN_LOADS = "widen_loads", Function(widen_loads::run), reopening(Few),
            "load vectorization: load a vector once in place of its components";
        DROP_NONUNIFORM = "drop_nonuniform", Function(drop_nonuniform::run),
            "drop `nonuniform` marks where divergence analysis proves values uniform";
        SIMPLIFY_SUBGROUPS = "simplify_subgroups", Function(simplify_subgroups::run), reopening(NextRound),
            "replace operations on subgroups by their operand where divergence analysis proves it uniform";
        DROP_BARRIERS = "drop_barriers", Function(drop_barriers::run),
            "drop barriers that another one beside them covers";
        PROPAGATE_CONSTANTS = "propagate_constants", Function(propagate_constants::run),
            "sparse conditional constant propagation (SCCP)";
        FOLD_CONSTANTS = "fold_constants", Function(fold_constants::run),
            "constant folding: evaluate operations on constants, take constant branches";
        COMBINE = "combine", Within(combine::run), again(),
            "peephole rules and common subexpression elimination (GVN)";
        PROPAGATE_CONDITIONS = "propagate_conditions", Function(propagate_conditions::run), reopening(NextRound), again(),
            "conditional propagation: use what a condition implies in the arms of its branch";
        FORWARD_MEMORY = "forward_memory", Within(forward_memory::run), reopening(Few),
            "store-to-load forwarding and dead store elimination";
        ELIMINATE_DEAD_STORES = "eliminate_dead_stores", Function(eliminate_dead_stores::run), reopening(Few),
            "dead store elimination across branches and loops";
        ELIMINATE_DEAD_CODE = "eliminate_dead_code", Within(eliminate_dead_code::run),
            "dead code elimination (DCE) of instructions, parameters, results, stores and branches";
        ELIMINATE_DEAD_FUNCTIONS = "eliminate_dead_functions", Module(eliminate_dead_code::run_on_functions),
            "remove functions that are never called";
    }
    Normalization {
        UNIFY_RETURNS = "unify_returns", Module(unify_returns::run),
            "give every function one return, at its end";
        MAKE_PRECISE = "make_precise", Module(make_precise::run),
            "mark every value precise";
        SPECIALIZE_GENERICS = "specialize_generics", Lowering(specialize_generics),
            "monomorphisation: make a function of each instance of a generic function";
        LOWER_BLOCK_PARAMETERS = "lower_block_parameters", Lowering(lower_block_parameters),
            "out of SSA: turn block parameters and results of control flow into variables";
    }
    Lowering {
        SPECIALIZE_PARAMETERS = "specialize_parameters", Lowering(specialize_parameters),
            "copy functions for the resources that they are called with, where a target passes none";
        EXPAND_FUNCTIONS = "expand_functions", Lowering(expand_functions),
            "expand operations that the target lacks by functions of the prelude";
        SPLIT_RESOURCE_STRUCTS = "split_resource_structs", Lowering(split_resource_structs),
            "take resources out of structs";
        SEPARATE_SAMPLERS = "separate_samplers", Lowering(separate_samplers), with_options(samplers::SEPARATE),
            "separate combined textures and samplers";
        COMBINE_SAMPLERS = "combine_samplers", Lowering(combine_samplers), with_options(samplers::COMBINE),
            "combine textures and samplers, for OpenGL";
        GATHER_UNIFORMS = "gather_uniforms", Lowering(gather_uniforms),
            "gather loose uniforms in a block, for Vulkan";
        ASSIGN_LOCATIONS = "assign_locations", Lowering(assign_locations),
            "choose locations and bindings where the author chose none";
        CLAMP_CONSTANT_INDICES = "clamp_constant_indices", Lowering(clamp_constant_indices),
            "bring constant indices that are out of bounds into range";
    }
    LoweringForSpirv {
        RENAME_BUILTINS = "rename_builtins", Lowering(rename_builtins),
            "give built-in variables the names that SPIR-V knows";
        GATHER_STATE = "gather_state", Lowering(fixed_function::has_state, fixed_function::run_on_state),
            "gather the state of the fixed-function pipeline in a block";
        PLACE_VARYINGS = "place_varyings", Lowering(fixed_function::has_varyings, fixed_function::run_on_varyings),
            "place attributes and varyings of the fixed-function pipeline";
        WIDEN_MASKS = "widen_masks", Lowering(widen_masks),
            "turn 64-bit subgroup masks into vectors";
        FLATTEN_ARRAYS = "flatten_arrays", Lowering(flatten_arrays),
            "flatten arrays of arrays of resources, for Vulkan";
        LOWER_ATOMIC_COUNTERS = "lower_atomic_counters", Lowering(lower_atomic_counters),
            "turn atomic counters into storage buffers, for Vulkan";
        LOWER_RECTANGLE_TEXTURES = "lower_rectangle_textures", Lowering(lower_rectangle_textures),
            "turn rectangle textures into 2D textures, for Vulkan";
        SHIFT_BINDINGS = "shift_bindings", Lowering(assign_locations::shifts, assign_locations::run_shift),
            "add the caller's offsets to the author's bindings";
        LOWER_FRAMEBUFFER_FETCH = "lower_framebuffer_fetch", Lowering(lower_framebuffer_fetch),
            "turn reads of the framebuffer into reads of input attachments, for Vulkan";
        LOWER_FRAGMENT_ORDERING = "lower_fragment_ordering", Lowering(lower_fragment_ordering),
            "turn an order of fragments without an end into a section that all of the shader is in";
        LOWER_PIXEL_LOCAL_STORAGE = "lower_pixel_local_storage", Lowering(lower_pixel_local_storage),
            "turn pixel local storage into images, or what `local_pixel_storage` is told";
        TRIM_BLOCKS = "trim_blocks", Lowering(trim_blocks),
            "remove unread members of uniform blocks; the others keep their offsets";
        FREEZE_SPECIALIZATION = "freeze_specialization", Lowering(freeze_specialization),
            "freeze specialisation constants where naga takes none, and read the others from variables";
        LOWER_WGPU_OPERATIONS = "lower_wgpu_operations", Lowering(lower_wgpu_operations),
            "replace operations that naga does not read";
        LOWER_DEMOTIONS = "lower_demotions", Lowering(demote_all_discards::demotes, demote_all_discards::run_by_flag),
            "demote fragments by a flag, where the shader demotes some";
        LOWER_SUBGROUP_INPUTS = "lower_subgroup_inputs", Lowering(lower_subgroup_inputs),
            "compute masks of subgroups, and give workgroups with numbers of subgroups one dimension";
        LOWER_BLOCKS_TO_WORDS = "lower_blocks_to_words", Lowering(lower_blocks_to_words),
            "turn blocks with 8-bit integers, dense uniform blocks, and blocks that share a binding, into arrays of words";
        SPLIT_RESOURCE_ARRAYS = "split_resource_arrays", Lowering(split_resource_arrays),
            "split arrays of blocks, and of images that naga does not read, into single resources";
        MARK_DEPTH_TEXTURES = "mark_depth_textures", Lowering(mark_depth_textures),
            "say of textures with and without depth comparison that they are of depth";
        LOWER_FALLTHROUGH = "lower_fallthrough", Lowering(lower_switches::has_fallthrough, lower_switches::run_on_fallthrough),
            "turn switches whose cases fall through into branches";
        PAD_BLOCKS = "pad_blocks", Lowering(pad_blocks),
            "give members of blocks the places in memory that their types have in WGSL";
        CHECK_WGPU = "check_wgpu", Lowering(check_wgpu), check(),
            "refuse what naga cannot read and no lowering replaces";
        SCALARIZE_INTERFACE = "scalarize_interface", Lowering(scalarize_interface),
            "split inputs and outputs into scalars and vectors";
    }
    LoweringForGlsl {
        RENAME_GLSL_BUILTINS = "rename_glsl_builtins", Lowering(rename_glsl_builtins),
            "give built-in variables the names that a version of GLSL knows";
        LOWER_BLOCK_LAYOUTS = "lower_block_layouts", Lowering(lower_blocks_to_words::has_foreign_layout, lower_blocks_to_words::run_on_layouts),
            "turn blocks in layouts that GLSL has no words for into arrays of words";
        FLATTEN_NESTED_ARRAYS = "flatten_nested_arrays", Lowering(flatten_nested_arrays),
            "flatten arrays of arrays";
        LOWER_NONSQUARE_MATRICES = "lower_nonsquare_matrices", Lowering(lower_nonsquare_matrices),
            "turn matrices that are not square into structs of columns";
        FILL_EMPTY_STRUCTS = "fill_empty_structs", Lowering(fill_empty_structs),
            "give structs without members one, since GLSL has no empty structs";
        GATHER_BUILTINS = "gather_builtins", Lowering(gather_builtins),
            "gather built-in variables of vertices and primitives into the blocks that GLSL has them in";
        INDEX_BY_INVOCATION = "index_by_invocation", Lowering(index_by_invocation),
            "index the vertices of tessellation control shaders by `gl_InvocationID` itself, not by a cast of it";
        LOWER_INTERLOCKS = "lower_interlocks", Lowering(lower_interlocks),
            "begin and end critical sections of fragments in the entry point, outside of control flow";
        SPLIT_INTERFACE_COPIES = "split_interface_copies", Lowering(split_interface_copies),
            "take blocks and built-in arrays of the interface apart where they are copied, and store what outputs begin with";
        SPLIT_INTERFACE_STRUCTS = "split_interface_structs", Lowering(split_interface_structs),
            "split blocks and structs of the interface into a variable for each member";
        LOWER_FRAGMENT_OUTPUTS = "lower_fragment_outputs", Lowering(lower_fragment_outputs),
            "convert between declared outputs and `gl_FragColor`";
        STORE_ELEMENTS = "store_elements", Lowering(store_elements),
            "store constant arrays element by element";
        LOWER_UNSIGNED = "lower_unsigned", Lowering(lower_unsigned),
            "turn unsigned integers into signed ones";
        LOWER_NUMBER_CHOICES = "lower_number_choices", Lowering(lower_number_choices),
            "turn minima, maxima and clamps that give numbers into selections";
        LOWER_OPERATORS = "lower_operators", Lowering(lower_operators),
            "turn `%`, shifts and masks into divisions, and operators on vectors of Booleans into those of components";
        DROP_LAYOUTS = "drop_layouts", Lowering(drop_layouts),
            "drop layout qualifiers that the version lacks";
        DROP_REDECLARATIONS = "drop_redeclarations", Lowering(drop_redeclarations),
            "drop redeclarations of built-in variables that the version does not take";
        PLACE_OUTPUTS = "place_outputs", Lowering(place_outputs),
            "give each output of a fragment shader a location, for ESSL";
        SELECT_RESOURCES = "select_resources", Lowering(select_resources),
            "turn dynamic indices of arrays of textures and images into switches over constant ones";
        FLATTEN_INTEGERS = "flatten_integers", Lowering(flatten_integers),
            "make integer outputs of vertex shaders `flat`, for ESSL 3.00";
        SETTLE_LAYOUTS = "settle_layouts", Lowering(settle_layouts),
            "give `shared` and `packed` blocks the layout `std140`";
        ORDER_FUNCTIONS = "order_functions", Lowering(order_functions),
            "define functions before their callers";
        NARROW_SCOPES = "narrow_scopes", Lowering(narrow_scopes),
            "declare variables in the innermost block that uses them, as authors do";
        PASS_VALUES = "pass_values", Lowering(pass_values),
            "pass values where a compiler passes the addresses of variables that it made";
        RECOVER_CHOICES = "recover_choices", Lowering(recover_choices),
            "turn what compilers made of `?:`, `&&` and `||` back into values";
        RECOVER_SWIZZLES = "recover_swizzles", Lowering(recover_swizzles),
            "turn stores of a vector's components back into one store";
        RAISE_QUALIFIERS = "raise_qualifiers", Lowering(raise_qualifiers),
            "give a block the memory qualifiers that all its members have";
        PASS_PLACES = "pass_places", Lowering(pass_places),
            "pass places as `out` and `inout` arguments, without copies";
        LOWER_SWITCHES = "lower_switches", Lowering(lower_switches),
            "turn switches into chains of branches";
        KEEP_PRECISION = "keep_precision", Lowering(keep_precision),
            "keep the precision of operations where GLSL takes it from operands";
        SETTLE_UNDEFINED = "settle_undefined", Lowering(settle_undefined),
            "replace undefined values by zero";
        HOLD_CONSTANTS = "hold_constants", Lowering(hold_constants),
            "keep inexact operations out of constant expressions";
    }
    Safety {
        INITIALIZE_MEMORY = "initialize_memory", Module(initialize_memory::run),
            with_options(initialize_memory::OPTIONS),
            "give variables, outputs and undefined values the value zero";
        INITIALIZE_SHARED_MEMORY = "initialize_shared_memory", Module(initialize_shared_memory::run),
            with_options(initialize_shared_memory::OPTIONS),
            "give memory that the invocations of a workgroup share the value zero";
        DEFINE_INTEGER_ARITHMETIC = "define_integer_arithmetic", Module(define_integer_arithmetic::run),
            with_options(define_integer_arithmetic::OPTIONS),
            "give divisions, shifts, conversions and bit fields a result for all operands";
        PREFER_NUMBERS = "prefer_numbers", Module(prefer_numbers::run), visible(),
            "give minima, maxima and clamps the operand that is no NaN";
        BOUND_INDICES = "bound_indices", Function(bound_indices::run), with_options(bound_indices::OPTIONS),
            "keep indices, coordinates, levels and samples in bounds";
        BOUND_LOOPS = "bound_loops", Module(bound_loops::run), with_options(bound_loops::OPTIONS),
            "end loops that may not end, by a counter";
        PRESERVE_PADDING = "preserve_padding", Module(preserve_padding::run),
            with_options(preserve_padding::OPTIONS),
            "store to buffers part by part, so that padding stays";
        MASK_SAMPLE_MASK = "mask_sample_mask", Module(mask_sample_mask::run), visible(),
            with_options(mask_sample_mask::OPTIONS),
            "mask `gl_SampleMask`, which is added if the shader has none";
        CLAMP_DEPTH = "clamp_depth", Module(clamp_depth::run), visible(), with_options(clamp_depth::OPTIONS),
            "clamp `gl_FragDepth` to a range";
        CLAMP_POINT_SIZE = "clamp_point_size", Module(clamp_point_size::run), visible(),
            with_options(clamp_point_size::OPTIONS),
            "clamp `gl_PointSize` to a range";
        CLAMP_LAYER = "clamp_layer", Module(clamp_layer::run), visible(), with_options(clamp_layer::OPTIONS),
            "clamp `gl_Layer` and `gl_ViewportIndex` to what there is";
        LIMIT_RESOURCES = "limit_resources", Module(limit_resources::run),
            with_options(limit_resources::OPTIONS),
            "refuse modules that exceed limits of names, nesting, calls and interfaces, as WebGL does";
    }
    Hardware {
        INLINE_CALLS = "inline_calls", Lowering(inline_calls), with_options(inline_calls::OPTIONS),
            "inlining of every call, for machines without calls";
        CHECK_MACHINE_FORM = "check_machine_form", Module(check_machine_form::run), check(),
            "refuse what is left that a machine does not have";
        LOWER_EXPLICIT_MEMORY = "lower_explicit_memory", Lowering(lower_explicit_memory),
            with_options(lower_explicit_memory::OPTIONS),
            "turn accesses of memory into operations on offsets in bytes";
        LOCALS_TO_REGISTERS = "locals_to_registers", Lowering(locals_to_registers),
            with_options(locals_to_registers::OPTIONS),
            "put variables of functions into registers with an index";
        GLOBAL_CODE_MOTION = "global_code_motion", Function(global_code_motion::run),
            with_options(global_code_motion::OPTIONS),
            "global code motion (GCM): put operations where they run least often, by loops and branches";
        ALLOCATE_REGISTERS = "allocate_registers", Lowering(allocate_registers),
            with_options(allocate_registers::OPTIONS),
            "register allocation (linear scan): hold every value in an array of words";
        SCALARIZE = "scalarize", Lowering(scalarize), inexact(), with_options(scalarize::OPTIONS),
            "operations on scalars: hold vectors, matrices, arrays and structs in a value for each scalar";
        LOWER_BOOLEANS = "lower_booleans", Lowering(lower_booleans), with_options(lower_booleans::OPTIONS),
            "turn Booleans into integers of 32 bits";
        LOWER_DOUBLES = "lower_doubles", Lowering(lower_doubles), inexact(),
            "compute doubles with 64-bit integers that hold their bits";
        LOWER_INT64 = "lower_int64", Lowering(lower_int64),
            "compute 64-bit integers as pairs of 32-bit ones";
        LOWER_INTEGER_DIVISION = "lower_integer_division", Lowering(lower_integer_division),
            with_options(lower_integer_division::OPTIONS),
            "divide integers by constants with a multiplication, by values with the reciprocal of a float";
        LOWER_BIT_SIZES = "lower_bit_sizes", Lowering(lower_bit_sizes), with_options(lower_bit_sizes::OPTIONS),
            "compute 8- and 16-bit numbers with 32 bits";
        LOWER_BIT_FUNCTIONS = "lower_bit_functions", Lowering(lower_bit_functions),
            with_options(lower_bit_functions::OPTIONS),
            "expand functions of bits into shifts, masks and sums";
        LOWER_FLOAT_FUNCTIONS = "lower_float_functions", Lowering(lower_float_functions), inexact(),
            with_options(lower_float_functions::OPTIONS),
            "expand functions of floats into sums, products and comparisons";
        FORM_FLOAT_FUNCTIONS = "form_float_functions", Lowering(form_float_functions), inexact(),
            with_options(form_float_functions::OPTIONS),
            "contraction: form `fma` and `mix` of sums of products";
        LOWER_FLOAT_DIVISION = "lower_float_division", Lowering(lower_float_division), inexact(),
            with_options(lower_float_division::OPTIONS),
            "divide floats by a product with a reciprocal";
        LOWER_FREXP_LDEXP = "lower_frexp_ldexp", Lowering(lower_frexp_ldexp), inexact(), with_options(lower_frexp_ldexp::OPTIONS),
            "expand `frexp` and `ldexp` by the bits of the exponent";
        LOWER_PACKING = "lower_packing", Lowering(lower_packing), inexact(), with_options(lower_packing::OPTIONS),
            "expand packing into conversions, shifts and masks";
        LOWER_INDIRECT_ACCESSES = "lower_indirect_accesses", Module(lower_indirect_accesses::run),
            with_options(lower_indirect_accesses::OPTIONS),
            "turn accesses with dynamic indices into choices between constant ones";
        LOWER_IO_TO_TEMPORARIES = "lower_io_to_temporaries", Module(lower_io_to_temporaries::run),
            with_options(lower_io_to_temporaries::OPTIONS),
            "load inputs once at the start, and store outputs once where they are read";
        LOWER_IO = "lower_io", Lowering(lower_io), with_options(lower_io::OPTIONS),
            "turn accesses of inputs and outputs into operations on slots";
        LOWER_IO_TO_SCALARS = "lower_io_to_scalars", Module(split_memory::run_on_slots),
            "split accesses of slots into ones of single components";
        LOWER_SHARED_INITIALIZERS = "lower_shared_initializers", Lowering(lower_shared_initializers),
            "store the initialisers of shared memory by all invocations of a workgroup";
        LOWER_SYSTEM_VALUES = "lower_system_values", Lowering(lower_system_values),
            "turn loads of built-in inputs into an intrinsic";
        LOWER_RESOURCE_INDICES = "lower_resource_indices", Lowering(lower_resource_indices),
            with_options(lower_resource_indices::OPTIONS),
            "turn loads of images, textures and samplers into ones by index";
        LOWER_TEXTURES = "lower_textures", Module(lower_textures::run), inexact(),
            with_options(lower_textures::OPTIONS),
            "compute projection, offsets, gradients, comparisons and faces of texture lookups in the shader";
        LOWER_WRITE_MASKS = "lower_write_masks", Module(lower_write_masks::run),
            with_options(lower_write_masks::OPTIONS),
            "turn stores that leave out components into stores of those that follow one another";
        SPLIT_MEMORY = "split_memory", Module(split_memory::run), with_options(split_memory::OPTIONS),
            "split accesses of memory by offset into ones of fewer components";
        LOWER_ACCESS_SIZES = "lower_access_sizes", Module(lower_access_sizes::run),
            with_options(lower_access_sizes::OPTIONS),
            "give accesses of memory the sizes and alignments that a target has";
        VECTORIZE_MEMORY = "vectorize_memory", Module(vectorize_memory::run),
            with_options(vectorize_memory::OPTIONS),
            "combine accesses of memory and slots that lie one behind the other";
    }
    Translation {
        FLIP_Y = "flip_y", Lowering(flip_y), with_options(flip_y::OPTIONS),
            "flip the y axis of positions, fragment coordinates and derivatives";
        ROTATE_SURFACE = "rotate_surface", Lowering(rotate_surface), with_options(rotate_surface::OPTIONS),
            "turn positions and fragment coordinates by a multiple of 90 degrees (pre-rotation)";
        ADJUST_DEPTH_RANGE = "adjust_depth_range", Lowering(adjust_depth_range),
            with_options(adjust_depth_range::OPTIONS),
            "move depth between the clip spaces of OpenGL and Vulkan";
        REMAP_BINDINGS = "remap_bindings", Lowering(remap_bindings), with_options(remap_bindings::OPTIONS),
            "give resources other descriptor sets and bindings, by a map or a rule";
        REMAP_LOCATIONS = "remap_locations", Lowering(remap_locations), with_options(remap_locations::OPTIONS),
            "give inputs, outputs and loose uniforms other locations";
        SPECIALIZE = "specialize", Lowering(specialize), with_options(specialize::OPTIONS),
            "freeze specialisation constants to values, and fold what depends on them";
        EMULATE_INSTANCE_BASE = "emulate_instance_base", Lowering(emulate_instance_base),
            with_options(emulate_instance_base::OPTIONS),
            "count instances and vertices as another API does, with bases from the application";
        EMULATE_MULTI_DRAW = "emulate_multi_draw", Lowering(emulate_multi_draw),
            with_options(emulate_multi_draw::OPTIONS),
            "take `gl_DrawID` from the application";
        NUMBER_VIEWS = "number_views", Lowering(number_views), with_options(number_views::OPTIONS),
            "draw several views (multiview) by instances";
        BROADCAST_FRAGMENT_COLOR = "broadcast_fragment_color", Lowering(broadcast_fragment_color),
            with_options(broadcast_fragment_color::OPTIONS),
            "write `gl_FragColor` to several targets";
        REMOVE_UNUSED_OUTPUTS = "remove_unused_outputs", Lowering(remove_unused_outputs),
            with_options(remove_unused_outputs::OPTIONS),
            "remove outputs that the framebuffer or the next stage lacks";
        REMOVE_UNUSED_RESOURCES = "remove_unused_resources", Lowering(remove_unused_resources),
            with_options(remove_unused_resources::OPTIONS),
            "remove uniforms, buffers, textures, variables and specialisation constants that nothing uses";
        EXPAND_OUTPUTS = "expand_outputs", Lowering(expand_outputs), with_options(expand_outputs::OPTIONS),
            "make every color output a vector of four components";
        CAPTURE_FEEDBACK = "capture_feedback", Lowering(capture_feedback), with_options(capture_feedback::OPTIONS),
            "write what transform feedback captures to storage buffers";
        PULL_VERTICES = "pull_vertices", Lowering(pull_vertices), with_options(pull_vertices::OPTIONS),
            "read vertex attributes from storage buffers (vertex pulling)";
        LENGTH_FROM_UNIFORM = "length_from_uniform", Lowering(length_from_uniform),
            with_options(length_from_uniform::OPTIONS),
            "compute lengths of runtime arrays from sizes of buffers that the application gives";
        SIZE_FROM_UNIFORM = "size_from_uniform", Lowering(size_from_uniform),
            with_options(size_from_uniform::OPTIONS),
            "take sizes of textures and buffers from the application";
        COMBINE_ATOMICS = "combine_atomics", Function(combine_atomics::run),
            "one atomic for a subgroup whose invocations have one at the same place each";
        DEMOTE_ALL_DISCARDS = "demote_all_discards", Module(demote_all_discards::run),
            with_options(demote_all_discards::OPTIONS),
            "turn every discarded fragment into a helper invocation that writes nothing";
        EMULATE_BLEND = "emulate_blend", Module(emulate_blend::run), with_options(emulate_blend::OPTIONS),
            "compute advanced blending from the colour in the framebuffer";
        LOCAL_PIXEL_STORAGE = "local_pixel_storage", Module(local_pixel_storage::run),
            with_options(local_pixel_storage::OPTIONS),
            "keep what is read from the framebuffer and written back in images or input attachments";
        LOWER_EXTERNAL_TEXTURES = "lower_external_textures", Module(lower_external_textures::run),
            with_options(lower_external_textures::OPTIONS),
            "read external textures from planes, by a block of matrices and transfer functions";
        INLINE_OPAQUE_PARAMETERS = "inline_opaque_parameters", Module(inline_opaque_parameters::run),
            with_options(inline_opaque_parameters::OPTIONS),
            "copy or inline functions that take textures, samplers, images or addresses";
        RENAME_SYMBOLS = "rename_symbols", Module(rename_symbols::run), with_options(rename_symbols::OPTIONS),
            "give the names of the author a prefix or another form, with a map";
    }
    Workaround {
        COPY_STRUCTS_BY_MEMBERS = "copy_structs_by_members", Module(copy_structs_by_members::run),
            "load and store structs member by member";
        OFFSET_TEXEL_FETCHES = "offset_texel_fetches", Module(offset_texel_fetches::run),
            "add the offset of a texel fetch to its coordinate";
        PACK_IN_HIGH_PRECISION = "pack_in_high_precision", Module(pack_in_high_precision::run),
            "pack numbers in high precision, whatever that of the argument is";
        PASS_MATRICES_BY_ADDRESS = "pass_matrices_by_address", Module(pass_matrices_by_address::run),
            "pass matrices to functions by address, not by value";
        REWRITE_CONSTRUCTORS = "rewrite_constructors", Module(rewrite_constructors::run),
            "construct vectors and matrices from scalars only";
        REWRITE_CUBE_GRADIENTS = "rewrite_cube_gradients", Module(rewrite_cube_gradients::run), inexact(),
            "sample cube textures with gradients by the level of detail that follows from them";
        REWRITE_DO_WHILE = "rewrite_do_while", Module(rewrite_do_while::run),
            "turn loops that are left at their end into loops that are left within";
        REWRITE_DYNAMIC_INDEXING = "rewrite_dynamic_indexing", Module(rewrite_dynamic_indexing::run),
            with_options(rewrite_dynamic_indexing::OPTIONS),
            "replace indices that are not constant by selections between constant ones";
        REWRITE_ROW_MAJOR = "rewrite_row_major", Module(rewrite_row_major::run), visible(),
            "store row-major matrices as the transposed column-major ones";
        REWRITE_UNARY_MINUS = "rewrite_unary_minus", Module(rewrite_unary_minus::run),
            with_options(rewrite_unary_minus::OPTIONS),
            "compute negations and absolute values by other operations";
        SCALARIZE_MIN_MAX = "scalarize_min_max", Module(scalarize_min_max::run),
            "compute minima, maxima and clamps of vectors by components";
        WRAP_SWITCHES = "wrap_switches", Module(wrap_switches::run),
            "put each switch into an `if` that is always taken";
    }
}

/// The passes that keep the interface of a module: optimisations and normalizations.
pub fn optimizations() -> impl Iterator<Item = &'static PassInfo> {
    PASSES.iter().copied().filter(|pass| pass.keeps_interface())
}

/// The passes after which a shader that does nothing undefined gives the same results, bit by bit. Checks, which refuse shaders that
/// others have not lowered, are not among them.
pub fn result_keeping() -> impl Iterator<Item = &'static PassInfo> {
    PASSES.iter().copied().filter(|pass| pass.keeps_results() && !pass.is_check)
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
