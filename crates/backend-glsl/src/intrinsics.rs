//! Operations of special stages and extensions, by a table of their GLSL names.

use crate::ast::{Expr, Node, Stmt};
use crate::body::Body;
use crate::effects::{Effects, Root};
use crate::ops::is_scalar;
use crate::scopes::{has_said, scope_name, semantics};
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Effects as OpEffects, Inst, Intrinsic, Operand, OperandKind};

/// The bit of SPIR-V's matrix operands by which sums saturate.
const SATURATING: i64 = 0x10;

/// How many leading operands GLSL does not write: the scope of subgroup operations.
fn spelling(intrinsic: Intrinsic) -> Option<(&'static str, usize)> {
    Some(match intrinsic {
        Intrinsic::EmitVertex => ("EmitVertex", 0),
        Intrinsic::EndPrimitive => ("EndPrimitive", 0),
        Intrinsic::EmitStreamVertex => ("EmitStreamVertex", 0),
        Intrinsic::EndStreamPrimitive => ("EndStreamPrimitive", 0),
        Intrinsic::IsHelper => ("helperInvocationEXT", 0),
        Intrinsic::BeginInterlock => ("beginInvocationInterlockARB", 0),
        Intrinsic::EndInterlock => ("endInvocationInterlockARB", 0),
        Intrinsic::ColorAttachmentRead => ("colorAttachmentReadEXT", 0),
        Intrinsic::DepthAttachmentRead => ("depthAttachmentReadEXT", 0),
        Intrinsic::StencilAttachmentRead => ("stencilAttachmentReadEXT", 0),
        Intrinsic::SparseTexelsResident => ("sparseTexelsResidentARB", 0),
        Intrinsic::SubgroupElect => ("subgroupElect", 1),
        Intrinsic::SubgroupAll => ("subgroupAll", 1),
        Intrinsic::SubgroupAny => ("subgroupAny", 1),
        Intrinsic::SubgroupAllEqual => ("subgroupAllEqual", 1),
        Intrinsic::SubgroupBroadcast => ("subgroupBroadcast", 1),
        Intrinsic::SubgroupBroadcastFirst => ("subgroupBroadcastFirst", 1),
        Intrinsic::SubgroupBallot => ("subgroupBallot", 1),
        Intrinsic::SubgroupInverseBallot => ("subgroupInverseBallot", 1),
        Intrinsic::SubgroupBallotBitExtract => ("subgroupBallotBitExtract", 1),
        Intrinsic::SubgroupBallotFindLsb => ("subgroupBallotFindLSB", 1),
        Intrinsic::SubgroupBallotFindMsb => ("subgroupBallotFindMSB", 1),
        Intrinsic::SubgroupShuffle => ("subgroupShuffle", 1),
        Intrinsic::SubgroupShuffleXor => ("subgroupShuffleXor", 1),
        Intrinsic::SubgroupShuffleUp => ("subgroupShuffleUp", 1),
        Intrinsic::SubgroupShuffleDown => ("subgroupShuffleDown", 1),
        Intrinsic::SubgroupQuadBroadcast => ("subgroupQuadBroadcast", 1),
        Intrinsic::QuadAll => ("subgroupQuadAll", 0),
        Intrinsic::QuadAny => ("subgroupQuadAny", 0),
        Intrinsic::FirstInvocationKhr => ("readFirstInvocationARB", 0),
        Intrinsic::ReadInvocationKhr => ("readInvocationARB", 0),
        Intrinsic::VoteAllKhr => ("allInvocationsARB", 0),
        Intrinsic::VoteAnyKhr => ("anyInvocationARB", 0),
        Intrinsic::VoteAllEqualKhr => ("allInvocationsEqualARB", 0),
        Intrinsic::AssumeTrue => ("assumeEXT", 0),
        Intrinsic::Expect => ("expectEXT", 0),
        Intrinsic::RayQueryInitialize => ("rayQueryInitializeEXT", 0),
        Intrinsic::RayQueryTerminate => ("rayQueryTerminateEXT", 0),
        Intrinsic::RayQueryGenerateIntersection => ("rayQueryGenerateIntersectionEXT", 0),
        Intrinsic::RayQueryConfirmIntersection => ("rayQueryConfirmIntersectionEXT", 0),
        Intrinsic::RayQueryProceed => ("rayQueryProceedEXT", 0),
        Intrinsic::RayQueryGetRayTmin => ("rayQueryGetRayTMinEXT", 0),
        Intrinsic::RayQueryGetRayFlags => ("rayQueryGetRayFlagsEXT", 0),
        Intrinsic::RayQueryGetIntersectionType => ("rayQueryGetIntersectionTypeEXT", 0),
        Intrinsic::RayQueryGetIntersectionT => ("rayQueryGetIntersectionTEXT", 0),
        Intrinsic::RayQueryGetIntersectionInstanceCustomIndex => {
            ("rayQueryGetIntersectionInstanceCustomIndexEXT", 0)
        }
        Intrinsic::RayQueryGetIntersectionInstanceId => ("rayQueryGetIntersectionInstanceIdEXT", 0),
        Intrinsic::RayQueryGetIntersectionSbtOffset => {
            ("rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT", 0)
        }
        Intrinsic::RayQueryGetIntersectionGeometryIndex => ("rayQueryGetIntersectionGeometryIndexEXT", 0),
        Intrinsic::RayQueryGetIntersectionPrimitiveIndex => ("rayQueryGetIntersectionPrimitiveIndexEXT", 0),
        Intrinsic::RayQueryGetIntersectionBarycentrics => ("rayQueryGetIntersectionBarycentricsEXT", 0),
        Intrinsic::RayQueryGetIntersectionFrontFace => ("rayQueryGetIntersectionFrontFaceEXT", 0),
        Intrinsic::RayQueryGetIntersectionCandidateAabbOpaque => {
            ("rayQueryGetIntersectionCandidateAABBOpaqueEXT", 0)
        }
        Intrinsic::RayQueryGetIntersectionObjectRayDirection => {
            ("rayQueryGetIntersectionObjectRayDirectionEXT", 0)
        }
        Intrinsic::RayQueryGetIntersectionObjectRayOrigin => ("rayQueryGetIntersectionObjectRayOriginEXT", 0),
        Intrinsic::RayQueryGetWorldRayDirection => ("rayQueryGetWorldRayDirectionEXT", 0),
        Intrinsic::RayQueryGetWorldRayOrigin => ("rayQueryGetWorldRayOriginEXT", 0),
        Intrinsic::RayQueryGetIntersectionObjectToWorld => ("rayQueryGetIntersectionObjectToWorldEXT", 0),
        Intrinsic::RayQueryGetIntersectionWorldToObject => ("rayQueryGetIntersectionWorldToObjectEXT", 0),
        Intrinsic::RayQueryGetIntersectionTriangleVertexPositions => {
            ("rayQueryGetIntersectionTriangleVertexPositionsEXT", 0)
        }
        Intrinsic::TraceRay => ("traceRayEXT", 0),
        Intrinsic::ExecuteCallable => ("executeCallableEXT", 0),
        Intrinsic::ReportIntersection => ("reportIntersectionEXT", 0),
        Intrinsic::SetMeshOutputs => ("SetMeshOutputsEXT", 0),
        _ => return None,
    })
}

