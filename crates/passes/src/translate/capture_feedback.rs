//! Writes what transform feedback captures to storage buffers, for devices without transform feedback.
//!
//! ```text
//! global @v: vec2<f32> output location(0) xfb_buffer(0) xfb_stride(16) xfb_offset(8)
//!
//! => global @v: vec2<f32> output location(0)
//!    global @0: #TransformFeedback0 buffer block(std430)            (array of u32)
//!    return                                                         (in front of it:)
//!    first word of the vertex = feedback_offsets[0] + index * 4 + 2
//!    if the vertex fits: store the words of @v
//! ```
//!
//! The index of a vertex is `(instance - first instance) * vertices of an instance + (vertex - first vertex)`. The parameter
//! `feedback_draw` has the number of vertices of an instance, the first vertex and the first instance; `feedback_offsets` has for each
//! buffer the byte at which it begins. So primitives are lists, drawn without indices, and the pass is for vertex shaders in front of
//! no other stage; others that capture are an error. Strips and fans, for which a vertex would be written once for each of
//! its primitives, and tessellation evaluation and geometry stages, whose primitives come out in an order that no single invocation
//! knows, are not captured: ANGLE has lists of vertex shaders only, too. It stands before passes that change positions. `outputs` names what is captured if
//! the source says nothing: one behind the other in buffer 0, or each in a buffer of its own with `separate`.
//!
//! ANGLE: the transform feedback emulation of its Vulkan back end (`ANGLEXfb` buffers); NIR: `nir_lower_xfb` of drivers; Tint, naga and
//! spirv-opt have none.

use super::parameters::{HasPlace, Parameter, ParameterPlace, Parameters, instance_name, with_place};
use super::reads::{input, input_or_add};
use crate::framework::notes::{Assigned, Slot};
use crate::framework::rewrite::{Rewriter, insert_at_returns};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use crate::lower::assign_locations::block_name;
use std::collections::BTreeMap;
use vitrum_ir::{
    BuiltIn, Decorations, Global, LayoutRule, Member, Modes, Module, Op, Operand, Precision, Scalar, Stage,
    Storage, StructData, Type, TypeData, types::common,
};

/// Options of `capture_feedback`.
#[derive(Clone, Debug, Default)]
pub struct CaptureFeedback {
    /// Outputs to capture if the source says nothing: names, members as `BLOCK.MEMBER`.
    pub outputs: Vec<String>,
    /// True if each of them has a buffer of its own.
    pub separate: bool,
    /// The descriptor set of the buffers.
    pub buffer_set: Option<u32>,
    /// The binding of buffer 0; the others follow.
    pub buffer_binding: Option<u32>,
    /// The place of the parameters.
    pub place: ParameterPlace,
}

impl HasPlace for CaptureFeedback {
    fn place(&mut self) -> &mut ParameterPlace {
        &mut self.place
    }
}

pub(crate) const OPTIONS: &[PassOption] = with_place![CaptureFeedback;
    PassOption {
        name: "outputs",
        values: "NAME|BLOCK.MEMBER,...",
        summary: "outputs to capture if the source says nothing",
        set: |options, text| {
            let outputs = text.split(',').map(|name| name.trim().to_owned());
            options.change::<CaptureFeedback>(|it| it.outputs.extend(outputs));
            (!text.is_empty()).then_some(())
        },
    },
    PassOption {
        name: "separate",
        values: "true|false",
        summary: "give each of these outputs a buffer of its own",
        set: |options, text| {
            let separate = text.parse().ok()?;
            options.change::<CaptureFeedback>(|it| it.separate = separate);
            Some(())
        },
    },
    PassOption {
        name: "buffer_set",
        values: "N",
        summary: "descriptor set of the buffers",
        set: |options, text| {
            let set = text.parse().ok()?;
            options.change::<CaptureFeedback>(|it| it.buffer_set = Some(set));
            Some(())
        },
    },
    PassOption {
        name: "buffer_binding",
        values: "N",
        summary: "binding of buffer 0; the others follow",
        set: |options, text| {
            let binding = text.parse().ok()?;
            options.change::<CaptureFeedback>(|it| it.buffer_binding = Some(binding));
            Some(())
        },
    },
];

/// Buffers that transform feedback has at most: numbers of `feedback_offsets`.
const BUFFERS: u32 = 4;

/// An output that is captured.
#[derive(Clone, Debug)]
struct Captured {
    global: Global,
    member: Option<u32>,
    ty: Type,
    buffer: u32,
    /// The first word of the vertex.
    offset: u32,
}

/// The buffer, stride and offset that the source gives an output.
#[derive(Clone, Copy)]
struct Place {
    buffer: u32,
    offset: Option<u32>,
    stride: Option<u32>,
}

