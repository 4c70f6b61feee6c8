//! Globals of one name are one variable: rules, and the variable that units share.

use super::Unit;
use rustc_hash::FxHashMap;
use vitrum_diagnostics::{Code, Diagnostic};
use vitrum_glsl::builtin_types::type_name;
use vitrum_ir::edit::retype_global;
use vitrum_ir::link::{Importer, same_constant, same_type};
use vitrum_ir::{
    BuiltIn, Decorations, FunctionData, Global, GlobalData, Length, Linkage, Modes, Module, Op, OperandKind,
    Primitive, Qualifiers, SourceLanguage, Stage, Storage, Type, TypeData, visit,
};

/// The thing that is one in all units: a built-in variable, a block by the block's name, any other variable by its own.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key<'a> {
    BuiltIn(Storage, BuiltIn),
    Block(Storage, &'a str),
    Named(&'a str),
}

impl<'a> Key<'a> {
    fn of(module: &'a Module, data: &GlobalData) -> Option<Self> {
        if let Some(builtin) = data.decorations.builtin {
            return Some(Self::BuiltIn(data.storage, builtin));
        }
        if let (Some(_), TypeData::Struct(id)) =
            (data.block, module.types.get(module.types.innermost(data.ty)))
        {
            return Some(Self::Block(data.storage, module.names.get(module.structs[id].name)));
        }
        let name = module.names.get(data.name);
        (!name.is_empty()).then_some(Self::Named(name))
    }
}

/// The variables of all units.
pub(super) struct Globals<'a> {
    units: &'a [Unit<'a>],
    variables: Vec<Variable>,
    numbers: FxHashMap<Key<'a>, usize>,
    /// The globals of each unit that are variables, with the numbers of those.
    of_units: Vec<Vec<(Global, usize)>>,
}

/// A variable that is one in all units.
#[derive(Default)]
struct Variable {
    /// Every declaration, in the order of the units.
    declarations: Vec<(usize, Global)>,
    /// Those that say something that no earlier one does.
    distinct: Vec<(usize, Global)>,
    /// The global of the linked module.
    there: Option<Global>,
}

