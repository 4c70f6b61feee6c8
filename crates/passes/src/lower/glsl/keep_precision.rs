//! Keeps the precision of operations where GLSL takes it from their operands (ESSL 3.20 section 4.7.3).
//!
//! ```text
//! %x: f32 mediump = load @x            %x: f32 mediump = load @x
//! %0: f32 highp = fmul %x, %x     =>   %h: ptr<function, f32> highp = var
//! store @c, %0                         store %h, %x
//!                                      %1: f32 highp = load %h
//!                                      %0: f32 highp = fmul %1, %x
//! ```
//!
//! An operation of the IR has a precision of its own, and mem2reg leaves it where a variable between two precisions was.
//! An expression has that of its most precise operand, so one operand goes through a variable of the precision that is
//! asked for. The other way around, an operation that may be less precise than its operands gets a variable as well, if
//! only one of them is in the way.

use crate::framework::rewrite::{Action, Part, Rewriter, Visitor, part_block, rewrite_function};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_glsl::features::Feature;
use vitrum_ir::fold::evaluation::Evaluation;
use vitrum_ir::{
    Block, Effects, FunctionData, Inst, Module, Op, Operand, OperandKind, Precision, Scalar, SideTable, Sig,
    Type, TypeData, Value, ValueDef, visit,
};

/// True if the target has precisions and the module has some.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some_and(|target| Feature::Precision.is_in(target.version)) && says_precision(module)
}

/// Keeps it in every function; gives the number of operands that became variables. Block parameters must be lowered.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut count = 0;
    for id in module.function_ids() {
        let turns = Keeper::new(module, &module.functions[id]).turns();
        count += turns.len();
        if !turns.is_empty() {
            rewrite_function(module, id, session, Turner::new(turns));
        }
    }
    count
}

/// True if anything is of less than full precision.
fn says_precision(module: &Module) -> bool {
    let short = |precision| matches!(precision, Precision::Low | Precision::Medium);
    module.functions.values().any(|function| function.values.values().any(|value| short(value.precision)))
}

/// An operand that takes its value from a variable of another precision.
struct Turn {
    inst: Inst,
    operand: usize,
    source: Value,
    precision: Precision,
}

/// Between which bounds the precision of an expression is: it depends on whether it gets a variable. `None` is that of
/// what has no precision.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    least: Precision,
    most: Precision,
}

impl Bounds {
    const NONE: Self = Self::exactly(Precision::None);

    const fn exactly(precision: Precision) -> Self {
        Self { least: precision, most: precision }
    }

    /// A value declared without one is printed with the best, but nobody asked for that.
    fn declared(precision: Precision) -> Self {
        Self { least: full(precision), most: precision }
    }

    fn join(self, other: Self) -> Self {
        Self { least: self.least.max(other.least), most: self.most.max(other.most) }
    }
}

/// The source of an expression's precision.
enum Kind {
    /// Its declaration says it.
    Declared(Precision),
    /// It is that of these operands, and so are the numbers.
    Moved(std::ops::Range<usize>),
    /// It is that of the operands, and what is computed depends on it.
    Computed,
}

struct Keeper<'m> {
    module: &'m Module,
    function: &'m FunctionData,
    bounds: SideTable<Value, Bounds>,
    uses: SideTable<Value, u32>,
    turns: Vec<Turn>,
    known: FxHashSet<(Value, Precision)>,
    /// The value that the arms of an `if` give.
    chosen: FxHashMap<Block, Value>,
}

impl<'m> Keeper<'m> {
    fn new(module: &'m Module, function: &'m FunctionData) -> Self {
        let numeric = |ty| is_numeric(module, ty);
        let own = |ty: Type, precision| match numeric(ty) {
            true => Bounds::declared(precision),
            false => Bounds::NONE,
        };
        let bounds = function.values.values().map(|data| own(data.ty, data.precision)).collect();
        let mut uses: SideTable<Value, u32> = SideTable::filled(function.values.len(), 0);
        for value in function.all_operands().iter().filter_map(|operand| operand.value()) {
            let count = uses.entry(value);
            *count = count.saturating_add(1);
        }
        Self {
            module,
            function,
            bounds,
            uses,
            turns: Vec::new(),
            known: FxHashSet::default(),
            chosen: FxHashMap::default(),
        }
    }

