//! Gives specialisation constants their final values, as a pipeline does: they become constants, and what depends on them follows.
//!
//! ```text
//! values=3:8                                      (constant 3 is 8)
//! spec $N: i32 id(3) = 4i32                       array<f32, 8>
//! array<f32, $N>                            =>
//! execution local_size($N, 1u32, 1u32)            execution local_size(8u32, 1u32, 1u32)
//! %b: bool = sgt $N, 2i32                         (true: branches on it are taken)
//! ```
//!
//! `values` gives values by `constant_id` or by name; `all` freezes the others to their defaults, and so does the pass without options.
//! Lengths of arrays, types with such arrays, sizes of workgroups, operations and branches fold. Blocks keep their layout: GLSL lays
//! them out by the defaults, so members behind an array get their old offset as an explicit one. An operation that is undefined for the
//! values gives 0. An error says if a value does not fit, or if a length or the size of a workgroup is no positive number.
//!
//! ANGLE: `SpecConst`; Tint: `SubstituteOverrides`; naga: `process_overrides`; NIR: the specialisations of `spirv_to_nir`; spirv-opt:
//! `--set-spec-const-default-value`, `--freeze-spec-const`, `--fold-spec-const-op-composite`.

use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use crate::lower::retype::retype_and_replace;
use crate::optimize::fold_constants;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::eval::{FloatFormat, scalar::truncate};
use vitrum_ir::fold::{Specialization, Tables};
use vitrum_ir::layout::Layouts;
use vitrum_ir::types::TensorOrder;
use vitrum_ir::{
    Constant, ConstantData, ConstantKind, Global, LayoutRule, Length, Modes, Module, Scalar, Span,
    SpecConstant, SpirvOperand, Type, TypeData,
};

/// The name of a specialisation constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecName {
    /// Its `constant_id`.
    Id(u32),
    /// Its name in the source.
    Name(String),
}

/// The value of a specialisation constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpecValue {
    /// For a `bool`.
    Bool(bool),
    /// For an integer; also for a float, and for a `bool`, which it makes true unless it is 0.
    Integer(i128),
    /// For a float.
    Float(f64),
}

impl From<u32> for SpecName {
    fn from(id: u32) -> Self {
        Self::Id(id)
    }
}

impl From<&str> for SpecName {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

macro_rules! values {
    ($($type:ident $kind:ident;)*) => {
        $(impl From<$type> for SpecValue {
            fn from(value: $type) -> Self {
                Self::$kind(value.into())
            }
        })*
    };
}

values! {
    bool Bool;
    i32 Integer;
    u32 Integer;
    i64 Integer;
    u64 Integer;
    f32 Float;
    f64 Float;
}

/// Options of `specialize`.
#[derive(Clone, Debug, Default)]
pub struct Specialize {
    /// Values by id or name; the last one counts.
    pub values: Vec<(SpecName, SpecValue)>,
    /// True if constants without a value are frozen to their defaults. They are if there are no values at all.
    pub all: bool,
}

pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption {
        name: "values",
        values: "ID:VALUE|NAME:VALUE,...",
        summary: "values of specialisation constants, by `constant_id` or by name",
        set: |options, text| {
            let values: Option<Vec<_>> = text.split(',').map(|row| parse(row.trim())).collect();
            let values = values?;
            options.change::<Specialize>(|it| it.values.extend(values));
            Some(())
        },
    },
    PassOption {
        name: "all",
        values: "true|false",
        summary: "freeze constants without a value to their defaults; true if there are no values",
        set: |options, text| {
            let all = text.parse().ok()?;
            options.change::<Specialize>(|it| it.all = all);
            Some(())
        },
    },
];

fn parse(text: &str) -> Option<(SpecName, SpecValue)> {
    let (name, value) = text.split_once(':')?;
    let name = match name.parse() {
        Ok(id) => SpecName::Id(id),
        Err(_) if name.is_empty() => return None,
        Err(_) => SpecName::Name(name.to_owned()),
    };
    let hexadecimal = |digits: &str| i128::from_str_radix(digits, 16).ok().map(SpecValue::Integer);
    let value = match (value, value.strip_prefix("0x")) {
        ("true", _) => SpecValue::Bool(true),
        ("false", _) => SpecValue::Bool(false),
        (_, Some(digits)) => hexadecimal(digits)?,
        _ => match value.parse() {
            Ok(integer) => SpecValue::Integer(integer),
            Err(_) => SpecValue::Float(value.parse().ok()?),
        },
    };
    Some((name, value))
}

