//! Reads of the framebuffer become reads of input attachments.
//!
//! ```text
//! global @c: vec4<f32> output location(0) framebuffer_fetch     global @c: vec4<f32> output location(0)
//!                                                               global @c.in: image<subpass, f32, storage> opaque
//!                                                                   input_attachment(0)
//! fn &main() -> void {                                      =>  fn &main() -> void {
//!                                                                   %0: image<subpass, f32, storage> = load @c.in
//!                                                                   %1: vec4<f32> = image_read %0, vec2(0i32)
//!                                                                   store @c, %1
//!     %x: vec4<f32> = load @c                                       %x: vec4<f32> = load @c
//! ```
//!
//! SPIR-V has no way to read an attachment that is written but the input attachments of Vulkan, so each `inout` output
//! (`GL_EXT_shader_framebuffer_fetch`) and each element of `gl_LastFragData` that the shader names gets one. Its
//! `input_attachment_index` is the location that it reads; its binding is chosen like every other. The application puts
//! the same image there, with a self-dependency of the subpass; overlapping fragments are ordered where
//! `VK_EXT_rasterization_order_attachment_access` is on. `gl_LastFragData` itself is a private variable from then on.
//! Depth and stencil (`gl_LastFragDepthARM`) are read by the operations of `SPV_EXT_shader_tile_image`.

use crate::framework::notes::{Assigned, Slot};
use crate::framework::rewrite::{Rewriter, insert_at_start};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use vitrum_ir::edit::retype_global;
use vitrum_ir::{
    BuiltIn, Decorations, Dim, Global, GlobalData, ImageFormat, ImageType, Intrinsic, Length, Module, Op,
    Operand, Precision, Qualifiers, Stage, Storage, Swizzle, Type, TypeData, types::common, visit,
};

/// A place that begins with what is in the framebuffer.
struct Source {
    global: Global,
    /// The element, if it is an array.
    element: Option<u32>,
    /// The type that is stored there.
    ty: Type,
    /// The built-in variable that it was, if any.
    builtin: Option<BuiltIn>,
    is_output: bool,
}

/// Elements of an array that are read at most: no device has more attachments.
const MOST: u32 = 64;

/// True if a fragment shader for Vulkan reads the framebuffer.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.vulkan
        && module.stage == Stage::Fragment
        && module.entry.is_some()
        && module.globals.values().any(|data| reads_framebuffer(data).is_some())
}

/// True for an output and false for an input that begins with what is in the framebuffer.
fn reads_framebuffer(data: &GlobalData) -> Option<bool> {
    match data.storage {
        Storage::Output => {
            data.decorations.qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH).then_some(true)
        }
        Storage::Input => data.decorations.builtin.is_some_and(BuiltIn::is_of_framebuffer).then_some(false),
        _ => None,
    }
}

/// Lowers them; gives the number of input attachments. Outputs must have their locations.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(entry) = module.entry else { return 0 };
    let found: Vec<(Global, bool)> =
        module.globals.iter().filter_map(|(id, data)| Some((id, reads_framebuffer(data)?))).collect();
    let mut sources = Vec::new();
    for (global, is_output) in found {
        let ty = module.globals[global].ty;
        let (elements, part) = match module.types.get(ty) {
            TypeData::Array { element, length: Length::Constant(length) } => {
                (elements(module, global, length.min(MOST), is_output), element)
            }
            _ => (vec![None], ty),
        };
        if module.types.scalar_of(part).is_none_or(|scalar| scalar.width() != 32) {
            continue;
        }
        let builtin = module.globals[global].decorations.builtin;
        let data = &mut module.globals[global];
        if is_output {
            data.decorations.qualifiers.remove(Qualifiers::FRAMEBUFFER_FETCH);
            data.decorations.qualifiers.remove(Qualifiers::NON_COHERENT_FETCH);
        } else {
            make_private(module, global);
        }
        sources.extend(elements.into_iter().map(|element| Source {
            global,
            element,
            ty: part,
            builtin,
            is_output,
        }));
    }
    let mut assigned = Vec::new();
    insert_at_start(module, entry, session, |rewriter| {
        assigned.extend(sources.iter().filter_map(|source| fetch(rewriter, source)));
    });
    session.add_assigned(assigned)
}

/// The elements of an array that are named; all of an output, which is written as a whole in the end.
fn elements(module: &Module, global: Global, length: u32, is_output: bool) -> Vec<Option<u32>> {
    let mut named = vec![is_output; length as usize];
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            let operands = function.operands(inst);
            if !operands.iter().any(|operand| operand.global() == Some(global)) {
                continue;
            }
            let index = match (function.op(inst), operands) {
                (Op::Access, &[_, index, ..]) => index.constant(),
                _ => None,
            };
            let index = index.and_then(|index| module.constants.as_int(index));
            match index.and_then(|index| usize::try_from(index).ok()).and_then(|index| named.get_mut(index)) {
                Some(slot) => *slot = true,
                None => named.fill(true),
            }
        }
    }
    (0..).zip(named).filter(|(_, named)| *named).map(|(index, _)| Some(index)).collect()
}

