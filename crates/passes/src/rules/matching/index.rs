//! The index of a set of rules: selects those that can fit an instruction by its op and by what computes its operands.
//!
//! The rules that start at an op are numbered, and sets of them are the bits of a number. For each operand there is a set
//! for everything that it can be: the result of an op, a constant that some rule names, another constant, anything else.
//! The intersection of these sets is left to be matched; for a commutative op, together with that for exchanged operands.
//! Comparisons are indexed by one of their two spellings. The cost therefore depends little on the number of rules at an op, and a rule that does not fit is seldom tried.
//!
//! An index is built by the compiler: [`Draft::of`] is evaluated for a constant and has room for any table, and
//! [`Storage`] keeps as much of it as is used.

use super::super::{Exactness, Literal, Pattern, Rule, RuleSet, canonical};
use super::each_component;
use std::cell::RefCell;
use vitrum_ir::{
    Constant, ConstantKind, FunctionData, Inst, Laws, Module, Op, Operand, OperandKind, Scalar, SideTable,
    ValueDef,
};

/// A set of the rules of a [`Chunk`].
type Set = u128;

/// Properties of an operand that are known without following it further: the number of a constant that rules name, or of
/// an op that they name as an operand, or one of those below.
type Kind = u16;

/// A parameter, a global, or the result of an op that no rule names as an operand.
const OTHER: Kind = 0;
/// An undefined value.
const UNDEFINED: Kind = 1;
/// A constant with an unknown component.
const UNKNOWN: Kind = 2;
/// A constant that no rule names.
const KNOWN: Kind = 3;
/// The first of the constants that rules name; ops follow.
const FIRST_NAMED: Kind = 4;

/// The kinds of constants of a module for the index of one set, as far as they were asked for; never [`OTHER`].
#[derive(Debug, Default)]
pub(crate) struct KnownKinds(RefCell<SideTable<Constant, Kind>>);

/// Number of ops.
const OPS: usize = Op::ALL.len();
/// The most operands of an op that rules can start at.
const OPERANDS: usize = 4;

const MOST_RULES: usize = 4096;
const MOST_LITERALS: usize = 64;
const MOST_CHUNKS: usize = 1024;
const MOST_ENTRIES: usize = 8192;

/// A rule's position in its tables.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct RulePosition {
    table: u16,
    row: u16,
    /// Its number among all rules.
    number: u16,
}

/// Rules that start at an op, as many as a [`Set`] has room for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// The positions of the rules begin here.
    first: u16,
    /// By operand.
    operands: [Sets; OPERANDS],
    /// The rules that want the same operand twice.
    same: Set,
    /// The rules that are exact.
    exact: Set,
}

/// The rules of a chunk that an operand can fit.
#[derive(Clone, Copy, Debug)]
struct Sets {
    /// If it is anything but undefined.
    any: Set,
    /// If it is a known constant.
    known: Set,
    /// Sets for the kinds that some rule names begin here.
    first: u16,
}

/// Number of elements of each list of an index.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Sizes {
    /// Rules.
    pub rules: usize,
    /// Numbers that rules name.
    pub literals: usize,
    /// Chunks of rules.
    pub chunks: usize,
    /// Sets of rules.
    pub entries: usize,
    /// Numbers of sets, by operand and kind.
    pub cells: usize,
}

/// An index with room for any table.
#[derive(Debug)]
#[doc(hidden)]
pub struct Draft {
    /// Number of elements in use.
    pub sizes: Sizes,
    literals: [Literal; MOST_LITERALS],
    /// The kind of the results of each op.
    kinds: [Kind; OPS],
    /// By op they start at, in order of the tables.
    positions: [RulePosition; MOST_RULES],
    /// The first chunk of each op, and the end of the last.
    starts: [u16; OPS + 1],
    chunks: [Chunk; MOST_CHUNKS],
    /// Each with its kind.
    entries: [(Kind, Set); MOST_ENTRIES],
}

/// The lists of an index.
#[derive(Debug)]
#[doc(hidden)]
pub struct Storage<
    const RULES: usize,
    const LITERALS: usize,
    const CHUNKS: usize,
    const ENTRIES: usize,
    const CELLS: usize,