/// The bits of a value of a type; `None` if the type does not have it.
fn bits(scalar: Scalar, value: SpecValue) -> Option<u64> {
    match (scalar, value) {
        (Scalar::Bool, SpecValue::Bool(value)) => Some(value.into()),
        (Scalar::Bool, SpecValue::Integer(value)) => Some((value != 0).into()),
        (_, SpecValue::Integer(value)) if scalar.is_integer() => {
            let width = scalar.width();
            let (least, end) = match scalar.is_signed() {
                true => (-(1i128 << (width - 1)), 1i128 << (width - 1)),
                false => (0, 1i128 << width),
            };
            (least..end).contains(&value).then(|| truncate(width, value as u64))
        }
        (_, SpecValue::Integer(value)) => Some(FloatFormat::of(scalar)?.encode(value as f64)),
        (_, SpecValue::Float(value)) => Some(FloatFormat::of(scalar)?.encode(value)),
        (_, SpecValue::Bool(_)) => None,
    }
}

/// True if the options freeze a constant of the module.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    let options = settings.options.get::<Specialize>();
    module.spec_constants.iter().any(|(id, _)| value_of(module, &options, id).is_some())
}

/// The value that the options give a constant: one that they name, or `None` within for the default.
fn value_of(module: &Module, options: &Specialize, id: SpecConstant) -> Option<Option<SpecValue>> {
    let data = &module.spec_constants[id];
    let is_it = |name: &SpecName| match name {
        SpecName::Id(id) => data.id == Some(*id),
        SpecName::Name(name) => module.names.get(data.name) == name,
    };
    let named = options.values.iter().rev().find(|row| is_it(&row.0));
    match named {
        Some(&(_, value)) => Some(Some(value)),
        None => (options.all || options.values.is_empty()).then_some(None),
    }
}

/// Freezes constants; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<Specialize>();
    let Some(frozen) = replace(module, session, &|module, id| value_of(module, &options, id)) else {
        return 0;
    };
    let functions: Vec<_> = module.code_ids().collect();
    let folded: usize = functions.into_iter().map(|id| fold_constants::run(module, id, session)).sum();
    frozen + folded
}

/// Chooses the constants that are frozen, each with its value or `None` for its default.
type Choose<'a> = dyn Fn(&Module, SpecConstant) -> Option<Option<SpecValue>> + 'a;

