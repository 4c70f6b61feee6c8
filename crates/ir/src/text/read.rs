//! Reading a module: declarations, types and constants.

use super::lex::{Kind, Token, tokens, unquote};
use super::print::{access_rows, qualifier_rows};
use super::read_function::read_function;
use crate::builtin::BuiltIn;
use crate::constants::{Constant, ConstantData, ConstantKind};
use crate::function::{
    AtomicAccess, FunctionData, ImageOperands, MemoryAccess, Shuffle, Swizzle, SwizzledStore,
};
use crate::intrinsic::Intrinsic;
use crate::module::{
    Behavior, BlendEquations, Decorations, DepthMode, Function, Global, Interpolation, LayoutRule, Member,
    Modes, Module, Precision, Primitive, Qualifiers, SourceExtension, Spacing, SpecConstantData, Stage,
    Storage, Struct, StructData,
};
use crate::names::Name;
use crate::ops::{Op, Sig};
use crate::types::{Dim, ImageFormat, ImageType, Length, MatrixUse, Scalar, Type, TypeData, common};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why text is not a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Lines that a module has once.
const SINGLE: &[&str] = &["stage", "source", "execution", "entry", "library"];

pub(super) type Read<T> = Result<T, ReadError>;

/// How deep types and constants may nest in text.
const DEPTH: u32 = 100;

/// Reads a module. What it gives may still break rules: the verifier says.
pub fn parse(text: &str) -> Read<Module> {
    let mut reader = Reader {
        text,
        tokens: tokens(text),
        at: 0,
        depth: 0,
        module: Module::new(Stage::Vertex),
        structs: FxHashMap::default(),
        globals: FxHashMap::default(),
        functions: FxHashMap::default(),
        constants: FxHashMap::default(),
        lines: Vec::new(),
        filled: FxHashSet::default(),
    };
    reader.declare_functions()?;
    while reader.peek().kind != Kind::End {
        reader.item()?;
    }
    Ok(reader.module)
}

pub(super) struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: u32,
    pub(super) module: Module,
    structs: FxHashMap<&'a str, Struct>,
    pub(super) globals: FxHashMap<&'a str, Global>,
    pub(super) functions: FxHashMap<&'a str, Function>,
    constants: FxHashMap<&'a str, Constant>,
    /// Those of [`SINGLE`] that were read.
    lines: Vec<&'a str>,
    /// Structs that have members.
    filled: FxHashSet<Struct>,
}

impl<'a> Reader<'a> {
    pub(super) fn peek(&self) -> Token<'a> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Token<'a> {
        let last = self.tokens.len() - 1;
        self.tokens[(self.at + ahead).min(last)]
    }

    pub(super) fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub(super) fn error<T>(&self, token: Token<'_>, message: &str) -> Read<T> {
        let before = self.text.get(..token.offset).unwrap_or("");
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = token.offset - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        Err(ReadError { line, column, message: message.to_string() })
    }

    pub(super) fn expected<T>(&self, token: Token<'_>, what: &str) -> Read<T> {
        let found = if token.kind == Kind::End { "the end" } else { token.text };
        self.error(token, &format!("expected {what}, found `{found}`"))
    }

    /// Takes the next token if it is this word or mark.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let token = self.peek();
        let found = token.text == text && matches!(token.kind, Kind::Word | Kind::Mark | Kind::Arrow);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Read<()> {
        if self.take(text) { Ok(()) } else { self.expected(self.peek(), &format!("`{text}`")) }
    }

