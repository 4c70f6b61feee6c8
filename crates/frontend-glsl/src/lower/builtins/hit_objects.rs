//! Hit objects (`GL_EXT_shader_invocation_reorder`, `GL_NV_shader_invocation_reorder`): calls, and the choice between the two
//! extensions, whose objects a module does not mix.

use crate::builtins::pattern::Role;
use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::builtins::calls::{Call, RAY_PAYLOADS};
use crate::stages::Stages;
use vitrum_glsl::builtins::hit_objects::second_extension;
use vitrum_ir::{Intrinsic, Modes, Operand, OperandClass, Span, Storage};

/// The first uses of hit objects of each extension.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HitObjects {
    ext: Option<Span>,
    nv: Option<Span>,
}

impl Lowering<'_> {
    /// A call of a function on a hit object.
    pub(crate) fn emit_hit_object(&mut self, intrinsic: Intrinsic, call: &Call<'_>) -> Option<Operand> {
        let of = |extension| call.row.since.extensions.contains(&extension);
        if of(Extension::ExtShaderInvocationReorder) {
            self.use_hit_objects(false, call.span);
        } else if of(Extension::NvShaderInvocationReorder) {
            self.use_hit_objects(true, call.span);
        }
        self.check_parts_of_extensions(intrinsic, call);
        let (mut operands, mut payload, mut out) = (Vec::new(), None, None);
        for (index, (param, &operand)) in call.row.params.iter().zip(&call.operands).enumerate() {
            let span = call.arguments.get(index).map_or(call.span, |argument| argument.expr.span);
            match param.role {
                Role::Texel => out = Some((index, param.pattern)),
                Role::Payload => {
                    payload = Some(self.variable_at(&RAY_PAYLOADS, "ray payload", operand, span)?);
                }
                Role::Attribute => {
                    let storages = [Storage::HitObjectAttribute];
                    operands.push(self.variable_at(&storages, "hit object attribute", operand, span)?);
                }
                _ => operands.push(operand),
            }
        }
        if let Some(payload) = payload {
            let classes = intrinsic.info().classes;
            let place = classes.iter().position(|&class| class == OperandClass::Payload)?;
            operands.insert(place.min(operands.len()), payload);
        }
        let Some((index, pattern)) = out else {
            return Some(self.emit_intrinsic(intrinsic, &[], &operands, call));
        };
        let ty = call.binding.ty(pattern, &mut self.module.types)?;
        self.cursor.span = call.span;
        let value = self.builder().intrinsic(intrinsic, &operands, ty, call.precision);
        self.store_out(call, index, value);
        None
    }

    /// Checks the other extension that a function needs.
    fn check_parts_of_extensions(&mut self, intrinsic: Intrinsic, call: &Call<'_>) {
        let Some(needed) = second_extension(intrinsic) else { return };
        if !self.enabled(needed) {
            let message = format!("function `{}` requires extension `{}`", call.row.name, needed.name());
            self.report.error(Code::VersionLacks, call.span, message);
        }
    }

    /// The variable at a location.
    fn variable_at(
        &mut self,
        storages: &[Storage],
        what: &str,
        location: Operand,
        span: Span,
    ) -> Option<Operand> {
        let location = location.constant().and_then(|constant| self.module.constants.as_int(constant));
        let found = self.module.globals.iter().find(|(_, data)| {
            storages.contains(&data.storage) && data.decorations.location.map(i64::from) == location
        });
        if let Some((global, _)) = found {
            return Some(global.into());
        }
        let location = location.unwrap_or(0);
        self.report.error(Code::NotConstant, span, format!("no {what} declared at location {location}"));
        None
    }

    /// Checks that the stage has hit objects.
    pub(crate) fn check_hit_object_type(&mut self, is_nv: bool, span: Span) {
        const STAGES: Stages = Stages::RAY_GENERATION.or(Stages::CLOSEST_HIT).or(Stages::MISS);
        if STAGES.has(self.module.stage) {
            return self.use_hit_objects(is_nv, span);
        }
        let name = if is_nv { "hitObjectNV" } else { "hitObjectEXT" };
        let message = format!("`{name}` is available only in ray generation, closest hit and miss shaders");
        self.report.error(Code::WrongStage, span, message);
    }

    /// Notes a use of hit objects, and reports those of both extensions.
    pub(crate) fn use_hit_objects(&mut self, is_nv: bool, span: Span) {
        let found = &mut self.interface.hit_objects;
        let (own, other) = if is_nv { (&mut found.nv, found.ext) } else { (&mut found.ext, found.nv) };
        if own.is_some() {
            return;
        }
        *own = Some(span);
        if let Some(first) = other {
            let message = "hit objects of `GL_EXT_shader_invocation_reorder` and of \
                           `GL_NV_shader_invocation_reorder` cannot be used in the same shader";
            self.report.error(Code::OpaqueOperand, span, message);
            self.report.label(first, "first use of the other");
        }
    }

    /// Selects the extension of hit objects: that of their first use, or else the one that is enabled.
    pub(crate) fn choose_hit_objects(&mut self) {
        let HitObjects { ext, nv } = self.interface.hit_objects;
        let is_nv = nv.is_some()
            || ext.is_none()
                && self.module.stage.traces_rays()
                && self.enabled(Extension::NvShaderInvocationReorder)
                && !self.enabled(Extension::ExtShaderInvocationReorder);
        if is_nv {
            self.module.execution.modes.insert(Modes::NV_HIT_OBJECTS);
        }
    }
}