impl<'a> Globals<'a> {
    /// Finds them, and reports declarations that do not match.
    pub(super) fn new(units: &'a [Unit<'a>], errors: &mut Vec<Diagnostic>) -> Self {
        let of_units = units.iter().map(|unit| Vec::with_capacity(unit.module.globals.len())).collect();
        let mut all = Self { units, variables: Vec::new(), numbers: FxHashMap::default(), of_units };
        for (index, unit) in units.iter().enumerate() {
            for (id, data) in unit.module.globals.iter() {
                let Some(key) = Key::of(unit.module, data) else { continue };
                let number = *all.numbers.entry(key).or_insert(all.variables.len());
                if number == all.variables.len() {
                    all.variables.push(Variable::default());
                }
                let variable = &mut all.variables[number];
                errors.extend(variable.add(units, index, id));
                all.of_units[index].push((id, number));
            }
        }
        all
    }

    /// The globals of a unit that the linked module has already, with those there.
    pub(super) fn there(&self, unit: usize) -> impl Iterator<Item = (Global, Global)> + '_ {
        self.of_units[unit].iter().filter_map(|&(id, number)| Some((id, self.variables[number].there?)))
    }

    fn variable(&self, key: &Key<'_>) -> Option<&Variable> {
        self.numbers.get(key).and_then(|&number| self.variables.get(number))
    }

    /// Notes the globals that the linked module has from this position on.
    pub(super) fn note(&mut self, module: &Module, from: usize) {
        for (id, data) in module.globals.iter().skip(from) {
            let number = Key::of(module, data).and_then(|key| self.numbers.get(&key));
            if let Some(variable) = number.and_then(|&number| self.variables.get_mut(number)) {
                variable.there = Some(id);
            }
        }
    }

    /// Gives the globals of the linked module what any unit says of them: sizes of arrays, locations, initialisers.
    pub(super) fn settle(&self, module: &mut Module, units: &[Unit<'_>]) {
        let mut primitives = units.iter().filter_map(|unit| unit.module.execution.input_primitive);
        let vertices = primitives.find_map(Primitive::input_vertices);
        for id in module.global_ids() {
            let declarations = match Key::of(module, &module.globals[id]) {
                Some(key) => self.variable(&key).map_or(&[][..], |variable| &variable.distinct),
                None => continue,
            };
            let is_implicit = declarations.iter().all(|&(unit, global)| {
                let decorations = &units[unit].module.globals[global].decorations;
                decorations.qualifiers.contains(Qualifiers::IMPLICIT_SIZE)
            });
            for &(unit, global) in declarations {
                let from = units[unit].module;
                let other = &from.globals[global];
                let length = implicit_length(from, other.ty);
                join(&mut module.globals[id].decorations, &other.decorations);
                let data = &module.globals[id];
                if data.initializer.is_none()
                    && let Some(constant) = other.initializer
                {
                    let constant = Importer::new(from, module).constant(constant);
                    module.globals[id].initializer = Some(constant);
                }
                let data = &module.globals[id];
                if length > implicit_length(module, data.ty)
                    && let (Some(length), TypeData::Array { element, .. }) =
                        (length, module.types.get(data.ty))
                {
                    let storage = data.storage;
                    let ty = module.types.array(element, length);
                    retype_global(module, id, ty, storage);
                }
            }
            // The primitive of the stage sizes its inputs (GLSL 4.60 section 4.4.1.3).
            let data = &module.globals[id];
            if is_implicit
                && module.stage == Stage::Geometry
                && data.storage == Storage::Input
                && let TypeData::Array { element, .. } = module.types.get(data.ty)
                && vertices > implicit_length(module, data.ty)
                && let Some(vertices) = vertices
            {
                let ty = module.types.array(element, vertices);
                retype_global(module, id, ty, Storage::Input);
            }
            module.globals[id].decorations.qualifiers.remove(Qualifiers::IMPLICIT_SIZE);
        }
    }

    /// Copies the outputs that units other than the base declare, used or not: other stages may read them.
    pub(super) fn keep_outputs(&mut self, module: &mut Module) {
        for (index, unit) in self.units.iter().enumerate() {
            let is_missing = |row: &&(Global, usize)| {
                let data = &unit.module.globals[row.0];
                data.storage == Storage::Output
                    && data.decorations.builtin.is_none()
                    && self.variables[row.1].there.is_none()
            };
            let missing: Vec<Global> =
                self.of_units[index].iter().filter(is_missing).map(|row| row.0).collect();
            if missing.is_empty() {
                continue;
            }
            let before = module.globals.len();
            let mut importer = Importer::new(unit.module, module).with_span_shift(unit.shift);
            for global in missing {
                importer.global(global);
            }
            importer.finish();
            self.note(module, before);
        }
    }

    /// Reports variables that several units initialise, not all of them by constant expressions.
    pub(super) fn check_initializers(&self, errors: &mut Vec<Diagnostic>) {
        let mut known: FxHashMap<Key<'a>, usize> = FxHashMap::default();
        for (index, unit) in self.units.iter().enumerate() {
            for global in initialized(unit.module) {
                let data = &unit.module.globals[global];
                let Some(key) = Key::of(unit.module, data) else { continue };
                let declarations =
                    self.variable(&key).into_iter().flat_map(|variable| &variable.declarations);
                let constant = declarations.into_iter().find(|&&(other, global)| {
                    other != index && self.units[other].module.globals[global].initializer.is_some()
                });
                let before = known.insert(key, index).filter(|&before| before != index);
                if before.is_some() || constant.is_some() {
                    let message = format!(
                        "`{}` is initialised in two units, not by constant expressions",
                        display_name(unit.module, data)
                    );
                    errors.push(Diagnostic::at(Code::LinkMismatch, unit.span(data.origin.span), message));
                }
            }
        }
    }
}