/// Makes an input a private variable.
fn make_private(module: &mut Module, global: Global) {
    let ty = module.globals[global].ty;
    retype_global(module, global, ty, Storage::Private);
    module.globals[global].decorations = Decorations::default();
}

/// Makes the attachment of a source, and the instructions that fill the source.
fn fetch(rewriter: &mut Rewriter<'_>, source: &Source) -> Option<Assigned> {
    let read = match source.builtin {
        Some(BuiltIn::LastFragDepth) => Some((Intrinsic::DepthAttachmentRead, common::F32)),
        Some(BuiltIn::LastFragStencil) => Some((Intrinsic::StencilAttachmentRead, common::U32)),
        _ => None,
    };
    if let Some((intrinsic, ty)) = read {
        let read = rewriter.push(Op::Intrinsic, &[], intrinsic as u32, ty, Precision::None);
        let value = if ty == source.ty {
            read
        } else {
            rewriter.push(Op::Bitcast, &[read], 0, source.ty, Precision::None)
        };
        rewriter.store(source.global, value);
        return None;
    }
    let module = &mut *rewriter.module;
    let scalar = module.types.scalar_of(source.ty)?;
    let size = module.types.vector_size(source.ty).unwrap_or(1);
    let texel = common::vector(scalar, 4)?;
    let name = module.names.get(module.globals[source.global].name).to_owned();
    let (own, reported) = match source.element {
        Some(index) => (format!("{name}.in{index}"), format!("{name}[{index}]")),
        None => (format!("{name}.in"), name.clone()),
    };
    let image = module.types.intern(TypeData::Image(ImageType {
        sampled: scalar,
        dim: Dim::Subpass,
        arrayed: false,
        multisampled: false,
        shadow: false,
        storage: true,
        format: ImageFormat::Unknown,
    }));
    let input = module.add_global(&own, image, Storage::Opaque);
    let precision = module.globals[source.global].precision;
    module.globals[input].precision = precision;
    let first = module.globals[source.global].decorations.location.filter(|_| source.is_output);
    let attachment = first.unwrap_or(0).saturating_add(source.element.unwrap_or(0));
    module.globals[input].decorations.input_attachment = Some(attachment);
    let zero = module.constants.null(common::IVEC2);
    let loaded = rewriter.load(input);
    let mut value = rewriter.push(Op::ImageRead, &[loaded, zero.into()], 0, texel, precision);
    if size == 1 {
        value = rewriter.push(Op::Extract, &[value], 0, common::scalar(scalar), precision);
    } else if size < 4 {
        let swizzle = Swizzle::new(&[0, 1, 2][..size as usize])?;
        value = rewriter.push(Op::Swizzle, &[value], swizzle.bits(), source.ty, precision);
    }
    let mut place = Operand::from(source.global);
    if let Some(index) = source.element {
        let module = &mut *rewriter.module;
        let index = Operand::from(module.constants.i32(index as i32));
        let pointer = module.types.pointer(module.globals[source.global].storage, source.ty);
        place = rewriter.push(Op::Access, &[place, index], 0, pointer, precision);
    }
    rewriter.store(place, value);
    Some(Assigned::new(rewriter.module, input, reported, Slot::InputAttachment(attachment)))
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::framework::session::Session;
    use crate::framework::settings::Settings;
    use crate::lower::assign_locations;

    #[test]
    fn outputs_begin_with_the_framebuffer() {
        let text = "vir 1\nstage fragment\nentry &main\n\
            global @c: vec3<f32> output location(2) framebuffer_fetch\n\
            fn &main() -> void {\n    %x: vec3<f32> = load @c\n    store @c, %x\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let mut session = Session::new(None).with_settings(Settings::for_spirv(true));
        assign_locations::run(&mut module, &mut session);
        assert_eq!(run(&mut module, &mut session), 1);
        assign_locations::run(&mut module, &mut session);
        let report: Vec<String> = session.assigned.iter().map(ToString::to_string).collect();
        assert_eq!(report, ["input attachment 2 assigned to `c`", "set 0, binding 0 assigned to `c.in`"]);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(text.contains("binding(0) input_attachment(2)"), "{text}");
        assert!(text.contains("vec3<f32> = swizzle"), "{text}");
        assert_eq!(run(&mut module, &mut session), 0);
    }

    #[test]
    fn named_elements_of_the_last_data_are_read() {
        let text = "vir 1\nstage fragment\nentry &main\n\
            global @l: array<vec4<f32>, 4> input builtin(last_frag_data)\n\
            global @c: vec4<f32> output location(0)\n\
            fn &main() -> void {\n    %p: ptr<input, vec4<f32>> = access @l, 1i32\n    \
            %x: vec4<f32> = load %p\n    store @c, %x\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let mut session = Session::new(None).with_settings(Settings::for_spirv(true));
        assert_eq!(run(&mut module, &mut session), 1);
        assign_locations::run(&mut module, &mut session);
        let report: Vec<String> = session.assigned.iter().map(ToString::to_string).collect();
        assert_eq!(report, ["input attachment 1 assigned to `l[1]`", "set 0, binding 0 assigned to `l.in1`"]);
        vitrum_ir::verify(&module).unwrap();
    }
}
