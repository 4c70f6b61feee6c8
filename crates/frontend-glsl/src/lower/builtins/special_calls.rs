//! Built-in functions that are more than one operation on their arguments: atomics with scopes, atomic counters,
//! ballots, dot products, ray queries and tracing.

use crate::builtins::pattern::{Param, Role};
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use crate::lower::report::Report;
use crate::lower::scopes::Entity;
use vitrum_ir::types::common;
use vitrum_ir::{
    AtomicAccess, ImageFormat, Intrinsic, Op, Operand, Scalar, Span, Storage, Swizzle, TypeData,
};

impl Report<'_> {
    pub(crate) fn report_not_constant(&mut self, param: &Param, span: Span) {
        let what = match param.role {
            Role::Offset | Role::Offsets => "texel offset",
            Role::Component => "gather component",
            Role::Scope => "scope",
            Role::Semantics | Role::Unequal => "memory semantics",
            _ => "argument",
        };
        self.error(Code::NotConstant, span, format!("{what} must be a constant expression"));
    }
}

impl Lowering<'_> {
    /// True if an argument is a constant expression, where the parameter demands one.
    pub(crate) fn is_constant_argument(&self, param: &Param, operand: Operand) -> bool {
        let is_free = param.role == Role::Offset
            && operand.constant().is_none()
            && (self.enabled(Extension::ExtTextureOffsetNonConst) || self.enabled(Extension::NvGpuShader5));
        // Scopes and semantics must be known when the module is made (`GL_KHR_memory_scope_semantics`).
        let is_known = !matches!(param.role, Role::Scope | Role::Semantics | Role::Unequal)
            || operand.constant().is_some_and(|constant| !self.module.constants.is_spec(constant));
        is_free || operand.constant().is_some() && is_known
    }

    /// Checks that the texels of an image are one number, or halves for functions on those: a parameter has no format (GLSL
    /// 4.60 section 8.12, `GL_NV_shader_atomic_fp16_vector`).
    fn check_atomic_image(&mut self, call: &Call<'_>, image: Operand) -> Option<()> {
        let pointee = self.module.types.pointee(self.operand_type(image));
        let Some(TypeData::Image(image)) = pointee.map(|ty| self.module.types.get(ty)) else {
            return Some(());
        };
        let is_vector = |ty| self.module.types.vector_size(ty) > Some(1);
        let texel = image.atomic_texel();
        if texel.is_some_and(|texel| if is_vector(call.ty) { texel == call.ty } else { !is_vector(texel) }) {
            return Some(());
        }
        let expected = match image.sampled {
            _ if self.module.types.vector_size(call.ty) == Some(2) => "`rg16f`",
            _ if is_vector(call.ty) => "`rgba16f`",
            Scalar::I64 => "`r64i`",
            Scalar::U64 => "`r64ui`",
            Scalar::F32 => "`r32f`",
            Scalar::I32 => "`r32i`",
            _ => "`r32ui`",
        };
        let found = match image.format {
            ImageFormat::Unknown => "one without a format".to_owned(),
            format => format!("`{}`", format.name()),
        };
        let name = call.row.name;
        let message = format!("`{name}` requires an image of format {expected}, found {found}");
        self.report.error(Code::ImageFormat, call.span, message);
        if image.format == ImageFormat::Unknown {
            self.report.help("a parameter has no format: name the image itself in the call");
        }
        None
    }

    /// The address of the texel that an atomic works on.
    pub(crate) fn texel_pointer(&mut self, call: &Call<'_>) -> Option<Operand> {
        let role = |wanted| {
            let mut pairs = call.row.params.iter().zip(&call.operands);
            pairs.find(|(param, _)| param.role == wanted).map(|(_, &operand)| operand)
        };
        let image = call.operands.first().copied()?;
        let image = self.of_atomic_format(image, call.ty, call.span).unwrap_or(image);
        self.check_atomic_image(call, image)?;
        let zero = Operand::from(self.module.constants.i32(0));
        let operands = [image, role(Role::Coord)?, role(Role::Sample).unwrap_or(zero)];
        Some(self.op(Op::TexelPointer, &operands, 0, call.span))
    }

    /// The scopes in order, and storage and semantics as one set of bits. The semantics of the unequal case are left
    /// out: they are never stronger.
    pub(crate) fn scopes_and_semantics(&self, call: &Call<'_>) -> (Vec<u32>, u32) {
        let (mut scopes, mut semantics) = (Vec::new(), 0);
        for (param, operand) in call.row.params.iter().zip(&call.operands) {
            let value = operand.constant().and_then(|constant| self.module.constants.as_int(constant));
            let value = u32::try_from(value.unwrap_or(0)).unwrap_or(0);
            match param.role {
                Role::Scope => scopes.push(value),
                Role::Semantics => semantics |= value,
                _ => {}
            }
        }
        (scopes, semantics)
    }

    /// An atomic at an address. Its data are the arguments without another role.
    pub(crate) fn emit_atomic(&mut self, op: Op, pointer: Operand, call: &Call<'_>) -> Option<Operand> {
        let mut operands = vec![pointer];
        let data = call.row.params.iter().zip(&call.operands).skip(1);
        // `atomicCompSwap(mem, compare, data)`; the IR has value, then comparator.
        operands.extend(data.rev().filter(|(param, _)| param.role == Role::Plain).map(|(_, &it)| it));
        let (scopes, semantics) = self.scopes_and_semantics(call);
        let scope = scopes.first().map_or(AtomicAccess::UNSAID, |&scope| scope as u8);
        self.push_atomic(op, &operands, AtomicAccess { scope, semantics }, call)
    }

    fn push_atomic(
        &mut self,
        op: Op,
        operands: &[Operand],
        access: AtomicAccess,
        call: &Call<'_>,
    ) -> Option<Operand> {
        self.body.writes += 1;
        let results = [(call.ty, call.precision)];
        let results = if call.ty == common::VOID { &[][..] } else { &results };
        self.cursor.span = call.span;
        let inst = self.builder().push(op, operands, access.bits(), results);
        let function = self.cursor.function;
        match inst.and_then(|inst| self.module.functions[function].result(inst)) {
            Some(value) => Some(value.into()),
            None if call.ty == common::VOID => None,
            None => Some(self.undef_of(call.ty)),
        }
    }

    /// An atomic on a counter. An increment gives the value before it, a decrement the one after it (GLSL 4.60
    /// section 8.10).
    pub(crate) fn emit_counter(&mut self, op: Op, call: &Call<'_>) -> Option<Operand> {
        let pointer = call.operands.first().copied()?;
        let is_step = call.operands.len() == 1 && op != Op::AtomicLoad;
        if !is_step {
            return self.emit_atomic(op, pointer, call);
        }
        let one = Operand::from(self.module.constants.u32(1));
        let before = self.push_atomic(op, &[pointer, one], AtomicAccess::default(), call)?;
        if op == Op::AtomicIadd {
            return Some(before);
        }
        Some(self.builder().op(Op::Isub, &[before, one], call.precision))
    }

    /// `ftransform`: the position as the fixed-function pipeline computes it. The product is `precise`, so that every
    /// shader computes it in the same way.
    pub(crate) fn emit_fixed_transform(&mut self, call: &Call<'_>) -> Option<Operand> {
        let mut load = |name: &str| {
            let symbol = self.symbols.intern(name);
            let Some(Entity::Variable(id)) = self.builtin_variable(symbol) else { return None };
            let expr = self.variable_expr(id, call.span);
            self.operand(expr)
        };
        let (matrix, vertex) = (load("gl_ModelViewProjectionMatrix")?, load("gl_Vertex")?);
        self.cursor.span = call.span;
        let was_precise = std::mem::replace(&mut self.cursor.precise, true);
        let position = self.builder().op(Op::MatrixTimesVector, &[matrix, vertex], call.precision);
        self.cursor.precise = was_precise;
        Some(position)
    }

    /// `ballotARB`: the first 64 bits of a ballot.
    pub(crate) fn emit_ballot_arb(&mut self, call: &Call<'_>) -> Option<Operand> {
        let ballot =
            self.builder().intrinsic(Intrinsic::BallotKhr, &call.operands, common::UVEC4, call.precision);
        let half = self.builder().swizzle(ballot, Swizzle::new(&[0, 1])?, call.precision);
        Some(self.builder().emit(Op::Bitcast, &[half], 0, call.ty, call.precision))
    }

    /// An integer dot product. In a mixed one the signed vector comes first.
    pub(crate) fn emit_dot(&mut self, packed: bool, saturating: bool, call: &Call<'_>) -> Option<Operand> {
        let mut operands = call.operands.clone();
        let is_signed = |cx: &Self, operand: &Operand| {
            let ty = cx.operand_type(*operand);
            cx.module.types.scalar_of(ty).is_some_and(Scalar::is_signed)
        };
        let signs = (is_signed(self, operands.first()?), is_signed(self, operands.get(1)?));
        if signs == (false, true) {
            operands.swap(0, 1);
        }
        let intrinsic = match (signs, saturating) {
            ((true, true), false) => Intrinsic::SdotProduct,
            ((false, false), false) => Intrinsic::UdotProduct,
            (_, false) => Intrinsic::SudotProduct,
            ((true, true), true) => Intrinsic::SdotProductAccSat,
            ((false, false), true) => Intrinsic::UdotProductAccSat,
            (_, true) => Intrinsic::SudotProductAccSat,
        };
        if packed {
            // SPIR-V's only format: four bytes.
            operands.push(self.module.constants.u32(0).into());
        }
        Some(self.builder().intrinsic(intrinsic, &operands, call.ty, call.precision))
    }

    /// An operation on a ray query. `committed` becomes an integer: 0 for the candidate, 1 for the committed
    /// intersection.
    pub(crate) fn emit_ray_query(&mut self, intrinsic: Intrinsic, call: &Call<'_>) -> Option<Operand> {
        let mut operands = Vec::with_capacity(call.operands.len());
        let out = call.row.params.iter().position(|param| param.role == Role::Texel);
        for (param, &operand) in call.row.params.iter().zip(&call.operands) {
            if param.role == Role::Texel {
                continue;
            }
            operands.push(match operand.constant().filter(|_| param.constant) {
                Some(constant) => {
                    let committed = self.module.constants.bits(constant) == Some(1);
                    self.module.constants.u32(u32::from(committed)).into()
                }
                None => operand,
            });
        }
        self.body.writes += 1;
        let Some(index) = out else {
            return Some(self.builder().intrinsic(intrinsic, &operands, call.ty, call.precision));
        };
        let pattern = call.row.params.get(index)?.pattern;
        let ty = call.binding.ty(pattern, &mut self.module.types)?;
        let value = self.builder().intrinsic(intrinsic, &operands, ty, call.precision);
        self.store_out(call, index, value);
        None
    }

    /// An operation whose last argument is the location of a variable in one of two storage classes.
    pub(crate) fn emit_with_location(
        &mut self,
        intrinsic: Intrinsic,
        storages: [Storage; 2],
        call: &Call<'_>,
    ) -> Option<Operand> {
        let (&last, rest) = call.operands.split_last()?;
        let location = last.constant().and_then(|constant| self.module.constants.as_int(constant));
        let found = self.module.globals.iter().find(|(_, data)| {
            storages.contains(&data.storage) && data.decorations.location.map(i64::from) == location
        });
        let Some((global, _)) = found else {
            let span = call.arguments.last().map_or(call.span, |argument| argument.expr.span);
            let what = if matches!(intrinsic, Intrinsic::TraceRay | Intrinsic::TraceRayMotion) {
                "ray payload"
            } else {
                "callable data"
            };
            let location = location.unwrap_or(0);
            self.report.error(Code::NotConstant, span, format!("no {what} declared at location {location}"));
            return None;
        };
        let mut operands = rest.to_vec();
        operands.push(global.into());
        Some(self.emit_intrinsic(intrinsic, &[], &operands, call))
    }
}