impl Variable {
    /// Adds a declaration; the report of a difference from an earlier one.
    fn add(&mut self, units: &[Unit<'_>], unit: usize, global: Global) -> Option<Diagnostic> {
        let declaration =
            |&(unit, global): &(usize, Global)| -> Declaration<'_> { (units[unit].module, global) };
        self.declarations.push((unit, global));
        let new = (unit, global);
        if self.distinct.iter().any(|before| is_same(declaration(before), declaration(&new))) {
            return None;
        }
        let found = self
            .distinct
            .iter()
            .find_map(|before| Some((before, fault(declaration(before), declaration(&new))?)));
        let report = found.map(|(&(first, before), fault)| {
            let data = &units[unit].module.globals[global];
            let message = format!("`{}` {fault}", display_name(units[unit].module, data));
            let earlier = units[first].span(units[first].module.globals[before].origin.span);
            let diagnostic = Diagnostic::at(Code::LinkMismatch, units[unit].span(data.origin.span), message);
            diagnostic.secondary(earlier, "declaration in another unit")
        });
        self.distinct.push(new);
        report
    }
}

/// The globals that a function stores to which runs before the entry point.
fn initialized(module: &Module) -> Vec<Global> {
    let stored = |function: &FunctionData| -> Vec<Global> {
        let insts = visit::insts(function).into_iter().map(|row| row.1);
        let stores = insts.filter(|&inst| function.insts[inst].op == Op::Store);
        stores
            .filter_map(|inst| match function.operands(inst).first()?.kind() {
                OperandKind::Global(global) => Some(global),
                OperandKind::Value(_) | OperandKind::Constant(_) => None,
            })
            .collect()
    };
    let initializers = module.functions.values().filter(|it| it.linkage == Linkage::Initializer);
    let mut globals: Vec<Global> = initializers.flat_map(stored).collect();
    globals.sort_unstable();
    globals.dedup();
    globals
}

/// The length of an array that is known.
fn implicit_length(module: &Module, ty: Type) -> Option<u32> {
    match module.types.get(ty) {
        TypeData::Array { length: Length::Constant(length), .. } => Some(length),
        _ => None,
    }
}

/// The name that a message calls a variable by: that of a block, if it is one.
fn display_name(module: &Module, data: &GlobalData) -> String {
    match (data.block, module.types.get(module.types.innermost(data.ty))) {
        (Some(_), TypeData::Struct(id)) => module.names.get(module.structs[id].name).to_owned(),
        _ => module.names.get(data.name).to_owned(),
    }
}

/// Adds what the other declaration says and this one does not.
fn join(to: &mut Decorations, from: &Decorations) {
    let slots = [
        (&mut to.location, from.location),
        (&mut to.component, from.component),
        (&mut to.index, from.index),
        (&mut to.set, from.set),
        (&mut to.binding, from.binding),
        (&mut to.offset, from.offset),
        (&mut to.stream, from.stream),
        (&mut to.xfb_buffer, from.xfb_buffer),
        (&mut to.xfb_stride, from.xfb_stride),
        (&mut to.xfb_offset, from.xfb_offset),
        (&mut to.slot, from.slot),
    ];
    for (slot, other) in slots {
        *slot = slot.or(other);
    }
    let unused = to.qualifiers.intersection(from.qualifiers).intersection(Qualifiers::UNUSED);
    to.qualifiers.insert(from.qualifiers);
    to.qualifiers.remove(Qualifiers::UNUSED);
    to.qualifiers.insert(unused);
}

type Declaration<'a> = (&'a Module, Global);

/// True if declarations of a variable say the same.
fn is_same(a: Declaration<'_>, b: Declaration<'_>) -> bool {
    let (first, second) = (&a.0.globals[a.1], &b.0.globals[b.1]);
    let initializers = match (first.initializer, second.initializer) {
        (Some(one), Some(other)) => same_constant((a.0, one), (b.0, other)),
        (one, other) => one == other,
    };
    // Items of SPIR-V are numbered by their modules, and the layout of fragment coordinates lies in execution modes.
    let is_whole = |data: &GlobalData| {
        data.decorations.spirv.is_none() && data.decorations.builtin != Some(BuiltIn::FragCoord)
    };
    is_whole(first)
        && (first.storage, first.precision, first.block) == (second.storage, second.precision, second.block)
        && first.decorations == second.decorations
        && initializers
        && same_type((a.0, first.ty), (b.0, second.ty))
}