    /// The operands that become variables.
    fn turns(mut self) -> Vec<Turn> {
        for (block, inst) in visit::insts(self.function) {
            self.choice(block, inst);
            if self.function.op(inst).is_control() {
                continue;
            }
            let Some(result) = self.function.result(inst) else { continue };
            let data = self.function.values[result];
            let numeric = is_numeric(self.module, data.ty);
            match self.kind(inst) {
                Kind::Declared(precision) if numeric => {
                    self.set(result, Bounds::declared(precision));
                }
                Kind::Moved(parts) if numeric => {
                    let joined = self.joined(inst, parts);
                    let own = full(data.precision);
                    // Nothing is said of constants alone.
                    let most =
                        if joined.most == Precision::None { joined.most } else { own.max(joined.most) };
                    self.set(result, Bounds { least: own.min(joined.least), most });
                }
                Kind::Computed if numeric => self.compute(inst, full(data.precision), true),
                // The precision of a comparison is unknown unless it is given.
                Kind::Computed => self.compute(inst, data.precision, false),
                Kind::Declared(_) | Kind::Moved(_) => {}
            }
        }
        self.turns
    }

    /// An `if` whose value is used once may become `c ? a : b`, which is as precise as its arms.
    fn choice(&mut self, block: Block, inst: Inst) {
        let function = self.function;
        if let Some([then, other]) = function.arms(inst) {
            let Some(result) = function.results(inst).next().filter(|_| function.results(inst).len() == 1)
            else {
                return;
            };
            if self.uses.at(result) == 1 && is_numeric(self.module, function.values[result].ty) {
                self.chosen.extend([(then, result), (other, result)]);
                let most = full(function.values[result].precision);
                self.set(result, Bounds { least: Precision::None, most });
            }
        } else if function.op(inst) == Op::Merge
            && let Some(&result) = self.chosen.get(&block)
            && let Some(&value) = function.operands(inst).first()
        {
            let Bounds { least, most } = self.of(result.into());
            let arm = self.of(value).least;
            self.set(result, Bounds { least: least.max(arm).min(most), most });
        }
    }

    /// The operands of an operation are at least as precise as it, and no more so if that takes one variable.
    fn compute(&mut self, inst: Inst, precision: Precision, lowers: bool) {
        let operands = 0..self.function.operands(inst).len();
        let joined = self.joined(inst, operands.clone());
        if joined.most == Precision::None && joined.least == Precision::None {
            // An expression of Booleans and lengths alone takes the precision of its user, like a literal.
            if lowers && let Some(result) = self.function.result(inst) {
                self.set(result, Bounds::NONE);
            }
        } else if joined.least < precision {
            // One that has its variable already is as good as any.
            let places: Vec<_> =
                operands.filter_map(|operand| self.source(inst, operand, precision)).collect();
            let known = places.iter().find(|place| self.known.contains(&(place.2, precision)));
            let Some(&(_, _, chosen)) = known.or(places.first()) else { return };
            for place in places.into_iter().filter(|place| place.2 == chosen) {
                self.turn(place, precision);
            }
        } else if lowers && joined.most > precision {
            let above = |operand: &usize| {
                self.function.operands(inst).get(*operand).is_some_and(|&it| self.of(it).most > precision)
            };
            let places: Vec<_> =
                operands.filter(above).map(|operand| self.source(inst, operand, precision)).collect();
            let first = places.first().copied().flatten();
            // A variable for each would be more to read and to run than the precision is worth.
            if let Some((_, _, source)) = first
                && places.iter().all(|place| place.is_some_and(|place| place.2 == source))
            {
                for place in places.into_iter().flatten() {
                    self.turn(place, precision);
                }
            }
        }
    }

    fn turn(&mut self, (inst, operand, source): (Inst, usize, Value), precision: Precision) {
        let twice = self.turns.iter().rev().take_while(|turn| turn.inst == inst);
        if twice.into_iter().any(|turn| turn.operand == operand) {
            return;
        }
        self.known.insert((source, precision));
        self.turns.push(Turn { inst, operand, source, precision });
        // Values moved from there are as precise now.
        let mut at = inst;
        while let (Kind::Moved(_), Some(result)) = (self.kind(at), self.function.result(at)) {
            self.set(result, Bounds::exactly(precision));
            match self.function.operands(at).first() {
                _ if at == inst => break,
                Some(&next) => match self.function.definition(next) {
                    Some(def) => at = def,
                    None => break,
                },
                None => break,
            }
        }
    }

