//! Declarations of the shader as text, with layouts and values.

use vitrum::index::{FunctionItem, Item, ItemKind, ParameterItem};
use vitrum::ir::{
    Constant, ConstantKind, Decorations, GlobalData, LayoutRule, Member, Module, ParamMode, Precision,
    Qualifiers, Scalar, Storage, Struct, Type, TypeData, layout::Layouts, layout::is_row_major,
};
use vitrum_glsl::builtin_types::type_name;

/// Parts of a value that are shown.
const MOST_PARTS: usize = 16;

/// The declaration of an item.
pub(crate) fn declaration(module: &Module, item: &Item) -> String {
    let ty = type_name(module, item.ty);
    let precision = precision(item.precision);
    match &item.kind {
        ItemKind::Variable { storage, global, value, constant } => {
            let global = global.map(|it| &module.globals[it]);
            let heap = global.and_then(|data| heap_word(module, data));
            let layout = global.filter(|_| heap.is_none()).map_or(String::new(), |data| {
                layout_of(&data.decorations, data.block.filter(|_| is_memory(data.storage)), data.storage)
            });
            let word = if *constant { "const " } else { heap.unwrap_or(storage.map_or("", storage_word)) };
            let value = value.and_then(|it| value_of(module, it));
            let value = value.map_or(String::new(), |value| format!(" = {value}"));
            format!("{layout}{word}{precision}{ty} {}{value}", item.name)
        }
        ItemKind::Parameter(passing) => format!("{}{precision}{ty} {}", passing_word(*passing), item.name),
        ItemKind::Member(of, index) => {
            let member = module.structs[*of].members.get(*index as usize);
            let layout =
                member.map_or(String::new(), |it| layout_of(&it.decorations, None, Storage::Private));
            let owner = module.names.get(module.structs[*of].name);
            let owner = if owner.is_empty() { String::new() } else { format!("{owner}.") };
            format!("{layout}{precision}{ty} {owner}{}", item.name)
        }
        ItemKind::Struct(id) => structure(module, "struct ", *id, None),
        ItemKind::Block(id) => block(module, *id),
        ItemKind::Function(function) => signature(module, item, function).0,
        ItemKind::SubroutineType => format!("subroutine {ty} {}", item.name),
        ItemKind::Faulty => item.name.clone(),
    }
}

/// The signature of a function, and the ranges of its parameters in it.
pub(crate) fn signature(
    module: &Module,
    item: &Item,
    function: &FunctionItem,
) -> (String, Vec<(usize, usize)>) {
    let mut text = format!("{}{} {}(", precision(item.precision), type_name(module, item.ty), item.name);
    let mut ranges = Vec::new();
    for (index, parameter) in function.parameters.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        let start = text.len();
        text.push_str(&parameter_text(module, parameter));
        ranges.push((start, text.len()));
    }
    text.push(')');
    (text, ranges)
}

fn parameter_text(module: &Module, parameter: &ParameterItem) -> String {
    let (word, precision) = (passing_word(parameter.passing), precision(parameter.precision));
    let text = format!("{word}{precision}{} {}", type_name(module, parameter.ty), parameter.name);
    text.trim_end().to_owned()
}

fn passing_word(passing: ParamMode) -> &'static str {
    match passing {
        ParamMode::In => "",
        ParamMode::ConstIn => "const ",
        ParamMode::Out => "out ",
        ParamMode::InOut => "inout ",
    }
}

fn precision(precision: Precision) -> String {
    match precision {
        Precision::None => String::new(),
        other => format!("{} ", other.name()),
    }
}

/// True if variables of a storage class lie in memory that others see, so that their layout matters.
fn is_memory(storage: Storage) -> bool {
    matches!(
        storage,
        Storage::Uniform
            | Storage::Buffer
            | Storage::PushConstant
            | Storage::ShaderRecord
            | Storage::PhysicalBuffer
            | Storage::Shared
    )
}

/// The qualifier of a storage class, with a space.
fn storage_word(storage: Storage) -> &'static str {
    match storage {
        Storage::Input => "in ",
        Storage::Output => "out ",
        Storage::Uniform | Storage::Opaque | Storage::AtomicCounter | Storage::PushConstant => "uniform ",
        Storage::Buffer | Storage::PhysicalBuffer | Storage::ShaderRecord => "buffer ",
        Storage::Shared => "shared ",
        Storage::TaskPayload => "taskPayloadSharedEXT ",
        _ => "",
    }
}