    fn word(&mut self, what: &str) -> Read<&'a str> {
        let token = self.next();
        if token.kind == Kind::Word { Ok(token.text) } else { self.expected(token, what) }
    }

    pub(super) fn label(&mut self, sigil: char) -> Read<Token<'a>> {
        let token = self.next();
        if token.kind == Kind::Label && token.text.starts_with(sigil) {
            Ok(token)
        } else {
            self.expected(token, &format!("a name with `{sigil}`"))
        }
    }

    /// The name a label spells; a label that is a number alone is nameless.
    pub(super) fn label_name(&mut self, label: &str) -> Name {
        let name = label.get(1..).unwrap_or("");
        if name.starts_with('"') {
            let end = name.rfind('"').map_or(name.len(), |at| at + 1);
            return self.module.names.intern(&unquote(&name[..end]));
        }
        let name = name.split('.').next().unwrap_or("");
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            Name::EMPTY
        } else {
            self.module.names.intern(name)
        }
    }

    fn name(&mut self) -> Read<Name> {
        let token = self.next();
        match token.kind {
            Kind::Word | Kind::Number => Ok(self.module.names.intern(token.text)),
            Kind::Quoted => Ok(self.module.names.intern(&unquote(token.text))),
            _ => self.expected(token, "a name"),
        }
    }

    pub(super) fn number(&mut self) -> Read<u32> {
        let token = self.next();
        match token.text.parse() {
            Ok(number) if token.kind == Kind::Number => Ok(number),
            _ => self.expected(token, "a number"),
        }
    }

    /// `(number)`
    pub(super) fn argument(&mut self) -> Read<u32> {
        self.expect("(")?;
        let number = self.number()?;
        self.expect(")")?;
        Ok(number)
    }

    /// `(word)`, one of a table.
    fn word_argument<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Read<T> {
        self.expect("(")?;
        let token = self.peek();
        let word = self.word("a word")?;
        let Some(found) = find(word) else { return self.error(token, &format!("unknown word `{word}`")) };
        self.expect(")")?;
        Ok(found)
    }

    /// Functions may be called before they are written.
    fn declare_functions(&mut self) -> Read<()> {
        for index in 0..self.tokens.len() - 1 {
            let [keyword, label] = [self.tokens[index], self.tokens[index + 1]];
            if keyword.kind == Kind::Word && keyword.text == "fn" && label.kind == Kind::Label {
                let name = self.label_name(label.text);
                let function = self.module.functions.alloc(FunctionData::new(name, common::VOID));
                if self.functions.insert(label.text, function).is_some() {
                    return self.error(label, "this function is defined twice");
                }
            }
        }
        Ok(())
    }

    fn item(&mut self) -> Read<()> {
        let token = self.peek();
        let word = self.word("a declaration")?;
        if SINGLE.contains(&word) {
            self.once(token)?;
        }
        match word {
            "stage" => self.stage(),
            "source" => self.source(),
            "extension" => {
                let extension = self.extension()?;
                self.module.extensions.push(extension);
                Ok(())
            }
            "subroutine" => self.subroutine(),
            "string" => {
                let text = self.name()?;
                self.module.strings.push(text);
                Ok(())
            }
            "spirv" => self.spirv_item(),
            "execution" => self.execution(),
            "entry" => {
                let label = self.label('&')?;
                let Some(&entry) = self.functions.get(label.text) else {
                    return self.error(label, "no such function");
                };
                self.module.entry = Some(entry);
                Ok(())
            }
            "library" => {
                self.module.library = true;
                Ok(())
            }
            "spec" => self.spec(),
            "const" => self.named_constant(),
            "declare" => {
                let label = self.label('#')?;
                self.declare_struct(label);
                Ok(())
            }
            "struct" => self.structure(),
            "global" => self.global(),
            "fn" => read_function(self),
            _ => self.expected(token, "a declaration"),
        }
    }

    /// Refuses a second line of a kind.
    fn once(&mut self, token: Token<'a>) -> Read<()> {
        if self.lines.contains(&token.text) {
            return self.error(token, &format!("a second `{}`", token.text));
        }
        self.lines.push(token.text);
        Ok(())
    }

    /// Refuses a second value of something that has one.
    pub(super) fn fill<T>(&self, slot: &mut Option<T>, value: T, token: Token<'_>) -> Read<()> {
        match slot.replace(value) {
            Some(_) => self.error(token, &format!("`{}` is there twice", token.text)),
            None => Ok(()),
        }
    }

    fn stage(&mut self) -> Read<()> {
        let token = self.next();
        match Stage::from_name(token.text) {
            Some(stage) => {
                self.module.stage = stage;
                Ok(())
            }
            None => self.expected(token, "a stage"),
        }
    }

    fn extension(&mut self) -> Read<SourceExtension> {
        let name = self.name()?;
        let token = self.peek();
        if token.starts_line {
            return Ok(SourceExtension { name, behavior: Behavior::Require });
        }
        let word = self.word("a behavior")?;
        match Behavior::ALL.iter().find(|row| row.1 == word) {
            Some(&(behavior, _)) => Ok(SourceExtension { name, behavior }),
            None => self.expected(token, "`require`, `enable` or `warn`"),
        }
    }

    fn source(&mut self) -> Read<()> {
        self.module.source.name = self.name()?;
        self.module.source.version = self.number()?;
        if !self.peek().starts_line {
            self.module.source.profile = self.name()?;
        }
        Ok(())
    }

    fn spirv_item(&mut self) -> Read<()> {
        let token = self.peek();
        let word = self.word("what it is")?;
        let Some(&(kind, _)) = crate::SpirvKind::ALL.iter().find(|row| row.1 == word) else {
            return self.expected(token, "`instruction`, `decoration` or `mode`");
        };
        let mut item = crate::SpirvItem::new(kind, self.number()?);
        while !self.peek().starts_line && self.peek().kind == Kind::Word {
            let token = self.peek();
            match self.word("a part of it")? {
                "name" if item.name.is_empty() => item.name = self.name()?,
                "set" if item.set.is_empty() => item.set = self.name()?,
                "literal" => item.operands.push(crate::SpirvOperand::Literal(self.number()?)),
                "id" => item.operands.push(crate::SpirvOperand::Constant(self.constant()?)),
                "text" => item.operands.push(crate::SpirvOperand::Text(self.name()?)),
                "type" => item.operands.push(crate::SpirvOperand::Type(self.ty()?)),
                "global" => {
                    // By position, since globals come later.
                    let global = la_arena::Idx::from_raw(la_arena::RawIdx::from_u32(self.number()?));
                    item.operands.push(crate::SpirvOperand::Global(global));
                }
                "literals" if item.literals == 0 => item.literals = self.number()?,
                "capability" => item.capabilities.push(self.number()?),
                "extension" => {
                    let name = self.name()?;
                    item.extensions.push(name);
                }
                "next" if item.next.is_none() => item.next = Some(self.number()?),
                _ => return self.expected(token, "a part of what SPIR-V is told"),
            }
        }
        self.module.spirv.push(item);
        Ok(())
    }

    fn subroutine(&mut self) -> Read<()> {
        let name = self.name()?;
        let location = if self.take("location") { Some(self.number()?) } else { None };
        let mut functions = Vec::new();
        while self.take("case") {
            functions.push((self.number()?, self.name()?));
        }
        self.module.subroutines.push(crate::SubroutineUniform { name, location, functions });
        Ok(())
    }

    fn execution(&mut self) -> Read<()> {
        let mut execution = std::mem::take(&mut self.module.execution);
        while !self.peek().starts_line {
            let token = self.peek();
            let word = self.word("an execution mode")?;
            let twice = |this: &Self| this.error(token, &format!("`{word}` is there twice"));
            if let Some(&(mode, _)) = Modes::ALL.iter().find(|row| row.1 == word) {
                if execution.modes.contains(mode) {
                    return twice(self);
                }
                execution.modes.insert(mode);
                continue;
            }
            if let Some(&(equation, _)) = BlendEquations::ALL.iter().find(|row| row.1 == word) {
                if execution.blend.contains(equation) {
                    return twice(self);
                }
                execution.blend.insert(equation);
                continue;
            }
            match word {
                "local_size" => {
                    self.expect("(")?;
                    let x = self.constant()?;
                    self.expect(",")?;
                    let y = self.constant()?;
                    self.expect(",")?;
                    let z = self.constant()?;
                    self.expect(")")?;
                    self.fill(&mut execution.local_size, [x, y, z], token)?;
                }
                "input" | "output" => {
                    let primitive = self.word_argument(Primitive::from_name)?;
                    let input = word == "input";
                    let slot =
                        if input { &mut execution.input_primitive } else { &mut execution.output_primitive };
                    self.fill(slot, primitive, token)?;
                }
                "spacing" => {
                    let spacing = self.word_argument(Spacing::from_name)?;
                    self.fill(&mut execution.spacing, spacing, token)?;
                }
                "depth" => {
                    let depth = self.word_argument(DepthMode::from_name)?;
                    self.fill(&mut execution.depth, depth, token)?;
                }
                _ => {
                    let slot = match word {
                        "max_vertices" => &mut execution.max_vertices,
                        "max_primitives" => &mut execution.max_primitives,
                        "invocations" => &mut execution.invocations,
                        "num_views" => &mut execution.num_views,
                        _ => return self.expected(token, "an execution mode"),
                    };
                    let number = self.argument()?;
                    self.fill(slot, number, token)?;
                }
            }
        }
        self.module.execution = execution;
        Ok(())
    }

    fn spec(&mut self) -> Read<()> {
        let label = self.label('$')?;
        let name = self.label_name(label.text);
        self.expect(":")?;
        let ty = self.ty()?;
        let id = if self.take("id") { Some(self.argument()?) } else { None };
        self.expect("=")?;
        let default = self.constant()?;
        let spec = self.module.spec_constants.alloc(SpecConstantData { name, id, ty, default });
        let constant = self.module.constants.intern(ConstantData { ty, kind: ConstantKind::Spec(spec) });
        self.define_constant(label, constant)
    }

    fn named_constant(&mut self) -> Read<()> {
        let label = self.label('$')?;
        self.expect(":")?;
        let ty = self.ty()?;
        let precision = self.precision();
        self.expect("=")?;
        let constant = self.defined_constant(ty)?;
        let name = self.label_name(label.text);
        if !name.is_empty() {
            self.module.constants.declare(constant, name, precision);
        }
        self.define_constant(label, constant)
    }

    fn define_constant(&mut self, label: Token<'a>, constant: Constant) -> Read<()> {
        match self.constants.insert(label.text, constant) {
            Some(_) => self.error(label, "this constant is defined twice"),
            None => Ok(()),
        }
    }

    /// A composite or operation one level deep, or any other constant.
    fn defined_constant(&mut self, ty: Type) -> Read<Constant> {
        let token = self.peek();
        let composite = token.kind == Kind::Word && token.text == "composite";
        let mnemonic = token.text.split('.').next().unwrap_or("");
        if !composite && (token.kind != Kind::Word || Op::from_mnemonic(mnemonic).is_none()) {
            let constant = self.constant()?;
            if self.module.constants.ty(constant) != ty {
                return self.error(token, "a constant of another type than it is declared with");
            }
            return Ok(constant);
        }
        self.at += 1;
        let (op, imm) = if composite { (Op::Construct, 0) } else { self.op(token)? };
        let mut operands = Vec::new();
        while !self.peek().starts_line && (operands.is_empty() || self.take(",")) {
            operands.push(self.constant()?);
        }
        let operands = operands.into();
        let kind = if composite {
            ConstantKind::Composite(operands)
        } else {
            ConstantKind::SpecOp { op, imm, operands }
        };
        Ok(self.module.constants.intern(ConstantData { ty, kind }))
    }

    fn declare_struct(&mut self, label: Token<'a>) -> Struct {
        if let Some(&id) = self.structs.get(label.text) {
            return id;
        }
        let name = self.label_name(label.text);
        let id = self.module.structs.alloc(StructData { name, members: Vec::new() });
        self.structs.insert(label.text, id);
        id
    }

    fn structure(&mut self) -> Read<()> {
        let label = self.label('#')?;
        let id = self.declare_struct(label);
        if !self.filled.insert(id) {
            return self.error(label, "this struct is defined twice");
        }
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.take("}") {
            let name = self.name()?;
            self.expect(":")?;
            let ty = self.ty()?;
            let precision = self.precision();
            let decorations = self.decorations()?;
            members.push(Member { name, ty, precision, decorations });
        }
        self.module.structs[id].members = members;
        Ok(())
    }

    fn global(&mut self) -> Read<()> {
        let label = self.label('@')?;
        let name = self.label_name(label.text);
        self.expect(":")?;
        let ty = self.ty()?;
        let precision = self.precision();
        let token = self.next();
        let Some(storage) = Storage::from_name(token.text) else {
            return self.expected(token, "a storage class");
        };
        let block = if self.take("block") { Some(self.word_argument(LayoutRule::from_name)?) } else { None };
        let decorations = self.decorations()?;
        let initializer = if self.take("=") { Some(self.constant()?) } else { None };
        let global = self.module.add_global("", ty, storage);
        let data = &mut self.module.globals[global];
        (data.name, data.precision, data.block) = (name, precision, block);
        (data.decorations, data.initializer) = (decorations, initializer);
        if self.globals.insert(label.text, global).is_some() {
            return self.error(label, "this global is defined twice");
        }
        Ok(())
    }

    pub(super) fn precision(&mut self) -> Precision {
        match Precision::from_name(self.peek().text) {
            Some(precision) if !self.peek().starts_line && precision != Precision::None => {
                self.at += 1;
                precision
            }
            _ => Precision::None,
        }
    }

    /// Takes words of a table as long as there are any, and gives their bits.
    pub(super) fn flags(&mut self, rows: impl Iterator<Item = (u32, &'static str)> + Clone) -> u32 {
        let mut bits = 0;
        while !self.peek().starts_line {
            let row = rows.clone().find(|row| row.1 == self.peek().text);
            // One that is there twice is left for the error of what expects something else.
            let Some((bit, _)) = row.filter(|row| bits & row.0 == 0) else { break };
            bits |= bit;
            self.at += 1;
        }
        bits
    }

    fn decorations(&mut self) -> Read<Decorations> {
        let mut decorations = Decorations::default();
        while !self.peek().starts_line && self.peek().kind == Kind::Word {
            let token = self.peek();
            if let Some((bit, _)) = qualifier_rows().find(|row| row.1 == token.text) {
                let qualifier = Qualifiers::from_bits(bit);
                if decorations.qualifiers.contains(qualifier) {
                    return self.error(token, &format!("`{}` is there twice", token.text));
                }
                decorations.qualifiers.insert(qualifier);
                self.at += 1;
                continue;
            }
            if let Some(interpolation) = Interpolation::from_name(token.text) {
                self.fill(&mut decorations.interpolation, interpolation, token)?;
                self.at += 1;
                continue;
            }
            self.at += 1;
            let slot = match token.text {
                "builtin" => {
                    let builtin = self.word_argument(BuiltIn::from_name)?;
                    self.fill(&mut decorations.builtin, builtin, token)?;
                    continue;
                }
                "location" => &mut decorations.location,
                "component" => &mut decorations.component,
                "index" => &mut decorations.index,
                "set" => &mut decorations.set,
                "binding" => &mut decorations.binding,
                "offset" => &mut decorations.offset,
                "align" => &mut decorations.align,
                "stream" => &mut decorations.stream,
                "xfb_buffer" => &mut decorations.xfb_buffer,
                "xfb_stride" => &mut decorations.xfb_stride,
                "xfb_offset" => &mut decorations.xfb_offset,
                "input_attachment" => &mut decorations.input_attachment,
                "spirv" => &mut decorations.spirv,
                _ => return self.expected(token, "a qualifier"),
            };
            let number = self.argument()?;
            self.fill(slot, number, token)?;
        }
        Ok(decorations)
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= DEPTH {
            return self.error(self.peek(), "nested too deeply");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A type.
    pub(super) fn ty(&mut self) -> Read<Type> {
        self.nested(Self::ty_nested)
    }

    fn ty_nested(&mut self) -> Read<Type> {
        let token = self.next();
        if token.kind == Kind::Label && token.text.starts_with('#') {
            let Some(&id) = self.structs.get(token.text) else { return self.error(token, "no such struct") };
            return Ok(self.module.types.intern(TypeData::Struct(id)));
        }
        if token.kind != Kind::Word {
            return self.expected(token, "a type");
        }
        if let Some(&(scalar, _)) = Scalar::ALL.iter().find(|row| row.1 == token.text) {
            return Ok(common::scalar(scalar));
        }
        let data = match token.text {
            "void" => TypeData::Void,
            "sampler" => TypeData::Sampler { shadow: false },
            "sampler_shadow" => TypeData::Sampler { shadow: true },
            "atomic_counter" => TypeData::AtomicCounter,
            "acceleration_structure" => TypeData::AccelerationStructure,
            "ray_query" => TypeData::RayQuery,
            "hit_object" => TypeData::HitObject,
            text => {
                if !self.take("<") {
                    return self.expected(token, "a type");
                }
                let data = match text {
                    "array" => self.array_type()?,
                    "ptr" => {
                        let storage = self.next();
                        let Some(storage) = Storage::from_name(storage.text) else {
                            return self.expected(storage, "a storage class");
                        };
                        self.expect(",")?;
                        TypeData::Pointer { storage, pointee: self.ty()? }
                    }
                    "image" => TypeData::Image(self.image_type()?),
                    "sampled" => TypeData::SampledImage(self.image_type()?),
                    "cooperative_matrix" => self.cooperative_matrix()?,
                    "spirv" => TypeData::Spirv(self.number()?),
                    "reference" => {
                        let label = self.label('#')?;
                        let block = self.declare_struct(label);
                        self.expect(",")?;
                        let layout = self.next();
                        let Some(layout) = LayoutRule::from_name(layout.text) else {
                            return self.expected(layout, "a layout rule");
                        };
                        self.expect(",")?;
                        TypeData::BufferReference { block, layout, align: self.number()? }
                    }
                    text => self.vector_or_matrix(token, text)?,
                };
                self.expect(">")?;
                data
            }
        };
        Ok(self.module.types.intern(data))
    }

    fn scalar(&mut self) -> Read<Scalar> {
        let token = self.next();
        match Scalar::ALL.iter().find(|row| row.1 == token.text) {
            Some(&(scalar, _)) => Ok(scalar),
            None => self.expected(token, "a scalar type"),
        }
    }

    fn vector_or_matrix(&mut self, token: Token<'_>, text: &str) -> Read<TypeData> {
        if let Some(size) = text.strip_prefix("vec").and_then(|size| size.parse::<u8>().ok())
            && size >= 2
        {
            return Ok(TypeData::Vector { scalar: self.scalar()?, size });
        }
        let shape = text.strip_prefix("mat").and_then(|shape| shape.split_once('x'));
        if let Some((columns, rows)) = shape
            && let (Ok(columns @ 2..=4), Ok(rows @ 2..=4)) = (columns.parse::<u8>(), rows.parse::<u8>())
        {
            return Ok(TypeData::Matrix { scalar: self.scalar()?, columns, rows });
        }
        self.expected(token, "a type")
    }

    fn array_type(&mut self) -> Read<TypeData> {
        let element = self.ty()?;
        if !self.take(",") {
            return Ok(TypeData::RuntimeArray { element });
        }
        let length = match self.peek().kind {
            Kind::Label => Length::Spec(self.constant()?),
            _ => Length::Constant(self.number()?),
        };
        Ok(TypeData::Array { element, length })
    }

    fn image_type(&mut self) -> Read<ImageType> {
        let token = self.next();
        let Some(&(dim, _)) = Dim::ALL.iter().find(|row| row.1 == token.text) else {
            return self.expected(token, "an image dimension");
        };
        self.expect(",")?;
        let mut image = ImageType {
            sampled: self.scalar()?,
            dim,
            arrayed: false,
            multisampled: false,
            shadow: false,
            storage: false,
            format: ImageFormat::Unknown,
        };
        while self.take(",") {
            let token = self.next();
            match token.text {
                "arrayed" if !image.arrayed => image.arrayed = true,
                "multisampled" if !image.multisampled => image.multisampled = true,
                "shadow" if !image.shadow => image.shadow = true,
                "storage" if !image.storage => image.storage = true,
                text => match ImageFormat::from_name(text) {
                    Some(format) if image.format == ImageFormat::Unknown => image.format = format,
                    _ => return self.expected(token, "an image format"),
                },
            }
        }
        Ok(image)
    }

    fn cooperative_matrix(&mut self) -> Read<TypeData> {
        let scalar = self.scalar()?;
        self.expect(",")?;
        let scope = self.constant()?;
        self.expect(",")?;
        let rows = self.constant()?;
        self.expect(",")?;
        let columns = self.constant()?;
        self.expect(",")?;
        let token = self.next();
        let usage = match token.text {
            "a" => MatrixUse::A,
            "b" => MatrixUse::B,
            "accumulator" => MatrixUse::Accumulator,
            _ => return self.expected(token, "a matrix use"),
        };
        Ok(TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage })
    }

    /// A constant.
    pub(super) fn constant(&mut self) -> Read<Constant> {
        self.nested(Self::constant_nested)
    }

    fn constant_nested(&mut self) -> Read<Constant> {
        let token = self.peek();
        match (token.kind, token.text) {
            (Kind::Label, text) if text.starts_with('$') => {
                self.at += 1;
                match self.constants.get(token.text) {
                    Some(&constant) => Ok(constant),
                    None => self.error(token, "no such constant"),
                }
            }
            (Kind::Number, _) => {
                self.at += 1;
                self.scalar_constant(token)
            }
            (Kind::Word, "true" | "false") => {
                self.at += 1;
                Ok(self.module.constants.bool(token.text == "true"))
            }
            (Kind::Word, "null") => {
                self.at += 1;
                let ty = self.ty()?;
                Ok(self.module.constants.intern(ConstantData { ty, kind: ConstantKind::Null }))
            }
            (Kind::Word, "undef") => {
                self.at += 1;
                let ty = self.ty()?;
                Ok(self.module.constants.undef(ty))
            }
            (Kind::Word, "bits") => self.bits_constant(),
            _ => {
                let ty = self.ty()?;
                self.expect("(")?;
                let mut parts = Vec::new();
                while !self.take(")") {
                    if !parts.is_empty() {
                        self.expect(",")?;
                    }
                    parts.push(self.constant()?);
                }
                Ok(self.module.constants.composite(ty, &parts))
            }
        }
    }

    fn bits_constant(&mut self) -> Read<Constant> {
        self.at += 1;
        self.expect("<")?;
        let ty = self.ty()?;
        self.expect(",")?;
        let token = self.next();
        let digits = token.text.strip_prefix("0x").unwrap_or("");
        let Ok(bits) = u64::from_str_radix(digits, 16) else {
            return self.expected(token, "bits in hexadecimal");
        };
        self.expect(">")?;
        Ok(self.module.constants.intern(ConstantData { ty, kind: ConstantKind::Scalar(bits) }))
    }

    fn scalar_constant(&mut self, token: Token<'_>) -> Read<Constant> {
        for (scalar, name) in Scalar::ALL {
            let Some(digits) = token.text.strip_suffix(name) else { continue };
            let bits = match scalar {
                Scalar::F32 => digits.parse::<f32>().ok().map(|value| u64::from(value.to_bits())),
                Scalar::F64 => digits.parse::<f64>().ok().map(f64::to_bits),
                scalar if scalar.is_integer() => {
                    let mask = if scalar.width() == 64 { u64::MAX } else { (1 << scalar.width()) - 1 };
                    digits.parse::<i128>().ok().map(|value| value as u64 & mask)
                }
                _ => None,
            };
            if let Some(bits) = bits {
                return Ok(self.module.constants.scalar(scalar, bits));
            }
        }
        self.expected(token, "a number with its type")
    }

    /// The op and immediate that a mnemonic with its dotted parts spells. Calls name their function by a label that
    /// follows.
    pub(super) fn op(&mut self, token: Token<'a>) -> Read<(Op, u32)> {
        let mut parts = token.text.split('.');
        let mnemonic = parts.next().unwrap_or("");
        let Some(op) = Op::from_mnemonic(mnemonic) else {
            return self.error(token, &format!("no such operation: `{mnemonic}`"));
        };
        let parts: Vec<&str> = parts.collect();
        let Some(imm) = self.imm(op, &parts)? else {
            return self.error(token, &format!("`{}` says something `{mnemonic}` can't", token.text));
        };
        Ok((op, imm))
    }

    fn imm(&mut self, op: Op, parts: &[&str]) -> Read<Option<u32>> {
        let letters = |part: &str, letters: &str| -> Option<Vec<u32>> {
            part.chars().map(|c| letters.find(c).map(|index| index as u32)).collect()
        };
        let components = |all: &str| match parts {
            [only] => letters(only, all),
            _ => None,
        };
        let set_of = |parts: &[&str], rows: &[(u32, &str)]| -> Option<u32> {
            parts.iter().try_fold(0, |bits, part| {
                let &(bit, _) = rows.iter().find(|row| row.1 == *part)?;
                (bits & bit == 0).then_some(bits | bit)
            })
        };
        let set = |rows: &[(u32, &str)]| set_of(parts, rows);
        Ok(match op.info().sig {
            Sig::Swizzle => components("xyzw").and_then(|list| Swizzle::new(&list)).map(Swizzle::bits),
            Sig::StoreSwizzle => {
                let rows: Vec<_> = access_rows().collect();
                let store = parts.split_first().and_then(|(chosen, access)| {
                    let swizzle = Swizzle::new(&letters(chosen, "xyzw")?)?;
                    Some(SwizzledStore { swizzle, access: MemoryAccess::from_bits(set_of(access, &rows)?) })
                });
                store.map(SwizzledStore::bits)
            }
            Sig::Shuffle => components("abcdefgh").and_then(|list| Shuffle::new(&list)).map(Shuffle::bits),
            Sig::Extract | Sig::Insert => match parts {
                [index] => index.parse().ok(),
                _ => None,
            },
            Sig::Load | Sig::Store => {
                let rows: Vec<_> = access_rows().collect();
                set(&rows)
            }
            Sig::Image | Sig::ImageWrite => {
                let rows: Vec<_> = ImageOperands::ALL.iter().map(|row| (row.0.bits(), row.1)).collect();
                set(&rows)
            }
            Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicRmw(_) | Sig::AtomicCompare => match parts {
                [scope, semantics] => {
                    let scope =
                        scope.strip_prefix("scope").and_then(|text| text.parse().ok()).filter(|&it| it < 16);
                    let semantics = semantics.strip_prefix("semantics").and_then(|text| text.parse().ok());
                    scope.zip(semantics).map(|(scope, semantics)| AtomicAccess { scope, semantics }.bits())
                }
                _ => None,
            },
            Sig::Call => {
                let label = self.label('&')?;
                match self.functions.get(label.text) {
                    Some(callee) => Some(callee.into_raw().into_u32()),
                    None => return self.error(label, "no such function"),
                }
            }
            Sig::Intrinsic => match parts {
                [name] => Intrinsic::from_name(name).map(|intrinsic| intrinsic as u32),
                _ => None,
            },
            _ => match parts {
                [] => Some(0),
                [imm] => imm.strip_prefix("imm").and_then(|text| text.parse().ok()),
                _ => None,
            },
        })
    }
}
