//! The tree between IR and text: expressions in an arena, statements in lists.
//!
//! Locals are numbers here. The text names them, since only then their scopes are known.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt::{Arguments, Write};
use vitrum_glsl::operators::BinaryOp;
use vitrum_ir::{Constant, ControlHints, Inst, LoopHints, Name, Precision, Type};

/// The arena for text and lists that are made while a module is printed. All of it lives until the end, so references
/// can be copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextArena<'a>(&'a Bump);

impl<'a> TextArena<'a> {
    pub(crate) fn new(memory: &'a Bump) -> Self {
        Self(memory)
    }

    /// Copies text into the arena.
    pub(crate) fn keep(self, text: &str) -> &'a str {
        self.0.alloc_str(text)
    }

    /// Formats text into the arena.
    pub(crate) fn format(self, text: Arguments<'_>) -> &'a str {
        let mut word = bumpalo::collections::String::new_in(self.0);
        // Writing to a string cannot fail.
        let _ = word.write_fmt(text);
        word.into_bump_str()
    }

    /// A number in decimal.
    pub(crate) fn number(self, number: i64) -> &'a str {
        const SMALL: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        let small = usize::try_from(number).ok().and_then(|number| SMALL.get(number));
        small.copied().unwrap_or_else(|| self.integer(number, ""))
    }

    /// A number in decimal with a suffix.
    pub(crate) fn integer(self, number: impl itoa::Integer, suffix: &str) -> &'a str {
        let mut buffer = itoa::Buffer::new();
        let digits = buffer.format(number);
        let mut word = bumpalo::collections::String::with_capacity_in(digits.len() + suffix.len(), self.0);
        word.push_str(digits);
        word.push_str(suffix);
        word.into_bump_str()
    }

    /// The memory, for text that is built in parts.
    pub(crate) fn memory(self) -> &'a Bump {
        self.0
    }

    /// An empty list, whose memory is not freed individually.
    pub(crate) fn list<T>(self) -> BumpVec<'a, T> {
        BumpVec::new_in(self.0)
    }

    /// A list with one item.
    pub(crate) fn one<T>(self, item: T) -> BumpVec<'a, T> {
        let mut list = self.list_of(1);
        list.push(item);
        list
    }

    /// An empty list with a capacity.
    pub(crate) fn list_of<T>(self, room: usize) -> BumpVec<'a, T> {
        BumpVec::with_capacity_in(room, self.0)
    }
}

/// Arguments of a call; most calls have few.
pub(crate) type Args = SmallVec<[Expr; 4]>;

/// Id of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expr(u32);

/// Id of a local variable or parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Local(pub(crate) u32);

/// The arguments of a call, by their index in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List(u32);

/// The letters of a swizzle, at most four.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Letters {
    components: [u8; 4],
    count: u8,
    /// Letters other than `xyzw`.
    set: Option<vitrum_ir::Letters>,
}

impl PartialEq for Letters {
    /// Equal letters choose the same components.
    fn eq(&self, other: &Self) -> bool {
        self.components().eq(other.components())
    }
}

impl Letters {
    /// The letters of components; components above 3 are left out.
    pub(crate) fn of(components: impl IntoIterator<Item = u8>) -> Self {
        let mut letters = Self::default();
        let known = components.into_iter().filter(|&component| component < 4);
        for (slot, component) in letters.components.iter_mut().zip(known) {
            *slot = component;
            letters.count += 1;
        }
        letters
    }

    /// The same components in other letters, if there are any.
    pub(crate) fn spelled(self, set: Option<vitrum_ir::Letters>) -> Self {
        Self { set: set.or(self.set), ..self }
    }

    /// The same components in the letters of others.
    pub(crate) fn like(self, other: Self) -> Self {
        Self { set: other.set, ..self }
    }

    /// Adds the letters to a text.
    pub(crate) fn push_to(self, text: &mut String) {
        let known = match self.set {
            None => b"xyzw",
            Some(vitrum_ir::Letters::Color) => b"rgba",
            Some(vitrum_ir::Letters::Texture) => b"stpq",
        };
        let letters = self.components().filter_map(|component| known.get(usize::from(component)));
        text.extend(letters.map(|&letter| char::from(letter)));
    }

    /// The components of the letters.
    pub(crate) fn components(&self) -> impl Iterator<Item = u8> + Clone {
        self.components.into_iter().take(usize::from(self.count))
    }
}

