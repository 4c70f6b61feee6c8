//! Replaces loads, stores and atomics of memory by operations on offsets in bytes.
//!
//! ```text
//! block { a: vec3<f32>, b: array<f32> }, storage block 1 of the module
//!
//! %0: ptr<buffer, f32> = access @block, 1i32, %i    =>    %0: u32 = imul %i, 4u32
//! %1: f32 = load %0                                       %1: u32 = iadd %0, 12u32
//!                                                         %2: f32 = intrinsic.load_storage 1u32, %1, 4u32, 0u32
//! ```
//!
//! Uniform and storage blocks get an index (the decoration `slot` of the global), loose uniforms an offset (likewise). Variables
//! of functions and invocations, and of workgroups, get offsets in one piece of memory each, whose size the module says:
//! `execution scratch_size(N) shared_size(N)`. Bools are words. Values that are no vectors are loaded and stored in parts. The
//! length of a runtime array follows from the size of its block.
//!
//! A variable stays as it is if a call gets its address, or if its size is not known. Inline calls first.
//!
//! Mesa calls this `nir_lower_explicit_io`, with `nir_lower_vars_to_explicit_types`.

mod access;
mod plan;
mod values;

use crate::framework::rewrite::{insert_at_start, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions, Settings};
use access::Lowering;
use plan::Plan;
pub(super) use plan::callers_first;
use rustc_hash::{FxHashMap, FxHashSet};
use values::Place;
use vitrum_ir::edit::remove_globals;
use vitrum_ir::machine::Space;
use vitrum_ir::{Global, Module, Span, Storage, TypeData};

/// Options of `lower_explicit_memory`.
#[derive(Clone, Debug)]
pub struct ExplicitMemory {
    /// The kinds of memory that are lowered.
    pub spaces: Vec<Space>,
    /// True if the index of a block is its binding, false if blocks are numbered from 0 in the order of sets and bindings.
    pub bindings: bool,
}

impl Default for ExplicitMemory {
    fn default() -> Self {
        Self { spaces: Space::ALL.iter().map(|row| row.0).collect(), bindings: false }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "spaces",
        values: "all|SPACE+SPACE...",
        summary: "kinds of memory: uniform, uniform_block, storage, push, shared, scratch, global",
        set: set_spaces,
    },
    PassOption {
        name: "indices",
        values: "dense|bindings",
        summary: "the index of a block: the next free number, or its binding",
        set: set_indices,
    },
];

fn set_spaces(options: &mut PassOptions, text: &str) -> Option<()> {
    let spaces = match text {
        "all" => ExplicitMemory::default().spaces,
        text => text.split('+').map(Space::from_name).collect::<Option<_>>()?,
    };
    options.change(|it: &mut ExplicitMemory| it.spaces = spaces);
    Some(())
}

fn set_indices(options: &mut PassOptions, text: &str) -> Option<()> {
    let bindings = match text {
        "dense" => false,
        "bindings" => true,
        _ => return None,
    };
    options.change(|it: &mut ExplicitMemory| it.bindings = bindings);
    Some(())
}

/// The kind of memory by offset that a storage class becomes.
fn space_of(storage: Storage, is_block: bool) -> Option<Space> {
    Some(match storage {
        Storage::Function | Storage::Private => Space::Scratch,
        Storage::Uniform if is_block => Space::UniformBlock,
        Storage::Uniform => Space::Uniform,
        Storage::Buffer => Space::Storage,
        Storage::PushConstant => Space::Push,
        Storage::Shared => Space::Shared,
        Storage::PhysicalBuffer => Space::Global,
        _ => return None,
    })
}

/// True if the module is a whole stage that names memory.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options: ExplicitMemory = settings.options.get();
    let is_lowered = |storage| space_of(storage, true).is_some_and(|space| options.spaces.contains(&space));
    module.entry.is_some()
        && module.types.iter().any(|(_, data)| match data {
            TypeData::Pointer { storage, .. } => {
                is_lowered(storage) || storage == Storage::Uniform && options.spaces.contains(&Space::Uniform)
            }
            _ => false,
        })
}

/// Lowers the accesses of all functions; gives how many there were.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry else { return 0 };
    let options: ExplicitMemory = session.settings().options.get();
    let plan = match Plan::new(module, &options, None) {
        Ok(plan) => plan,
        Err((span, message)) => {
            session.refuse(span, message);
            return 0;
        }
    };
    let mut changes = 0;
    for id in module.code_ids() {
        let mut lowering = Lowering::new(&plan, id);
        changes += rewrite_in(module, id, session, |rewriter, inst| lowering.visit(rewriter, inst));
        if let Some((span, message)) = lowering.refused {
            session.refuse(span, message);
            return changes;
        }
    }
    changes += initialize(module, session, &plan, entry);
    for (&global, row) in &plan.globals {
        if row.space != Space::Push && !plan.is_removed(global) {
            let slot = &mut module.globals[global].decorations.slot;
            changes += usize::from(*slot != Some(row.slot));
            *slot = Some(row.slot);
        }
    }
    module.execution.scratch_size = plan.scratch.or(module.execution.scratch_size);
    module.execution.shared_size = plan.shared.or(module.execution.shared_size);
    let removed: Vec<Global> = module.global_ids().filter(|&global| plan.is_removed(global)).collect();
    if !removed.is_empty() {
        remove_globals(module, |global| removed.contains(&global));
        changes += removed.len();
    }
    changes
}

/// Blocks by their kinds of memory and indices, and the number of accesses to them that were lowered.
type LoweredBlocks = (FxHashMap<(Space, u32), Global>, usize);

/// Lowers the accesses of some blocks, which are no arrays; gives those that were lowered by their kinds of memory and indices,
/// push constants with index 0, and the number of accesses. Blocks whose addresses have other uses stay as they are.
///
/// # Errors
/// The place of what cannot be lowered, with the reason.
pub(crate) fn lower_blocks(
    module: &mut Module,
    session: &mut Session,
    chosen: &FxHashSet<Global>,
) -> Result<LoweredBlocks, (Span, String)> {
    let spaces = vec![Space::UniformBlock, Space::Storage, Space::Push];
    let plan = Plan::new(module, &ExplicitMemory { spaces, bindings: false }, Some(chosen))?;
    let mut changes = 0;
    for id in module.code_ids() {
        let mut lowering = Lowering::new(&plan, id);
        changes += rewrite_in(module, id, session, |rewriter, inst| lowering.visit(rewriter, inst));
        if let Some(refused) = lowering.refused {
            return Err(refused);
        }
    }
    let slot = |space: Space, slot: u32| if space.is_indexed() { slot } else { 0 };
    let blocks = plan.globals.iter().map(|(&global, row)| ((row.space, slot(row.space, row.slot)), global));
    Ok((blocks.collect(), changes))
}

/// Stores the values at start of private variables.
fn initialize(module: &mut Module, session: &mut Session, plan: &Plan, entry: vitrum_ir::Function) -> usize {
    let mut rows: Vec<_> = plan.globals.iter().filter(|row| plan.is_removed(*row.0)).collect();
    rows.sort_unstable_by_key(|row| row.1.slot);
    rows.retain(|row| module.globals[*row.0].initializer.is_some());
    if rows.is_empty() {
        return 0;
    }
    let count = rows.len();
    insert_at_start(module, entry, session, |rewriter| {
        for (&global, row) in rows {
            if let Some(initializer) = rewriter.module().globals[global].initializer {
                let place = Place::new(row.space, row.slot, row.shape);
                values::store(rewriter, &plan.shapes, &place, initializer.into());
            }
        }
    });
    count
}
