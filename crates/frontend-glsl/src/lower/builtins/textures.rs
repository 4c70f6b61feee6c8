//! Texture functions: splits coordinates, and puts image operands into the order of the IR.

use crate::builtins::constants::{CONSTANTS, Parts};
use crate::builtins::pattern::{Param, Pattern, Role, Shape, TexShape};
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::builtins::calls::Call;
use vitrum_ir::types::common;
use vitrum_ir::{ConstantKind, ImageOperands, Intrinsic, Op, Operand, Scalar, Span, Swizzle, Type};

/// The arguments of an image function, by role.
#[derive(Default)]
struct Roles {
    image: Option<Operand>,
    coordinate: Option<Operand>,
    reference: Option<Operand>,
    component: Option<Operand>,
    bias: Option<Operand>,
    lod: Option<Operand>,
    grad: [Option<Operand>; 2],
    offset: Option<Operand>,
    offsets: Option<Operand>,
    sample: Option<Operand>,
    min_lod: Option<Operand>,
}

impl Lowering<'_> {
    /// Checks that a texel offset that must be constant is within the limits of the device (ESSL 3.00 section 8.8), and in WebGL any
    /// constant one (WebGL 2.0 section 5.6).
    pub(crate) fn limit_offset(&mut self, param: &Param, operand: Operand, span: Span) {
        let is_limited = param.constant || self.settings.webgl.is_some();
        if param.role != Role::Offset || !is_limited {
            return;
        }
        let Some(constant) = operand.constant() else { return };
        let value = |name: &str| {
            let row = CONSTANTS.iter().find(|row| row.name == name)?;
            match row.value(&self.settings.limits.builtins, true) {
                Parts::One(value) => Some(i64::from(value)),
                Parts::Three(_) => None,
            }
        };
        let (Some(least), Some(most)) =
            (value("gl_MinProgramTexelOffset"), value("gl_MaxProgramTexelOffset"))
        else {
            return;
        };
        let constants = &self.module.constants;
        let parts = match &constants.get(constant).kind {
            ConstantKind::Composite(parts) => parts.to_vec(),
            _ => vec![constant],
        };
        let is_outside = |part: &i64| *part < least || *part > most;
        if let Some(part) = parts.into_iter().filter_map(|part| constants.as_int(part)).find(is_outside) {
            let message = format!("texel offset {part} is outside of the range {least} to {most}");
            self.report.error(Code::IndexOutOfRange, span, message);
            self.report.note("`gl_MinProgramTexelOffset` and `gl_MaxProgramTexelOffset`, limits of the device, say the range");
        }
    }

    /// A texture lookup; returns the texel.
    pub(crate) fn emit_image(&mut self, op: Op, call: &Call<'_>) -> Option<Operand> {
        let (operands, flags, is_compared) = self.image_operands(op, call)?;
        let is_depth = is_compared && op == Op::ImageSample || call.ty == common::F32;
        let ty = match self.module.types.scalar_of(call.ty).filter(|_| is_depth) {
            Some(scalar) => common::scalar(scalar),
            None => self.texel_type(call.ty),
        };
        self.cursor.span = call.span;
        Some(self.builder().emit(op, &operands, flags.bits(), ty, call.precision))
    }

    /// A gather of texels that are not a square of four.
    pub(crate) fn emit_gather_form(&mut self, intrinsic: Intrinsic, call: &Call<'_>) -> Option<Operand> {
        let (operands, ..) = self.image_operands(Op::ImageGather, call)?;
        let component = operands.get(2).and_then(|component| component.constant());
        let component = component.and_then(|component| self.module.constants.as_int(component));
        if let Some(component) = component.filter(|component| !(0..4).contains(component)) {
            let message = format!("gather component {component} is outside of the range 0 to 3");
            self.report.error(Code::IndexOutOfRange, call.span, message);
            return None;
        }
        let ty = self.texel_type(call.ty);
        self.cursor.span = call.span;
        Some(self.builder().intrinsic(intrinsic, &operands, ty, call.precision))
    }

    /// A lookup in a sparse texture: returns the residency code, and stores the texel to its argument.
    pub(crate) fn emit_sparse(&mut self, op: Op, call: &Call<'_>) -> Option<Operand> {
        let (operands, mut flags, _) = self.image_operands(op, call)?;
        flags.insert(ImageOperands::SPARSE);
        let index = call.row.params.iter().position(|param| param.role == Role::Texel)?;
        let texel = call.binding.ty(call.row.params.get(index)?.pattern, &mut self.module.types)?;
        let results = [(common::I32, call.precision), (texel, call.precision)];
        self.cursor.span = call.span;
        let inst = self.builder().push(op, &operands, flags.bits(), &results);
        let function = self.cursor.function;
        let mut values = inst.map(|inst| self.module.functions[function].results(inst)).into_iter().flatten();
        let (Some(code), Some(texel)) = (values.next(), values.next()) else {
            return Some(self.undef_of(common::I32));
        };
        self.store_out(call, index, texel.into());
        Some(code.into())
    }

    /// A fetch of a fragment of a texture or attachment with several samples, or of their mask.
    pub(crate) fn emit_fragment_fetch(&mut self, intrinsic: Intrinsic, call: &Call<'_>) -> Option<Operand> {
        let mut operands = call.operands.clone();
        if call.binding.shape == Some(TexShape::SubpassMs) {
            operands.insert(1, self.module.constants.null(common::IVEC2).into());
        }
        Some(self.builder().intrinsic(intrinsic, &operands, call.ty, call.precision))
    }

    /// The operands of an image op, the flags that list them, and true if there is a depth reference.
    fn image_operands(&mut self, op: Op, call: &Call<'_>) -> Option<(Vec<Operand>, ImageOperands, bool)> {
        let mut roles = Roles::default();
        let mut flags = self.image_access(call);
        for (param, &operand) in call.row.params.iter().zip(&call.operands) {
            match param.role {
                Role::Plain => roles.image = Some(operand),
                Role::Coord => self.take_coordinate(&mut roles, &mut flags, param.pattern, operand, call)?,
                Role::Reference => roles.reference = Some(operand),
                Role::Component => roles.component = Some(operand),
                Role::Bias => roles.bias = Some(operand),
                Role::Lod => roles.lod = Some(operand),
                Role::GradX => roles.grad[0] = Some(operand),
                Role::GradY => roles.grad[1] = Some(operand),
                Role::Offset => roles.offset = Some(operand),
                Role::Offsets => roles.offsets = Some(operand),
                Role::Sample => roles.sample = Some(operand),
                Role::MinLod => roles.min_lod = Some(operand),
                Role::Texel
                | Role::Scope
                | Role::Semantics
                | Role::Unequal
                | Role::Payload
                | Role::Attribute => {}
            }
        }
        if op == Op::ImageGather && roles.reference.is_none() && roles.component.is_none() {
            roles.component = Some(self.module.constants.i32(0).into());
        }
        let mut operands = vec![roles.image?, roles.coordinate?];
        let optional = [
            (ImageOperands::DREF, roles.reference),
            (ImageOperands::COMPONENT, roles.component),
            (ImageOperands::BIAS, roles.bias),
            (ImageOperands::LOD, roles.lod),
            (ImageOperands::GRAD, roles.grad[0]),
            (ImageOperands::GRAD, roles.grad[1]),
            (ImageOperands::OFFSET, roles.offset),
            (ImageOperands::OFFSETS, roles.offsets),
            (ImageOperands::SAMPLE, roles.sample),
            (ImageOperands::MIN_LOD, roles.min_lod),
        ];
        for (flag, operand) in optional {
            if let Some(operand) = operand {
                flags.insert(flag);
                operands.push(operand);
            }
        }
        Some((operands, flags, roles.reference.is_some()))
    }

    fn texel_type(&mut self, result: Type) -> Type {
        let scalar = self.module.types.scalar_of(result).unwrap_or(Scalar::F32);
        self.module.types.vector(scalar, 4)
    }

    /// Splits a coordinate argument into the coordinate, with the divisor last, and the depth reference.
    fn take_coordinate(
        &mut self,
        roles: &mut Roles,
        flags: &mut ImageOperands,
        pattern: Pattern,
        operand: Operand,
        call: &Call<'_>,
    ) -> Option<()> {
        let shape = call.binding.shape?;
        let Pattern::Num(_, form) = pattern else { return None };
        let dims = u32::from(shape.dimensions());
        let choose = |count: u32, last: Option<u32>| -> Option<Swizzle> {
            let components: Vec<u32> = (0..count).chain(last).collect();
            Swizzle::new(&components)
        };
        let swizzle = match form {
            Shape::ShadowCoord => {
                let reference = u32::from(shape.reference());
                let precision = self.precision_of(operand);
                roles.reference = Some(self.builder().extract(operand, reference, precision));
                Some(choose(u32::from(shape.coordinates()), None)?)
            }
            Shape::Proj => {
                flags.insert(ImageOperands::PROJ);
                None
            }
            Shape::Proj4 => {
                flags.insert(ImageOperands::PROJ);
                Some(choose(dims, Some(3))?)
            }
            Shape::ShadowProj => {
                flags.insert(ImageOperands::PROJ);
                let precision = self.precision_of(operand);
                roles.reference = Some(self.builder().extract(operand, 2, precision));
                Some(choose(dims, Some(3))?)
            }
            // A line has a component that nothing reads.
            Shape::Compared if shape.coordinates() < shape.reference() => {
                Some(choose(shape.coordinates().into(), None)?)
            }
            Shape::ComparedProj => {
                flags.insert(ImageOperands::PROJ);
                Some(choose(dims, Some(2))?)
            }
            _ => None,
        };
        roles.coordinate = Some(match swizzle {
            Some(swizzle) => {
                let precision = self.precision_of(operand);
                self.builder().swizzle(operand, swizzle, precision)
            }
            None => operand,
        });
        Some(())
    }
}