/// For integer dot products, true if they add to a saturating accumulator.
fn dot_product(intrinsic: Intrinsic) -> Option<bool> {
    match intrinsic {
        Intrinsic::SdotProduct | Intrinsic::UdotProduct | Intrinsic::SudotProduct => Some(false),
        Intrinsic::SdotProductAccSat | Intrinsic::UdotProductAccSat | Intrinsic::SudotProductAccSat => {
            Some(true)
        }
        _ => None,
    }
}

/// The word for what a subgroup arithmetic operation does.
fn arithmetic(intrinsic: Intrinsic) -> Option<&'static str> {
    Some(match intrinsic {
        Intrinsic::SubgroupIadd | Intrinsic::SubgroupFadd => "Add",
        Intrinsic::SubgroupImul | Intrinsic::SubgroupFmul => "Mul",
        Intrinsic::SubgroupSmin | Intrinsic::SubgroupUmin | Intrinsic::SubgroupFmin => "Min",
        Intrinsic::SubgroupSmax | Intrinsic::SubgroupUmax | Intrinsic::SubgroupFmax => "Max",
        Intrinsic::SubgroupIand | Intrinsic::SubgroupAnd => "And",
        Intrinsic::SubgroupIor | Intrinsic::SubgroupOr => "Or",
        Intrinsic::SubgroupIxor | Intrinsic::SubgroupXor => "Xor",
        _ => return None,
    })
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
            effects.read(Root::SHARED);
        }
        if intrinsic == Intrinsic::Demote {
            self.execute(&effects);
            self.out.push(Stmt::Jump("demote"));
            return;
        }
        if let Some(item) = self.cx.named_item(self.function, inst) {
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
            // Of scalars, it is one of four packed bytes, and its last operand is that format.
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
            let format = self.cx.words.keep(&crate::named::quoted(format.unwrap_or_default()));
            let format = self.tree.text(format);
            let mut all = vec![format];
            all.extend(args.get(1..).unwrap_or(&[]));
            let expr = self.tree.call("debugPrintfEXT", &all);
            return self.finish(inst, expr, effects);
        }
        let words = self.cx.words;
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
                Some((words.format(format_args!("subgroupBallot{word}BitCount")), 2))
            }
            Intrinsic::SubgroupQuadSwap => {
                let direction = match literal(2) {
                    Some(1) => "Vertical",
                    Some(2) => "Diagonal",
                    _ => "Horizontal",
                };
                let value: Vec<Expr> = args.get(1).copied().into_iter().collect();
                let expr = self.tree.call(words.format(format_args!("subgroupQuadSwap{direction}")), &value);
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
                // GLSL's has 64 bits, SPIR-V's 128.
                let whole = self.tree.call("ballotARB", &args);
                let halves = self.tree.call("unpackUint2x32", &[whole]);
                let zero = self.tree.text("0u");
                let expr = self.tree.call("uvec4", &[halves, zero, zero]);
                self.finish(inst, expr, effects);
                return;
            }
            Intrinsic::SubgroupRotate => {
                let name = if args.len() > 3 { "subgroupClusteredRotate" } else { "subgroupRotate" };
                Some((name, 1))
            }
            _ => match arithmetic(intrinsic) {
                Some(word) => {
                    let group = match literal(1) {
                        Some(1) => "Inclusive",
                        Some(2) => "Exclusive",
                        Some(3) => "Clustered",
                        _ => "",
                    };
                    Some((words.format(format_args!("subgroup{group}{word}")), 2))
                }
                None => spelling(intrinsic),
            },
        };
        let named = named.map(|(name, skip)| (self.without_suffix(name), skip));
        let Some((name, skip)) = named else {
            self.unsupported(format!("operation `{}` here", intrinsic.name()));
            return;
        };
        let mut args = args;
        if matches!(intrinsic, Intrinsic::TraceRay | Intrinsic::ExecuteCallable)
            && let (Some(last), Some(OperandKind::Global(data))) =
                (args.last_mut(), operands.last().map(|data| data.kind()))
        {
            // What is handed over goes by its location.
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
            let (local, positions) = self.new_local(result);
            self.out.push(Stmt::Declare { local, init: None, only_in: None });
            args.push(positions);
            let call = self.tree.call(name, &args);
            self.out.push(Stmt::Expr(call));
            return;
        }
        let expr = self.tree.call(name, args.get(skip..).unwrap_or(&[]));
        self.finish(inst, expr, effects);
    }

    /// Votes lost the suffix of their extension in GLSL 4.60.
    fn without_suffix(&self, name: &'a str) -> &'a str {
        let votes = ["anyInvocationARB", "allInvocationsARB", "allInvocationsEqualARB"];
        if votes.contains(&name)
            && Feature::Votes.is_in(self.cx.target)
            && !self.cx.asks_for(Extension::ArbShaderGroupVote)
        {
            return name.trim_end_matches("ARB");
        }
        name
    }

    /// Loads and stores take the array and the element apart.
    fn cooperative_transfer(&mut self, inst: Inst, args: &[Expr], effects: &Effects) {
        let Some(Node::Index(array, element)) = args.first().map(|&pointer| self.tree.get(pointer)) else {
            return self.unsupported("cooperative matrices outside of an array");
        };
        self.execute(effects);
        let (matrix, rest) = match self.function.result(inst) {
            Some(result) => {
                let (local, expr) = self.new_local(result);
                self.out.push(Stmt::Declare { local, init: None, only_in: None });
                (Some(expr), args.get(1..3))
            }
            None => (args.get(1).copied(), args.get(2..4)),
        };
        let (Some(matrix), Some(&[layout, stride])) = (matrix, rest) else { return };
        let name = if self.function.result(inst).is_some() { "coopMatLoad" } else { "coopMatStore" };
        let call = self.tree.call(name, &[matrix, array, element, stride, layout]);
        self.out.push(Stmt::Expr(call));
    }

    /// A barrier that says more than one without scopes does.
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
                    || !has_own_barrier(scope, bits) && has_said(self.cx.module, scope as u8) =>
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
        args.extend(semantics(bits).map(|text| self.tree.text(self.cx.words.keep(&text))));
        Some(self.tree.call(name, &args))
    }

    fn literal(&self, operand: Option<Operand>) -> Option<i64> {
        self.cx.module.constants.as_int(operand?.constant()?)
    }
}

/// What barriers without scopes do: they acquire and release one kind of memory, or every kind.
const PLAIN: &[u32] = &[0x48, 0x108, 0x408, 0x808, 0x948, 0xd48];

/// True if the name of a barrier without scopes says the scope: `subgroupMemoryBarrier` and the like, and
/// `groupMemoryBarrier`.
fn has_own_barrier(scope: u32, bits: u32) -> bool {
    scope == 3 || scope == 2 && bits == 0x948
}

/// True if a barrier is what `barrier` and `subgroupBarrier` mean.
fn is_plain(execution: u32, memory: u32, bits: u32) -> bool {
    match execution {
        3 => memory == 3 && bits & 0xf == 8,
        _ => (memory, bits) == (2, 0x108) || (memory, bits) == (4, 0),
    }
}

/// The function that a barrier of memory is.
pub(crate) fn barrier(module: &vitrum_ir::Module, operands: &[Operand]) -> &'static str {
    let literal =
        |index: usize| operands.get(index).and_then(|operand| module.constants.as_int(operand.constant()?));
    memory_barrier(literal(0), literal(1))
}

/// The barrier for a scope and the kinds of memory in SPIR-V's semantics.
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