/// Puts values in the place of specialisation constants; gives their number, or `None`, with an error, if a value does not fit.
pub(super) fn replace(module: &mut Module, session: &mut Session, choose: &Choose<'_>) -> Option<usize> {
    let (frozen, kept) = freeze(module, session, choose)?;
    let replaced = evaluate(module, &frozen, &kept);
    let lengths = lengths(module, session, &replaced);
    refuse_workgroup(module, session, |constant| replaced.get(&constant).copied().unwrap_or(constant));
    if !session.refusals.is_empty() {
        return None;
    }
    let before = layouts(module);
    let new_type = |module: &mut Module, data: TypeData| match data {
        TypeData::Array { element, length: Length::Spec(length) } => {
            let length = lengths.get(&length).copied().unwrap_or(Length::Spec(length));
            Some(TypeData::Array { element, length })
        }
        TypeData::LongVector { scalar, length: Length::Spec(length), cooperative } => {
            let length = lengths.get(&length).copied().unwrap_or(Length::Spec(length));
            Some(TypeData::LongVector { scalar, length, cooperative })
        }
        TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } => {
            let [scope, rows, columns] =
                [scope, rows, columns].map(|size| replaced.get(&size).copied().unwrap_or(size));
            Some(TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage })
        }
        TypeData::TensorLayout { dimensions, clamp } => {
            let [dimensions, clamp] =
                [dimensions, clamp].map(|size| replaced.get(&size).copied().unwrap_or(size));
            Some(TypeData::TensorLayout { dimensions, clamp })
        }
        TypeData::TensorView { dimensions, sized, order } => {
            let dimensions = replaced.get(&dimensions).copied().unwrap_or(dimensions);
            // An order of another number of dimensions is none: that of all then is.
            let known = module.constants.as_int(dimensions).and_then(|known| u32::try_from(known).ok());
            let plain = known.and_then(|known| TensorOrder::new(&(0..known.min(9)).collect::<Vec<u32>>()));
            let is_of = known.is_none_or(|known| order.dimensions().count() == known as usize);
            let order = plain.filter(|_| !is_of).unwrap_or(order);
            Some(TypeData::TensorView { dimensions, sized, order })
        }
        _ => None,
    };
    // All components of a constant of specialised length are one.
    let repeated = |module: &mut Module, ty: Type, parts: Vec<Constant>| match module.types.get(ty) {
        TypeData::LongVector { length: Length::Spec(length), .. } => match (lengths.get(&length), &parts[..])
        {
            (Some(&Length::Constant(length)), &[part]) => vec![part; length as usize],
            _ => parts,
        },
        _ => parts,
    };
    let retyped = retype_and_replace(module, &replaced, new_type, repeated);
    for operand in module.spirv.iter_mut().flat_map(|item| &mut item.operands) {
        if let SpirvOperand::Constant(constant) = operand {
            *constant = retyped.constant(*constant);
        }
    }
    if let Some(sizes) = &mut module.execution.local_size {
        *sizes = sizes.map(|size| retyped.constant(size));
    }
    let switch = module.spec_constants.iter().find(|row| row.1.id == module.execution.query_micromaps_id);
    if module.execution.query_micromaps_id.is_some()
        && let Some(&value) = switch.and_then(|row| frozen.get(&row.0))
    {
        module.execution.query_micromaps_id = None;
        let is_on = module.constants.bits(value) == Some(1);
        let mode = if is_on { Modes::QUERY_MICROMAPS_ON } else { Modes::QUERY_MICROMAPS_OFF };
        module.execution.modes.insert(mode);
    }
    let old = std::mem::take(&mut module.spec_constants);
    // Ids change last: before, an id would be that of a constant which is gone, and of one that stays.
    let mut ids: FxHashMap<SpecConstant, SpecConstant> = FxHashMap::default();
    for (id, mut data) in old {
        if !frozen.contains_key(&id) {
            data.default = retyped.constant(data.default);
            ids.insert(id, module.spec_constants.alloc(data));
        }
    }
    module.constants.renumber_specialized(&module.types, |id| ids.get(&id).copied());
    keep_layouts(module, session, &before);
    Some(frozen.len())
}

type Frozen = FxHashMap<SpecConstant, Constant>;

/// The values of the constants that are frozen, and the others as constants; `None`, with an error, if a value does not fit.
fn freeze(module: &mut Module, session: &mut Session, choose: &Choose<'_>) -> Option<(Frozen, Frozen)> {
    let (mut frozen, mut kept) = (Frozen::default(), Frozen::default());
    let all: Vec<SpecConstant> = module.spec_constants.iter().map(|row| row.0).collect();
    for id in all {
        let data = module.spec_constants[id].clone();
        let constant = match choose(module, id) {
            None => {
                let kind = ConstantKind::Spec(id);
                let constant = module.constants.intern(ConstantData { ty: data.ty, kind });
                kept.insert(id, constant);
                continue;
            }
            Some(None) => data.default,
            Some(Some(value)) => {
                let scalar = module.types.scalar_of(data.ty)?;
                let Some(bits) = bits(scalar, value) else {
                    let name = module.names.get(data.name);
                    let message = format!(
                        "the value {} does not fit `{name}` of type `{}`",
                        show(value),
                        scalar.name()
                    );
                    session.refuse(data.origin.span, message);
                    return None;
                };
                module.constants.scalar(scalar, bits)
            }
        };
        frozen.insert(id, constant);
    }
    Some((frozen, kept))
}

fn show(value: SpecValue) -> String {
    match value {
        SpecValue::Bool(value) => value.to_string(),
        SpecValue::Integer(value) => value.to_string(),
        SpecValue::Float(value) => value.to_string(),
    }
}

