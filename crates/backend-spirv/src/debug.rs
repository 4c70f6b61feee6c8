//! Debug information (`NonSemantic.Shader.DebugInfo.100`), with which a debugger shows the source of the module.
//!
//! Contents: the text of each file, one compilation unit, a type for each IR type, functions with the line of their
//! first instruction, a lexical block for each block of a control instruction that declares something, lines, global
//! variables, and local variables: by `DebugDeclare` where they are variables, by `DebugValue` where they became values.
//! The IR does not know where globals, structs and members are declared; their line is 0.

mod locals;
mod types;

pub(crate) use locals::Locals;

use crate::error::Result;
use crate::layout::Rule;
use crate::writer::Writer;
use rustc_hash::FxHashMap;
use spirv::{NonsemanticShaderDebuginfo100Op as DebugOp, Op};
use vitrum_ir::{Block, Function, FunctionData, GlobalData, Span, Type};

/// The name of the instruction set.
const SET: &str = "NonSemantic.Shader.DebugInfo.100";
/// Bytes of text that an instruction can hold beside its operands, whole characters cut aside.
const LONGEST_TEXT: usize = 65_000 * 4;
/// Version of this instruction set's debug information, and of DWARF that it follows.
const VERSIONS: (u32, u32) = (1, 4);
/// `FlagIsLocal` and `FlagIsDefinition`.
const IS_LOCAL: u32 = 4;
const IS_DEFINITION: u32 = 8;

/// Debug information that is written so far.
#[derive(Debug, Default)]
pub(crate) struct Debug {
    set: u32,
    void: u32,
    /// One for each file of the line table.
    sources: Vec<u32>,
    unit: u32,
    expression: u32,
    none: u32,
    strings: FxHashMap<String, u32>,
    types: FxHashMap<(Type, Option<Rule>), u32>,
    depth: u32,
}

/// A function and its scopes.
#[derive(Debug, Default)]
struct DebugFunction {
    /// The function itself.
    id: u32,
    /// The scope of each block.
    scopes: FxHashMap<Block, u32>,
}

/// A line and column, each 0 if unknown, of a file.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    source: u32,
    line: u32,
    column: u32,
}

