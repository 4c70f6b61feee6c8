//! Emission of calls of built-in functions.

use crate::builtins::extension_of_kind;
use crate::builtins::pattern::{Binding, Direction, Pattern, Role, TexShape};
use crate::builtins::table::{Lower, Row};
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::builtins::Candidate;
use crate::lower::expressions::calls::Argument;
use crate::lower::expressions::{Expr, ExprKind};
use crate::lower::queries::ModuleQueries;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Dim, Effects, Intrinsic, Op, Operand, Precision, Qualifiers, Scalar, Span, Stage, Storage, StorageTraits,
    Type, TypeData,
};

/// SPIR-V's scopes and semantics, which the IR uses too.
const WORKGROUP: u32 = 2;
pub(crate) const SUBGROUP: u32 = 3;
const INVOCATION: u32 = 4;
const WORKGROUP_FENCE: u32 = 0x108;
const WORKGROUP_RELEASE: u32 = 0x104;
const WORKGROUP_ACQUIRE: u32 = 0x102;
pub(crate) const RAY_PAYLOADS: [Storage; 2] = [Storage::RayPayload, Storage::IncomingRayPayload];
const CALLABLES: [Storage; 2] = [Storage::CallableData, Storage::IncomingCallableData];

/// A call that is being emitted.
pub(crate) struct Call<'c> {
    pub(crate) row: &'static Row,
    pub(crate) binding: Binding,
    pub(crate) arguments: &'c [Argument],
    /// Converted values of `In` arguments and addresses of `Ref` ones; placeholders for `Out` ones.
    pub(crate) operands: Vec<Operand>,
    pub(crate) ty: Type,
    pub(crate) precision: Precision,
    pub(crate) span: Span,
}