> {
    literals: [Literal; LITERALS],
    kinds: [Kind; OPS],
    positions: [RulePosition; RULES],
    starts: [u16; OPS + 1],
    chunks: [Chunk; CHUNKS],
    entries: [Set; ENTRIES],
    cells: [u8; CELLS],
}

/// The index of a set of rules.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Index {
    literals: &'static [Literal],
    kinds: &'static [Kind; OPS],
    positions: &'static [RulePosition],
    starts: &'static [u16; OPS + 1],
    chunks: &'static [Chunk],
    entries: &'static [Set],
    /// Number of kinds.
    kind_count: usize,
    /// By operand of a chunk and kind: 0 if no rule names it, or 1 plus the position of its set among those of the operand.
    cells: &'static [u8],
}

const fn parts(rule: &Rule) -> &'static [Pattern] {
    match rule.left {
        Pattern::Op(_, parts) => parts,
        _ => &[],
    }
}

/// The part of a left side at this position of the canonical spelling.
const fn part(rule: &Rule, position: usize) -> &'static Pattern {
    let parts = parts(rule);
    if is_exchanged(rule.root) && parts.len() == 2 { &parts[1 - position] } else { &parts[position] }
}

/// True if the canonical spelling of an op has its operands exchanged.
const fn is_exchanged(op: Op) -> bool {
    canonical(op) as usize != op as usize
}

/// True if two numbers may have the same bits in a narrow type.
const fn may_coincide(a: Literal, b: Literal) -> bool {
    match (a, b) {
        (Literal::Bool(a), Literal::Bool(b)) => a == b,
        (Literal::Int(a), Literal::Int(b)) => a as u8 == b as u8,
        (Literal::Float(a), Literal::Float(b)) => {
            // The narrowest format has three digits, and no number below 2^-16.
            let is_small = a.abs() < 1e-4 || b.abs() < 1e-4;
            let distance = (a - b).abs();
            a.is_sign_negative() == b.is_sign_negative()
                && (distance <= a.abs() / 4.0 || is_small && distance < 1e-3)
        }
        _ => false,
    }
}

const fn is_same(a: Literal, b: Literal) -> bool {
    match (a, b) {
        (Literal::Bool(a), Literal::Bool(b)) => a == b,
        (Literal::Int(a), Literal::Int(b)) => a == b,
        (Literal::Float(a), Literal::Float(b)) => a.to_bits() == b.to_bits(),
        _ => false,
    }
}

impl Draft {
    /// Indexes tables.
    pub const fn of(tables: &[&[Rule]]) -> Self {
        const NO_POSITION: RulePosition = RulePosition { table: 0, row: 0, number: 0 };
        const NO_SETS: Sets = Sets { any: 0, known: 0, first: 0 };
        const NO_CHUNK: Chunk = Chunk { first: 0, operands: [NO_SETS; OPERANDS], same: 0, exact: 0 };
        let mut draft = Self {
            sizes: Sizes { rules: 0, literals: 0, chunks: 0, entries: 0, cells: 0 },
            literals: [Literal::Bool(false); MOST_LITERALS],
            kinds: [OTHER; OPS],
            positions: [NO_POSITION; MOST_RULES],
            starts: [0; OPS + 1],
            chunks: [NO_CHUNK; MOST_CHUNKS],
            entries: [(OTHER, 0); MOST_ENTRIES],
        };
        draft.collect(tables);
        let mut op = 0;
        let mut first = 0;
        while op < OPS {
            draft.starts[op] = draft.sizes.chunks as u16;
            let mut end = first;
            while end < draft.sizes.rules && canonical(draft.rule(tables, end).root) as usize == op {
                end += 1;
            }
            while first < end {
                let count = if end - first < Set::BITS as usize { end - first } else { Set::BITS as usize };
                draft.chunk(tables, first, count);
                first += count;
            }
            op += 1;
        }
        draft.starts[OPS] = draft.sizes.chunks as u16;
        draft.sizes.cells = draft.sizes.chunks * OPERANDS * draft.kind_count();
        draft
    }