/// An expression.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'a> {
    /// A literal or a final name.
    Text(&'a str),
    /// A literal that binds like a prefix operator: `-1.0`.
    Signed(&'a str),
    /// An expression of constants as the author wrote it: `PI * 0.5`.
    Spelled(&'a str),
    /// A local.
    Local(Local),
    /// `-a`, `!a`, `~a`
    Prefix(&'static str, Expr),
    /// `a + b`
    Infix(BinaryOp, Expr, Expr),
    /// `c ? a : b`
    Ternary(Expr, Expr, Expr),
    /// `f(a, b)`, constructors included
    Call(&'a str, List),
    /// `vec3(a)`, or `a` if the other operand is a vector.
    Splat(&'a str, Expr),
    /// `mat3(0.0) + a`, or `a` if the other operand is a matrix.
    SplatMatrix(&'a str, Expr),
    /// `a[i]`
    Index(Expr, Expr),
    /// `a.x`
    Field(Expr, &'a str),
    /// `a.xy` of a vector
    Swizzle(Expr, Letters),
    /// `a = b`, `a += b`
    Assign(Expr, Option<BinaryOp>, Expr),
    /// `a++` (true) or `++a`
    Step(Expr, &'static str, bool),
    /// `a.length()`
    Length(Expr),
    /// `a.length64()`
    LongLength(Expr),
}

/// The kind of a loop statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoopForm {
    For,
    While,
    Do,
}

/// A loop statement.
#[derive(Clone, Debug)]
pub(crate) struct LoopStmt<'a> {
    pub(crate) form: LoopForm,
    /// A declaration or an assignment, for `for` only.
    pub(crate) init: Option<Stmt<'a>>,
    /// None for an infinite loop.
    pub(crate) condition: Option<Expr>,
    /// Expression statements, for `for` only.
    pub(crate) step: BumpVec<'a, Stmt<'a>>,
    pub(crate) body: BumpVec<'a, Stmt<'a>>,
    pub(crate) hints: ControlHints,
    pub(crate) loop_hints: Option<Box<LoopHints>>,
}

/// One case of a switch.
#[derive(Clone, Debug)]
pub(crate) struct CaseStmt<'a> {
    pub(crate) labels: BumpVec<'a, Expr>,
    pub(crate) default: bool,
    /// True if the statements are in braces.
    pub(crate) braces: bool,
    pub(crate) body: BumpVec<'a, Stmt<'a>>,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Stmt<'a> {
    /// `T x = init;`, and the loop that contains every other use, if there is one.
    Declare {
        local: Local,
        init: Option<Expr>,
        only_in: Option<Inst>,
    },
    /// `e;`
    Expr(Expr),
    If {
        condition: Expr,
        then: BumpVec<'a, Stmt<'a>>,
        other: BumpVec<'a, Stmt<'a>>,
        hints: ControlHints,
    },
    Loop(Box<LoopStmt<'a>>),
    Switch {
        selector: Expr,
        cases: BumpVec<'a, CaseStmt<'a>>,
        hints: ControlHints,
    },
    Break,
    Continue,
    Return(Option<Expr>),
    /// `discard;` and the like.
    Jump(&'static str),
}

/// A local variable or parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalData {
    /// The preferred name; empty if there is none.
    pub(crate) name: Name,
    pub(crate) ty: Type,
    pub(crate) precision: Precision,
    pub(crate) precise: bool,
    /// True if it is a handle whose image is accessed as `volatile`.
    pub(crate) volatile: bool,
    /// The value of a named constant, which is declared where the function begins.
    pub(crate) constant: Option<Constant>,
}

impl LocalData {
    /// A local without a name, at full precision.
    pub(crate) fn of(ty: Type) -> Self {
        Self {
            name: Name::EMPTY,
            ty,
            precision: Precision::None,
            precise: false,
            volatile: false,
            constant: None,
        }
    }
}

/// An expression and facts about it.
#[derive(Debug)]
struct Entry<'a> {
    node: Node<'a>,
    /// The instruction that it comes from: [`Tree::origin`] when it was added.
    origin: u32,
    /// The depth of its tree.
    depth: u16,
}

/// The tree of one function.
pub(crate) struct Tree<'a> {
    arena: TextArena<'a>,
    nodes: BumpVec<'a, Entry<'a>>,
    /// The arguments of all calls, and the end of those of each call.
    args: BumpVec<'a, Expr>,
    ends: BumpVec<'a, u32>,
    /// One more than the number of the instruction that nodes that are added next come from; 0 for none.
    pub(crate) origin: u32,
    /// The letters of swizzles that are added next.
    pub(crate) letters: Option<vitrum_ir::Letters>,
    /// True if components of one vector can be read at once in the current instruction.
    pub(crate) joins: bool,
    /// True if the current instruction gives a column of a matrix, whose constructor takes components.
    pub(crate) is_column: bool,
    /// The constants that have a name in the current instruction, by position in the module's spelling.
    pub(crate) named: FxHashMap<Constant, u32>,
    /// The locals of the named constants that the function uses.
    pub(crate) constants: FxHashMap<u32, Local>,
    /// Expressions that are a whole vector of this size, however they are printed.
    wholes: FxHashMap<u32, u32>,
    pub(crate) locals: BumpVec<'a, LocalData>,
}

impl<'a> Tree<'a> {
    /// A tree without expressions.
    pub(crate) fn new(arena: TextArena<'a>) -> Self {
        Self {
            arena,
            nodes: arena.list(),
            args: arena.list(),
            ends: arena.list(),
            origin: 0,
            letters: None,
            joins: false,
            is_column: false,
            named: FxHashMap::default(),
            constants: FxHashMap::default(),
            wholes: FxHashMap::default(),
            locals: arena.list(),
        }
    }

    /// Clears the tree and reserves space for `count` expressions.
    pub(crate) fn begin(&mut self, count: usize) {
        self.nodes.clear();
        self.nodes.reserve(count);
        self.args.clear();
        self.args.reserve(count / 4);
        self.ends.clear();
        self.ends.reserve(count / 8);
        self.letters = None;
        self.named.clear();
        self.constants.clear();
        self.wholes.clear();
        self.locals.clear();
    }

    /// Adds an expression.
    pub(crate) fn add(&mut self, node: Node<'a>) -> Expr {
        let depth = match node {
            Node::Text(_) | Node::Signed(_) | Node::Spelled(_) | Node::Local(_) => 0,
            Node::Prefix(_, a)
            | Node::Splat(_, a)
            | Node::SplatMatrix(_, a)
            | Node::Field(a, _)
            | Node::Swizzle(a, _)
            | Node::Step(a, ..)
            | Node::Length(a)
            | Node::LongLength(a) => self.depth(a),
            Node::Infix(_, a, b) | Node::Index(a, b) | Node::Assign(a, _, b) => {
                self.depth(a).max(self.depth(b))
            }
            Node::Ternary(a, b, c) => self.depth(a).max(self.depth(b)).max(self.depth(c)),
            Node::Call(_, args) => self.args(args).iter().map(|&arg| self.depth(arg)).max().unwrap_or(0),
        };
        self.nodes.push(Entry { node, depth: depth.saturating_add(1), origin: self.origin });
        Expr(self.nodes.len() as u32 - 1)
    }

    /// The arguments of a call.
    pub(crate) fn args(&self, list: List) -> &[Expr] {
        let index = list.0 as usize;
        let end = self.ends.get(index).map_or(0, |&end| end as usize);
        let start =
            index.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&end| end as usize);
        self.args.get(start..end).unwrap_or(&[])
    }

    /// Formats text into the arena.
    pub(crate) fn format(&self, text: Arguments<'_>) -> &'a str {
        self.arena.format(text)
    }

    /// The origin of an expression.
    pub(crate) fn origin(&self, expr: Expr) -> u32 {
        self.nodes.get(expr.0 as usize).map_or(0, |entry| entry.origin)
    }

    /// The origin of a statement, which is that of its expression.
    pub(crate) fn origin_of(&self, stmt: &Stmt<'_>) -> Option<u32> {
        let expr = match stmt {
            Stmt::Declare { init, .. } | Stmt::Return(init) => (*init)?,
            Stmt::Expr(expr) => match self.get(*expr) {
                Node::Assign(_, _, part) | Node::Step(part, ..) => part,
                _ => *expr,
            },
            Stmt::If { condition: expr, .. } | Stmt::Switch { selector: expr, .. } => *expr,
            Stmt::Loop(data) => data.condition.filter(|_| data.form != LoopForm::Do)?,
            Stmt::Break | Stmt::Continue | Stmt::Jump(_) => return None,
        };
        self.nodes.get(expr.0 as usize).map(|entry| entry.origin)
    }

    /// All expressions.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node<'a>> {
        self.nodes.iter().map(|entry| entry.node)
    }

    /// Marks an expression as a vector of this size.
    pub(crate) fn set_whole(&mut self, expr: Expr, size: u32) {
        self.wholes.insert(expr.0, size);
    }

    /// The size of a marked vector.
    pub(crate) fn whole(&self, expr: Expr) -> Option<u32> {
        self.wholes.get(&expr.0).copied()
    }

    /// The depth of an expression.
    pub(crate) fn depth(&self, expr: Expr) -> u16 {
        self.nodes.get(expr.0 as usize).map_or(0, |entry| entry.depth)
    }

    /// The node of an expression.
    pub(crate) fn get(&self, expr: Expr) -> Node<'a> {
        self.nodes.get(expr.0 as usize).map_or(Node::Text(""), |entry| entry.node)
    }

    /// A literal or final name.
    pub(crate) fn text(&mut self, text: &'a str) -> Expr {
        self.add(Node::Text(text))
    }

    /// A number in decimal.
    pub(crate) fn number(&mut self, number: i64) -> Expr {
        self.add(Node::Text(self.arena.number(number)))
    }

    /// A call of a built-in function or constructor.
    pub(crate) fn call(&mut self, name: &'a str, args: &[Expr]) -> Expr {
        self.args.extend_from_slice(args);
        self.ends.push(self.args.len() as u32);
        self.add(Node::Call(name, List(self.ends.len() as u32 - 1)))
    }

    /// Swizzles a vector; a swizzle of a swizzle becomes one.
    pub(crate) fn swizzle(&mut self, vector: Expr, letters: Letters) -> Expr {
        let letters = letters.spelled(self.letters);
        if let Node::Swizzle(inner, chosen) = self.get(vector) {
            let component = |index: u8| chosen.components().nth(usize::from(index));
            if letters.components().all(|index| component(index).is_some()) {
                let composed = Letters::of(letters.components().filter_map(component)).spelled(chosen.set);
                let composed = composed.spelled(letters.set);
                return self.add(Node::Swizzle(inner, composed));
            }
        }
        self.add(Node::Swizzle(vector, letters))
    }

    /// Adds a local and an expression that names it.
    pub(crate) fn local(&mut self, data: LocalData) -> (Local, Expr) {
        let local = Local(self.locals.len() as u32);
        self.locals.push(data);
        (local, self.add(Node::Local(local)))
    }

    /// True if two expressions are printed the same.
    pub(crate) fn same(&self, a: Expr, b: Expr) -> bool {
        if a == b {
            return true;
        }
        match (self.get(a), self.get(b)) {
            (Node::Text(a), Node::Text(b))
            | (Node::Signed(a), Node::Signed(b))
            | (Node::Spelled(a), Node::Spelled(b)) => a == b,
            (Node::Local(a), Node::Local(b)) => a == b,
            (Node::Prefix(p, a), Node::Prefix(q, b)) => p == q && self.same(a, b),
            (Node::Infix(p, a, c), Node::Infix(q, b, d)) => p == q && self.same(a, b) && self.same(c, d),
            (Node::Index(a, c), Node::Index(b, d)) => self.same(a, b) && self.same(c, d),
            (Node::Field(a, p), Node::Field(b, q)) => p == q && self.same(a, b),
            (Node::Swizzle(a, p), Node::Swizzle(b, q)) => p == q && self.same(a, b),
            (Node::Call(p, a), Node::Call(q, b)) => {
                let (a, b) = (self.args(a), self.args(b));
                p == q && a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.same(a, b))
            }
            (Node::Length(a), Node::Length(b)) | (Node::LongLength(a), Node::LongLength(b)) => {
                self.same(a, b)
            }
            (Node::Splat(p, a), Node::Splat(q, b)) => p == q && self.same(a, b),
            _ => false,
        }
    }

    /// True if an expression contains the name of a local.
    pub(crate) fn names(&self, expr: Expr, local: Local) -> bool {
        match self.get(expr) {
            Node::Text(_) | Node::Signed(_) | Node::Spelled(_) => false,
            Node::Local(own) => own == local,
            Node::Prefix(_, a)
            | Node::Splat(_, a)
            | Node::SplatMatrix(_, a)
            | Node::Field(a, _)
            | Node::Swizzle(a, _)
            | Node::Step(a, ..)
            | Node::Length(a)
            | Node::LongLength(a) => self.names(a, local),
            Node::Infix(_, a, b) | Node::Index(a, b) | Node::Assign(a, _, b) => {
                self.names(a, local) || self.names(b, local)
            }
            Node::Ternary(a, b, c) => [a, b, c].into_iter().any(|part| self.names(part, local)),
            Node::Call(_, args) => self.args(args).iter().any(|&arg| self.names(arg, local)),
        }
    }

    /// True if an expression is a name or a literal.
    pub(crate) fn is_atom(&self, expr: Expr) -> bool {
        match self.get(expr) {
            Node::Text(_) | Node::Signed(_) | Node::Local(_) => true,
            Node::Field(base, _) | Node::Swizzle(base, _) => {
                matches!(self.get(base), Node::Text(_) | Node::Local(_))
            }
            _ => false,
        }
    }
}
