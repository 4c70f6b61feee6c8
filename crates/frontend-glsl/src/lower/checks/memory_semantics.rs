//! Checks of scopes and semantics of atomics and barriers (`GL_KHR_memory_scope_semantics`, "Scope and Semantics").

use crate::builtins::pattern::Role;
use crate::builtins::table::Lower;
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use vitrum_ir::{Intrinsic, Modes, Op, Qualifiers, Span, Type, scope, semantics};

const ACQUIRE: i64 = semantics::ACQUIRE as i64;
const RELEASE: i64 = semantics::RELEASE as i64;
const ACQUIRE_RELEASE: i64 = semantics::ACQUIRE_RELEASE as i64;
const MAKE_AVAILABLE: i64 = semantics::MAKE_AVAILABLE as i64;
const MAKE_VISIBLE: i64 = semantics::MAKE_VISIBLE as i64;
const VOLATILE: i64 = semantics::VOLATILE as i64;
const ORDERS: i64 = ACQUIRE | RELEASE | ACQUIRE_RELEASE;
/// Bits of `gl_Semantics*`.
const SEMANTICS: i64 = ORDERS | MAKE_AVAILABLE | MAKE_VISIBLE | VOLATILE;
/// Bits of `gl_StorageSemantics*`.
const STORAGE: i64 = semantics::STORAGE as i64;

/// Bits that only Vulkan's memory model has.
const OF_VULKAN: i64 = semantics::OF_VULKAN as i64;
const QUEUE_FAMILY: i64 = scope::QUEUE_FAMILY as i64;
/// `gl_ScopeWorkgroup` and `gl_ScopeSubgroup`.
const EXECUTION_SCOPES: [i64; 2] = [scope::WORKGROUP as i64, scope::SUBGROUP as i64];
/// From `gl_ScopeDevice` to `gl_ScopeShaderCallEXT`.
const SCOPES: std::ops::RangeInclusive<i64> = 1..=scope::LAST as i64;

/// Storage and semantics, with their spans.
type Pair = [(i64, Span); 2];

/// The kind of function that takes the numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
    Change,
    MemoryBarrier,
    ControlBarrier,
}

impl Report<'_> {
    /// Checks that apply to every kind of function.
    fn check_bits(&mut self, storage: i64, semantics: i64, storage_at: Span, at: Span) {
        if storage & !STORAGE != 0 {
            let message = "value is not a combination of `gl_StorageSemantics` constants";
            self.error(Code::MemorySemantics, storage_at, message);
        }
        let wrong = if semantics & !SEMANTICS != 0 {
            "value is not a combination of `gl_Semantics` constants"
        } else if (semantics & ORDERS).count_ones() > 1 {
            "acquire, release and acquire-release semantics are mutually exclusive"
        } else if semantics & MAKE_AVAILABLE != 0 && semantics & (RELEASE | ACQUIRE_RELEASE) == 0 {
            "`gl_SemanticsMakeAvailable` requires release semantics"
        } else if semantics & MAKE_VISIBLE != 0 && semantics & (ACQUIRE | ACQUIRE_RELEASE) == 0 {
            "`gl_SemanticsMakeVisible` requires acquire semantics"
        } else {
            return;
        };
        self.error(Code::MemorySemantics, at, wrong);
    }
}