    /// Orders the rules by op, and numbers the constants and ops that they name.
    const fn collect(&mut self, tables: &[&[Rule]]) {
        let mut counts = [0; OPS + 1];
        let mut named = [false; OPS];
        let mut table = 0;
        while table < tables.len() {
            let mut row = 0;
            while row < tables[table].len() {
                let rule = &tables[table][row];
                counts[canonical(rule.root) as usize + 1] += 1;
                let parts = parts(rule);
                assert!(
                    !parts.is_empty() && parts.len() <= OPERANDS,
                    "a rule starts at an op with one to four operands"
                );
                let mut part = 0;
                while part < parts.len() {
                    match parts[part] {
                        Pattern::Literal(literal) => self.name(literal),
                        Pattern::Op(op, _) => named[canonical(op) as usize] = true,
                        Pattern::Any(_) | Pattern::Const(_) => {}
                    }
                    part += 1;
                }
                row += 1;
            }
            table += 1;
        }
        let mut next = FIRST_NAMED + self.sizes.literals as Kind;
        let mut op = 0;
        while op < OPS {
            counts[op + 1] += counts[op];
            if named[op] {
                self.kinds[op] = next;
                next += 1;
            }
            op += 1;
        }
        op = 0;
        while op < OPS {
            self.kinds[op] = self.kinds[canonical(Op::ALL[op]) as usize];
            op += 1;
        }
        table = 0;
        while table < tables.len() {
            let mut row = 0;
            while row < tables[table].len() {
                let slot = &mut counts[canonical(tables[table][row].root) as usize];
                assert!(self.sizes.rules < MOST_RULES, "a set has too many rules");
                self.positions[*slot] =
                    RulePosition { table: table as u16, row: row as u16, number: self.sizes.rules as u16 };
                *slot += 1;
                self.sizes.rules += 1;
                row += 1;
            }
            table += 1;
        }
    }

    const fn name(&mut self, literal: Literal) {
        let mut at = 0;
        while at < self.sizes.literals {
            if is_same(self.literals[at], literal) {
                return;
            }
            at += 1;
        }
        assert!(at < MOST_LITERALS, "a set names too many numbers");
        self.literals[at] = literal;
        self.sizes.literals += 1;
    }

    const fn kind_count(&self) -> usize {
        let mut count = FIRST_NAMED as usize + self.sizes.literals;
        let mut op = 0;
        while op < OPS {
            if self.kinds[op] as usize >= count {
                count = self.kinds[op] as usize + 1;
            }
            op += 1;
        }
        count
    }

    const fn rule<'t>(&self, tables: &'t [&[Rule]], at: usize) -> &'t Rule {
        &tables[self.positions[at].table as usize][self.positions[at].row as usize]
    }

    /// Adds a chunk of these rules, which start at one op.
    const fn chunk(&mut self, tables: &[&[Rule]], first: usize, count: usize) {
        assert!(self.sizes.chunks < MOST_CHUNKS, "rules start at too many ops");
        let mut chunk = Chunk { first: first as u16, ..self.chunks[self.sizes.chunks] };
        let mut position = 0;
        while position < OPERANDS {
            let begin = self.sizes.entries;
            let mut sets = Sets { any: 0, known: 0, first: begin as u16 };
            let mut at = 0;
            while at < count {
                let rule = self.rule(tables, first + at);
                let parts = parts(rule);
                let bit = 1 << at;
                if position < parts.len() {
                    match part(rule, position) {
                        Pattern::Any(_) => sets.any |= bit,
                        Pattern::Const(_) => sets.known |= bit,
                        Pattern::Op(op, _) => self.add(begin, self.kinds[*op as usize], bit),
                        Pattern::Literal(literal) => {
                            let mut other = 0;
                            while other < self.sizes.literals {
                                if may_coincide(self.literals[other], *literal) {
                                    self.add(begin, FIRST_NAMED + other as Kind, bit);
                                }
                                other += 1;
                            }
                        }
                    }
                }
                if let (0, [Pattern::Any(left), Pattern::Any(right)]) = (position, parts)
                    && *left == *right
                {
                    chunk.same |= bit;
                }
                if let (0, Exactness::Exact) = (position, rule.exactness) {
                    chunk.exact |= bit;
                }
                at += 1;
            }
            chunk.operands[position] = sets;
            position += 1;
        }
        self.chunks[self.sizes.chunks] = chunk;
        self.sizes.chunks += 1;
    }

    /// Adds rules to the set for a kind among those from `begin` on.
    const fn add(&mut self, begin: usize, kind: Kind, bits: Set) {
        let mut at = begin;
        while at < self.sizes.entries {
            if self.entries[at].0 == kind {
                self.entries[at].1 |= bits;
                return;
            }
            at += 1;
        }
        assert!(at < MOST_ENTRIES && at - begin < u8::MAX as usize, "rules name too many ops");
        self.entries[at] = (kind, bits);
        self.sizes.entries += 1;
    }
}

