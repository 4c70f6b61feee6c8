//! Values of the types of a module from words, and words from values; names and places of its interface.

use vitrum_interp::{Numbers, Value};
use vitrum_ir::layout::Layouts;
use vitrum_ir::{
    BuiltIn, Decorations, GlobalData, LayoutRule, Length, Module, Scalar, Storage, Type, TypeData,
};

/// The name of a global: its own, or for a block without instance name that of the block.
pub(crate) fn global_name(module: &Module, data: &GlobalData) -> String {
    let own = module.names.get(data.name);
    match module.types.get(module.types.innermost(data.ty)) {
        TypeData::Struct(id) if own.is_empty() => module.names.get(module.structs[id].name).to_owned(),
        _ => own.to_owned(),
    }
}

/// The names by which a header may call a block: that of the instance, and that of the block.
pub(crate) fn block_names(module: &Module, data: &GlobalData) -> Vec<String> {
    let mut names = vec![global_name(module, data)];
    if let TypeData::Struct(id) = module.types.get(module.types.innermost(data.ty)) {
        names.push(module.names.get(module.structs[id].name).to_owned());
    }
    names
}

/// The length of an array, specialisation constants by their defaults.
pub(crate) fn length(module: &Module, length: Length) -> usize {
    match length {
        Length::Constant(length) => length as usize,
        Length::Spec(constant) => {
            module.constants.as_int(constant).and_then(|it| it.try_into().ok()).unwrap_or(1)
        }
    }
}

/// A part of an interface: a variable, or a member of a block.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) location: Option<u32>,
    pub(crate) component: u32,
    pub(crate) builtin: Option<BuiltIn>,
}

/// The inputs or outputs of a module; a block counts as its members.
pub(crate) fn interface(module: &Module, storage: Storage) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for data in module.globals.values().filter(|data| data.storage == storage) {
        let leaf = |name: &str, ty, decorations: &Decorations, location| Leaf {
            name: name.to_owned(),
            ty,
            location,
            component: decorations.component.unwrap_or(0),
            builtin: decorations.builtin,
        };
        let decorations = &data.decorations;
        if data.block.is_none() {
            leaves.push(leaf(module.names.get(data.name), data.ty, decorations, decorations.location));
            continue;
        }
        let mut next = decorations.location;
        for member in module.members(data.ty) {
            let location = member.decorations.location.or(next);
            next = location.map(|it| it + locations(module, member.ty));
            leaves.push(leaf(module.names.get(member.name), member.ty, &member.decorations, location));
        }
    }
    leaves
}

/// Locations that a type takes, without doubles.
fn locations(module: &Module, ty: Type) -> u32 {
    match module.types.get(ty) {
        TypeData::Matrix { columns, .. } => columns.into(),
        TypeData::Array { element, length: count } => {
            length(module, count) as u32 * locations(module, element)
        }
        TypeData::Struct(_) => module.members(ty).iter().map(|it| locations(module, it.ty)).sum(),
        _ => 1,
    }
}

/// The scalars of a type in order: the expression of each in GLSL behind the name of a variable, its location from the first
/// one, and its component there.
pub(crate) fn scalars(module: &Module, ty: Type) -> Vec<(String, u32, Scalar)> {
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => vec![(String::new(), 0, scalar)],
        TypeData::Vector { scalar, size } => {
            (0..u32::from(size)).map(|at| (format!("[{at}]"), 0, scalar)).collect()
        }
        TypeData::Matrix { scalar, columns, rows } => (0..u32::from(columns))
            .flat_map(|column| (0..rows).map(move |row| (format!("[{column}][{row}]"), column, scalar)))
            .collect(),
        TypeData::Array { element, length: count } => {
            let (inner, step) = (scalars(module, element), locations(module, element));
            let one = |at: u32| {
                let each = |(path, location, scalar): &(String, u32, Scalar)| {
                    (format!("[{at}]{path}"), at * step + location, *scalar)
                };
                inner.iter().map(each).collect::<Vec<_>>()
            };
            (0..length(module, count) as u32).flat_map(one).collect()
        }
        TypeData::Struct(_) => {
            let mut all = Vec::new();
            let mut first = 0;
            for member in module.members(ty) {
                let name = module.names.get(member.name);
                let inner = scalars(module, member.ty).into_iter();
                all.extend(inner.map(|(path, at, scalar)| (format!(".{name}{path}"), first + at, scalar)));
                first += locations(module, member.ty);
            }
            all
        }
        _ => Vec::new(),
    }
}

