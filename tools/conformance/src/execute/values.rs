//! Values of uniforms, given by path (`s.a[2]`) and component, put into the bytes of blocks and into the interpreter.

use vitrum::ir::{Constant, ConstantKind, Length, Module, Scalar, Storage, Type, TypeData};
use vitrum::reflect::{Reflection, Resource, TypeInfo};
use vitrum_interp::{Numbers, Value};
use vitrum_runner::Format;

/// A value with the path that names it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Given {
    pub(crate) path: String,
    /// Components; those of a matrix column after column, those of an array element after element.
    pub(crate) components: Vec<Component>,
}

/// A component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Component {
    /// A number, converted to the type of its target.
    Number(f64),
    /// Bits of that type.
    Bits(u64),
}

/// A part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

/// The parts of a path.
pub(crate) fn steps(path: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for name in path.split('.') {
        let (name, indices) = name.split_once('[').unwrap_or((name, ""));
        if !name.is_empty() {
            steps.push(Step::Name(name.trim()));
        }
        let digits = indices.split(['[', ']']).map(str::trim).filter(|digits| !digits.is_empty());
        steps.extend(digits.filter_map(|digits| digits.parse().ok()).map(Step::Index));
    }
    steps
}

/// The bits of a component.
fn bits(scalar: Scalar, component: Component) -> u64 {
    let value = match component {
        Component::Bits(bits) if scalar == Scalar::Bool => return u64::from(bits != 0),
        Component::Bits(bits) => return bits,
        Component::Number(value) => value,
    };
    match scalar {
        Scalar::Bool => u64::from(value != 0.0),
        Scalar::F64 => value.to_bits(),
        Scalar::F32 => u64::from((value as f32).to_bits()),
        Scalar::F16 => vitrum::ir::eval::FloatFormat::of(scalar).map_or(0, |format| format.encode(value)),
        Scalar::I64 => value as i64 as u64,
        Scalar::U64 => value as u64,
        scalar if scalar.is_signed() => u64::from(value as i64 as u32),
        // A number out of range wraps, as in a conversion of bits.
        _ => u64::from(value as i64 as u32),
    }
}

/// The format of this name.
pub(crate) fn named_format(name: &str) -> Option<Format> {
    Format::ALL.iter().copied().find(|format| format!("{format:?}") == name)
}

/// The format of a vector whose components have a size and a kind, such as `32Float`.
pub(crate) fn vector_format(count: usize, component: &str) -> Format {
    let channels = ["R", "Rg", "Rgb"].get(count.wrapping_sub(1)).copied().unwrap_or("Rgba");
    named_format(&format!("{channels}{component}")).unwrap_or(Format::Rgba32Float)
}

/// The format of four components that hold a scalar of the reflection.
pub(crate) fn wide_format(scalar: Option<Scalar>) -> Format {
    match scalar {
        Some(Scalar::I32) => Format::Rgba32Sint,
        Some(Scalar::U32) => Format::Rgba32Uint,
        _ => Format::Rgba32Float,
    }
}

/// Appends the components of a value, one after the other.
pub(crate) fn flatten_value(value: &Value, components: &mut Vec<u64>) {
    match value {
        Value::Numbers(numbers) => components.extend(&numbers.bits),
        Value::Parts(parts) => parts.iter().for_each(|part| flatten_value(part, components)),
        Value::Resource { .. } | Value::Pointer(_) => {}
    }
}

/// Layout of numbers in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    offset: usize,
    rows: usize,
    columns: usize,
    matrix_stride: usize,
    row_major: bool,
    scalar: Scalar,
}