/// The constants that change, with what they become. An operation that is undefined for the values, such as a division by zero, is 0:
/// another operation may choose between it and something else.
fn evaluate(module: &mut Module, frozen: &Frozen, kept: &Frozen) -> FxHashMap<Constant, Constant> {
    let all: Vec<Constant> = module
        .constants
        .iter()
        .filter(|(_, data)| matches!(data.kind, ConstantKind::Spec(_) | ConstantKind::SpecOp { .. }))
        .map(|row| row.0)
        .collect();
    let mut specialization = Specialization::default();
    let mut replaced = FxHashMap::default();
    for old in all {
        // Ids of other modules' constants and new ones are in the table as well.
        let value = |id: SpecConstant| frozen.get(&id).or_else(|| kept.get(&id)).copied();
        match specialization.apply(&mut Tables::of(module), old, value) {
            Some(new) if new != old => {
                let (name, precision) = (module.constants.name(old), module.constants.precision(old));
                if name != vitrum_ir::Name::EMPTY && !module.constants.is_spec(new) {
                    module.constants.declare(new, name, precision);
                }
                replaced.insert(old, new);
            }
            Some(_) => {}
            // Operands stand in front of what is made of them, so that it is not evaluated yet.
            None => {
                let zero = zero(module, module.constants.ty(old));
                specialization.assume(old, zero);
                replaced.insert(old, zero);
            }
        }
    }
    replaced
}

/// The scalar or vector of zeros of a type.
fn zero(module: &mut Module, ty: Type) -> Constant {
    match module.types.get(ty) {
        TypeData::Scalar(scalar) => module.constants.scalar(scalar, 0),
        _ => module.constants.null(ty),
    }
}

/// Refuses a workgroup of which a size is no positive number, or that groups of four invocations for derivatives do not fill, once
/// constants have other values.
pub(crate) fn refuse_workgroup(
    module: &Module,
    session: &mut Session,
    mut value: impl FnMut(Constant) -> Constant,
) {
    let Some(constants) = module.execution.local_size else { return };
    let sizes = constants.map(|constant| module.constants.as_int(value(constant)));
    let given = constants.into_iter().zip(sizes);
    if let Some((constant, size)) =
        given.clone().find_map(|(it, size)| Some((it, size.filter(|&it| it <= 0)?)))
    {
        let message = format!("a workgroup has the size {size}, expected a positive number");
        session.refuse(place_of(module, constant), message);
    } else if !module.execution.is_whole_groups(sizes) {
        let place = given.map(|row| place_of(module, row.0)).find(|place| !place.is_nowhere());
        let known = sizes.map(|size| size.map_or("?".to_owned(), |size| size.to_string())).join("x");
        let message = format!(
            "a workgroup has the size {known}, expected whole groups of four invocations, within which it takes derivatives"
        );
        session.refuse(place.unwrap_or_default(), message);
    }
}

/// The declaration of the first specialisation constant that a constant is made of; that of `main` if there is none.
fn place_of(module: &Module, constant: Constant) -> Span {
    let mut rest = vec![constant];
    while let Some(constant) = rest.pop() {
        match &module.constants.get(constant).kind {
            ConstantKind::Spec(id) if !module.spec_constants[*id].origin.span.is_nowhere() => {
                return module.spec_constants[*id].origin.span;
            }
            ConstantKind::SpecOp { operands: parts, .. } | ConstantKind::Composite(parts) => {
                rest.extend(parts.iter().rev());
            }
            // The size of a workgroup may name a number alone.
            ConstantKind::Spec(_)
            | ConstantKind::Scalar(_)
            | ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Param(_) => {}
        }
    }
    module.entry_span()
}

/// The most components of a vector, as in sources.
const MOST_COMPONENTS: u32 = 4096;

