//! Gives memory that the invocations of a workgroup share the value zero.
//!
//! ```text
//! %1: u32 = load @gl_LocalInvocationIndex
//! loop %1 (%i: u32) {
//!     %2: bool = ult %i, 100u32
//!     if %2 { merge } else { break }
//!     %3: ptr<shared, f32> = access @a, %i
//!     store %3, 0.0f32
//!     %4: u32 = iadd %i, 64u32
//!     continue %4
//! }
//! intrinsic.control_barrier 2u32, 2u32, 264u32
//! ```
//!
//! All invocations store, each some elements, in front of a barrier, which may be the shader's own; or the memory gets an initialiser, as
//! `VK_KHR_zero_initialize_workgroup_memory` and `GL_EXT_null_initializer` have it. The payload of a task shader is stored.
//!
//! Memory stays that the invocations store as a whole in front of a barrier, before anything reads it: each the element of its
//! number, elements from there on in steps, or those that loops with a constant count come to. That is found where counters are
//! values, so the pass does best behind `promote_variables`.
//!
//! Tint: `ZeroInitWorkgroupMemory`. naga: `zero_initialize_workgroup_memory`. NIR: `nir_zero_initialize_shared_memory`.

mod covered;

use super::initialize_memory::plan::Memory;
use super::workgroup::{FENCE, WORKGROUP, barrier, local_index, workgroup_size};
use crate::framework::rewrite::{Rewriter, insert_at_start};
use crate::framework::session::Session;
use crate::framework::settings::PassOption;
use crate::safety::zeros::{Share, Zeros, clear_elements};
use vitrum_glsl::extensions::Extension;
use vitrum_ir::{Global, GlobalData, Module, Op, Stage, Storage, TypeData};

/// The way to initialise shared memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SharedInitialization {
    /// By stores of all invocations, and a barrier.
    #[default]
    Loops,
    /// By initialisers. The payload of a task shader cannot have one, and is stored.
    Null,
}

pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "by",
    values: "loops|null",
    summary: "stores by all invocations and a barrier, or initialisers",
    set: |options, text| {
        let way = match text {
            "loops" => SharedInitialization::Loops,
            "null" => SharedInitialization::Null,
            _ => return None,
        };
        options.change::<SharedInitialization>(|it| *it = way);
        Some(())
    },
}];

/// The shared memory that is stored where the entry point begins.
#[derive(Debug, Default)]
struct Shared {
    globals: Vec<Global>,
    index: Option<Global>,
    /// True if a barrier of the shader itself follows before anything accesses the memory.
    has_barrier: bool,
}

/// Runs the pass; gives the number of variables that got a value.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let is_shared = |storage| matches!(storage, Storage::Shared | Storage::TaskPayload);
    if !module.globals.iter().any(|(_, data)| is_shared(data.storage)) {
        return 0;
    }
    let way: SharedInitialization = session.settings().options.get();
    let mut zeros = Zeros::default();
    let memory = Memory::new(module);
    let stored = {
        let entry = covered::Entry::new(module, &memory);
        let globals = module.globals_that(|data| data.storage == Storage::Shared);
        let whole = globals.into_iter().filter(|&global| memory.is_read(module, global));
        whole.filter(|&global| entry.stores_whole(global)).collect::<Vec<_>>()
    };
    let mut shared = Shared::default();
    let mut changes = 0;
    for global in module.global_ids() {
        let data = &module.globals[global];
        let is_payload = data.storage == Storage::TaskPayload && module.stage == Stage::Task;
        let has_value = data.initializer.is_some_and(|it| !module.is_undefined(it.into()));
        if has_value || data.storage != Storage::Shared && !is_payload {
            continue;
        }
        // The mesh shader reads the payload.
        if !is_payload && (!memory.is_read(module, global) || stored.contains(&global)) {
            continue;
        }
        let ty = data.ty;
        // Other stages have no barrier that all invocations reach.
        let has_workgroups = matches!(module.stage, Stage::Compute | Stage::Task | Stage::Mesh);
        let by_stores = is_payload || has_workgroups && way == SharedInitialization::Loops;
        if zeros.components(module, ty).is_none()
            || by_stores && module.entry.is_none()
            || !session.may_change()
        {
            continue;
        }
        changes += 1;
        if by_stores {
            shared.globals.push(global);
        } else {
            module.globals[global].initializer = zeros.constant(module, ty);
            module.require_extension(Extension::ExtNullInitializer.name());
        }
    }
    if let Some(entry) = module.entry.filter(|_| !shared.globals.is_empty()) {
        shared.index = Some(local_index(module));
        let are_shared = |&global: &Global| module.globals[global].storage == Storage::Shared;
        shared.has_barrier = shared.globals.iter().all(are_shared)
            && covered::Entry::new(module, &memory).come_late(&shared.globals);
        insert_at_start(module, entry, session, |rewriter| shared.build(rewriter));
    }
    changes
}

/// True if shared memory has initialisers.
pub(crate) fn has_initializers(module: &Module) -> bool {
    module.entry.is_some() && !initialized(module).is_empty()
}

fn initialized(module: &Module) -> Vec<Global> {
    let has_value = |data: &GlobalData| data.initializer.is_some_and(|it| !module.is_undefined(it.into()));
    module.globals_that(|data| data.storage == Storage::Shared && has_value(data))
}

/// Stores what shared memory has as initialisers, which are zero, and takes these away; gives their number.
pub(crate) fn store_initializers(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry else { return 0 };
    let globals = initialized(module);
    if globals.is_empty() {
        return 0;
    }
    for &global in &globals {
        module.globals[global].initializer = None;
    }
    let count = globals.len();
    let shared = Shared { globals, index: Some(local_index(module)), has_barrier: false };
    insert_at_start(module, entry, session, |rewriter| shared.build(rewriter));
    count
}

impl Shared {
    /// Builds the stores and the barrier.
    fn build(&self, rewriter: &mut Rewriter<'_>) {
        let Some(index) = self.index else { return };
        let first = rewriter.load(index);
        let step = workgroup_size(rewriter);
        let mut whole: Vec<Global> = Vec::new();
        for &global in &self.globals {
            let ty = rewriter.module.globals[global].ty;
            match rewriter.module.types.get(ty) {
                TypeData::Array { .. } => {
                    clear_elements(rewriter, global.into(), ty, Some(Share { first, step }));
                }
                _ => whole.push(global),
            }
        }
        if !whole.is_empty() {
            let zero = rewriter.module.constants.u32(0).into();
            let is_first = rewriter.op(Op::Ieq, &[first, zero]);
            rewriter.if_(
                is_first,
                |rewriter| {
                    for &global in &whole {
                        let ty = rewriter.module.globals[global].ty;
                        let zero = rewriter.module.constants.null(ty);
                        rewriter.store(global, zero.into());
                    }
                },
                |_| (),
            );
        }
        if !self.has_barrier {
            barrier(rewriter, WORKGROUP, FENCE);
        }
    }
}