/// Sets the value with this path in the bytes of a block; whether there is one.
fn set_in_block(
    reflection: &Reflection,
    block: &Resource,
    bytes: &mut [u8],
    path: &[Step<'_>],
    components: &[Component],
) -> bool {
    let mut spots = Vec::new();
    collect(reflection, &block.ty, path, 0, &mut spots);
    let mut next = components.iter();
    for spot in &spots {
        for column in 0..spot.columns {
            for row in 0..spot.rows {
                let Some(&value) = next.next() else { return true };
                let size = if spot.scalar.width() == 64 { 8 } else { 4 };
                let (major, minor) = if spot.row_major { (row, column) } else { (column, row) };
                let at = spot.offset + major * spot.matrix_stride + minor * size;
                let source = bits(spot.scalar, value).to_le_bytes();
                if let Some(slot) = bytes.get_mut(at..at + size) {
                    slot.copy_from_slice(&source[..size]);
                }
            }
        }
    }
    !spots.is_empty()
}

/// The numbers below a path within the members of a block or struct.
fn collect(reflection: &Reflection, ty: &TypeInfo, path: &[Step<'_>], base: usize, spots: &mut Vec<Spot>) {
    let Some(structure) = ty.structure.and_then(|index| reflection.structs.get(index)) else { return };
    let (wanted, rest) = match path.split_first() {
        Some((Step::Name(name), rest)) => (Some(*name), rest),
        Some((Step::Index(_), _)) => return,
        None => (None, path),
    };
    for member in &structure.members {
        if wanted.is_some_and(|name| name != member.name) {
            continue;
        }
        let indices = rest.iter().take_while(|step| matches!(step, Step::Index(_))).count();
        let (indices, rest) = rest.split_at(indices.min(member.ty.array.len()));
        let mut offsets = vec![base + member.offset.unwrap_or(0) as usize];
        for (dimension, (length, &stride)) in member.ty.array.iter().zip(&member.array_strides).enumerate() {
            let all = 0..length.length.unwrap_or(0) as usize;
            let chosen = match indices.get(dimension) {
                Some(Step::Index(index)) => *index..index + 1,
                _ => all,
            };
            offsets = offsets
                .iter()
                .flat_map(|&offset| chosen.clone().map(move |index| offset + index * stride as usize))
                .collect();
        }
        for offset in offsets {
            if member.ty.structure.is_some() {
                collect(reflection, &member.ty, rest, offset, spots);
                continue;
            }
            let scalar = member.ty.scalar.unwrap_or(Scalar::F32);
            let mut spot = Spot {
                offset,
                rows: member.ty.rows.unwrap_or(1) as usize,
                columns: member.ty.columns.unwrap_or(1) as usize,
                matrix_stride: member.matrix_stride.unwrap_or(0) as usize,
                row_major: member.row_major.unwrap_or(false),
                scalar,
            };
            // A column of a matrix.
            if let (Some(Step::Index(column)), false) = (rest.first(), spot.row_major) {
                spot.offset += column * spot.matrix_stride;
                spot.columns = 1;
            }
            spots.push(spot);
        }
    }
}

/// The bytes of each element of an array of blocks, or of one block, zero where nothing is given. Members go by their
/// names, behind that of the block if the block has an instance name (GLSL 4.60 section 4.3.9).
pub(crate) fn block_bytes(reflection: &Reflection, block: &Resource, given: &[Given]) -> Vec<Vec<u8>> {
    let count = block.ty.array.iter().filter_map(|length| length.length).product::<u32>().clamp(1, 64);
    let named = block.instance.as_ref().is_some_and(|name| !name.is_empty());
    let mut all = vec![vec![0; block.size.unwrap_or(0) as usize]; count as usize];
    for value in given {
        let path = steps(&value.path);
        let (element, path) = match &path[..] {
            [Step::Name(name), rest @ ..] if named && *name == block.name => match rest {
                [Step::Index(index), rest @ ..] => (Some(*index), rest),
                rest => (None, rest),
            },
            path if !named => (None, path),
            _ => continue,
        };
        for (index, bytes) in all.iter_mut().enumerate() {
            if element.is_none_or(|element| element == index) {
                set_in_block(reflection, block, bytes, path, &value.components);
            }
        }
    }
    all
}

/// The values that uniforms have unless they are given.
pub(crate) fn initial(module: &Module) -> Vec<Given> {
    let mut all = Vec::new();
    for (_, data) in module.globals.iter() {
        let loose = data.storage == Storage::Uniform && data.block.is_none();
        if let (true, Some(constant)) = (loose, data.initializer) {
            let mut components = Vec::new();
            flatten(module, data.ty, constant, &mut components, 0);
            all.push(Given { path: module.names.get(data.name).to_owned(), components });
        }
    }
    all
}

fn flatten(module: &Module, ty: Type, constant: Constant, components: &mut Vec<Component>, depth: usize) {
    let parts = match module.types.get(ty) {
        TypeData::Scalar(_) => vec![],
        TypeData::Vector { scalar, size } => vec![module.types.find(TypeData::Scalar(scalar)); size.into()],
        TypeData::Matrix { scalar, columns, rows } => {
            vec![module.types.find(TypeData::Vector { scalar, size: rows }); columns.into()]
        }
        TypeData::Array { element, length: Length::Constant(length) } => {
            vec![Some(element); length.min(1 << 16) as usize]
        }
        TypeData::Struct(_) => module.members(ty).iter().map(|member| Some(member.ty)).collect(),
        _ => return,
    };
    let data = module.constants.get(constant);
    if parts.is_empty() {
        let bits = if let ConstantKind::Scalar(bits) = data.kind { bits } else { 0 };
        components.push(Component::Bits(bits));
    }
    for (index, part) in parts.into_iter().enumerate() {
        let inner = match &data.kind {
            ConstantKind::Composite(all) => all.get(index).copied(),
            _ => Some(constant),
        };
        if let (Some(part), Some(inner), true) = (part, inner, depth < 16) {
            flatten(module, part, inner, components, depth + 1);
        }
    }
}

/// A value of a type for the interpreter: the given values below `name`, else zero.
pub(crate) fn interpreted(module: &Module, ty: Type, name: &str, given: &[Given]) -> Option<Value> {
    let mut value = zero(module, ty, 0)?;
    for it in given {
        let path = steps(&it.path);
        if let Some((Step::Name(first), rest)) = path.split_first()
            && *first == name
        {
            let mut components = it.components.iter().copied();
            set_value(module, ty, &mut value, rest, &mut components);
        }
    }
    Some(value)
}

/// The numbers and vectors that are given of a uniform that holds textures as well, by path.
pub(crate) fn beside_opaque(module: &Module, ty: Type, name: &str, given: &[Given]) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut open = vec![(ty, name.to_owned())];
    while let Some((ty, path)) = open.pop() {
        match module.types.get(ty) {
            TypeData::Array { element, length: Length::Constant(length) } => {
                open.extend((0..length).map(|index| (element, format!("{path}[{index}]"))));
            }
            TypeData::Struct(_) => {
                let member = |member: &vitrum::ir::Member| {
                    (member.ty, format!("{path}.{}", module.names.get(member.name)))
                };
                open.extend(module.members(ty).iter().map(member));
            }
            _ => {
                let it = given.iter().find(|it| it.path == path);
                let own = it.map(|it| Given { path: "it".to_owned(), components: it.components.clone() });
                if let Some(value) = own.and_then(|own| interpreted(module, ty, "it", &[own])) {
                    found.push((path, value));
                }
            }
        }
    }
    found
}

/// Zero of a type without opaque parts.
fn zero(module: &Module, ty: Type, depth: usize) -> Option<Value> {
    if depth > 16 {
        return None;
    }
    let numbers = |scalar, columns: usize, rows: usize| {
        Some(Value::Numbers(Numbers::new(scalar, rows, vec![0; rows * columns])))
    };
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => numbers(scalar, 1, 1),
        TypeData::AtomicCounter => numbers(Scalar::U32, 1, 1),
        TypeData::Vector { scalar, size } => numbers(scalar, 1, size.into()),
        TypeData::Matrix { scalar, columns, rows } => numbers(scalar, columns.into(), rows.into()),
        TypeData::Array { element, length: Length::Constant(length) } => {
            let element = zero(module, element, depth + 1)?;
            (length <= 1 << 16).then(|| Value::Parts(vec![element; length as usize]))
        }
        TypeData::Struct(_) => {
            let members = module.members(ty).iter().map(|member| zero(module, member.ty, depth + 1));
            Some(Value::Parts(members.collect::<Option<_>>()?))
        }
        _ => None,
    }
}