impl Lowering<'_> {
    /// Emits a call of the row that was found.
    pub(crate) fn emit_builtin(&mut self, candidate: &Candidate, arguments: &[Argument], span: Span) -> Expr {
        let Candidate { row, binding, .. } = *candidate;
        let ty = binding.ty(row.result.pattern, &mut self.module.types).unwrap_or(common::VOID);
        let mut operands = std::mem::take(&mut self.scratch.operands);
        operands.clear();
        let mut call = Call { row, binding, arguments, operands, ty, precision: Precision::None, span };
        let deciding = row.params.iter().zip(arguments).filter(|(param, _)| param.affects_precision());
        let named = deciding.map(|(_, argument)| argument.expr.precision).max().unwrap_or(Precision::None);
        let named = Expr { precision: named, ..Expr::error(span) };
        let mut result = self.with_constants(&[named], |this| this.emit_call(&mut call));
        // The precision of some functions is that of their declaration, whatever the arguments are.
        let constant = matches!(result.kind, ExprKind::Value(value) if value.constant().is_some());
        if result.precision != Precision::None || row.result.precision.is_some() && constant {
            result.precision = call.precision;
        }
        self.scratch.operands = call.operands;
        result
    }

    fn emit_call(&mut self, call: &mut Call<'_>) -> Expr {
        let (row, ty, span) = (call.row, call.ty, call.span);
        if self.builtin_operands(call).is_none() {
            return Expr::error(span);
        }
        if !self.check_call_extension(call) {
            return Expr::error(span);
        }
        call.precision = self.builtin_precision(call);
        self.cursor.span = span;
        if row.name.starts_with("noise") || !self.has(Feature::ConstantCalls) {
            self.body.not_constant = Some(span);
        }
        self.check_call_context(call);
        self.check_semantics(call);
        match self.emit_row(call) {
            _ if ty == common::VOID => Expr::new(ExprKind::Nothing, ty, span),
            Some(value) => Expr::value(value, ty, span),
            None => Expr::error(span),
        }
    }

    /// True if the extensions are enabled that a function needs for some types of arguments.
    fn check_call_extension(&mut self, call: &Call<'_>) -> bool {
        let argument = call.operands.first().map(|&operand| self.operand_type(operand));
        let ty = argument.filter(|&ty| ty != common::VOID).unwrap_or(call.ty);
        let needed = match self.module.types.get(self.module.types.pointee(ty).unwrap_or(ty)) {
            TypeData::Image(image) if !image.storage && !matches!(image.dim, Dim::Subpass | Dim::Buffer) => {
                Some(Extension::ExtSamplerlessTextureFunctions)
            }
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => extension_of_kind(call.row, scalar),
            TypeData::Image(image) => extension_of_kind(call.row, image.sampled),
            _ => None,
        };
        let Some(extension) = needed.filter(|&extension| !self.enabled(extension)) else { return true };
        let (function, name) = (call.row.name, self.module.type_name(ty));
        let message = format!("`{function}` does not accept an argument of type `{name}` here");
        self.report.error(Code::VersionLacks, call.span, message);
        self.report.help_extension(extension);
        false
    }

    /// Converts the arguments to operands, by the direction of their parameters.
    fn builtin_operands(&mut self, call: &mut Call<'_>) -> Option<()> {
        for (param, argument) in call.row.params.iter().zip(call.arguments) {
            let span = argument.expr.span;
            let operand = match param.direction {
                Direction::In => {
                    let value = self.argument_value(argument)?;
                    match (param.pattern, call.binding.ty(param.pattern, &mut self.module.types)) {
                        (Pattern::Num(..), Some(ty)) => {
                            self.convert_implicitly(value, argument.expr.ty, ty, span)
                        }
                        _ => value,
                    }
                }
                Direction::Out => {
                    self.l_value(argument.expr, "passed to an `out` or `inout` parameter")?;
                    self.undef_of(common::VOID)
                }
                Direction::Ref => {
                    self.check_memory(call.row.lower, argument)?;
                    self.opaque_argument(argument)?
                }
            };
            if param.constant && !self.is_constant_argument(param, operand) {
                self.report.report_not_constant(param, span);
                return None;
            }
            self.limit_offset(param, operand, span);
            call.operands.push(operand);
        }
        Some(())
    }

    /// Checks that atomics work on shared or buffer memory, and interpolation on inputs (GLSL 4.60 sections 8.11 and
    /// 8.14).
    fn check_memory(&mut self, lower: Lower, argument: &Argument) -> Option<()> {
        let wanted = match lower {
            Lower::Interpolate(_) | Lower::InterpolateAtVertex => "a shader input",
            Lower::Atomic { .. } => "a buffer member or shared variable",
            _ => return Some(()),
        };
        let Some(place) = self.places.of(argument.expr) else {
            // Another kind of operand is reported where its value is needed.
            self.operand(argument.expr)?;
            let message = format!("argument of this function must be {wanted}, found an expression");
            self.report.error(Code::NoOverload, argument.expr.span, message);
            return None;
        };
        // GLSL 4.40 lets components be chosen (section 8.13.2), ESSL does not.
        let version = self.version();
        if matches!(lower, Lower::Interpolate(_))
            && place.swizzle.is_some()
            && !Feature::InterpolateComponents.is_in(version)
        {
            let message = format!("version {version} does not support interpolating components of an input");
            self.report.error(Code::NoOverload, argument.expr.span, message);
            return None;
        }
        // ESSL 3.20 section 8.14: a variable, an element, or a member of a block without instance name.
        if matches!(lower, Lower::Interpolate(_)) && version.is_es() && place.field_selected {
            let message = format!("version {version} does not support interpolating members or components");
            self.report.error(Code::NoOverload, argument.expr.span, message);
            return None;
        }
        let is_right = match lower {
            Lower::Interpolate(_) | Lower::InterpolateAtVertex => place.storage == Storage::Input,
            _ => place.storage.is(StorageTraits::SHARED),
        };
        if is_right {
            // An atomic load is the one that writes nothing.
            let writes = matches!(lower, Lower::Atomic { unsigned: Some(op), .. } if op != Op::AtomicLoad);
            return (!writes || self.check_writable(&place, argument.expr, "changed")).then_some(());
        }
        let name = self.place_name(&place);
        let message = format!("argument of this function must be {wanted}, found {name}");
        self.report.error(Code::NoOverload, argument.expr.span, message);
        None
    }

    /// The precision of the operation: that of its declaration, or of the most precise argument that counts (ESSL 3.20
    /// section 4.7.3).
    fn builtin_precision(&mut self, call: &Call<'_>) -> Precision {
        if !self.precision.is_used {
            return Precision::None;
        }
        if let Some(precision) = call.row.result.precision {
            return if self.precision.in_language { precision } else { Precision::None };
        }
        let deciding: Vec<Operand> = call
            .row
            .params
            .iter()
            .zip(&call.operands)
            .filter(|(param, _)| param.affects_precision())
            .map(|(_, &operand)| operand)
            .collect();
        let precision = self.joint_precision(&deciding);
        for &operand in &deciding {
            self.give_precision(operand, precision);
        }
        precision
    }

    fn emit_row(&mut self, call: &Call<'_>) -> Option<Operand> {
        let kind = call.binding.kind;
        match call.row.lower {
            // The derivatives of shaders without groups to take them in (GL_NV_compute_shader_derivatives).
            Lower::Op(op) if op.effects().contains(Effects::DERIVATIVE) && self.has_no_group() => {
                self.interface.derivative_of_none.get_or_insert(call.span);
                Some(self.module.constants.null(call.ty).into())
            }
            // GLSL 4.60 section 4.3.3.
            Lower::Op(op)
                if op.effects().contains(Effects::DERIVATIVE)
                    && call.operands.iter().all(|operand| operand.constant().is_some()) =>
            {
                Some(self.module.constants.null(call.ty).into())
            }
            // SPIR-V has derivatives of 32 bits alone (section 3.3.16).
            Lower::Op(op) if kind == Scalar::F16 && op.effects().contains(Effects::DERIVATIVE) => {
                Some(self.emit_as_float(op, call))
            }
            Lower::Op(op) => Some(self.builtin_op(op, call)),
            Lower::ByKind { float, signed, unsigned, bool } => {
                let op = by_kind(kind, float, signed, unsigned, bool)?;
                Some(self.builtin_op(op, call))
            }
            Lower::Convert(op) | Lower::ImageQuery(op) => Some(self.emit_as_is(op, call)),
            Lower::AsFloat(op) => Some(self.emit_as_float(op, call)),
            Lower::ConvertOut(op) => {
                let (&value, ty) = (call.operands.get(1)?, call.arguments.first()?.expr.ty);
                let converted = self.builder().emit(op, &[value], 0, ty, Precision::None);
                self.store_out(call, 0, converted);
                None
            }
            Lower::PairReturnFirst(op) => {
                let inputs = call.operands.get(..call.operands.len() - 1)?;
                let [first, second] = self.builder().op_pair(op, inputs, call.precision);
                self.store_out(call, call.operands.len() - 1, second);
                Some(first)
            }
            Lower::PairOut(op) => {
                let inputs = call.operands.get(..2)?;
                let precision = if self.precision.in_language { Precision::High } else { Precision::None };
                let [first, second] = self.builder().op_pair(op, inputs, precision);
                self.store_out(call, 2, first);
                self.store_out(call, 3, second);
                None
            }
            Lower::MixBool => {
                let &[no, yes, condition] = call.operands.as_slice() else { return None };
                Some(self.builder().emit(Op::Select, &[condition, yes, no], 0, call.ty, call.precision))
            }
            Lower::BitQuery { signed, unsigned } => {
                Some(self.emit_as_is(if kind.is_signed() { signed } else { unsigned }, call))
            }
            Lower::Image(op) => self.emit_image(op, call),
            Lower::ImageSpread(op) => {
                let depth = self.emit_image(op, call)?;
                let one = self.one(Scalar::F32);
                Some(self.construct(common::VEC4, &[depth, depth, depth, one], call.span))
            }
            Lower::ImageSize => {
                // A rectangle has one level, even where the function takes one.
                let count = if call.binding.shape == Some(TexShape::Rect) { 1 } else { call.operands.len() };
                let operands = call.operands.get(..count)?;
                Some(self.builder().emit(Op::ImageSize, operands, 0, call.ty, call.precision))
            }
            Lower::QueryLod => Some(self.emit_as_is(Op::ImageQueryLod, call)),
            Lower::ImageWrite => {
                self.emit_image_write(call);
                None
            }
            Lower::Atomic { float, signed, unsigned } => {
                let op = by_kind(kind, float, signed, unsigned, None)?;
                let pointer = call.operands.first().copied()?;
                self.emit_atomic(op, pointer, call)
            }
            Lower::ImageAtomic { float, signed, unsigned } => {
                let op = by_kind(kind, float, signed, unsigned, None)?;
                let pointer = self.texel_pointer(call)?;
                self.emit_atomic(op, pointer, call)
            }
            Lower::Counter(op) => self.emit_counter(op, call),
            Lower::ControlBarrier(intrinsic) => {
                // The first half releases memory, the second one acquires it.
                let fence = match intrinsic {
                    Intrinsic::ControlBarrierArrive => WORKGROUP_RELEASE,
                    Intrinsic::ControlBarrierWait => WORKGROUP_ACQUIRE,
                    _ => WORKGROUP_FENCE,
                };
                let tessellation = self.module.stage == Stage::TessControl;
                let memory = if tessellation { INVOCATION } else { WORKGROUP };
                let semantics = if tessellation { 0 } else { fence };
                self.emit_intrinsic(intrinsic, &[WORKGROUP, memory, semantics], &[], call);
                None
            }
            Lower::MemoryBarrier { scope, semantics } => {
                self.emit_intrinsic(Intrinsic::MemoryBarrier, &[scope, semantics], &[], call);
                None
            }
            Lower::ScopedControlBarrier(intrinsic) => {
                let (scopes, semantics) = self.scopes_and_semantics(call);
                let &[execution, memory] = scopes.as_slice() else { return None };
                let numbers = [execution, memory, semantics];
                self.emit_intrinsic(intrinsic, &numbers, &[], call);
                None
            }
            Lower::ScopedMemoryBarrier => {
                let (scopes, semantics) = self.scopes_and_semantics(call);
                let numbers = [scopes.first().copied()?, semantics];
                self.emit_intrinsic(Intrinsic::MemoryBarrier, &numbers, &[], call);
                None
            }
            Lower::BallotArb => self.emit_ballot_arb(call),
            Lower::Clock(scope) => Some(self.emit_intrinsic(Intrinsic::ReadClock, &[scope], &[], call)),
            Lower::Dot { packed, saturating } => self.emit_dot(packed, saturating, call),
            Lower::RayQuery(intrinsic) => self.emit_ray_query(intrinsic, call),
            Lower::HitObject(intrinsic) => self.emit_hit_object(intrinsic, call),
            Lower::TraceRay => self.emit_with_location(Intrinsic::TraceRay, RAY_PAYLOADS, call),
            Lower::TraceRayMotion => self.emit_with_location(Intrinsic::TraceRayMotion, RAY_PAYLOADS, call),
            Lower::ExecuteCallable => self.emit_with_location(Intrinsic::ExecuteCallable, CALLABLES, call),
            Lower::Jump(op) => {
                self.body.exits += 1;
                self.builder().terminate(op, &[]);
                None
            }
            Lower::EmitMeshTasks => {
                let mut operands = call.operands.clone();
                let payload = self.module.globals.iter().find(|row| row.1.storage == Storage::TaskPayload);
                operands.extend(payload.map(|(global, _)| Operand::from(global)));
                self.builder().terminate(Op::EmitMeshTasks, &operands);
                None
            }
            Lower::Sparse(op) => self.emit_sparse(op, call),
            Lower::Intrinsic(intrinsic) => Some(self.emit_intrinsic(intrinsic, &[], &call.operands, call)),
            Lower::GatherForm(intrinsic) => self.emit_gather_form(intrinsic, call),
            Lower::Subgroup(Intrinsic::ControlBarrier) => {
                let all = [SUBGROUP, SUBGROUP, 0x948];
                Some(self.emit_intrinsic(Intrinsic::ControlBarrier, &all, &[], call))
            }
            Lower::Subgroup(intrinsic) => {
                Some(self.emit_intrinsic(intrinsic, &[SUBGROUP], &call.operands, call))
            }
            Lower::Group { operation, float, signed, unsigned, bool } => {
                let intrinsic = by_kind(kind, float, signed, unsigned, bool)?;
                Some(self.emit_intrinsic(intrinsic, &[SUBGROUP, operation], &call.operands, call))
            }
            Lower::BallotCount { operation } => {
                let count = Intrinsic::SubgroupBallotBitCount;
                Some(self.emit_intrinsic(count, &[SUBGROUP, operation], &call.operands, call))
            }
            Lower::QuadSwap { direction } => {
                let mut operands = call.operands.clone();
                operands.push(self.module.constants.u32(direction).into());
                Some(self.emit_intrinsic(Intrinsic::SubgroupQuadSwap, &[SUBGROUP], &operands, call))
            }
            Lower::Interpolate(op) => {
                // The whole vector is interpolated, then components are selected.
                let place = call.arguments.first().and_then(|argument| self.places.of(argument.expr))?;
                let value = self.builder().emit(op, &call.operands, 0, place.pointee, call.precision);
                Some(match place.swizzle {
                    Some(swizzle) => self.op(Op::Swizzle, &[value], swizzle.bits(), call.span),
                    None => value,
                })
            }
            Lower::InterpolateAtVertex => self.emit_value_at_vertex(call),
            Lower::SubpassLoad => self.emit_subpass_load(call),
            Lower::FragmentFetch(intrinsic) => self.emit_fragment_fetch(intrinsic, call),
            Lower::PixelStore => {
                self.emit_pixel_store(call);
                None
            }
            Lower::FixedTransform => self.emit_fixed_transform(call),
            Lower::YuvConversion(conversion) => self.emit_yuv_conversion(conversion, call),
            Lower::Amd(function) => self.emit_amd(function, call),
            Lower::Integers(function) => {
                self.cursor.span = call.span;
                self.builder().integer_function(function, &call.operands, call.precision)
            }
            Lower::Zero => Some(self.module.constants.null(call.ty).into()),
        }
    }

    /// An op on the arguments as they are.
    fn emit_as_is(&mut self, op: Op, call: &Call<'_>) -> Operand {
        self.builder().emit(op, &call.operands, 0, call.ty, call.precision)
    }

    /// An op on the arguments; scalars among vectors are splatted where the op needs it.
    fn builtin_op(&mut self, op: Op, call: &Call<'_>) -> Operand {
        let keep = matches!(op, Op::Refract | Op::SbitExtract | Op::UbitExtract | Op::BitInsert);
        let widest = call.operands.iter().map(|&it| self.operand_type(it)).find(|&ty| {
            matches!(self.module.types.get(ty), TypeData::Vector { .. } | TypeData::LongVector { .. })
        });
        if let (Some(widest), false) = (widest, keep) {
            let scalar = self.module.types.scalar_of(widest);
            let is_narrow = |this: &Self, operand: Operand| {
                let (ty, types) = (this.operand_type(operand), &this.module.types);
                types.vector_size(ty) == Some(1) && types.scalar_of(ty) == scalar
            };
            if call.operands.iter().any(|&operand| is_narrow(self, operand)) {
                let mut operands = call.operands.clone();
                for operand in operands.iter_mut() {
                    if is_narrow(self, *operand) {
                        *operand = self.splat(*operand, widest, call.span);
                    }
                }
                self.cursor.span = call.span;
                return self.builder().emit(op, &operands, 0, call.ty, call.precision);
            }
        }
        self.cursor.span = call.span;
        self.emit_as_is(op, call)
    }

    /// An op on operands of one type as floats of 32 bits, whose result is converted back.
    fn emit_as_float(&mut self, op: Op, call: &Call<'_>) -> Operand {
        let wide = self.module.types.with_scalar(call.ty, Scalar::F32).unwrap_or(call.ty);
        let mut builder = self.builder();
        let mut operands = call.operands.clone();
        for operand in &mut operands {
            *operand = builder.emit(Op::Fconvert, &[*operand], 0, wide, call.precision);
        }
        let result = builder.emit(op, &operands, 0, wide, call.precision);
        builder.emit(Op::Fconvert, &[result], 0, call.ty, call.precision)
    }

    pub(crate) fn emit_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        first: &[u32],
        rest: &[Operand],
        call: &Call<'_>,
    ) -> Operand {
        let mut operands: Vec<Operand> = Vec::with_capacity(first.len() + rest.len());
        for &number in first {
            operands.push(self.module.constants.u32(number).into());
        }
        operands.extend_from_slice(rest);
        self.body.writes += 1;
        self.builder().intrinsic(intrinsic, &operands, call.ty, call.precision)
    }

    /// Stores a result to the place of an `out` argument.
    pub(crate) fn store_out(&mut self, call: &Call<'_>, index: usize, value: Operand) {
        let Some(argument) = call.arguments.get(index) else { return };
        let ExprKind::Place(id) = argument.expr.kind else { return };
        let Some(place) = self.places.get(id) else { return };
        let from = self.operand_type(value);
        let value = self.convert(value, from, argument.expr.ty, call.span);
        self.store(&place, value, call.span);
    }

    fn emit_image_write(&mut self, call: &Call<'_>) {
        let (mut image, mut coordinate, mut texel, mut level, mut sample) = (None, None, None, None, None);
        for ((param, &operand), index) in call.row.params.iter().zip(&call.operands).zip(0..) {
            match param.role {
                Role::Coord => coordinate = Some(operand),
                Role::Lod => level = Some(operand),
                Role::Sample => sample = Some(operand),
                _ if index == 0 => image = Some(operand),
                _ => texel = Some(operand),
            }
        }
        let (Some(image), Some(coordinate), Some(texel)) = (image, coordinate, texel) else { return };
        let mut operands = vec![image, coordinate, texel];
        operands.extend(level);
        operands.extend(sample);
        let mut flags = self.image_access(call);
        if level.is_some() {
            flags.insert(vitrum_ir::ImageOperands::LOD);
        }
        if sample.is_some() {
            flags.insert(vitrum_ir::ImageOperands::SAMPLE);
        }
        self.body.writes += 1;
        self.builder().push(Op::ImageWrite, &operands, flags.bits(), &[]);
    }

    fn emit_subpass_load(&mut self, call: &Call<'_>) -> Option<Operand> {
        let &[image, ref rest @ ..] = call.operands.as_slice() else { return None };
        let origin = self.module.constants.null(common::IVEC2).into();
        let mut operands = vec![image, origin];
        operands.extend_from_slice(rest);
        let flags = if rest.is_empty() { 0 } else { vitrum_ir::ImageOperands::SAMPLE.bits() };
        Some(self.builder().emit(Op::ImageRead, &operands, flags, call.ty, call.precision))
    }

    fn emit_pixel_store(&mut self, call: &Call<'_>) {
        let &[image, texel] = call.operands.as_slice() else { return };
        let origin = self.module.constants.null(common::IVEC2).into();
        self.body.writes += 1;
        self.builder().push(Op::ImageWrite, &[image, origin, texel], 0, &[]);
    }

    /// The access flags that an image's qualifiers ask for: a volatile access must not be dropped. Coherence stays with
    /// the variable.
    pub(crate) fn image_access(&self, call: &Call<'_>) -> vitrum_ir::ImageOperands {
        let mut flags = vitrum_ir::ImageOperands::NONE;
        let argument = call.arguments.first().map(|argument| argument.expr);
        let qualifiers = argument.and_then(|expr| self.image_qualifiers(expr)).unwrap_or_default();
        // A handle has no variable that a coherent access could be one of.
        let is_handle =
            argument.and_then(|expr| self.places.of(expr)).is_some_and(|it| self.is_named_by_handle(&it));
        let is_coherent = is_handle && qualifiers.intersects(Qualifiers::ANY_COHERENT);
        if qualifiers.contains(Qualifiers::VOLATILE) || is_coherent {
            flags.insert(vitrum_ir::ImageOperands::VOLATILE);
        }
        flags
    }
}

/// The operation of a row for this kind of scalar.
pub(crate) fn by_kind<X>(
    kind: Scalar,
    float: Option<X>,
    signed: Option<X>,
    unsigned: Option<X>,
    bool: Option<X>,
) -> Option<X> {
    if kind.is_float() {
        float
    } else if kind.is_signed() {
        signed
    } else if kind.is_unsigned() {
        unsigned
    } else {
        bool
    }
}
