//! Prints intrinsics: operations of special stages and extensions.

use crate::ast::{Expr, Node, Stmt};
use crate::body::Body;
use crate::effects::{AliasSet, Effects};
use crate::memory_scopes::{is_explicit, scope_name, semantics};
use crate::ops::is_scalar;
use vitrum_glsl::builtins::{IntrinsicFunction, intrinsic_function};
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Effects as OpEffects, Inst, Intrinsic, Operand, OperandKind};

/// The bit of SPIR-V's matrix operands for saturating accumulation.
const SATURATING: i64 = 0x10;

/// For integer dot products, true if they accumulate with saturation.
fn dot_product(intrinsic: Intrinsic) -> Option<bool> {
    match intrinsic {
        Intrinsic::SdotProduct | Intrinsic::UdotProduct | Intrinsic::SudotProduct => Some(false),
        Intrinsic::SdotProductAccSat | Intrinsic::UdotProductAccSat | Intrinsic::SudotProductAccSat => {
            Some(true)
        }
        _ => None,
    }
}

impl<'a> Body<'_, 'a> {
    pub(crate) fn intrinsic(&mut self, inst: Inst) {
        let Some(intrinsic) = self.function.intrinsic(inst) else { return };
        let operands = self.function.operands(inst).to_vec();
        let mut effects = Effects::default();
        let args = self.operand_list(&operands, &mut effects);
        let does = intrinsic.info().effects;
        if does.contains(OpEffects::WRITES) {
            effects.set_ordered();
            effects.set_flow();
        }
        if does.contains(OpEffects::CONVERGENT) {
            effects.set_convergent();
        }
        if does.contains(OpEffects::READS) {
            effects.read(AliasSet::SHARED);
        }
        if intrinsic == Intrinsic::Demote {
            self.execute(&effects);
            self.out.push(Stmt::Jump("demote"));
            return;
        }
        if let Some(item) = self.cx.spirv_item(self.function, inst) {
            let name = self.cx.module.names.get(item.name);
            let expr = self.tree.call(name, args.get(1..).unwrap_or(&[]));
            self.finish(inst, expr, effects);
            return;
        }
        if let Some(expr) = self.scoped_barrier(intrinsic, &operands) {
            return self.finish(inst, expr, effects);
        }
        if let Intrinsic::CooperativeMatrixLoad | Intrinsic::CooperativeMatrixStore = intrinsic {
            return self.cooperative_transfer(inst, &args, &effects);
        }
        if let (Intrinsic::CooperativeMatrixLength, Some(&matrix)) = (intrinsic, args.first()) {
            let length = self.tree.add(Node::Length(matrix));
            let expr = self.tree.call("uint", &[length]);
            return self.finish(inst, expr, effects);
        }
        if let Some(saturating) = dot_product(intrinsic) {
            // Scalars hold four packed bytes, and the last operand is that format.
            let packed = operands.first().is_some_and(|&operand| is_scalar(self.cx, self.ty(operand)));
            let name = match (packed, saturating) {
                (false, false) => "dotEXT",
                (false, true) => "dotAccSatEXT",
                (true, false) => "dotPacked4x8EXT",
                (true, true) => "dotPacked4x8AccSatEXT",
            };
            let count = args.len() - usize::from(packed);
            let expr = self.tree.call(name, args.get(..count).unwrap_or(&[]));
            return self.finish(inst, expr, effects);
        }
        if intrinsic == Intrinsic::DebugPrintf {
            let module = self.cx.module;
            let index = self.literal(operands.first().copied()).and_then(|index| usize::try_from(index).ok());
            let format =
                index.and_then(|index| module.strings.get(index)).map(|&name| module.names.get(name));
            let format = self.cx.arena.keep(&crate::spirv_items::quoted(format.unwrap_or_default()));
            let format = self.tree.text(format);
            let mut all = vec![format];
            all.extend(args.get(1..).unwrap_or(&[]));
            let expr = self.tree.call("debugPrintfEXT", &all);
            return self.finish(inst, expr, effects);
        }
        let arena = self.cx.arena;
        let literal = |index: usize| self.literal(operands.get(index).copied());
        let named = match intrinsic {
            Intrinsic::ControlBarrier if literal(0) == Some(3) => Some(("subgroupBarrier", 3)),
            Intrinsic::ControlBarrier => Some(("barrier", 3)),
            Intrinsic::MemoryBarrier => Some((memory_barrier(literal(0), literal(1)), 2)),
            Intrinsic::ReadClock => {
                let ty = self.function.result(inst).map(|value| self.function.values[value].ty);
                let halves = ty.and_then(|ty| self.cx.module.types.vector_size(ty)) == Some(2);
                Some(match (literal(0) == Some(3), halves) {
                    (true, false) => ("clockARB", 1),
                    (true, true) => ("clock2x32ARB", 1),
                    (false, false) => ("clockRealtimeEXT", 1),
                    (false, true) => ("clockRealtime2x32EXT", 1),
                })
            }
            Intrinsic::SubgroupBallotBitCount => {
                let word = match literal(1) {
                    Some(1) => "Inclusive",
                    Some(2) => "Exclusive",
                    _ => "",
                };
                Some((arena.format(format_args!("subgroupBallot{word}BitCount")), 2))
            }
            Intrinsic::SubgroupQuadSwap => {
                let direction = match literal(2) {
                    Some(1) => "Vertical",
                    Some(2) => "Diagonal",
                    _ => "Horizontal",
                };
                let value: Vec<Expr> = args.get(1).copied().into_iter().collect();
                let expr = self.tree.call(arena.format(format_args!("subgroupQuadSwap{direction}")), &value);
                self.finish(inst, expr, effects);
                return;
            }
            Intrinsic::CooperativeMatrixMulAdd => {
                let mut matrices = args.get(..3).unwrap_or(&[]).to_vec();
                if literal(3).is_some_and(|flags| flags & SATURATING != 0) {
                    matrices.push(self.tree.text("gl_MatrixOperandsSaturatingAccumulation"));
                }
                let expr = self.tree.call("coopMatMulAdd", &matrices);
                self.finish(inst, expr, effects);
                return;
            }
            Intrinsic::BallotKhr => {
                // GLSL has 64 bits, SPIR-V 128.
                let whole = self.tree.call("ballotARB", &args);
                let halves = self.tree.call("unpackUint2x32", &[whole]);
                let zero = self.tree.text("0u");
                let expr = self.tree.call("uvec4", &[halves, zero, zero]);
                self.finish(inst, expr, effects);
                return;
            }
            Intrinsic::SubgroupRotate if args.len() > 3 => Some(("subgroupClusteredRotate", 1)),
            _ => intrinsic_function(intrinsic).map(|IntrinsicFunction { name, hidden }| {
                let name = match (hidden, literal(1)) {
                    (2, Some(group @ 1..=3)) => {
                        let word = ["Inclusive", "Exclusive", "Clustered"][group as usize - 1];
                        arena.format(format_args!("subgroup{word}{}", name.trim_start_matches("subgroup")))
                    }
                    _ => name,
                };
                (name, hidden)
            }),
        };
        let named = named.map(|(name, skip)| (self.with_suffix(name), skip));
        let Some((name, skip)) = named else {
            self.unsupported(format!("operation `{}` here", intrinsic.name()));
            return;
        };
        let mut args = args;
        if matches!(intrinsic, Intrinsic::TraceRay | Intrinsic::ExecuteCallable)
            && let (Some(last), Some(OperandKind::Global(data))) =
                (args.last_mut(), operands.last().map(|data| data.kind()))
        {
            // Payloads are passed by location.
            let location = self.cx.module.globals[data].decorations.location.unwrap_or(0);
            *last = self.tree.number(location.into());
        }
        if name.starts_with("rayQueryGetIntersection")
            && let Some(committed) = args.get_mut(1)
            && let Some(value) = self.literal(operands.get(1).copied())
        {
            *committed = self.tree.text(if value == 0 { "false" } else { "true" });
        }
        if intrinsic == Intrinsic::RayQueryGetIntersectionTriangleVertexPositions
            && let Some(result) = self.function.result(inst)
        {
            // The positions are an `out` parameter.
            self.execute(&effects);
            args.push(self.define(result, None));
            let call = self.tree.call(name, &args);
            self.out.push(Stmt::Expr(call));
            return;
        }
        let expr = self.tree.call(name, args.get(skip..).unwrap_or(&[]));
        self.finish(inst, expr, effects);
    }

    /// Votes have a suffix before GLSL 4.60.
    fn with_suffix(&self, name: &'a str) -> &'a str {
        let is_vote = matches!(name, "anyInvocation" | "allInvocations" | "allInvocationsEqual");
        let is_core =
            Feature::Votes.is_in(self.cx.target) && !self.cx.asks_for(Extension::ArbShaderGroupVote);
        if is_vote && !is_core { self.cx.arena.format(format_args!("{name}ARB")) } else { name }
    }

    /// Loads and stores have separate arguments for array and element.
    fn cooperative_transfer(&mut self, inst: Inst, args: &[Expr], effects: &Effects) {
        let Some(Node::Index(array, element)) = args.first().map(|&pointer| self.tree.get(pointer)) else {
            return self.unsupported("cooperative matrices outside of an array");
        };
        self.execute(effects);
        let (matrix, rest) = match self.function.result(inst) {
            Some(result) => (Some(self.define(result, None)), args.get(1..3)),
            None => (args.get(1).copied(), args.get(2..4)),
        };
        let (Some(matrix), Some(&[layout, stride])) = (matrix, rest) else { return };
        let name = if self.function.result(inst).is_some() { "coopMatLoad" } else { "coopMatStore" };
        let call = self.tree.call(name, &[matrix, array, element, stride, layout]);
        self.out.push(Stmt::Expr(call));
    }

    /// A barrier with explicit scopes.
    fn scoped_barrier(&mut self, intrinsic: Intrinsic, operands: &[Operand]) -> Option<Expr> {
        let numbers: Option<Vec<u32>> = operands
            .iter()
            .map(|&operand| self.literal(Some(operand)).and_then(|number| u32::try_from(number).ok()))
            .collect();
        let (name, scopes, bits) = match (intrinsic, numbers?.as_slice()) {
            (Intrinsic::ControlBarrier, &[execution, memory, bits]) if !is_plain(execution, memory, bits) => {
                ("controlBarrier", vec![execution, memory], bits)
            }
            (Intrinsic::MemoryBarrier, &[scope, bits])
                if !PLAIN.contains(&bits)
                    || !has_own_barrier(scope, bits) && is_explicit(self.cx.module, scope as u8) =>
            {
                ("memoryBarrier", vec![scope], bits)
            }
            _ => return None,
        };
        if !self.cx.asks_for(Extension::KhrMemoryScopeSemantics) {
            return None;
        }
        let mut args: Vec<Expr> =
            scopes.into_iter().map(|scope| self.tree.text(scope_name(self.cx.module, scope as u8))).collect();
        args.extend(semantics(bits).map(|text| self.tree.text(self.cx.arena.keep(&text))));
        Some(self.tree.call(name, &args))
    }

    fn literal(&self, operand: Option<Operand>) -> Option<i64> {
        self.cx.module.constants.as_int(operand?.constant()?)
    }
}