/// The first elements of a list.
const fn prefix<T: Copy, const COUNT: usize>(list: &[T]) -> [T; COUNT] {
    let mut all = [list[0]; COUNT];
    let mut at = 0;
    while at < COUNT {
        all[at] = list[at];
        at += 1;
    }
    all
}

impl<const RULES: usize, const LITERALS: usize, const CHUNKS: usize, const ENTRIES: usize, const CELLS: usize>
    Storage<RULES, LITERALS, CHUNKS, ENTRIES, CELLS>
{
    /// The part of a draft that is in use.
    pub const fn of(draft: &Draft) -> Self {
        let mut entries = [0; ENTRIES];
        let mut cells = [0; CELLS];
        let kinds = draft.kind_count();
        let mut chunk = 0;
        let mut entry = 0;
        while chunk < CHUNKS {
            let mut position = 0;
            while position < OPERANDS {
                let sets = &draft.chunks[chunk].operands[position];
                let next = chunk * OPERANDS + position + 1;
                let end = if next < CHUNKS * OPERANDS {
                    draft.chunks[next / OPERANDS].operands[next % OPERANDS].first as usize
                } else {
                    ENTRIES
                };
                while entry < end {
                    let (kind, set) = draft.entries[entry];
                    entries[entry] = set;
                    cells[(next - 1) * kinds + kind as usize] = (entry - sets.first as usize) as u8 + 1;
                    entry += 1;
                }
                position += 1;
            }
            chunk += 1;
        }
        Self {
            literals: prefix(&draft.literals),
            kinds: draft.kinds,
            positions: prefix(&draft.positions),
            starts: draft.starts,
            chunks: prefix(&draft.chunks),
            entries,
            cells,
        }
    }

    /// Its index.
    pub const fn index(&'static self) -> Index {
        Index {
            literals: &self.literals,
            kinds: &self.kinds,
            positions: &self.positions,
            starts: &self.starts,
            chunks: &self.chunks,
            entries: &self.entries,
            kind_count: if CHUNKS == 0 { 0 } else { CELLS / (CHUNKS * OPERANDS) },
            cells: &self.cells,
        }
    }
}

impl Index {
    /// The chunks of rules that start at an op, in order, each with its position.
    pub(super) fn starting_at(&self, op: Op) -> impl Iterator<Item = (usize, &'static Chunk)> + use<> {
        let limit = |op: usize| self.starts.get(op).copied().map_or(0, usize::from);
        let op = canonical(op) as usize;
        let range = limit(op)..limit(op + 1);
        let first = range.start;
        let chunks = self.chunks.get(range).unwrap_or(&[]);
        chunks.iter().enumerate().map(move |(at, chunk)| (first + at, chunk))
    }

    /// The exact ones among some rules of a chunk.
    pub(super) fn exact(chunk: &Chunk, rules: Set) -> Set {
        rules & chunk.exact
    }