/// The qualifier of a block of a descriptor heap, with a space.
fn heap_word(module: &Module, data: &GlobalData) -> Option<&'static str> {
    let is_of_samplers = data.decorations.qualifiers.contains(Qualifiers::SAMPLER_HEAP);
    let word = if is_of_samplers { "samplerheap " } else { "resourceheap " };
    module.is_structured_heap(data).then_some(word)
}

/// Layout qualifiers and the words before the storage class, with a space behind.
fn layout_of(decorations: &Decorations, rule: Option<LayoutRule>, storage: Storage) -> String {
    let mut parts = Vec::new();
    match storage {
        Storage::PushConstant => parts.push("push_constant".to_owned()),
        Storage::ShaderRecord => parts.push("shaderRecordEXT".to_owned()),
        Storage::PhysicalBuffer => parts.push("buffer_reference".to_owned()),
        _ => {}
    }
    parts.extend(rule.and_then(rule_name).map(str::to_owned));
    let numbers = [
        ("location", decorations.location),
        ("component", decorations.component),
        ("index", decorations.index),
        ("set", decorations.set),
        ("binding", decorations.binding),
        ("offset", decorations.offset),
        ("align", decorations.align),
        ("stream", decorations.stream),
        ("xfb_buffer", decorations.xfb_buffer),
        ("xfb_stride", decorations.xfb_stride),
        ("xfb_offset", decorations.xfb_offset),
        ("input_attachment_index", decorations.input_attachment),
        ("bank", decorations.bank),
        ("member_offset", decorations.member_offset),
        ("descriptor_stride", decorations.heap.filter(|&stride| stride != 0)),
    ];
    parts.extend(numbers.iter().filter_map(|(name, number)| Some(format!("{name} = {}", (*number)?))));
    let has = |flag| decorations.qualifiers.contains(flag);
    if has(Qualifiers::ROW_MAJOR) {
        parts.push("row_major".to_owned());
    }
    let mut text = if parts.is_empty() { String::new() } else { format!("layout({}) ", parts.join(", ")) };
    if let Some(interpolation) = decorations.interpolation {
        text.push_str(&format!("{} ", interpolation.name()));
    }
    let words = [
        (Qualifiers::CENTROID, "centroid "),
        (Qualifiers::SAMPLE, "sample "),
        (Qualifiers::PATCH, "patch "),
        (Qualifiers::INVARIANT, "invariant "),
        (Qualifiers::PRECISE, "precise "),
        (Qualifiers::COHERENT, "coherent "),
        (Qualifiers::VOLATILE, "volatile "),
        (Qualifiers::RESTRICT, "restrict "),
        (Qualifiers::READONLY, "readonly "),
        (Qualifiers::WRITEONLY, "writeonly "),
        (Qualifiers::NONTEMPORAL, "nontemporal "),
    ];
    words.iter().filter(|row| has(row.0)).for_each(|row| text.push_str(row.1));
    text
}

fn rule_name(rule: LayoutRule) -> Option<&'static str> {
    match rule {
        LayoutRule::Std140 => Some("std140"),
        LayoutRule::Std430 => Some("std430"),
        LayoutRule::Scalar => Some("scalar"),
        // The implementation chooses the layouts of `shared` and `packed`; GLSL has no word for the last one.
        LayoutRule::Shared | LayoutRule::Packed | LayoutRule::Direct3d => None,
    }
}