    /// The value that an operand's number comes from, behind instructions that only move it as part of a value with the wanted precision.
    fn source(&self, inst: Inst, operand: usize, precision: Precision) -> Option<(Inst, usize, Value)> {
        let mut place = (inst, operand);
        loop {
            let value = self.function.operands(place.0).get(place.1)?.value()?;
            let data = &self.function.values[value];
            if !is_numeric(self.module, data.ty) {
                return None;
            }
            let ValueDef::Result { inst: def, .. } = data.def() else {
                return Some((place.0, place.1, value));
            };
            match self.kind(def) {
                Kind::Moved(parts) if full(data.precision) == precision && parts.len() == 1 => {
                    place = (def, parts.start);
                    if self.function.operands(def).get(parts.start).is_none_or(|it| it.value().is_none()) {
                        return None;
                    }
                }
                _ => return Some((place.0, place.1, value)),
            }
        }
    }

    fn set(&mut self, value: Value, bounds: Bounds) {
        if let Some(slot) = self.bounds.get_mut(value) {
            *slot = bounds;
        }
    }

    /// The precision of what is printed for an operand.
    fn of(&self, operand: Operand) -> Bounds {
        match operand.kind() {
            OperandKind::Value(value) => self.bounds.get(value).copied().unwrap_or(Bounds::NONE),
            OperandKind::Constant(constant) => Bounds::exactly(self.module.constants.precision(constant)),
            OperandKind::Global(_) => Bounds::NONE,
        }
    }

    fn joined(&self, inst: Inst, parts: std::ops::Range<usize>) -> Bounds {
        let operands = self.function.operands(inst).get(parts).unwrap_or(&[]);
        operands.iter().fold(Bounds::NONE, |joined, &operand| joined.join(self.of(operand)))
    }

    fn kind(&self, inst: Inst) -> Kind {
        let data = &self.function.insts[inst];
        let operands = self.function.operands(inst);
        let own = data.result().map_or(Precision::None, |value| self.function.values[value].precision);
        let ty = |operand: Option<&Operand>| {
            operand.map(|&operand| vitrum_ir::typing::operand_type(self.module, self.function, operand))
        };
        match data.op {
            Op::Load => match operands.first() {
                Some(&pointer) => Kind::Declared(self.place_precision(pointer).unwrap_or(own)),
                None => Kind::Declared(own),
            },
            // Like a literal, it takes the precision of what uses it (ESSL 3.20 section 4.1.9).
            Op::ArrayLength => Kind::Moved(0..0),
            Op::Extract => match ty(operands.first()).map(|ty| self.module.types.get(ty)) {
                Some(TypeData::Struct(id)) => {
                    let member = self.module.structs[id].members.get(data.imm as usize);
                    Kind::Declared(member.map_or(own, |member| member.precision))
                }
                _ => Kind::Moved(0..1),
            },
            Op::ExtractDynamic => Kind::Moved(0..1),
            Op::Select => Kind::Moved(1..3),
            Op::Construct | Op::Splat | Op::Swizzle | Op::Shuffle | Op::Transpose => {
                Kind::Moved(0..operands.len())
            }
            Op::Bitcast => {
                let scalars = [ty(operands.first()), data.result().map(|it| self.function.values[it].ty)];
                let is_integer = |ty: Option<Type>| {
                    ty.and_then(|ty| self.module.types.scalar_of(ty)).is_some_and(Scalar::is_integer)
                };
                match scalars.into_iter().all(is_integer) {
                    true => Kind::Computed,
                    false => Kind::Declared(own),
                }
            }
            Op::Intrinsic => Kind::Computed,
            // Their declarations say the precision (ESSL 3.20 sections 8.4 and 8.8); an insertion has its variable.
            Op::BitReverse | Op::Insert | Op::InsertDynamic => Kind::Declared(own),
            Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset => {
                Kind::Declared(own)
            }
            op => match op.info().sig {
                Sig::Image | Sig::QueryLod | Sig::ImageSize => Kind::Declared(own),
                Sig::BitQuery | Sig::Pack | Sig::Ldexp | Sig::Frexp => Kind::Declared(own),
                _ if matches!(op, Op::UaddCarry | Op::UsubBorrow | Op::UmulExtended | Op::SmulExtended) => {
                    Kind::Declared(own)
                }
                _ if op.effects().contains(Effects::DERIVATIVE) => Kind::Computed,
                _ if matches!(op.evaluation(), Evaluation::None) => Kind::Declared(own),
                _ => Kind::Computed,
            },
        }
    }