    /// The kind of an operand.
    fn kind(
        &self,
        module: &Module,
        function: &FunctionData,
        operand: Operand,
        known: Option<&KnownKinds>,
    ) -> Kind {
        match operand.kind() {
            OperandKind::Global(_) => OTHER,
            OperandKind::Value(value) => match function.values[value].def() {
                ValueDef::Result { inst, .. } => {
                    self.kinds.get(function.op(inst) as usize).copied().unwrap_or(OTHER)
                }
                ValueDef::Param { .. } => OTHER,
            },
            OperandKind::Constant(constant) => {
                let Some(known) = known else { return self.kind_of_constant(module, constant) };
                match known.0.borrow().at(constant) {
                    OTHER => {}
                    kind => return kind,
                }
                let kind = self.kind_of_constant(module, constant);
                known.0.borrow_mut().set(constant, kind);
                kind
            }
        }
    }

    fn kind_of_constant(&self, module: &Module, constant: Constant) -> Kind {
        if matches!(module.constants.get(constant).kind, ConstantKind::Undef) {
            return UNDEFINED;
        }
        let mut first = None;
        let mut alike = true;
        let are_known = each_component(module, constant, &mut |scalar, bits| {
            alike &= *first.get_or_insert((scalar, bits)) == (scalar, bits);
            true
        });
        let Some((scalar, bits)) = first.filter(|_| are_known) else { return UNKNOWN };
        if alike { self.kind_of_number(scalar, bits) } else { KNOWN }
    }

    fn kind_of_number(&self, scalar: Scalar, bits: u64) -> Kind {
        let found = self.literals.iter().position(|literal| literal.is(scalar, bits));
        found.map_or(KNOWN, |at| FIRST_NAMED + at as Kind)
    }

    /// The rules of a chunk that an operand can fit.
    fn set(&self, at: usize, chunk: &Chunk, position: usize, kind: Kind) -> Set {
        let Some(sets) = chunk.operands.get(position) else { return 0 };
        if kind == UNDEFINED {
            return 0;
        }
        let is_known = (KNOWN..FIRST_NAMED + self.literals.len() as Kind).contains(&kind);
        let row = (at * OPERANDS + position) * self.kind_count;
        let cell = self.cells.get(row + usize::from(kind)).copied().unwrap_or(0);
        let named = usize::from(cell)
            .checked_sub(1)
            .and_then(|cell| self.entries.get(usize::from(sets.first) + cell));
        sets.any | if is_known { sets.known } else { 0 } | named.copied().unwrap_or(0)
    }

    /// The rules of a chunk that can fit an instruction.
    pub(super) fn fitting(
        &self,
        module: &Module,
        function: &FunctionData,
        inst: Inst,
        (at, chunk): (usize, &Chunk),
        known: Option<&KnownKinds>,
    ) -> Set {
        let operands = function.operands(inst);
        let kind = |operand| self.kind(module, function, operand, known);
        let of = |position, kind| self.set(at, chunk, position, kind);
        let op = function.op(inst);
        let is_commutative = op.info().laws.contains(Laws::COMMUTATIVE);
        if let (true, &[first, second]) = (is_commutative, operands) {
            let kinds = [first, second].map(kind);
            let fitting = of(0, kinds[0]) & of(1, kinds[1]) | of(0, kinds[1]) & of(1, kinds[0]);
            return if first == second { fitting } else { fitting & !chunk.same };
        }
        if let (true, &[first, second]) = (is_exchanged(op), operands) {
            let fitting = of(0, kind(second)) & of(1, kind(first));
            return if first == second { fitting } else { fitting & !chunk.same };
        }
        let mut fitting = Set::MAX;
        for (position, &operand) in operands.iter().enumerate() {
            fitting &= of(position, kind(operand));
        }
        match operands {
            [first, second] if first != second => fitting & !chunk.same,
            _ => fitting,
        }
    }
}

impl RuleSet {
    /// The rule at a position of a chunk, with its number.
    pub(super) fn rule(&self, chunk: &Chunk, position: u32) -> Option<(usize, &'static Rule)> {
        let &RulePosition { table, row, number } =
            self.index.positions.get(usize::from(chunk.first) + position as usize)?;
        let rule = self.tables.get(usize::from(table))?.get(usize::from(row))?;
        Some((usize::from(number), rule))
    }
}