/// The rules by which a struct is laid out as a block, with the qualifiers before its name, its storage, and its instance name.
fn uses_as_block(module: &Module, id: Struct) -> Option<(String, Option<LayoutRule>, String)> {
    let is_it = |ty: Type| module.types.find(TypeData::Struct(id)) == Some(module.types.innermost(ty));
    if let Some((_, data)) = module.globals.iter().find(|(_, data)| data.block.is_some() && is_it(data.ty)) {
        let rule = data.block.filter(|_| is_memory(data.storage));
        let head =
            format!("{}{}", layout_of(&data.decorations, rule, data.storage), storage_word(data.storage));
        let name = module.names.get(data.name);
        let brackets = type_name(module, data.ty);
        let brackets = brackets.find('[').and_then(|at| brackets.get(at..)).unwrap_or("");
        let instance = if name.is_empty() { String::new() } else { format!(" {name}{brackets}") };
        return Some((head, rule, instance));
    }
    if let Some((data, word)) = module
        .globals
        .values()
        .filter(|data| is_it(data.ty))
        .find_map(|it| Some((it, heap_word(module, it)?)))
    {
        let name = module.names.get(data.name);
        let instance = if name.is_empty() { String::new() } else { format!(" {name}") };
        return Some((word.to_owned(), None, instance));
    }
    module.types.iter().find_map(|(_, data)| match data {
        TypeData::Descriptor { block, layout, storage } if block == id => {
            let rule = rule_name(layout).map_or(String::new(), |rule| format!(", {rule}"));
            Some((
                format!("layout(buffer_type{rule}) {}", storage_word(storage)),
                Some(layout),
                String::new(),
            ))
        }
        TypeData::BufferReference { block, layout, align } if block == id => {
            let rule = rule_name(layout).map_or(String::new(), |name| format!("{name}, "));
            let head = format!("layout({rule}buffer_reference, buffer_reference_align = {align}) buffer ");
            Some((head, Some(layout), String::new()))
        }
        _ => None,
    })
}

fn block(module: &Module, id: Struct) -> String {
    match uses_as_block(module, id) {
        Some((head, rule, instance)) => structure(module, &head, id, rule) + &instance,
        None => structure(module, "", id, None),
    }
}

/// A struct or block with its members, and where they lie if there is a rule.
fn structure(module: &Module, head: &str, id: Struct, rule: Option<LayoutRule>) -> String {
    let data = &module.structs[id];
    let mut lines: Vec<(String, String)> = Vec::new();
    for (index, member) in data.members.iter().enumerate() {
        let text = format!(
            "{}{}{} {};",
            layout_of(&member.decorations, None, Storage::Private),
            precision(member.precision),
            type_name(module, member.ty),
            module.names.get(member.name)
        );
        let place = rule.and_then(|rule| place(module, id, index as u32, rule));
        lines.push((text, place.map_or(String::new(), |it| it.text())));
    }
    let width = lines.iter().map(|line| line.0.len()).max().unwrap_or(0);
    let mut text = format!("{head}{} {{\n", module.names.get(data.name));
    for (member, place) in lines {
        let line = if place.is_empty() { member } else { format!("{member:width$}  // {place}") };
        text.push_str(&format!("    {line}\n"));
    }
    text.push('}');
    text
}

/// The place of a member in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    offset: u32,
    size: u32,
    align: u32,
    array_stride: Option<u32>,
    matrix_stride: Option<u32>,
}

impl Place {
    pub(crate) fn text(self) -> String {
        let mut text = format!("offset {}, size {}, align {}", self.offset, self.size, self.align);
        if let Some(stride) = self.array_stride {
            text.push_str(&format!(", array stride {stride}"));
        }
        if let Some(stride) = self.matrix_stride {
            text.push_str(&format!(", matrix stride {stride}"));
        }
        text
    }
}

/// The place of a member by a rule.
fn place(module: &Module, id: Struct, index: u32, rule: LayoutRule) -> Option<Place> {
    let ty = module.types.find(TypeData::Struct(id))?;
    let member: &Member = module.structs[id].members.get(index as usize)?;
    let mut layouts = Layouts::new(module, rule);
    let offset = *layouts.members(ty, false).offsets.get(index as usize)?;
    let row_major = is_row_major(member, false);
    let extent = layouts.extent(member.ty, row_major);
    Some(Place {
        offset,
        size: extent.size,
        align: extent.align,
        array_stride: layouts.array_stride(member.ty, row_major),
        matrix_stride: layouts.matrix_stride(member.ty, row_major),
    })
}

/// The place of a member in its block, or in its struct by the rules of blocks.
pub(crate) fn places(module: &Module, id: Struct, index: u32, is_block: bool) -> Vec<(&'static str, Place)> {
    let of = |rule| Some((rule_name(rule).unwrap_or(""), place(module, id, index, rule)?));
    if is_block {
        let rule = uses_as_block(module, id).and_then(|it| it.1);
        return rule.and_then(of).into_iter().collect();
    }
    let mut found: Vec<_> = [LayoutRule::Std140, LayoutRule::Std430].into_iter().filter_map(of).collect();
    found.dedup_by_key(|it| it.1);
    found
}