fn set_value(
    module: &Module,
    ty: Type,
    value: &mut Value,
    path: &[Step<'_>],
    components: &mut impl Iterator<Item = Component>,
) {
    match value {
        Value::Numbers(numbers) => {
            let start = match path.first() {
                Some(Step::Index(column)) if numbers.columns() > 1 => column * numbers.rows,
                _ => 0,
            };
            let scalar = numbers.scalar;
            for slot in numbers.bits.iter_mut().skip(start) {
                let Some(component) = components.next() else { return };
                *slot = bits(scalar, component);
            }
        }
        Value::Parts(parts) => match (module.types.get(ty), path.split_first()) {
            (TypeData::Array { element, .. }, Some((Step::Index(index), rest))) => {
                if let Some(part) = parts.get_mut(*index) {
                    set_value(module, element, part, rest, components);
                }
            }
            (TypeData::Array { element, .. }, _) => {
                parts.iter_mut().for_each(|part| set_value(module, element, part, path, components));
            }
            (TypeData::Struct(_), Some((Step::Name(name), rest))) => {
                for (member, part) in module.members(ty).iter().zip(parts) {
                    if module.names.get(member.name) == *name {
                        set_value(module, member.ty, part, rest, components);
                    }
                }
            }
            (TypeData::Struct(_), None) => {
                for (member, part) in module.members(ty).iter().zip(parts) {
                    set_value(module, member.ty, part, path, components);
                }
            }
            _ => {}
        },
        Value::Resource { .. } | Value::Pointer(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, steps};

    #[test]
    fn paths_have_steps() {
        let expected = [
            Step::Name("s"),
            Step::Index(1),
            Step::Index(2),
            Step::Name("a"),
            Step::Name("b"),
            Step::Index(3),
        ];
        assert_eq!(steps("s[1][2].a.b[3]"), expected);
    }
}