/// The fault of two declarations of a variable, as the end of a sentence that begins with its name.
fn fault(a: Declaration<'_>, b: Declaration<'_>) -> Option<String> {
    let (first, second) = (&a.0.globals[a.1], &b.0.globals[b.1]);
    if first.storage != second.storage {
        return Some("has different storage qualifiers in two units".to_owned());
    }
    if let Some(fault) = type_fault((a.0, first), (b.0, second)) {
        return Some(fault);
    }
    let (left, right) = (&first.decorations, &second.decorations);
    for (what, a, b) in [
        ("location", left.location, right.location),
        ("component", left.component, right.component),
        ("index", left.index, right.index),
        ("set", left.set, right.set),
        ("binding", left.binding, right.binding),
        ("offset", left.offset, right.offset),
    ] {
        if let (Some(a), Some(b)) = (a, b)
            && a != b
        {
            return Some(format!("has `{what} = {b}` in one unit and `{what} = {a}` in another"));
        }
    }
    if left.interpolation != right.interpolation {
        return Some("has different interpolation qualifiers in two units".to_owned());
    }
    if first.block != second.block {
        return Some("has different layout rules in two units".to_owned());
    }
    const COMPARED: Qualifiers = Qualifiers::CENTROID
        .union(Qualifiers::SAMPLE)
        .union(Qualifiers::PATCH)
        .union(Qualifiers::INVARIANT)
        .union(Qualifiers::ROW_MAJOR)
        .union(Qualifiers::COLUMN_MAJOR);
    let differs = |row: &&(Qualifiers, &str)| {
        COMPARED.contains(row.0) && left.qualifiers.contains(row.0) != right.qualifiers.contains(row.0)
    };
    if let Some((_, name)) = Qualifiers::ALL.iter().find(differs) {
        return Some(format!("is `{name}` in one unit and not in another"));
    }
    if left.builtin == Some(BuiltIn::FragCoord) {
        let layout = |module: &Module, of: &Decorations| {
            let modes = Modes::ORIGIN_UPPER_LEFT.union(Modes::PIXEL_CENTER_INTEGER);
            let redeclared = of.qualifiers.contains(Qualifiers::REDECLARED);
            (module.execution.modes.intersection(modes), redeclared)
        };
        if layout(a.0, left) != layout(b.0, right) {
            return Some("is redeclared with different layouts in two units".to_owned());
        }
    }
    let es = a.0.source.language == SourceLanguage::Essl;
    if es && first.precision != second.precision {
        return Some("has different precisions in two units".to_owned());
    }
    if let (Some(one), Some(other)) = (first.initializer, second.initializer)
        && !same_constant((a.0, one), (b.0, other))
    {
        return Some("has different initialisers in two units".to_owned());
    }
    None
}

fn type_fault(a: (&Module, &GlobalData), b: (&Module, &GlobalData)) -> Option<String> {
    let (left, right) = (a.1.ty, b.1.ty);
    if same_type((a.0, left), (b.0, right)) {
        return None;
    }
    let elements = a.0.types.element(left).zip(b.0.types.element(right));
    let implicit = |data: &GlobalData| data.decorations.qualifiers.contains(Qualifiers::IMPLICIT_SIZE);
    if let Some((of_a, of_b)) = elements
        && same_type((a.0, of_a), (b.0, of_b))
        && (implicit(a.1) || implicit(b.1))
    {
        let (of_a, of_b) = (implicit_length(a.0, left), implicit_length(b.0, right));
        // The size that is declared holds the highest index that the other unit uses.
        return match (implicit(a.1), implicit(b.1)) {
            (true, false) if of_a > of_b => {
                Some("is indexed behind the end that another unit declares".to_owned())
            }
            (false, true) if of_b > of_a => {
                Some("is indexed behind the end that another unit declares".to_owned())
            }
            _ => None,
        };
    }
    let (of_a, of_b) = (type_name(a.0, left), type_name(b.0, right));
    if of_a != of_b {
        return Some(format!("is of type `{of_b}` in one unit and `{of_a}` in another"));
    }
    Some(member_fault((a.0, left), (b.0, right)))
}

/// The first difference of two structs or blocks of one name.
fn member_fault(a: (&Module, Type), b: (&Module, Type)) -> String {
    let of = |module: &Module, ty: Type| module.members(module.types.innermost(ty)).to_vec();
    let (left, right) = (of(a.0, a.1), of(b.0, b.1));
    if left.len() != right.len() {
        return format!("has {} members in one unit and {} in another", right.len(), left.len());
    }
    for (one, other) in left.iter().zip(&right) {
        let (name, theirs) = (a.0.names.get(one.name), b.0.names.get(other.name));
        if name != theirs {
            return format!("has a member `{theirs}` in one unit and `{name}` in its place in another");
        }
        if !same_type((a.0, one.ty), (b.0, other.ty)) {
            let (of_a, of_b) = (type_name(a.0, one.ty), type_name(b.0, other.ty));
            return format!("has a member `{name}` of type `{of_b}` in one unit and `{of_a}` in another");
        }
        if one.decorations != other.decorations {
            return format!("has a member `{name}` with different qualifiers in two units");
        }
    }
    "has members that differ between units".to_owned()
}