impl Lowering<'_> {
    /// Selects Vulkan's memory model, for `#pragma use_vulkan_memory_model` and for semantics that only this model has.
    pub(crate) fn use_vulkan_memory_model(&mut self) {
        self.module.execution.modes.insert(Modes::VULKAN_MEMORY_MODEL);
    }

    /// Selects Vulkan's memory model for a coherent variable that holds an address. Its accesses carry coherence; other
    /// models only decorate variables.
    pub(crate) fn note_coherent_reference(&mut self, ty: Type, flags: Qualifiers) {
        if flags.intersects(Qualifiers::ANY_COHERENT) && self.module.is_reference(self.module.innermost(ty)) {
            self.use_vulkan_memory_model();
        }
    }

    /// Checks the scopes, storage and semantics among the arguments of a call.
    pub(crate) fn check_semantics(&mut self, call: &Call<'_>) {
        let Some(&[(storage, storage_at), (semantics, at)]) = self.pair(call, Role::Semantics).as_ref()
        else {
            return;
        };
        let kind = match call.row.lower {
            Lower::Atomic { unsigned: Some(op), .. } | Lower::ImageAtomic { unsigned: Some(op), .. } => {
                match op {
                    Op::AtomicLoad => Kind::Load,
                    Op::AtomicStore => Kind::Store,
                    _ => Kind::Change,
                }
            }
            Lower::ScopedMemoryBarrier => Kind::MemoryBarrier,
            Lower::ScopedControlBarrier(_) => Kind::ControlBarrier,
            _ => Kind::Change,
        };
        self.report.check_bits(storage, semantics, storage_at, at);
        let is_control = matches!(call.row.lower, Lower::ScopedControlBarrier(_));
        let mut execution = is_control && self.settings.dialect.vulkan;
        let mut is_queue_family = false;
        for (param, (operand, argument)) in
            call.row.params.iter().zip(call.operands.iter().zip(call.arguments))
        {
            let value = operand.constant().and_then(|it| self.module.constants.as_int(it));
            let Some(scope) = value.filter(|_| param.role == Role::Scope) else { continue };
            is_queue_family |= scope == QUEUE_FAMILY;
            // The execution scope comes first.
            let is_execution = std::mem::take(&mut execution);
            let wrong = if !SCOPES.contains(&scope) {
                format!("{scope} is not a `gl_Scope` constant")
            } else if is_execution && !EXECUTION_SCOPES.contains(&scope) {
                "execution scope of a barrier must be workgroup or subgroup".to_owned()
            } else {
                continue;
            };
            self.report.error(Code::MemorySemantics, argument.expr.span, wrong);
        }
        if (storage | semantics) & OF_VULKAN != 0 || is_queue_family {
            self.use_vulkan_memory_model();
        }
        let barrier = matches!(kind, Kind::MemoryBarrier | Kind::ControlBarrier);
        // `GL_EXT_split_barrier`: the first half releases, the second one acquires.
        let half = match call.row.lower {
            Lower::ScopedControlBarrier(Intrinsic::ControlBarrierArrive) => {
                Some((RELEASE, MAKE_AVAILABLE, "`controlBarrierArrive` must have release semantics"))
            }
            Lower::ScopedControlBarrier(Intrinsic::ControlBarrierWait) => {
                Some((ACQUIRE, MAKE_VISIBLE, "`controlBarrierWait` must have acquire semantics"))
            }
            _ => None,
        };
        let wrong = match kind {
            Kind::Store if semantics & (ACQUIRE | ACQUIRE_RELEASE) != 0 => {
                Some("atomic store cannot have acquire semantics")
            }
            Kind::Load if semantics & (RELEASE | ACQUIRE_RELEASE) != 0 => {
                Some("atomic load cannot have release semantics")
            }
            Kind::MemoryBarrier if semantics & ORDERS == 0 => {
                Some("memory barrier must have acquire, release or acquire-release semantics")
            }
            _ if barrier && semantics & VOLATILE != 0 => {
                Some("`gl_SemanticsVolatile` is not allowed on a barrier")
            }
            _ => match half {
                Some((order, more, text)) if (storage, semantics) != (0, 0) && semantics & !more != order => {
                    Some(text)
                }
                _ => None,
            },
        };
        if let Some(wrong) = wrong {
            self.report.error(Code::MemorySemantics, at, wrong);
        }
        let needs_storage = kind == Kind::MemoryBarrier || kind == Kind::ControlBarrier && semantics != 0;
        if needs_storage && storage == 0 {
            let message = "memory barrier must specify its storage semantics";
            self.report.error(Code::MemorySemantics, storage_at, message);
        }
        if let Some([(storage, storage_at), (unequal, at)]) = self.pair(call, Role::Unequal) {
            self.report.check_bits(storage, unequal, storage_at, at);
            if unequal & (RELEASE | ACQUIRE_RELEASE) != 0 {
                let message = "semantics of the unequal case cannot have release semantics";
                self.report.error(Code::MemorySemantics, at, message);
            } else if (unequal ^ semantics) & VOLATILE != 0 {
                let message = "`gl_SemanticsVolatile` must be in both semantics arguments, or neither";
                self.report.error(Code::MemorySemantics, at, message);
            }
        }
    }

    /// The storage and semantics arguments with this role.
    fn pair(&self, call: &Call<'_>, role: Role) -> Option<Pair> {
        let mut numbers = call.row.params.iter().zip(call.operands.iter().zip(call.arguments)).filter_map(
            |(param, (operand, argument))| {
                let value = operand.constant().and_then(|it| self.module.constants.as_int(it));
                value.filter(|_| param.role == role).map(|value| (value, argument.expr.span))
            },
        );
        Some([numbers.next()?, numbers.next()?])
    }
}
