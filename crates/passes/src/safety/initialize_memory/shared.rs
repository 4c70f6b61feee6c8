//! Shared memory, cleared by all invocations of a workgroup in front of a barrier.
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

use super::plan::Memory;
use super::{MemoryInitialization, SharedInitialization};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::safety::zeros::{Share, Zeros, clear_elements};
use vitrum_glsl::extensions::Extension;
use vitrum_ir::types::common;
use vitrum_ir::{BuiltIn, Global, Intrinsic, Module, Op, Operand, Stage, Storage, Type, TypeData};

/// `gl_ScopeWorkgroup`.
pub(super) const WORKGROUP: u32 = 2;
/// Acquire and release of workgroup memory.
pub(super) const FENCE: u32 = 0x108;

/// The shared memory that is stored where the entry point begins.
#[derive(Debug, Default)]
pub(super) struct Shared {
    globals: Vec<Global>,
    index: Option<Global>,
}

/// Chooses the shared memory to initialise, and gives initialisers to what has them.
pub(super) fn plan(
    module: &mut Module,
    session: &mut Session,
    options: MemoryInitialization,
    memory: &Memory,
    zeros: &mut Zeros,
    changes: &mut usize,
) -> Shared {
    let mut shared = Shared::default();
    if options.shared == SharedInitialization::Off {
        return shared;
    }
    for global in module.global_ids() {
        let data = &module.globals[global];
        let is_payload = data.storage == Storage::TaskPayload && module.stage == Stage::Task;
        let has_value = data.initializer.is_some_and(|it| !module.is_undefined(it.into()));
        if has_value || data.storage != Storage::Shared && !is_payload {
            continue;
        }
        // The mesh shader reads the payload.
        if !is_payload && !memory.is_read(module, global) {
            continue;
        }
        let ty = data.ty;
        let by_stores = is_payload || options.shared == SharedInitialization::Loops;
        if zeros.components(module, ty).is_none()
            || by_stores && module.entry.is_none()
            || !session.may_change()
        {
            continue;
        }
        if by_stores {
            shared.globals.push(global);
        } else {
            module.globals[global].initializer = zeros.constant(module, ty);
            module.require_extension(Extension::ExtNullInitializer.name());
            *changes += 1;
        }
    }
    if !shared.globals.is_empty() {
        shared.index = Some(local_index(module));
    }
    shared
}

/// The input that numbers the invocations of a workgroup.
pub(super) fn local_index(module: &mut Module) -> Global {
    input(module, BuiltIn::LocalInvocationIndex, "gl_LocalInvocationIndex", common::U32)
}

/// The built-in input, which is added if the module has none.
pub(super) fn input(module: &mut Module, builtin: BuiltIn, name: &str, ty: Type) -> Global {
    if let Some((global, None)) = module.find_builtin(Storage::Input, builtin) {
        return global;
    }
    let global = module.add_global(name, ty, Storage::Input);
    module.globals[global].decorations.builtin = Some(builtin);
    global
}

impl Shared {
    pub(super) fn len(&self) -> usize {
        self.globals.len()
    }

    /// Builds the stores and the barrier.
    pub(super) fn build(&self, rewriter: &mut Rewriter<'_>) {
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
        barrier(rewriter, WORKGROUP, FENCE);
    }
}

/// The number of invocations of a workgroup.
pub(super) fn workgroup_size(rewriter: &mut Rewriter<'_>) -> Operand {
    let one: Operand = rewriter.module.constants.u32(1).into();
    let Some(size) = rewriter.module.execution.local_size else { return one };
    size.into_iter().fold(one, |product, size| {
        let size = rewriter.convert(size.into(), common::U32);
        match () {
            () if product == one => size,
            () if size == one => product,
            () => rewriter.op(Op::Imul, &[product, size]),
        }
    })
}

/// Builds a barrier of the workgroup.
pub(super) fn barrier(rewriter: &mut Rewriter<'_>, memory: u32, semantics: u32) {
    let operands =
        [WORKGROUP, memory, semantics].map(|number| Operand::from(rewriter.module.constants.u32(number)));
    rewriter.push_effect(Op::Intrinsic, &operands, Intrinsic::ControlBarrier as u32);
}