impl Place {
    fn of(decorations: &Decorations) -> Self {
        let named = decorations.xfb_buffer.is_some();
        Self {
            buffer: decorations.xfb_buffer.unwrap_or(0),
            offset: decorations.xfb_offset.or(decorations.offset.filter(|_| named)),
            stride: decorations.xfb_stride,
        }
    }
}

/// An output, or a member of an output block, with the name that an option may give.
type Output = (Global, Option<u32>, Type, String, Place);

fn outputs(module: &Module) -> Vec<Output> {
    let mut outputs = Vec::new();
    for (global, data) in module.globals.iter().filter(|(_, data)| data.storage == Storage::Output) {
        let whole = Place::of(&data.decorations);
        let name = block_name(module, data);
        if data.block.is_none() {
            outputs.push((global, None, data.ty, name, whole));
            continue;
        }
        // Members of a block with an offset lie one behind the other.
        let mut next = whole.offset;
        for (at, member) in (0..).zip(module.members(data.ty)) {
            let mut place = Place::of(&member.decorations);
            if member.decorations.xfb_buffer.is_none() {
                place.buffer = whole.buffer;
            }
            place.stride = place.stride.or(whole.stride);
            let words = words_of(module, member.ty).unwrap_or((0, 1));
            place.offset = place.offset.or(next.map(|next| next.next_multiple_of(4 * words.1)));
            next = next.and(place.offset).map(|offset| offset.saturating_add(4 * words.0));
            let built_in = member.decorations.builtin.is_some();
            let name = module.names.get(member.name);
            let name =
                if built_in { name.to_owned() } else { format!("{}.{name}", block_name(module, data)) };
            outputs.push((global, Some(at), member.ty, name, place));
        }
    }
    outputs
}

fn is_captured(module: &Module) -> bool {
    outputs(module).iter().any(|output| output.4.offset.is_some())
}

/// True if a shader in front of the rasteriser captures outputs.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<CaptureFeedback>();
    let by_option = || {
        module.stage == Stage::Vertex
            && outputs(module).iter().any(|output| options.outputs.contains(&output.3))
    };
    matches!(module.stage, Stage::Vertex | Stage::TessEvaluation | Stage::Geometry)
        && (is_captured(module) || by_option())
}

/// Words of a type as transform feedback writes it, and the alignment in words; `None` for types that it does not write.
fn words_of(module: &Module, ty: Type) -> Option<(u32, u32)> {
    let (mut words, mut align) = (0u32, 1u32);
    let mut pending = vec![(ty, 1u32)];
    while let Some((ty, times)) = pending.pop() {
        match module.types.get(ty) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
                let count = match module.types.get(ty) {
                    TypeData::Vector { size, .. } => size.into(),
                    TypeData::Matrix { columns, rows, .. } => u32::from(columns) * u32::from(rows),
                    _ => 1,
                };
                let each = match scalar {
                    Scalar::F32 | Scalar::I32 | Scalar::U32 => 1,
                    Scalar::F64 | Scalar::I64 | Scalar::U64 => 2,
                    _ => return None,
                };
                align = align.max(each);
                words = words.saturating_add(count.saturating_mul(each).saturating_mul(times));
            }
            TypeData::Array { element, .. } => {
                pending.push((element, times.saturating_mul(module.types.length(ty)?)));
            }
            TypeData::Struct(id) => {
                pending.extend(module.structs[id].members.iter().map(|member| (member.ty, times)));
            }
            _ => return None,
        }
    }
    Some((words, align))
}

/// Words of an output at most: more than any device captures.
const MOST_WORDS: u32 = 1024;