/// The lengths that lengths of arrays and vectors become.
fn lengths(
    module: &Module,
    session: &mut Session,
    replaced: &FxHashMap<Constant, Constant>,
) -> FxHashMap<Constant, Length> {
    let mut lengths = FxHashMap::default();
    for (_, data) in module.types.iter() {
        let (TypeData::Array { length: Length::Spec(old), .. }
        | TypeData::LongVector { length: Length::Spec(old), .. }) = data
        else {
            continue;
        };
        let Some(&new) = replaced.get(&old) else { continue };
        if module.constants.is_spec(new) {
            lengths.insert(old, Length::Spec(new));
            continue;
        }
        let most = match data {
            TypeData::LongVector { .. } => MOST_COMPONENTS,
            _ => u32::MAX,
        };
        let fits = |&length: &u32| length > 0 && length <= most;
        match module.constants.as_int(new).and_then(|length| u32::try_from(length).ok()).filter(fits) {
            Some(length) => {
                lengths.insert(old, Length::Constant(length));
            }
            None => {
                let found = module.constants.as_int(new).unwrap_or(0);
                let message = match data {
                    TypeData::LongVector { .. } => {
                        format!("a vector has {found} components, expected 1 to {MOST_COMPONENTS}")
                    }
                    _ => format!("an array has the length {found}, expected a positive number"),
                };
                session.refuse(place_of(module, old), message);
            }
        }
    }
    lengths
}

/// The layout of a block: the offsets of its members, and everything within them.
struct BlockLayout {
    global: Global,
    rule: LayoutRule,
    offsets: Vec<u32>,
    within: Vec<u32>,
}

fn layouts(module: &Module) -> Vec<BlockLayout> {
    let mut all = Vec::new();
    for (global, data) in module.globals.iter() {
        let Some(rule) = data.block else { continue };
        if matches!(data.storage, vitrum_ir::Storage::Input | vitrum_ir::Storage::Output) {
            continue;
        }
        let mut layouts = Layouts::new(module, rule);
        let block = module.types.innermost(data.ty);
        let offsets = layouts.members(block, false).offsets;
        let within = within(module, &mut layouts, block);
        all.push(BlockLayout { global, rule, offsets, within });
    }
    all
}

/// Strides of arrays and offsets of structs within a block, in a fixed order.
fn within(module: &Module, layouts: &mut Layouts<'_>, block: Type) -> Vec<u32> {
    let mut numbers = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending: Vec<Type> = module.members(block).iter().map(|member| member.ty).collect();
    while let Some(ty) = pending.pop() {
        match module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                numbers.push(layouts.array_stride(ty, false).unwrap_or(0));
                pending.push(element);
            }
            TypeData::Struct(id) if seen.insert(id) => {
                numbers.extend(layouts.members(ty, false).offsets);
                pending.extend(module.structs[id].members.iter().map(|member| member.ty));
            }
            _ => {}
        }
    }
    numbers
}

/// Gives members of blocks the offsets that they had, explicitly.
fn keep_layouts(module: &mut Module, session: &mut Session, before: &[BlockLayout]) {
    for old in before {
        let ty = module.globals[old.global].ty;
        let block = module.types.innermost(ty);
        let TypeData::Struct(id) = module.types.get(block) else { continue };
        let mut layouts = Layouts::new(module, old.rule);
        let inner = within(module, &mut layouts, block);
        let new = layouts.members(block, false).offsets;
        let changed: Vec<usize> = (0..new.len()).filter(|&at| new.get(at) != old.offsets.get(at)).collect();
        let name = || module.names.get(module.structs[id].name).to_owned();
        if inner != old.within {
            let message =
                format!("strides within the block `{}` depend on a specialisation constant", name());
            session.refuse(module.globals[old.global].origin.span, message);
            return;
        }
        // The size of each member, which has to end in front of the next.
        let sizes: Vec<u32> =
            module.structs[id].members.iter().map(|member| layouts.extent(member.ty, false).size).collect();
        let overlaps = (1..old.offsets.len()).any(|at| {
            let end = at
                .checked_sub(1)
                .and_then(|before| Some(old.offsets.get(before)?.saturating_add(*sizes.get(before)?)));
            end > old.offsets.get(at).copied()
        });
        if overlaps {
            let message = format!(
                "an array of the block `{}` is longer than its default length, for which the block is laid out",
                name()
            );
            session.refuse(module.globals[old.global].origin.span, message);
            return;
        }
        for at in changed {
            if let (Some(member), Some(&offset)) =
                (module.structs[id].members.get_mut(at), old.offsets.get(at))
            {
                member.decorations.offset = Some(offset);
            }
        }
    }
}