/// A constant in GLSL; `None` for what has no text, such as a specialisation constant's operation.
pub(crate) fn value_of(module: &Module, constant: Constant) -> Option<String> {
    let data = module.constants.get(constant);
    match &data.kind {
        ConstantKind::Scalar(bits) => match module.types.get(data.ty) {
            TypeData::Scalar(scalar) => Some(scalar_text(scalar, *bits)),
            _ => None,
        },
        ConstantKind::Composite(parts) => {
            let mut texts = Vec::new();
            for &part in parts.iter().take(MOST_PARTS) {
                texts.push(value_of(module, part)?);
            }
            let first = texts.first().cloned().unwrap_or_default();
            let is_vector = matches!(module.types.get(data.ty), TypeData::Vector { .. });
            if is_vector && texts.iter().all(|text| *text == first) {
                texts = vec![first];
            }
            if parts.len() > MOST_PARTS {
                texts.push("...".to_owned());
            }
            Some(format!("{}({})", type_name(module, data.ty), texts.join(", ")))
        }
        ConstantKind::Null => match module.types.get(data.ty) {
            TypeData::Scalar(scalar) => Some(scalar_text(scalar, 0)),
            TypeData::Vector { scalar, .. } => {
                Some(format!("{}({})", type_name(module, data.ty), scalar_text(scalar, 0)))
            }
            _ => None,
        },
        ConstantKind::Spec(spec) => value_of(module, module.spec_constants[*spec].default),
        _ => None,
    }
}

fn scalar_text(scalar: Scalar, bits: u64) -> String {
    let signed = |width: u32| (bits as i64) << (64 - width) >> (64 - width);
    match scalar {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Scalar::F64 => format!("{:?}lf", f64::from_bits(bits)),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => signed(scalar.width()).to_string(),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => format!("{bits}u"),
        _ => format!("{bits:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{declaration, places};
    use vitrum::index::{Item, ItemKind};
    use vitrum::{Options, Stage, inspect};

    #[test]
    fn declarations_read_as_written() {
        let source = "#version 450\n\
            struct Light { vec3 p; float w; };\n\
            layout(set = 1, binding = 2) uniform Scene { mat4 m; Light lights[3]; vec2 v; } scene[2];\n\
            layout(location = 3) flat in ivec2 id;\n\
            layout(constant_id = 4) const int N = 7;\n\
            const vec3 UP = vec3(0.0, 1.0, -2.5);\n\
            layout(push_constant) uniform Push { uint k; };\n\
            float f(inout vec3 a, const float b[2]) { float local = a.x; return local; }\n\
            void main() {}\n";
        let inspection = inspect(source, &Options::new(Stage::Fragment));
        let (module, index) = match (inspection.module, inspection.index) {
            (Some(module), Some(index)) => (module, index),
            _ => panic!("{}", inspection.diagnosed.render()),
        };
        let item = |name: &str| -> &Item {
            index.items.iter().find(|item| item.name == name).unwrap_or_else(|| panic!("{name}"))
        };
        let text = |name: &str| declaration(&module, item(name));
        assert_eq!(text("id"), "layout(location = 3) flat in ivec2 id");
        assert_eq!(text("N"), "const int N = 7");
        assert_eq!(text("UP"), "const vec3 UP = vec3(0.0, 1.0, -2.5)");
        assert_eq!(text("f"), "float f(inout vec3 a, const float[2] b)");
        assert_eq!(text("a"), "inout vec3 a");
        assert_eq!(text("local"), "float local");
        assert_eq!(text("w"), "float Light.w");
        assert_eq!(text("Light"), "struct Light {\n    vec3 p;\n    float w;\n}");
        assert_eq!(
            text("Scene"),
            "layout(std140, set = 1, binding = 2) uniform Scene {\n    \
             mat4 m;           // offset 0, size 64, align 16, matrix stride 16\n    \
             Light[3] lights;  // offset 64, size 48, align 16, array stride 16\n    \
             vec2 v;           // offset 112, size 8, align 8\n} scene[2]"
        );
        assert!(text("Push").starts_with("layout(push_constant, std430) uniform Push {"), "{}", text("Push"));
        let ItemKind::Member(id, number) = item("w").kind else { panic!("no member") };
        let found: Vec<String> = places(&module, id, number, false).iter().map(|it| it.1.text()).collect();
        assert_eq!(found, ["offset 12, size 4, align 4"]);
    }
}
