//! Prints intrinsics: operations of special stages and extensions.

use crate::ast::{Args, Expr, Node, Stmt};
use crate::body::Body;
use crate::effects::{AliasSet, Effects};
use crate::memory_scopes::{is_explicit, scope_name, semantics};
use crate::ops::is_scalar;
use crate::spirv_items::quoted;
use vitrum_glsl::builtins::matrices::{conversion_function, footprint_function, tensor_function};
use vitrum_glsl::builtins::{IntrinsicFunction, intrinsic_function};
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Dim, Effects as OpEffects, ImageOperands, Inst, Intrinsic, MatrixUse, Modes, Operand, OperandClass,
    Scalar, Stage, Type, TypeData, types::common, typing,
};

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

/// True if the result of an intrinsic is an array, which its function has as an `out` parameter.
pub(crate) fn gives_array(intrinsic: Intrinsic) -> bool {
    let result = intrinsic.info().result;
    matches!(result, Some(OperandClass::Triangle | OperandClass::Vec3Pair | OperandClass::F32Pair))
        || conversion_function(intrinsic).is_some()
}

/// The word for a group operation, by its number.
fn group_word(operation: Option<i64>) -> &'static str {
    match operation {
        Some(1) => "Inclusive",
        Some(2) => "Exclusive",
        Some(3) => "Clustered",
        Some(6) => "Partitioned",
        Some(7) => "PartitionedInclusive",
        Some(8) => "PartitionedExclusive",
        _ => "",
    }
}