impl Writer<'_> {
    /// Begins debug information, if it is wanted.
    pub(crate) fn begin_debug(&mut self) -> Result<()> {
        let Some(table) = self.options.lines.as_ref().filter(|_| self.options.debug) else { return Ok(()) };
        self.requirements.extension("SPV_KHR_non_semantic_info");
        let set = self.import(SET);
        let void = self.ty(vitrum_ir::types::common::VOID)?;
        self.debug = Some(Box::new(Debug { set, void, ..Debug::default() }));
        let mut sources = Vec::new();
        for (file, &name) in table.files.iter().zip(&self.files.clone()) {
            sources.push(self.debug_source(name, file.text.as_deref().unwrap_or_default()));
        }
        let first = sources.first().copied().unwrap_or(0);
        let (version, dwarf) = (self.u32_constant(VERSIONS.0), self.u32_constant(VERSIONS.1));
        let language = self.u32_constant(self.module.source.language.spirv());
        let unit = self.debug_inst(DebugOp::DebugCompilationUnit, &[version, dwarf, first, language]);
        let expression = self.debug_inst(DebugOp::DebugExpression, &[]);
        let none = self.debug_inst(DebugOp::DebugInfoNone, &[]);
        if let Some(debug) = &mut self.debug {
            debug.sources = sources;
            debug.unit = unit;
            debug.expression = expression;
            debug.none = none;
        }
        Ok(())
    }

    /// True if debug information is written.
    pub(crate) fn debugs(&self) -> bool {
        self.debug.is_some()
    }

    /// The parts of an instruction of the set, but for its result and operands: type, set and number.
    fn debug_head(&self, op: DebugOp) -> [u32; 3] {
        let debug = self.debug.as_deref();
        [debug.map_or(0, |debug| debug.void), debug.map_or(0, |debug| debug.set), op as u32]
    }

    /// Writes an instruction of the set among types and constants.
    fn debug_inst(&mut self, op: DebugOp, operands: &[u32]) -> u32 {
        let [void, set, number] = self.debug_head(op);
        let id = self.id();
        self.globals.push_parts(Op::ExtInst, &[void, id, set, number], operands);
        id
    }

    /// The text of a file, in as many pieces as it takes.
    fn debug_source(&mut self, name: u32, text: &str) -> u32 {
        let (first, mut rest) = split(text);
        let first = self.string(first);
        let source = self.debug_inst(DebugOp::DebugSource, &[name, first]);
        while !rest.is_empty() {
            let (next, after) = split(rest);
            let next = self.string(next);
            self.debug_inst(DebugOp::DebugSourceContinued, &[next]);
            rest = after;
        }
        source
    }

    /// A string, each once.
    fn debug_string(&mut self, text: &str) -> u32 {
        if let Some(&id) = self.debug.as_ref().and_then(|debug| debug.strings.get(text)) {
            return id;
        }
        let id = self.string(text);
        if let Some(debug) = &mut self.debug {
            debug.strings.insert(text.to_owned(), id);
        }
        id
    }

    /// The empty expression: the value itself.
    fn debug_expression(&self) -> u32 {
        self.debug.as_ref().map_or(0, |debug| debug.expression)
    }

    fn debug_unit(&self) -> u32 {
        self.debug.as_ref().map_or(0, |debug| debug.unit)
    }

    /// The start of a span; the start of the first file if it is unknown.
    fn spot(&self, span: Span) -> Spot {
        let sources = self.debug.as_deref().map_or(&[][..], |debug| &debug.sources);
        let unknown = Spot { source: sources.first().copied().unwrap_or(0), line: 0, column: 0 };
        if span == Span::default() {
            return unknown;
        }
        let found = self.options.lines.as_ref().and_then(|table| table.find(span.start));
        let found = found.and_then(|(file, line, column)| Some((*sources.get(file)?, line, column)));
        found.map_or(unknown, |(source, line, column)| Spot { source, line, column })
    }

    /// The operands of a place: source, line and column.
    fn spot_operands(&mut self, spot: Spot) -> [u32; 3] {
        [spot.source, self.u32_constant(spot.line), self.u32_constant(spot.column)]
    }

    /// Tells of a global variable.
    pub(crate) fn debug_global(&mut self, id: u32, data: &GlobalData, rule: Option<Rule>) -> Result<()> {
        if !self.debugs() {
            return Ok(());
        }
        let module = self.module;
        let own = module.names.get(data.name);
        let of_block = match module.types.get(self.module.types.innermost(data.ty)) {
            vitrum_ir::TypeData::Struct(block) if own.is_empty() => {
                module.names.get(module.structs[block].name)
            }
            _ => own,
        };
        let name = self.debug_string(of_block);
        let ty = self.debug_type(data.ty, rule)?;
        let [source, line, column] = self.spot_operands(self.spot(Span::default()));
        let flags = self.u32_constant(IS_DEFINITION);
        let unit = self.debug_unit();
        self.debug_inst(
            DebugOp::DebugGlobalVariable,
            &[name, ty, source, line, column, unit, name, id, flags],
        );
        Ok(())
    }

    /// Tells of a function and its scopes.
    fn debug_function(&mut self, function: Function) -> Result<DebugFunction> {
        if !self.debugs() {
            return Ok(DebugFunction::default());
        }
        let module = self.module;
        let data = &module.functions[function];
        let flags = self.u32_constant(IS_DEFINITION);
        let mut signature = vec![flags, self.debug_type(data.result, None)?];
        for &param in &data.blocks[data.body].params {
            let ty = data.values[param].ty;
            let ty = module.types.pointee(ty).unwrap_or(ty);
            signature.push(self.debug_type(ty, None)?);
        }
        let ty = self.debug_inst(DebugOp::DebugTypeFunction, &signature);
        let name = self.debug_string(module.names.get(data.name));
        let [source, line, column] = self.spot_operands(self.spot(first_span(data, data.body)));
        let unit = self.debug_unit();
        let id = self
            .debug_inst(DebugOp::DebugFunction, &[name, ty, source, line, column, unit, name, flags, line]);
        let scopes = self.debug_scopes(data, id);
        Ok(DebugFunction { id, scopes })
    }

    /// A lexical block for each block that declares something; other blocks are in the scope that they are in.
    fn debug_scopes(&mut self, data: &FunctionData, function: u32) -> FxHashMap<Block, u32> {
        let mut scopes = FxHashMap::default();
        let mut pending = vec![(data.body, function)];
        while let Some((block, outer)) = pending.pop() {
            let inner = if block != data.body && declares(data, block) {
                let [source, line, column] = self.spot_operands(self.spot(first_span(data, block)));
                self.debug_inst(DebugOp::DebugLexicalBlock, &[source, line, column, outer])
            } else {
                outer
            };
            scopes.insert(block, inner);
            for &inst in &data.blocks[block].insts {
                let blocks = data.control(inst).into_iter().flat_map(|control| control.blocks());
                pending.extend(blocks.map(|block| (block, inner)));
            }
        }
        scopes
    }

    /// A local variable of a scope; the number of a parameter counts from 1.
    fn debug_local(
        &mut self,
        name: &str,
        ty: Type,
        span: Span,
        scope: u32,
        parameter: Option<u32>,
    ) -> Result<u32> {
        let name = self.debug_string(name);
        let ty = self.debug_type(ty, None)?;
        let [source, line, column] = self.spot_operands(self.spot(span));
        let flags = self.u32_constant(IS_LOCAL);
        let mut operands = vec![name, ty, source, line, column, scope, flags];
        if let Some(parameter) = parameter {
            operands.push(self.u32_constant(parameter));
        }
        Ok(self.debug_inst(DebugOp::DebugLocalVariable, &operands))
    }
}

/// The longest start of a text that fits an instruction, and the rest.
fn split(text: &str) -> (&str, &str) {
    let mut end = LONGEST_TEXT.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.split_at(end)
}

/// The first span of a block that is known.
fn first_span(data: &FunctionData, block: Block) -> Span {
    let spans = data.blocks[block].insts.iter().map(|&inst| data.insts[inst].span());
    spans.into_iter().find(|span| *span != Span::default()).unwrap_or_default()
}

/// True if something with a name begins to be there in a block.
fn declares(data: &FunctionData, block: Block) -> bool {
    let block = &data.blocks[block];
    let named = |value| !data.value_name(value).is_empty();
    block.params.iter().copied().any(named) || block.insts.iter().any(|&inst| data.results(inst).any(named))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_TEXT, split};

    #[test]
    fn texts_are_split_between_characters() {
        assert_eq!(split("short"), ("short", ""));
        let long = "é".repeat(LONGEST_TEXT / 2 + 3);
        let odd = format!("a{long}");
        let (first, rest) = split(&odd);
        assert_eq!((first.len(), format!("{first}{rest}") == odd), (LONGEST_TEXT - 1, true));
    }
}