/// Semantics of barriers without explicit scope: acquire and release of one or all kinds of memory.
const PLAIN: &[u32] = &[0x48, 0x108, 0x408, 0x808, 0x948, 0xd48];

/// True if a barrier without explicit scope has the scope in its name: `subgroupMemoryBarrier` and
/// `groupMemoryBarrier`.
fn has_own_barrier(scope: u32, bits: u32) -> bool {
    scope == 3 || scope == 2 && bits == 0x948
}

/// True if a barrier equals `barrier` or `subgroupBarrier`.
fn is_plain(execution: u32, memory: u32, bits: u32) -> bool {
    match execution {
        3 => memory == 3 && bits & 0xf == 8,
        _ => (memory, bits) == (2, 0x108) || (memory, bits) == (4, 0),
    }
}

/// The function for a memory barrier.
pub(crate) fn barrier(module: &vitrum_ir::Module, operands: &[Operand]) -> &'static str {
    let literal =
        |index: usize| operands.get(index).and_then(|operand| module.constants.as_int(operand.constant()?));
    memory_barrier(literal(0), literal(1))
}

/// The function for a memory barrier with a scope and SPIR-V semantics.
fn memory_barrier(scope: Option<i64>, semantics: Option<i64>) -> &'static str {
    const UNIFORM: i64 = 0x40;
    const WORKGROUP: i64 = 0x100;
    const ATOMIC_COUNTER: i64 = 0x400;
    const IMAGE: i64 = 0x800;
    let kinds = semantics.unwrap_or(0) & (UNIFORM | WORKGROUP | ATOMIC_COUNTER | IMAGE);
    if scope == Some(3) {
        return match kinds {
            UNIFORM => "subgroupMemoryBarrierBuffer",
            WORKGROUP => "subgroupMemoryBarrierShared",
            IMAGE => "subgroupMemoryBarrierImage",
            _ => "subgroupMemoryBarrier",
        };
    }
    match kinds {
        UNIFORM => "memoryBarrierBuffer",
        WORKGROUP => "memoryBarrierShared",
        ATOMIC_COUNTER => "memoryBarrierAtomicCounter",
        IMAGE => "memoryBarrierImage",
        _ if scope == Some(2) => "groupMemoryBarrier",
        _ => "memoryBarrier",
    }
}