    /// The precision that the declaration of a place gives.
    fn place_precision(&self, pointer: Operand) -> Option<Precision> {
        match pointer.kind() {
            OperandKind::Global(global) => Some(self.module.globals[global].precision),
            OperandKind::Constant(_) => None,
            OperandKind::Value(value) => {
                let data = &self.function.values[value];
                let ValueDef::Result { inst, .. } = data.def() else { return Some(data.precision) };
                match (self.function.op(inst), self.function.operands(inst)) {
                    (Op::Var, _) => Some(data.precision),
                    (Op::Access, &[base, ref indices @ ..]) => self.part_precision(base, indices),
                    _ => None,
                }
            }
        }
    }

    /// That of a part: of the last member on the way, or else of the whole.
    fn part_precision(&self, base: Operand, indices: &[Operand]) -> Option<Precision> {
        let mut found = self.place_precision(base);
        let pointer = vitrum_ir::typing::operand_type(self.module, self.function, base);
        let mut ty = self.module.types.pointee(pointer)?;
        for &index in indices {
            ty = match self.module.types.get(ty) {
                TypeData::Struct(id) => {
                    let index = self.module.as_int(index)?;
                    let member = self.module.structs[id].members.get(usize::try_from(index).ok()?)?;
                    found = Some(member.precision);
                    member.ty
                }
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => element,
                _ => break,
            };
        }
        found
    }
}

/// Makes the variables, each behind its value.
struct Turner {
    /// The precisions of the variables of each value.
    wanted: FxHashMap<Value, Vec<Precision>>,
    /// The operands that each instruction takes from variables.
    turns: FxHashMap<Inst, Vec<Turn>>,
    made: FxHashMap<(Value, Precision), Operand>,
}

impl Turner {
    fn new(turns: Vec<Turn>) -> Self {
        let mut new =
            Self { wanted: FxHashMap::default(), turns: FxHashMap::default(), made: FxHashMap::default() };
        for turn in turns {
            let precisions = new.wanted.entry(turn.source).or_default();
            if !precisions.contains(&turn.precision) {
                precisions.push(turn.precision);
            }
            new.turns.entry(turn.inst).or_default().push(turn);
        }
        new
    }

    /// Builds the variables of a value.
    fn make(&mut self, rewriter: &mut Rewriter<'_>, source: Value) {
        for precision in self.wanted.remove(&source).unwrap_or_default() {
            let ty = rewriter.function.values[source].ty;
            let name = rewriter.function.value_name(source);
            let place = rewriter.variable(ty, precision, name, None);
            rewriter.store(place, source.into());
            let value = rewriter.load(place);
            self.made.insert((source, precision), value);
        }
    }

    /// Builds the variables of the parameters of a block, at its start.
    fn make_params(&mut self, rewriter: &mut Rewriter<'_>, block: Block) {
        for at in 0..rewriter.function.blocks[block].params.len() {
            self.make(rewriter, rewriter.function.blocks[block].params[at]);
        }
    }
}

impl Visitor for Turner {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        self.make_params(rewriter, rewriter.function.body);
    }

    fn enter(&mut self, rewriter: &mut Rewriter<'_>, control: Inst, part: Part) {
        if let Some(block) = part_block(&rewriter.function, control, part) {
            self.make_params(rewriter, block);
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        for turn in self.turns.remove(&inst).unwrap_or_default() {
            if let Some(&value) = self.made.get(&(turn.source, turn.precision)) {
                rewriter.set_operand(inst, turn.operand, value);
            }
        }
        let mut action = Action::Keep;
        for value in rewriter.function.results(inst) {
            if self.wanted.contains_key(&value) {
                action = if action == Action::Keep { rewriter.keep(inst) } else { action };
                self.make(rewriter, value);
            }
        }
        action
    }
}

fn is_numeric(module: &Module, ty: Type) -> bool {
    matches!(
        module.types.scalar_of(module.types.innermost(ty)),
        Some(Scalar::F32 | Scalar::I32 | Scalar::U32)
    )
}

/// A value without precision, since its language has none, has the best.
fn full(precision: Precision) -> Precision {
    if precision == Precision::None { Precision::High } else { precision }
}