/// True for operations on cooperative vectors.
fn is_on_vectors(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::CooperativeVectorLoad
            | Intrinsic::CooperativeVectorStore
            | Intrinsic::CooperativeVectorMatrixMul
            | Intrinsic::CooperativeVectorMatrixMulAdd
            | Intrinsic::CooperativeVectorOuterProduct
            | Intrinsic::CooperativeVectorReduceSum
    )
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
        match intrinsic {
            Intrinsic::Demote => {
                self.execute(&effects);
                self.out.push(Stmt::Jump("demote"));
                return;
            }
            Intrinsic::CooperativeMatrixLoad | Intrinsic::CooperativeMatrixStore => {
                return self.cooperative_transfer(inst, &args, &effects);
            }
            Intrinsic::CooperativeMatrixLoadTensor
            | Intrinsic::CooperativeMatrixLoadTensorView
            | Intrinsic::CooperativeMatrixStoreTensor => {
                return self.tensor_transfer(inst, intrinsic, &args, &effects);
            }
            _ if is_on_vectors(intrinsic) => return self.vector_function(inst, intrinsic, &args, &effects),
            _ if self.gives_matrix(intrinsic, &operands) => {
                return self.matrix_by_reference(inst, intrinsic, &args, &effects);
            }
            Intrinsic::ImageFootprint => return self.footprint(inst, &args, &effects),
            Intrinsic::TensorRead => return self.tensor_read(inst, args, &effects),
            _ => {}
        }
        if let Some(name) = conversion_function(intrinsic) {
            return self.positions(inst, name, args, &effects);
        }
        let mut expr = self.special_call(inst, intrinsic, &operands, &args);
        if expr.is_none() {
            let Some((name, hidden)) = self.function_name(inst, intrinsic, &operands) else {
                return self.unsupported(format!("operation `{}` here", intrinsic.name()));
            };
            let args = self.arguments(intrinsic, &operands, args);
            if gives_array(intrinsic) {
                return self.positions(inst, name, args, &effects);
            }
            expr = Some(self.tree.call(name, args.get(hidden..).unwrap_or(&[])));
        }
        if let Some(expr) = expr {
            self.finish(inst, expr, effects);
        }
    }

    /// The expression of an intrinsic that is not one call with a suffix of its operands.
    fn special_call(
        &mut self,
        inst: Inst,
        intrinsic: Intrinsic,
        operands: &[Operand],
        args: &[Expr],
    ) -> Option<Expr> {
        if let Some(item) = self.cx.spirv_item(self.function, inst) {
            let name = self.cx.module.names.get(item.name);
            return Some(self.tree.call(name, args.get(1..)?));
        }
        if let Some(saturating) = dot_product(intrinsic) {
            // Scalars hold four packed bytes, and the last operand is that format.
            let packed = is_scalar(self.cx, self.ty(*operands.first()?));
            let name = match (packed, saturating) {
                (false, false) => "dotEXT",
                (false, true) => "dotAccSatEXT",
                (true, false) => "dotPacked4x8EXT",
                (true, true) => "dotPacked4x8AccSatEXT",
            };
            return Some(self.tree.call(name, args.get(..args.len() - usize::from(packed))?));
        }
        let module = self.cx.module;
        match intrinsic {
            Intrinsic::CooperativeMatrixLength => {
                let length = self.tree.add(Node::Length(*args.first()?));
                Some(self.tree.call("uint", &[length]))
            }
            Intrinsic::CooperativeMatrixMulAdd => {
                let mut matrices = args.get(..3)?.to_vec();
                if self.literal(operands, 3).is_some_and(|flags| flags & SATURATING != 0) {
                    matrices.push(self.tree.text("gl_MatrixOperandsSaturatingAccumulation"));
                }
                let without_use = operands.first().is_some_and(|&side| self.is_without_use(self.ty(side)));
                Some(self.tree.call(if without_use { "coopMatMulAddNV" } else { "coopMatMulAdd" }, &matrices))
            }
            Intrinsic::CooperativeMatrixConvert => {
                let ty = self.function.result_data(inst)?.ty;
                Some(self.tree.call(self.cx.type_name(ty), args.get(..1)?))
            }
            Intrinsic::TensorLayoutCreate | Intrinsic::TensorViewCreate => {
                let ty = self.function.result_data(inst)?.ty;
                self.cx.new_tensor(&mut self.tree, ty)
            }
            _ if tensor_function(intrinsic).is_some() => {
                Some(self.tree.call(tensor_function(intrinsic)?, args))
            }
            Intrinsic::CooperativeMatrixCoordinate => Some(self.tree.call("coopMatGetCoordinateEXT", args)),
            Intrinsic::DebugPrintf | Intrinsic::Abort => {
                let index = self.literal(operands, 0).and_then(|index| usize::try_from(index).ok());
                let format = index.and_then(|index| module.strings.get(index));
                let format = quoted(format.map_or("", |&name| module.names.get(name)));
                let mut all = vec![self.tree.text(self.cx.arena.keep(&format))];
                all.extend(args.get(1..)?);
                let aborts = intrinsic == Intrinsic::Abort;
                Some(self.tree.call(if aborts { "abortEXT" } else { "debugPrintfEXT" }, &all))
            }
            Intrinsic::SubgroupQuadSwap => {
                let name = match self.literal(operands, 2) {
                    Some(1) => "subgroupQuadSwapVertical",
                    Some(2) => "subgroupQuadSwapDiagonal",
                    _ => "subgroupQuadSwapHorizontal",
                };
                Some(self.tree.call(name, &[*args.get(1)?]))
            }
            Intrinsic::ImageGather4x1
            | Intrinsic::ImageGatherD
            | Intrinsic::ImageGatherH2
            | Intrinsic::ImageGatherV2 => {
                let &[texture, coordinate, component, ref offset @ ..] = args else { return None };
                let name = intrinsic_function(intrinsic)?.name;
                let name = match offset.is_empty() {
                    true => name,
                    false => self.cx.arena.keep(&name.replace("QCOM", "OffsetQCOM")),
                };
                let mut all = vec![texture, coordinate];
                all.extend(offset);
                all.push(component);
                Some(self.tree.call(name, &all))
            }
            Intrinsic::BallotKhr => {
                // GLSL has 64 bits, SPIR-V 128.
                let whole = self.tree.call("ballotARB", args);
                let halves = self.tree.call("unpackUint2x32", &[whole]);
                let zero = self.tree.text("0u");
                Some(self.tree.call("uvec4", &[halves, zero, zero]))
            }
            _ => self.scoped_barrier(intrinsic, operands),
        }
    }

    /// The function of an intrinsic, and the number of leading operands that are not arguments.
    fn function_name(
        &self,
        inst: Inst,
        intrinsic: Intrinsic,
        operands: &[Operand],
    ) -> Option<(&'a str, usize)> {
        let arena = self.cx.arena;
        let literal = |index: usize| self.literal(operands, index);
        Some(match intrinsic {
            Intrinsic::ControlBarrier if literal(0) == Some(3) => ("subgroupBarrier", 3),
            Intrinsic::ControlBarrier => ("barrier", 3),
            Intrinsic::ControlBarrierArrive => ("controlBarrierArrive", 3),
            Intrinsic::ControlBarrierWait => ("controlBarrierWait", 3),
            Intrinsic::MemoryBarrier => (barrier(self.cx.module, operands), 2),
            Intrinsic::InterpolateAtVertex => ("interpolateAtVertexAMD", 0),
            Intrinsic::TensorWrite => ("tensorWriteARM", 0),
            Intrinsic::TensorSize => ("tensorSizeARM", 0),
            Intrinsic::BitcastExtract => {
                let name = match self.cx.module.types.scalar_of(self.function.result_data(inst)?.ty)? {
                    Scalar::F4E2M1 => "bitcastExtractfe2m1EXT",
                    Scalar::F6E2M3 => "bitcastExtractfe2m3EXT",
                    _ => "bitcastExtractfe3m2EXT",
                };
                (name, 0)
            }
            Intrinsic::ReadClock => {
                let ty = self.function.result_data(inst)?.ty;
                match (literal(0) == Some(3), self.cx.module.types.vector_size(ty) == Some(2)) {
                    (true, false) => ("clockARB", 1),
                    (true, true) => ("clock2x32ARB", 1),
                    (false, false) => ("clockRealtimeEXT", 1),
                    (false, true) => ("clockRealtime2x32EXT", 1),
                }
            }
            Intrinsic::SubgroupBallotBitCount => {
                let word = group_word(literal(1));
                (arena.format(format_args!("subgroupBallot{word}BitCount")), 2)
            }
            Intrinsic::SubgroupRotate if operands.len() > 3 => ("subgroupClusteredRotate", 1),
            _ => {
                let IntrinsicFunction { name, hidden } = intrinsic_function(intrinsic)?;
                if intrinsic.nv_hit_opcode().is_some() {
                    let base = name.trim_end_matches("EXT");
                    let nv = arena.format(format_args!("{base}NV"));
                    return Some((self.cx.hit_word(name, nv), hidden));
                }
                let suffix = if literal(1) >= Some(6) { "NV" } else { "" };
                match group_word(literal(1)) {
                    word if hidden == 2 && !word.is_empty() => {
                        let operation = name.trim_start_matches("subgroup");
                        (arena.format(format_args!("subgroup{word}{operation}{suffix}")), hidden)
                    }
                    _ => (self.cx.ray_word(self.with_suffix(name)), hidden),
                }
            }
        })
    }

    /// The arguments of a call, with constants in the form that the function requires.
    fn arguments(&mut self, intrinsic: Intrinsic, operands: &[Operand], mut args: Args) -> Args {
        let mut payload = None;
        for (position, (arg, operand)) in args.iter_mut().zip(operands).enumerate() {
            match intrinsic.operand_class(position) {
                // Payloads and attributes are passed by location.
                Some(
                    class @ (OperandClass::Payload | OperandClass::CallableData | OperandClass::HitAttribute),
                ) => {
                    let Some(data) = operand.global() else { continue };
                    let location = self.cx.module.globals[data].decorations.location.unwrap_or(0);
                    *arg = self.tree.number(location.into());
                    payload = payload.or((class == OperandClass::Payload).then_some(position));
                }
                Some(OperandClass::Committed) => {
                    let value = self.literal(operands, position);
                    *arg = self.tree.text(if value == Some(0) { "false" } else { "true" });
                }
                _ => {}
            }
        }
        // The location of a payload is the last argument.
        if let Some(position) = payload.filter(|position| position + 1 < args.len()) {
            let payload = args.remove(position);
            args.push(payload);
        }
        // An attachment is read at the fragment's own place.
        if matches!(intrinsic, Intrinsic::FragmentFetch | Intrinsic::FragmentMaskFetch)
            && let Some(&image) = operands.first()
            && typing::image_type(self.cx.module, self.ty(image)).is_some_and(|it| it.dim == Dim::Subpass)
            && args.len() > 1
        {
            args.remove(1);
        }
        args
    }

    /// A query of vertex positions, which are an `out` parameter.
    fn positions(&mut self, inst: Inst, name: &'a str, mut args: Args, effects: &Effects) {
        self.execute(effects);
        args.extend(self.function.result(inst).map(|result| self.define(result, None)));
        let call = self.tree.call(name, &args);
        self.out.push(Stmt::Expr(call));
    }

    /// The footprint of a lookup is an `out` parameter, and the result whether there is one level alone.
    fn footprint(&mut self, inst: Inst, args: &[Expr], effects: &Effects) {
        self.execute(effects);
        let operands = self.function.operands(inst);
        let flags = self.literal(operands, 4).and_then(|flags| u32::try_from(flags).ok()).unwrap_or(0);
        let flags = ImageOperands::from_bits(flags);
        let (Some(result), Some(name)) = (self.function.result(inst), footprint_function(flags)) else {
            return;
        };
        let (Some(first), Some(asked), Some(mut rest)) = (args.get(..2), args.get(2..4), args.get(5..))
        else {
            return;
        };
        let mut bias = None;
        if let (true, [first, others @ ..]) = (flags.contains(ImageOperands::BIAS), rest) {
            (bias, rest) = (Some(*first), others);
        }
        let ty = self.function.values[result].ty;
        let Some(of_footprint) = typing::part_type(self.cx.module, ty, 1) else { return };
        let (local, footprint) = self.bare_local(of_footprint);
        self.declare(local, None, None);
        let mut all: Vec<Expr> = first.to_vec();
        all.extend(rest);
        all.extend(asked);
        all.push(footprint);
        all.extend(bias);
        let call = self.tree.call(name, &all);
        let single = self.store_in_local(call, common::BOOL);
        let name = self.cx.type_name(ty);
        let whole = self.tree.call(name, &[single, footprint]);
        self.set(result, whole);
    }

    /// A read of a tensor writes to its third argument.
    fn tensor_read(&mut self, inst: Inst, mut args: Args, effects: &Effects) {
        self.execute(effects);
        let Some(result) = self.function.result(inst) else { return };
        let data = self.define(result, None);
        args.insert(2.min(args.len()), data);
        let call = self.tree.call("tensorReadARM", &args);
        self.out.push(Stmt::Expr(call));
    }

    /// Votes have a suffix before GLSL 4.60 and in ES, and critical sections that of the extension.
    fn with_suffix(&self, name: &'a str) -> &'a str {
        let is_vote = matches!(name, "anyInvocation" | "allInvocations" | "allInvocationsEqual");
        let is_core =
            Feature::Votes.is_in(self.cx.target) && !self.cx.requests(Extension::ArbShaderGroupVote);
        let has_arb_locks = self.cx.requests(Extension::ArbFragmentShaderInterlock);
        let arena = self.cx.arena;
        match name {
            _ if is_vote && self.cx.target.is_es() => arena.format(format_args!("{name}EXT")),
            _ if is_vote && !is_core => arena.format(format_args!("{name}ARB")),
            "beginInvocationInterlockARB" if !has_arb_locks => "beginInvocationInterlockNV",
            "endInvocationInterlockARB" if !has_arb_locks => "endInvocationInterlockNV",
            _ => name,
        }
    }

    /// True for a cooperative matrix of `GL_NV_cooperative_matrix`, whose functions have names of their own.
    fn is_without_use(&self, ty: Type) -> bool {
        matches!(self.cx.module.types.get(ty), TypeData::CooperativeMatrix { usage: MatrixUse::Any, .. })
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
        let is_load = self.function.result(inst).is_some();
        let held = self.function.result_data(inst).map(|data| data.ty);
        let held = held.or_else(|| self.function.operands(inst).get(1).map(|&stored| self.ty(stored)));
        let (name, layout) = if held.is_some_and(|ty| self.is_without_use(ty)) {
            let place = if is_load { 1 } else { 2 };
            let operand = self.function.operands(inst).get(place).copied();
            let condition = operand.and_then(|operand| operand.constant());
            let condition = condition.and_then(|layout| self.cx.module.constants.condition(layout));
            let columns = match (self.literal(self.function.operands(inst), place), condition) {
                (Some(layout), _) => self.tree.text(if layout == 0 { "false" } else { "true" }),
                (None, Some(columns)) => self.cx.constant(&mut self.tree, columns),
                (None, None) => self.tree.call("bool", &[layout]),
            };
            (if is_load { "coopMatLoadNV" } else { "coopMatStoreNV" }, columns)
        } else {
            let place = if is_load { 1 } else { 2 };
            let layout = match self.literal(self.function.operands(inst), place) {
                // A signed number, where SPIR-V has one of either signedness.
                Some(number) => self.tree.number(number),
                None => layout,
            };
            (if is_load { "coopMatLoad" } else { "coopMatStore" }, layout)
        };
        let call = self.tree.call(name, &[matrix, array, element, stride, layout]);
        self.out.push(Stmt::Expr(call));
    }

    /// Functions on cooperative vectors, which come before the memory.
    fn vector_function(&mut self, inst: Inst, intrinsic: Intrinsic, args: &[Expr], effects: &Effects) {
        let (name, order): (&str, &[usize]) = match intrinsic {
            Intrinsic::CooperativeVectorLoad => ("coopVecLoadNV", &[0, 1]),
            Intrinsic::CooperativeVectorStore => ("coopVecStoreNV", &[2, 0, 1]),
            Intrinsic::CooperativeVectorReduceSum => ("coopVecReduceSumAccumulateNV", &[2, 0, 1]),
            Intrinsic::CooperativeVectorOuterProduct => {
                ("coopVecOuterProductAccumulateNV", &[2, 3, 0, 1, 6, 4, 5])
            }
            Intrinsic::CooperativeVectorMatrixMul => ("coopVecMatMulNV", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
            _ => ("coopVecMatMulAddNV", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        };
        self.execute(effects);
        let result = self.function.result(inst).map(|result| self.define(result, None));
        let zero = self.tree.text("0");
        let ordered = order.iter().map(|&index| args.get(index).copied().unwrap_or(zero));
        let all: Vec<Expr> = result.into_iter().chain(ordered).collect();
        let call = self.tree.call(name, &all);
        self.out.push(Stmt::Expr(call));
    }

    /// True if GLSL has an intrinsic as a function that gives a matrix in its first argument. Plain conversions are
    /// constructors.
    pub(crate) fn gives_matrix(&self, intrinsic: Intrinsic, operands: &[Operand]) -> bool {
        match intrinsic {
            Intrinsic::CooperativeMatrixConvert => self.literal(operands, 1) != Some(0),
            Intrinsic::CooperativeMatrixReduce
            | Intrinsic::CooperativeMatrixPerElement
            | Intrinsic::CooperativeVectorLoad
            | Intrinsic::CooperativeVectorMatrixMul
            | Intrinsic::CooperativeVectorMatrixMulAdd => true,
            _ => false,
        }
    }

    /// An operation that gives a matrix in its first argument.
    fn matrix_by_reference(&mut self, inst: Inst, intrinsic: Intrinsic, args: &[Expr], effects: &Effects) {
        let operands = self.function.operands(inst).to_vec();
        let is_nv = self.cx.module.execution.modes.contains(Modes::NV_COOPERATIVE_MATRIX_2);
        let name = |ext, nv| if is_nv { nv } else { ext };
        let name = match intrinsic {
            Intrinsic::CooperativeMatrixConvert => match self.literal(&operands, 1) {
                Some(1) => name("coopMatTransposeEXT", "coopMatTransposeNV"),
                Some(2) => "saturatedConvertEXT",
                _ => return self.unsupported("conversions of matrices that are transposed and saturated"),
            },
            Intrinsic::CooperativeMatrixReduce => name("coopMatReduceEXT", "coopMatReduceNV"),
            _ => name("coopMatPerElementEXT", "coopMatPerElementNV"),
        };
        self.execute(effects);
        let Some(result) = self.function.result(inst) else { return };
        let mut all = vec![self.define(result, None)];
        for (position, (&arg, &operand)) in args.iter().zip(&operands).enumerate() {
            match intrinsic.operand_class(position) {
                Some(OperandClass::Callee) => {
                    let Some(callee) = self.cx.module.callback(operand) else { return };
                    all.push(self.tree.text(self.cx.function(callee)));
                }
                Some(OperandClass::Literal) => {
                    let number = self.literal(&operands, position).unwrap_or(0);
                    all.push(self.tree.number(number));
                }
                Some(OperandClass::Known) => {}
                _ => all.push(arg),
            }
        }
        let call = self.tree.call(name, &all);
        self.out.push(Stmt::Expr(call));
    }

    /// Loads and stores by the layout of a tensor. What is clipped keeps what the matrix was.
    fn tensor_transfer(&mut self, inst: Inst, intrinsic: Intrinsic, args: &[Expr], effects: &Effects) {
        let operands = self.function.operands(inst).to_vec();
        let Some(Node::Index(array, element)) = args.first().map(|&pointer| self.tree.get(pointer)) else {
            return self.unsupported("tensors outside of an array");
        };
        let (Some(&matrix), Some(rest)) = (args.get(1), args.get(2..)) else { return };
        self.execute(effects);
        let name =
            if self.function.result(inst).is_some() { "coopMatLoadTensorNV" } else { "coopMatStoreTensorNV" };
        let matrix = match self.function.result(inst) {
            Some(result) => self.define(result, Some(matrix)),
            None => matrix,
        };
        let mut all = vec![matrix, array, element];
        for (position, &arg) in rest.iter().enumerate() {
            let position = position + 2;
            if intrinsic.operand_class(position) != Some(OperandClass::Callee) {
                all.push(arg);
            } else if let Some(callee) =
                operands.get(position).and_then(|&name| self.cx.module.callback(name))
            {
                all.push(self.tree.text(self.cx.function(callee)));
            }
        }
        let call = self.tree.call(name, &all);
        self.out.push(Stmt::Expr(call));
    }

    /// A barrier with explicit scopes.
    fn scoped_barrier(&mut self, intrinsic: Intrinsic, operands: &[Operand]) -> Option<Expr> {
        let numbers: Option<Vec<u32>> =
            (0..operands.len()).map(|index| u32::try_from(self.literal(operands, index)?).ok()).collect();
        let (name, scopes, bits) = match (intrinsic, numbers?.as_slice()) {
            (Intrinsic::ControlBarrier, &[execution, memory, bits]) if !is_plain(execution, memory, bits) => {
                ("controlBarrier", vec![execution, memory], bits)
            }
            (Intrinsic::ControlBarrierArrive, &[execution, memory, bits])
                if (execution, memory, bits) != (2, 2, 0x104) && bits != 0 =>
            {
                ("controlBarrierArrive", vec![execution, memory], bits)
            }
            (Intrinsic::ControlBarrierWait, &[execution, memory, bits])
                if (execution, memory, bits) != (2, 2, 0x102) && bits != 0 =>
            {
                ("controlBarrierWait", vec![execution, memory], bits)
            }
            (Intrinsic::MemoryBarrier, &[scope, bits])
                if !PLAIN.contains(&bits)
                    || !self.has_own_barrier(scope, bits) && is_explicit(self.cx.module, scope as u8) =>
            {
                ("memoryBarrier", vec![scope], bits)
            }
            _ => return None,
        };
        if !self.cx.requests(Extension::KhrMemoryScopeSemantics) {
            return None;
        }
        let mut args: Vec<Expr> =
            scopes.into_iter().map(|scope| self.tree.text(scope_name(self.cx.module, scope as u8))).collect();
        args.extend(semantics(bits).map(|text| self.tree.text(self.cx.arena.keep(&text))));
        Some(self.tree.call(name, &args))
    }

    /// True if a barrier without explicit scope has the scope in its name: `subgroupMemoryBarrier` and
    /// `groupMemoryBarrier`.
    fn has_own_barrier(&self, scope: u32, bits: u32) -> bool {
        match scope {
            2 => bits == 0x948,
            3 => self.cx.requests(Extension::KhrShaderSubgroupBasic),
            _ => false,
        }
    }

    /// The value of an operand that is a constant integer.
    fn literal(&self, operands: &[Operand], index: usize) -> Option<i64> {
        self.cx.module.constants.as_int(operands.get(index)?.constant()?)
    }
}

/// Semantics of barriers without explicit scope: acquire and release of one or all kinds of memory.
const PLAIN: &[u32] = &[0x48, 0x108, 0x408, 0x808, 0x948, 0xd48];

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
    let has_shared_memory = matches!(module.stage, Stage::Compute | Stage::Task | Stage::Mesh);
    memory_barrier(literal(0), literal(1), has_shared_memory)
}

/// The function for a memory barrier with a scope and SPIR-V semantics.
fn memory_barrier(scope: Option<i64>, semantics: Option<i64>, has_shared_memory: bool) -> &'static str {
    const UNIFORM: i64 = 0x40;
    const WORKGROUP: i64 = 0x100;
    const ATOMIC_COUNTER: i64 = 0x400;
    const IMAGE: i64 = 0x800;
    let kinds = semantics.unwrap_or(0) & (UNIFORM | WORKGROUP | ATOMIC_COUNTER | IMAGE);
    let kinds = if has_shared_memory { kinds } else { kinds & !WORKGROUP };
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