/// The outputs that are captured, and the stride of each buffer in words; `None`, with an error, if something cannot be.
fn plan(
    module: &Module,
    session: &mut Session,
    options: &CaptureFeedback,
) -> Option<(Vec<Captured>, BTreeMap<u32, u32>)> {
    let all = outputs(module);
    let mut captured = Vec::new();
    let mut strides: BTreeMap<u32, u32> = BTreeMap::new();
    let mut given: BTreeMap<u32, u32> = BTreeMap::new();
    let by_source = all.iter().any(|output| output.4.offset.is_some());
    let mut chosen: Vec<(&Output, u32, u32)> = Vec::new();
    if by_source {
        for output in &all {
            if let Some(stride) = output.4.stride {
                given.insert(output.4.buffer, stride / 4);
            }
            if let Some(offset) = output.4.offset {
                chosen.push((output, output.4.buffer, offset / 4));
            }
        }
    } else {
        let mut next = 0u32;
        for name in &options.outputs {
            let Some(output) = all.iter().find(|output| output.3 == *name) else { continue };
            let (words, align) = words_of(module, output.2).unwrap_or((0, 1));
            let offset = if options.separate { 0 } else { next.next_multiple_of(align) };
            next = offset.saturating_add(words);
            let buffer = if options.separate { chosen.len() as u32 } else { 0 };
            chosen.push((output, buffer, offset));
        }
    }
    for ((global, member, ty, name, _), buffer, offset) in chosen {
        let span = module.globals[*global].origin.span;
        let Some((words, align)) = words_of(module, *ty).filter(|row| row.0 <= MOST_WORDS) else {
            session
                .refuse(span, format!("`{name}` is captured, whose type transform feedback does not write"));
            return None;
        };
        if buffer >= BUFFERS {
            session.refuse(
                span,
                format!("`{name}` is captured in buffer {buffer}, expected one of {BUFFERS} buffers"),
            );
            return None;
        }
        let end = offset.saturating_add(words).next_multiple_of(align);
        let stride = strides.entry(buffer).or_default();
        *stride = end.max(*stride).next_multiple_of(align);
        captured.push(Captured { global: *global, member: *member, ty: *ty, buffer, offset });
    }
    strides.extend(given.into_iter().filter(|(buffer, _)| captured.iter().any(|it| it.buffer == *buffer)));
    Some((captured, strides))
}

/// Captures; gives the number of outputs.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    if module.stage != Stage::Vertex {
        let stage = module.stage.name();
        let message = format!("a {stage} shader captures outputs, expected a vertex shader");
        session.refuse(module.entry_span(), message);
        return 0;
    }
    let options = session.settings().options.get::<CaptureFeedback>();
    let (Some((captured, strides)), Some(entry)) = (plan(module, session, &options), module.entry) else {
        return 0;
    };
    if captured.is_empty() {
        return 0;
    }
    let buffers: BTreeMap<u32, Global> =
        strides.keys().map(|&buffer| (buffer, add_buffer(module, session, &options, buffer))).collect();
    let mut parameters = Parameters::at(&options.place);
    let uvec4 = module.types.vector(Scalar::U32, 4);
    let offsets = parameters.add(module, session, "feedback_offsets", uvec4);
    let draw = parameters.add(module, session, "feedback_draw", uvec4);
    let numbers = Numbers::add(module, session.settings().vulkan, draw);
    insert_at_returns(module, entry, session, |rewriter| {
        let index = numbers.index(rewriter);
        let offsets = offsets.load(rewriter);
        for (&buffer, &stride) in &strides {
            let Some(&target) = buffers.get(&buffer) else { continue };
            let own: Vec<&Captured> = captured.iter().filter(|it| it.buffer == buffer).collect();
            write_vertex(rewriter, (target, stride), (index, offsets, buffer), &own);
        }
    });
    strip(module);
    captured.len()
}

fn add_buffer(module: &mut Module, session: &mut Session, options: &CaptureFeedback, buffer: u32) -> Global {
    let words = module.types.intern(TypeData::RuntimeArray { element: common::U32 });
    let member = Member::new(module.names.intern("words"), words);
    let name = format!("TransformFeedback{buffer}");
    let block = module.structs.alloc(StructData::new(module.names.intern(&name), vec![member]));
    let ty = module.types.intern(TypeData::Struct(block));
    let global = module.add_global(&instance_name(&name), ty, Storage::Buffer);
    let binding = options.buffer_binding.map(|first| first.saturating_add(buffer));
    let data = &mut module.globals[global];
    data.block = Some(LayoutRule::Std430);
    (data.decorations.set, data.decorations.binding) = (options.buffer_set, binding);
    if let Some(binding) = binding {
        let slot = Slot::Binding { set: options.buffer_set.unwrap_or(0), binding };
        session.add_assigned(vec![Assigned::new(module, global, name, slot)]);
    }
    global
}

/// The numbers of a vertex.
struct Numbers {
    vertex: Global,
    instance: Global,
    draw: Parameter,
}

impl Numbers {
    fn add(module: &mut Module, vulkan: bool, draw: Parameter) -> Self {
        let mut number = |plain: (BuiltIn, &str), indexed: (BuiltIn, &str)| {
            let is_plain = input(module, plain.0).is_some() || !vulkan && input(module, indexed.0).is_none();
            let (builtin, name) = if is_plain { plain } else { indexed };
            input_or_add(module, builtin, name, common::I32)
        };
        let vertex = number((BuiltIn::VertexId, "gl_VertexID"), (BuiltIn::VertexIndex, "gl_VertexIndex"));
        let instance =
            number((BuiltIn::InstanceId, "gl_InstanceID"), (BuiltIn::InstanceIndex, "gl_InstanceIndex"));
        Self { vertex, instance, draw }
    }

