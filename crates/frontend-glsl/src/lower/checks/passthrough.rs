//! Geometry shaders with inputs that are `passthrough`: the primitive that they make is the one that they take
//! (`GL_NV_geometry_shader_passthrough`, section 4.4.1.2).

use crate::diagnostics::Code;
use crate::lower::Lowering;
use vitrum_ir::{Intrinsic, Primitive, Span, Storage};

/// The primitive that is made, and the number of its vertices.
fn made(taken: Primitive) -> Option<(Primitive, u32)> {
    match taken {
        Primitive::Points => Some((Primitive::Points, 1)),
        Primitive::Lines => Some((Primitive::LineStrip, 2)),
        Primitive::Triangles => Some((Primitive::TriangleStrip, 3)),
        _ => None,
    }
}

impl Lowering<'_> {
    /// Checks a shader with inputs that are passed on, and gives it the layout of what it makes.
    pub(crate) fn check_passthrough(&mut self) {
        let Some(first) = self.interface.passthrough else { return };
        let execution = &self.module.execution;
        let taken = execution.input_primitive;
        let wrong = match taken {
            Some(taken) if made(taken).is_none() => {
                Some(format!("`{}`, expected `points`, `lines` or `triangles`", taken.name()))
            }
            _ if execution.output_primitive.is_some() => Some("a primitive type of outputs".to_owned()),
            _ if execution.max_vertices.is_some() => Some("`max_vertices`".to_owned()),
            _ => {
                let count = execution.invocations.filter(|&count| count != 1);
                count.map(|count| format!("`invocations = {count}`"))
            }
        };
        if let Some(wrong) = wrong {
            let message = format!("shader with `passthrough` cannot have {wrong}");
            self.report.error(Code::LayoutConflict, first, message);
        }
        self.check_passthrough_outputs(first);
        self.check_passthrough_calls(first);
        if let Some(taken) = taken {
            let (primitive, count) = made(taken).unwrap_or((Primitive::TriangleStrip, 3));
            self.module.execution.output_primitive = Some(primitive);
            self.module.execution.max_vertices = Some(count);
        }
    }

    /// Reports outputs of other streams, and those that are captured.
    fn check_passthrough_outputs(&mut self, first: Span) {
        let mut wrong = Vec::new();
        for data in self.module.globals.values().filter(|data| data.storage == Storage::Output) {
            let decorations = &data.decorations;
            let what = match decorations.stream.filter(|&stream| stream > 0) {
                Some(stream) => format!("in stream {stream}"),
                None if decorations.xfb_offset.or(decorations.xfb_buffer).is_some() => {
                    "for transform feedback".to_owned()
                }
                None => continue,
            };
            wrong.push((data.origin.span, what));
        }
        for (span, what) in wrong {
            let message = format!("shader with `passthrough` cannot have an output {what}");
            self.report.error(Code::LayoutConflict, span, message);
            self.report.label(first, "input passed on here");
        }
    }

    /// Reports vertices and primitives that the shader emits itself.
    fn check_passthrough_calls(&mut self, first: Span) {
        let mut calls = Vec::new();
        for function in self.module.functions.values() {
            for inst in function.inst_ids() {
                let name = match function.intrinsic(inst) {
                    Some(Intrinsic::EmitVertex) => "EmitVertex",
                    Some(Intrinsic::EndPrimitive) => "EndPrimitive",
                    Some(Intrinsic::EmitStreamVertex) => "EmitStreamVertex",
                    Some(Intrinsic::EndStreamPrimitive) => "EndStreamPrimitive",
                    _ => continue,
                };
                calls.push((function.insts[inst].span(), name));
            }
        }
        for (span, name) in calls {
            let message = format!("shader with `passthrough` cannot call `{name}`");
            self.report.error(Code::WrongStage, span, message);
            self.report.label(first, "input passed on here");
        }
    }
}