/// The words that a value of a type takes.
pub(crate) fn word_count(module: &Module, ty: Type) -> usize {
    scalars(module, ty).iter().map(|row| words_of(row.2)).sum()
}

fn words_of(scalar: Scalar) -> usize {
    if scalar.width() == 64 { 2 } else { 1 }
}

fn next_bits(scalar: Scalar, words: &mut dyn Iterator<Item = u32>) -> u64 {
    let low = u64::from(words.next().unwrap_or(0));
    match words_of(scalar) {
        2 => low | u64::from(words.next().unwrap_or(0)) << 32,
        _ if scalar == Scalar::Bool => u64::from(low != 0),
        _ => low & vitrum_ir::eval::scalar::ones(scalar.width()),
    }
}

/// A value of a type; words that are missing are 0.
pub(crate) fn value(module: &Module, ty: Type, words: &mut dyn Iterator<Item = u32>) -> Value {
    let mut numbers = |scalar, rows: usize, count: usize| {
        let bits = (0..count).map(|_| next_bits(scalar, words)).collect();
        Value::Numbers(Numbers::new(scalar, rows, bits))
    };
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => numbers(scalar, 1, 1),
        TypeData::Vector { scalar, size } => numbers(scalar, size.into(), size.into()),
        TypeData::Matrix { scalar, columns, rows } => {
            numbers(scalar, rows.into(), usize::from(columns) * usize::from(rows))
        }
        TypeData::Array { element, length: count } => {
            Value::Parts((0..length(module, count)).map(|_| value(module, element, words)).collect())
        }
        _ => Value::Parts(module.members(ty).iter().map(|member| value(module, member.ty, words)).collect()),
    }
}

/// The words of a value; none for undefined components.
pub(crate) fn flatten(value: &Value, words: &mut Vec<Option<u32>>) {
    match value {
        Value::Numbers(numbers) => {
            for (at, &bits) in numbers.bits.iter().enumerate() {
                let is_known = !numbers.is_undefined(at);
                words.push(is_known.then_some(bits as u32));
                if words_of(numbers.scalar) == 2 {
                    words.push(is_known.then_some((bits >> 32) as u32));
                }
            }
        }
        Value::Parts(parts) => parts.iter().for_each(|part| flatten(part, words)),
        Value::Resource { .. } | Value::Pointer(_) => {}
    }
}

/// Writes words to the bytes of a block, as members of a type lie there.
pub(crate) fn write(
    layouts: &mut Layouts<'_>,
    module: &Module,
    ty: Type,
    offset: usize,
    words: &mut dyn Iterator<Item = u32>,
    bytes: &mut [u8],
) {
    let mut put = |offset: usize, scalar: Scalar, words: &mut dyn Iterator<Item = u32>| {
        let bits = next_bits(scalar, words);
        let size = if scalar == Scalar::Bool { 4 } else { scalar.width() as usize / 8 };
        if let Some(slot) = bytes.get_mut(offset..offset + size) {
            slot.copy_from_slice(&bits.to_le_bytes()[..size]);
        }
        size
    };
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => {
            put(offset, scalar, words);
        }
        TypeData::Vector { scalar, size } => {
            let mut at = offset;
            (0..size).for_each(|_| at += put(at, scalar, words));
        }
        TypeData::Matrix { scalar, columns, rows } => {
            let stride = layouts.matrix_stride(ty, false).unwrap_or(0) as usize;
            for column in 0..usize::from(columns) {
                let mut at = offset + column * stride;
                (0..rows).for_each(|_| at += put(at, scalar, words));
            }
        }
        TypeData::Array { element, length: count } => {
            let stride = layouts.array_stride(ty, false).unwrap_or(0) as usize;
            for at in 0..length(module, count) {
                write(layouts, module, element, offset + at * stride, words, bytes);
            }
        }
        _ => {
            let offsets = layouts.members(ty, false).offsets.clone();
            for (member, at) in module.members(ty).iter().zip(offsets) {
                write(layouts, module, member.ty, offset + at as usize, words, bytes);
            }
        }
    }
}

/// The bytes of the fixed part of a block.
pub(crate) fn block_size(module: &Module, ty: Type, rule: LayoutRule) -> usize {
    Layouts::new(module, rule).size(module.types.innermost(ty), false) as usize
}