    /// Builds the number of the vertex among all that are captured.
    fn index(&self, rewriter: &mut Rewriter<'_>) -> Operand {
        let draw = self.draw.load(rewriter);
        let [count, first_vertex, first_instance] =
            [0, 1, 2].map(|index| rewriter.op_imm(Op::Extract, &[draw], index));
        let [vertex, instance] = [self.vertex, self.instance].map(|global| {
            let number = rewriter.load(global);
            rewriter.convert(number, common::U32)
        });
        let vertex = rewriter.op(Op::Isub, &[vertex, first_vertex]);
        let instance = rewriter.op(Op::Isub, &[instance, first_instance]);
        let before = rewriter.op(Op::Imul, &[instance, count]);
        rewriter.op(Op::Iadd, &[before, vertex])
    }
}

/// Builds the stores of a vertex to a buffer, if it fits in.
fn write_vertex(
    rewriter: &mut Rewriter<'_>,
    (target, stride): (Global, u32),
    (index, offsets, buffer): (Operand, Operand, u32),
    captured: &[&Captured],
) {
    let offset = rewriter.op_imm(Op::Extract, &[offsets], buffer);
    let two = rewriter.number(common::U32, 2.0);
    let start = rewriter.op(Op::Lshr, &[offset, two]);
    let stride = rewriter.number(common::U32, f64::from(stride));
    let before = rewriter.op(Op::Imul, &[index, stride]);
    let first = rewriter.op(Op::Iadd, &[start, before]);
    let end = rewriter.op(Op::Iadd, &[first, stride]);
    let zero = rewriter.module_mut().constants.i32(0);
    let words = rewriter.access(target, &[zero.into()]);
    let length = rewriter.op(Op::ArrayLength, &[words]);
    let fits = rewriter.op(Op::Ule, &[end, length]);
    let store = |rewriter: &mut Rewriter<'_>| {
        for item in captured {
            let address = match item.member {
                None => item.global.into(),
                Some(member) => {
                    let member = rewriter.module_mut().constants.i32(member as i32);
                    rewriter.access(item.global, &[member.into()])
                }
            };
            let value = rewriter.load(address);
            for (at, word) in (item.offset..).zip(words_in(rewriter, value, item.ty)) {
                let at = rewriter.number(common::U32, f64::from(at));
                let at = rewriter.op(Op::Iadd, &[first, at]);
                let place = rewriter.access(target, &[zero.into(), at]);
                rewriter.store(place, word);
            }
        }
    };
    rewriter.if_(fits, store, |_| ());
}

/// Builds the words of a value, in their order.
fn words_in(rewriter: &mut Rewriter<'_>, value: Operand, ty: Type) -> Vec<Operand> {
    let mut words = Vec::new();
    let mut pending = vec![(value, ty)];
    while let Some((value, ty)) = pending.pop() {
        let data = rewriter.module().types.get(ty);
        let parts = match data {
            TypeData::Scalar(Scalar::F32 | Scalar::I32 | Scalar::U32) => {
                let is_word = ty == common::U32;
                let word = |rewriter: &mut Rewriter<'_>| {
                    rewriter.push(Op::Bitcast, &[value], 0, common::U32, Precision::None)
                };
                words.push(if is_word { value } else { word(rewriter) });
                continue;
            }
            TypeData::Scalar(_) => {
                let pair = rewriter.module_mut().types.vector(Scalar::U32, 2);
                let pair = match data {
                    TypeData::Scalar(Scalar::F64) => rewriter.op(Op::UnpackDouble2x32, &[value]),
                    _ => rewriter.push(Op::Bitcast, &[value], 0, pair, Precision::None),
                };
                words.extend([0, 1].map(|index| rewriter.op_imm(Op::Extract, &[pair], index)));
                continue;
            }
            TypeData::Struct(id) => rewriter.module().structs[id].members.len() as u32,
            _ => rewriter.module().types.length(ty).unwrap_or(0),
        };
        // The first part is on top.
        for index in (0..parts).rev() {
            let part = rewriter.op_imm(Op::Extract, &[value], index);
            let ty = rewriter.ty(part);
            pending.push((part, ty));
        }
    }
    words
}

/// Removes what the source says about transform feedback.
fn strip(module: &mut Module) {
    let clear = |decorations: &mut Decorations| {
        if decorations.xfb_buffer.is_some() {
            decorations.offset = None;
        }
        (decorations.xfb_buffer, decorations.xfb_offset, decorations.xfb_stride) = (None, None, None);
    };
    let outputs = module.globals_that(|data| data.storage == Storage::Output);
    for global in outputs {
        clear(&mut module.globals[global].decorations);
        if let TypeData::Struct(id) = module.types.get(module.globals[global].ty) {
            module.structs[id].members.iter_mut().for_each(|member| clear(&mut member.decorations));
        }
    }
    module.execution.modes.remove(Modes::XFB);
}
