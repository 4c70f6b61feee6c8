//! Printing a module. Total: whatever the module holds, valid or not, gives text.

mod sizes;

use super::labels::{Body, Labels, quoted};
use super::places::Marks;
use super::spelling::{decorations, image_text, loop_hint_rows, optional, precision, scalar_text, words};
use crate::constants::{Constant, ConstantKind};
use crate::function::{
    Block, ControlKind, FunctionData, Inlining, Inst, Linkage, Operand, OperandKind, Value,
};
use crate::generics::{GenericArgument, GenericParam, Number, NumberKind, TypeExpression};
use crate::immediates::{AtomicAccess, ImageOperands, MemoryAccess, Shuffle, Swizzle, SwizzledStore};
use crate::intrinsic::Intrinsic;
use crate::module::{
    Behavior, Function, Global, Member, Module, Precision, SourceExtension, SourceLanguage, SourceProfile,
    SpecConstant, Struct,
};
use crate::names::Name;
use crate::ops::{Op, Sig};
use crate::side_table::{Id, IdSet, holds};
use crate::source::{Renumbering, SourceMap};
use crate::span::Origin;
use crate::spelling::{Naming, Spelled, SpellingEntry};
use crate::types::{Type, TypeData};
use la_arena::ArenaMap;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::ops::Range;

/// Optional parts of the printed text.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions<'a> {
    /// Source spans, as `!start..end` behind instructions and declarations.
    pub spans: bool,
    /// The files that the spans lie in, as `file` lines.
    pub sources: Option<&'a SourceMap>,
}

/// The text of a module, without source spans.
pub fn print(module: &Module) -> String {
    print_with(module, &PrintOptions::default())
}

/// The text of a module.
pub fn print_with(module: &Module, options: &PrintOptions<'_>) -> String {
    let mut printer = Printer::new(module, options);
    printer.module(options.sources);
    printer.out
}

pub(super) struct Printer<'a> {
    pub(super) module: &'a Module,
    spans: bool,
    pub(super) out: String,
    /// If given, gets the place of each line that has one, and labels of values do not depend on other values.
    pub(super) places: Option<Marks>,
    structs: ArenaMap<Struct, String>,
    globals: ArenaMap<Global, String>,
    functions: ArenaMap<Function, String>,
    specs: ArenaMap<SpecConstant, String>,
    named: FxHashMap<Constant, String>,
}

/// Work that is left of a function body, so that deep nesting needs no deep stack.
enum Task {
    Insts { block: Block, next: usize, indent: usize },
    Text(String),
    Open { head: String, block: Block, indent: usize },
}

impl<'a> Printer<'a> {
    pub(super) fn new(module: &'a Module, options: &PrintOptions<'_>) -> Self {
        let mut printer = Self {
            module,
            spans: options.spans,
            out: String::new(),
            places: None,
            structs: ArenaMap::default(),
            globals: ArenaMap::default(),
            functions: ArenaMap::default(),
            specs: ArenaMap::default(),
            named: FxHashMap::default(),
        };
        let mut labels = Labels::default();
        for (id, data) in module.structs.iter() {
            printer.structs.insert(id, labels.fresh(&module.names, data.name));
        }
        let mut labels = Labels::default();
        for (id, data) in module.globals.iter() {
            printer.globals.insert(id, labels.fresh(&module.names, data.name));
        }
        let mut labels = Labels::default();
        // Instances are named where they are called.
        for (id, data) in module.functions.iter().filter(|row| row.1.instance.is_none()) {
            printer.functions.insert(id, labels.fresh(&module.names, data.name));
        }
        let mut labels = Labels::default();
        for param in module.functions.values().flat_map(|data| &data.generics) {
            labels.reserve(param.name);
        }
        for (id, data) in module.spec_constants.iter() {
            printer.specs.insert(id, labels.fresh(&module.names, data.name));
        }
        printer.name_constants(&mut labels);
        printer
    }

    /// The whole module.
    pub(super) fn module(&mut self, sources: Option<&SourceMap>) {
        self.header();
        if let Some(sources) = sources {
            self.files(sources);
        }
        self.declarations();
        for (id, _) in self.module.functions.iter().filter(|row| row.1.instance.is_none()) {
            self.function(id);
        }
        if self.spans {
            self.spelling();
        }
    }

    /// Notes the place of the line that begins here.
    fn mark(&mut self, span: crate::Span) {
        if let Some(places) = &mut self.places {
            places.push((self.out.len(), span));
        }
    }

    /// Labels the constants that are made of composites or are operations on specialisation constants, so that
    /// text stays as small as the module where parts are shared. Only those in use: others say nothing.
    fn name_constants(&mut self, labels: &mut Labels) {
        let constants = &self.module.constants;
        let mut used = IdSet::new();
        let mut mark = |constant: Constant| {
            if constants.contains(constant) {
                used.insert(constant);
            }
        };
        for data in self.module.globals.values() {
            data.initializer.into_iter().for_each(&mut mark);
        }
        for data in self.module.spec_constants.values() {
            mark(data.default);
        }
        self.module.execution.local_size.into_iter().flatten().for_each(&mut mark);
        for operand in self.module.spirv.iter().flat_map(|item| &item.operands) {
            if let crate::SpirvOperand::Constant(constant) = *operand {
                mark(constant);
            }
        }
        for (_, data) in self.module.types.iter() {
            data.sizes().for_each(&mut mark);
        }
        for function in self.module.functions.values() {
            // Instructions that no block holds any more are not part of the text.
            let mut seen = IdSet::with_capacity(function.blocks.len());
            let mut blocks = vec![function.body];
            while let Some(block) = blocks.pop() {
                // A module that is not valid may hold a block twice.
                if !holds(&function.blocks, block) || !seen.insert(block) {
                    continue;
                }
                for &inst in &function.blocks[block].insts {
                    if !holds(&function.insts, inst) {
                        continue;
                    }
                    function
                        .operands(inst)
                        .iter()
                        .filter_map(|operand| operand.constant())
                        .for_each(&mut mark);
                    blocks.extend(function.control(inst).into_iter().flat_map(|control| control.blocks()));
                }
            }
        }
        let order: Vec<Constant> = self.module.constants.iter().map(|(id, _)| id).collect();
        for &id in order.iter().rev() {
            if used.contains(id) {
                used.extend(parts(self.module, id).iter().copied().filter(|&part| constants.contains(part)));
            }
        }
        for id in order {
            if self.has_label(id) && used.contains(id) {
                self.named.insert(id, labels.fresh(&self.module.names, self.module.constants.name(id)));
            }
        }
    }

    /// True if a constant is made of composites, is an operation, or has a name. A specialisation constant has its own.
    fn has_label(&self, id: Constant) -> bool {
        let is_named = !self.module.constants.name(id).is_empty();
        match &self.module.constants.get(id).kind {
            ConstantKind::Composite(parts) => {
                let nested = |&part: &Constant| {
                    matches!(self.module.constants.get(part).kind, ConstantKind::Composite(_))
                };
                is_named || parts.iter().any(nested)
            }
            ConstantKind::SpecOp { .. } => true,
            ConstantKind::Scalar(_) | ConstantKind::Null | ConstantKind::Undef => is_named,
            ConstantKind::Spec(_) | ConstantKind::Param(_) => false,
        }
    }

    /// Labels the constants that are not in use too, for messages about them.
    pub(super) fn name_unused_constants(&mut self) {
        for (id, _) in self.module.constants.iter() {
            if self.has_label(id) {
                self.named.entry(id).or_insert_with(|| format!("unused.{}", id.index()));
            }
        }
    }

    fn header(&mut self) {
        let module = self.module;
        let _ = writeln!(self.out, "vir {}\nstage {}", super::VERSION, module.stage.name());
        let source = module.source;
        if source.language != SourceLanguage::Unknown || source.version != 0 {
            let name = quoted(source.language.name());
            let _ = write!(self.out, "source {name} {}", source.version);
            if source.profile != SourceProfile::None {
                let _ = write!(self.out, " {}", source.profile.name());
            }
            self.out.push('\n');
        }
        for &SourceExtension { name, behavior } in &module.extensions {
            let _ = write!(self.out, "extension {}", quoted(module.names.get(name)));
            // The most frequent behaviour is the default.
            match behavior {
                Behavior::Require => self.out.push('\n'),
                _ => {
                    let _ = writeln!(self.out, " {}", behavior.name());
                }
            }
        }
        for crate::SubroutineUniform { name, location, functions } in &module.subroutines {
            let _ = write!(self.out, "subroutine {}", quoted(module.names.get(*name)));
            if let Some(location) = location {
                let _ = write!(self.out, " location {location}");
            }
            for &(value, function) in functions {
                let _ = write!(self.out, " case {value} {}", quoted(module.names.get(function)));
            }
            self.out.push('\n');
        }
    }

    /// Entries mean nothing without spans.
    fn spelling(&mut self) {
        let spelling = &self.module.spelling;
        if !spelling.is_empty() {
            self.out.push('\n');
        }
        for &SpellingEntry { span, what } in spelling.entries() {
            let mut line = "spelling ".to_owned();
            match what {
                Spelled::Letters(letters) => line.push_str(letters.name()),
                Spelled::Braces(None) => line.push_str("case default"),
                Spelled::Braces(Some(value)) => {
                    let _ = write!(line, "case {}", self.constant(value));
                }
                Spelled::Constant(index) => {
                    let Some(named) = spelling.constants().get(index as usize) else { continue };
                    let name = quoted(self.module.names.get(named.name));
                    let _ = write!(line, "const {name}: {}", self.constant(named.constant));
                    if named.precision != Precision::None {
                        let _ = write!(line, " {}", named.precision.name());
                    }
                    if named.naming != Naming::Global {
                        let _ = write!(line, " {}", named.naming.name());
                    }
                }
            }
            let _ = writeln!(line, " !{}..{}", span.start, span.end);
            self.out.push_str(&line);
        }
    }

    fn files(&mut self, sources: &SourceMap) {
        for file in sources.files() {
            let (name, text) = (quoted(sources.name(file)), quoted(sources.text(file)));
            let _ = writeln!(self.out, "file {name} {text}");
            for Renumbering { from, number, name } in sources.renumberings(file) {
                let _ = write!(self.out, "line {from} {number}");
                if let Some(name) = name {
                    let _ = write!(self.out, " {}", quoted(name));
                }
                self.out.push('\n');
            }
        }
    }

    fn spirv_items(&mut self) {
        for item in &self.module.spirv {
            let crate::SpirvItem {
                kind,
                name: title,
                set,
                number,
                operands,
                literals,
                capabilities,
                extensions,
                next,
            } = item;
            let mut line = format!("spirv {} {number}", kind.name());
            let name = |name| quoted(self.module.names.get(name));
            if !title.is_empty() {
                let _ = write!(line, " name {}", name(*title));
            }
            if !set.is_empty() {
                let _ = write!(line, " set {}", name(*set));
            }
            for operand in operands {
                let _ = match *operand {
                    crate::SpirvOperand::Literal(word) => write!(line, " literal {word}"),
                    crate::SpirvOperand::Constant(id) => write!(line, " id {}", self.constant(id)),
                    crate::SpirvOperand::Text(text) => write!(line, " text {}", name(text)),
                    crate::SpirvOperand::Type(ty) => write!(line, " type {}", self.ty(ty)),
                    crate::SpirvOperand::Global(global) => {
                        write!(line, " global {}", global.index())
                    }
                };
            }
            if *literals != 0 {
                let _ = write!(line, " literals {literals}");
            }
            for capability in capabilities {
                let _ = write!(line, " capability {capability}");
            }
            for &extension in extensions {
                let _ = write!(line, " extension {}", name(extension));
            }
            if let Some(next) = next {
                let _ = write!(line, " next {next}");
            }
            line.push('\n');
            self.out.push_str(&line);
        }
    }

    fn execution(&mut self) {
        let module = self.module;
        let execution = &module.execution;
        let crate::Execution {
            modes,
            local_size,
            input_primitive,
            output_primitive,
            max_vertices,
            max_primitives,
            invocations,
            spacing,
            depth,
            num_views,
            secondary_view_offset,
            query_micromaps_id,
            tile_rate_x,
            tile_rate_y,
            tile_rate_z,
            shared_size,
            scratch_size,
            blend,
        } = execution;
        let mut line = String::new();
        words(&mut line, ' ', modes.names());
        if let Some(sizes) = local_size {
            let sizes: Vec<String> = sizes.iter().map(|&size| self.constant(size)).collect();
            let _ = write!(line, " local_size({})", sizes.join(", "));
        }
        let choices = [
            ("input", input_primitive.map(crate::Primitive::name)),
            ("output", output_primitive.map(crate::Primitive::name)),
            ("spacing", spacing.map(crate::Spacing::name)),
            ("depth", depth.map(crate::DepthMode::name)),
        ];
        for (key, word) in choices {
            if let Some(word) = word {
                let _ = write!(line, " {key}({word})");
            }
        }
        let numbers = [
            ("max_vertices", max_vertices),
            ("max_primitives", max_primitives),
            ("invocations", invocations),
            ("num_views", num_views),
            ("secondary_view_offset", secondary_view_offset),
            ("query_micromaps_id", query_micromaps_id),
            ("tile_rate_x", tile_rate_x),
            ("tile_rate_y", tile_rate_y),
            ("tile_rate_z", tile_rate_z),
            ("shared_size", shared_size),
            ("scratch_size", scratch_size),
        ];
        numbers.into_iter().for_each(|(key, number)| optional(&mut line, key, *number));
        words(&mut line, ' ', blend.names());
        if !line.is_empty() {
            let _ = writeln!(self.out, "execution{line}");
        }
        if let Some(label) = module.entry.and_then(|entry| self.functions.get(entry)) {
            let _ = writeln!(self.out, "entry &{label}");
        }
    }

    fn declarations(&mut self) {
        let module = self.module;
        for (id, data) in module.spec_constants.iter() {
            self.mark(data.origin.span);
            let _ = writeln!(self.out, "{}", self.spec_constant(id));
        }
        // Structs may need spec-sized arrays, whose lengths are constants; constants may need struct types, which
        // are named ahead of their members.
        for (id, _) in module.structs.iter() {
            let _ = writeln!(self.out, "declare #{}", self.structs[id]);
        }
        for (id, _) in module.constants.iter() {
            let Some(label) = self.named.get(&id) else { continue };
            let _ = writeln!(self.out, "const ${label}: {}", self.definition_of(id));
        }
        self.execution();
        for &text in &module.strings {
            let _ = writeln!(self.out, "string {}", quoted(module.names.get(text)));
        }
        self.spirv_items();
        for (id, data) in module.structs.iter() {
            let mut head = format!("struct #{}", self.structs[id]);
            self.origin(&mut head, data.origin);
            self.mark(data.origin.span);
            let _ = writeln!(self.out, "{head} {{");
            for member in &data.members {
                self.mark(member.origin.span);
                let _ = writeln!(self.out, "    {}", self.member(member));
            }
            self.out.push_str("}\n");
        }
        for (id, data) in module.globals.iter() {
            self.mark(data.origin.span);
            let _ = writeln!(self.out, "{}", self.global(id));
        }
    }

    pub(super) fn spec_constant(&self, id: SpecConstant) -> String {
        let data = &self.module.spec_constants[id];
        let mut line = format!("spec ${}: {}", self.specs[id], self.ty(data.ty));
        optional(&mut line, "id", data.id);
        let _ = write!(line, " = {}", self.unlabelled(data.default));
        self.origin(&mut line, data.origin);
        line
    }

    /// Type and content of a constant, one level deep.
    pub(super) fn definition_of(&self, id: Constant) -> String {
        let data = self.module.constants.get(id);
        let mut line = self.ty(data.ty);
        precision(&mut line, self.module.constants.precision(id));
        line.push_str(" = ");
        let list = |parts: &[Constant]| {
            parts.iter().map(|&part| self.constant(part)).collect::<Vec<String>>().join(", ")
        };
        match &data.kind {
            ConstantKind::SpecOp { op, imm, operands } => {
                line.push_str(op.mnemonic());
                self.imm(&mut line, *op, *imm);
                let _ = write!(line, " {}", list(operands));
            }
            ConstantKind::Composite(parts) => {
                let _ = write!(line, "composite {}", list(parts));
            }
            ConstantKind::Scalar(_)
            | ConstantKind::Null
            | ConstantKind::Undef
            | ConstantKind::Spec(_)
            | ConstantKind::Param(_) => {
                line.push_str(&self.unlabelled(id));
            }
        }
        line
    }

    pub(super) fn member(&self, member: &Member) -> String {
        let mut line = format!("{}: {}", quoted(self.module.names.get(member.name)), self.ty(member.ty));
        precision(&mut line, member.precision);
        decorations(&mut line, &member.decorations);
        self.origin(&mut line, member.origin);
        line
    }

    pub(super) fn global(&self, id: Global) -> String {
        let data = &self.module.globals[id];
        let mut line = format!("global @{}: {}", self.globals[id], self.ty(data.ty));
        precision(&mut line, data.precision);
        let _ = write!(line, " {}", data.storage.name());
        if let Some(rule) = data.block {
            let _ = write!(line, " block({})", rule.name());
        }
        decorations(&mut line, &data.decorations);
        if let Some(initializer) = data.initializer {
            let _ = write!(line, " = {}", self.constant(initializer));
        }
        self.origin(&mut line, data.origin);
        line
    }

    fn function(&mut self, id: Function) {
        let function = &self.module.functions[id];
        let mut body = if self.places.is_some() { Body::by_position(function) } else { Body::default() };
        let head = self.function_head(id, &mut body);
        self.out.push('\n');
        self.mark(function.origin.span);
        if function.is_import() {
            let _ = writeln!(self.out, "{}", head.text);
            return;
        }
        let _ = writeln!(self.out, "{} {{", head.text);
        self.body(function, &mut body);
        self.out.push_str("}\n");
    }

    /// `fn &name(parameters) -> type`; the operands of the line are the parameters.
    pub(super) fn function_head(&self, id: Function, body: &mut Body) -> Line {
        let function = &self.module.functions[id];
        let label = self.callee(id).unwrap_or_default();
        let mut line = Line { text: format!("fn &{label}"), ..Line::default() };
        line.op = 3..line.text.len();
        if function.is_generic() {
            let param =
                |param: &GenericParam| format!("{}: {}", self.generic_name(param.name), param.bound.name());
            let params: Vec<String> = function.generics.iter().map(param).collect();
            let _ = write!(line.text, "<{}>", params.join(", "));
        }
        line.text.push('(');
        for (index, &param) in params(function, function.body).iter().enumerate() {
            if index > 0 {
                line.text.push_str(", ");
            }
            let start = line.text.len();
            line.text.push_str(&self.definition(function, body, param));
            if let Some(data) = function.params.get(index) {
                words(
                    &mut line.text,
                    ' ',
                    std::iter::once(data.passing.name()).chain(data.qualifiers.names()),
                );
                optional(&mut line.text, "spirv", data.spirv);
                if let Some(rule) = data.layout {
                    let _ = write!(line.text, " layout({})", rule.name());
                }
                self.origin(&mut line.text, data.origin);
            }
            line.operands.push(start..line.text.len());
        }
        line.text.push_str(") -> ");
        let start = line.text.len();
        line.text.push_str(&self.ty(function.result));
        line.results = start..line.text.len();
        precision(&mut line.text, function.precision);
        optional(&mut line.text, "spirv", function.spirv);
        words(&mut line.text, ' ', function.inlining.into_iter().map(Inlining::name));
        let name = |name| quoted(self.module.names.get(name));
        let _ = match function.linkage {
            Linkage::Internal => Ok(()),
            Linkage::Export(of) => write!(line.text, " export {}", name(of)),
            Linkage::Import(of) => write!(line.text, " import {}", name(of)),
            Linkage::Initializer => write!(line.text, " initializer"),
            Linkage::Callback(of) => write!(line.text, " callback {}", name(of)),
        };
        self.origin(&mut line.text, function.origin);
        line
    }

    fn body(&mut self, function: &FunctionData, body: &mut Body) {
        // A block that is owned twice, even by itself, is printed where it is met first.
        let mut opened = IdSet::with_capacity(function.blocks.len());
        let mut is_new = |block: Block| holds(&function.blocks, block) && opened.insert(block);
        is_new(function.body);
        let mut tasks = vec![Task::Insts { block: function.body, next: 0, indent: 1 }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => self.out.push_str(&text),
                Task::Open { head, block, .. } if !is_new(block) => {
                    let _ = writeln!(self.out, "{head} {{ // block {}", block.index());
                }
                Task::Open { mut head, block, indent } => {
                    let params = params(function, block);
                    if !params.is_empty() {
                        let params: Vec<String> =
                            params.iter().map(|&param| self.definition(function, body, param)).collect();
                        let _ = write!(head, " ({})", params.join(", "));
                    }
                    let _ = writeln!(self.out, "{head} {{");
                    tasks.push(Task::Insts { block, next: 0, indent });
                }
                Task::Insts { block, next, indent } => {
                    let exists = holds(&function.blocks, block);
                    let inst = exists.then(|| function.blocks[block].insts.get(next)).flatten();
                    let Some(&inst) = inst else { continue };
                    tasks.push(Task::Insts { block, next: next + 1, indent });
                    self.inst(function, body, inst, indent, &mut tasks);
                }
            }
        }
    }

    fn inst(
        &mut self,
        function: &FunctionData,
        body: &mut Body,
        inst: Inst,
        indent: usize,
        tasks: &mut Vec<Task>,
    ) {
        let pad = "    ".repeat(indent.min(INDENT));
        let Line { text, .. } = self.line(function, body, inst);
        let line = format!("{pad}{text}");
        let exists = holds(&function.insts, inst);
        if exists {
            self.mark(function.insts[inst].span());
        }
        let Some(control) = exists.then(|| function.control(inst)).flatten() else {
            let _ = writeln!(self.out, "{line}");
            return;
        };
        let inner = indent + 1;
        // Tasks run last in, first out.
        let close = |text: &str| Task::Text(format!("{pad}{text}\n"));
        match &control.kind {
            ControlKind::If { then, other } => {
                tasks.push(close("}"));
                tasks.push(Task::Open { head: format!("{pad}}} else"), block: *other, indent: inner });
                tasks.push(Task::Open { head: line, block: *then, indent: inner });
            }
            ControlKind::Loop { body, continuing } => {
                tasks.push(close("}"));
                if let Some(continuing) = continuing {
                    tasks.push(Task::Open {
                        head: format!("{pad}}} continuing"),
                        block: *continuing,
                        indent: inner,
                    });
                }
                tasks.push(Task::Open { head: line, block: *body, indent: inner });
            }
            ControlKind::Switch { cases } => {
                tasks.push(close("}"));
                for case in cases.iter().rev() {
                    let mut labels: Vec<String> =
                        case.values.iter().map(|&value| self.constant(value)).collect();
                    if case.default {
                        labels.push("default".to_string());
                    }
                    let pad = "    ".repeat(inner.min(INDENT));
                    tasks.push(Task::Text(format!("{pad}}}\n")));
                    let head = format!("{pad}case {}", labels.join(", "));
                    tasks.push(Task::Open { head, block: case.block, indent: inner + 1 });
                }
                tasks.push(Task::Text(format!("{line} {{\n")));
            }
        }
    }

    /// One instruction without its blocks.
    pub(super) fn line(&self, function: &FunctionData, body: &mut Body, inst: Inst) -> Line {
        if !holds(&function.insts, inst) {
            let text = format!("// instruction {}", inst.index());
            return Line { text, ..Line::default() };
        }
        let data = &function.insts[inst];
        // Operands are labelled before results: a value is no operand of its own definition.
        let operands: Vec<String> =
            function.operands(inst).iter().map(|&operand| self.operand(body, operand)).collect();
        let results: Vec<String> =
            function.results(inst).map(|result| self.definition(function, body, result)).collect();
        let mut line = Line::default();
        let text = &mut line.text;
        match results.as_slice() {
            [] => {}
            [one] => text.push_str(one),
            many => {
                let _ = write!(text, "({})", many.join(", "));
            }
        }
        line.results = 0..text.len();
        if !results.is_empty() {
            text.push_str(" = ");
        }
        let start = text.len();
        text.push_str(data.op.mnemonic());
        self.imm(text, data.op, data.imm);
        line.op = start..text.len();
        if data.op == Op::BreakIf {
            let count = data.imm as usize;
            let (condition, rest) = operands.split_at(operands.len().min(1));
            let (broken, next) = rest.split_at(rest.len().min(count));
            line.text.push(' ');
            line.list(condition);
            line.text.push_str(" (");
            line.list(broken);
            line.text.push_str(") next ");
            line.list(next);
            line.text.truncate(line.text.trim_end().len());
        } else if !operands.is_empty() {
            line.text.push(' ');
            line.list(&operands);
        }
        if let Some(control) = function.control(inst) {
            words(&mut line.text, ' ', control.hints.names());
            if let Some(hints) = &control.loop_hints {
                for (key, number) in loop_hint_rows(hints) {
                    optional(&mut line.text, key, number);
                }
            }
        }
        self.span(&mut line.text, data.span());
        line
    }

    fn span(&self, line: &mut String, span: crate::Span) {
        if self.spans && span != crate::Span::default() {
            let _ = write!(line, " !{}..{}", span.start, span.end);
        }
    }

    fn origin(&self, line: &mut String, origin: Origin) {
        if !origin.doc.is_empty() {
            let _ = write!(line, " doc {}", quoted(self.module.names.get(origin.doc)));
        }
        self.span(line, origin.span);
    }

    pub(super) fn definition(&self, function: &FunctionData, body: &mut Body, value: Value) -> String {
        if !holds(&function.values, value) {
            return format!("%undefined.{}", value.index());
        }
        let label = body.label(&self.module.names, function, value);
        let data = &function.values[value];
        let mut text = format!("%{label}: {}", self.ty(data.ty));
        precision(&mut text, data.precision);
        words(&mut text, ' ', data.flags.names());
        body.values.insert(value, label);
        text
    }

    fn operand(&self, body: &Body, operand: Operand) -> String {
        match operand.kind() {
            OperandKind::Value(value) => match body.values.get(value) {
                Some(label) => format!("%{label}"),
                None => format!("%undefined.{}", value.index()),
            },
            OperandKind::Constant(constant) => self.constant(constant),
            OperandKind::Global(global) => match self.globals.get(global) {
                Some(label) => format!("@{label}"),
                None => format!("@undefined.{}", global.index()),
            },
        }
    }

    pub(super) fn constant(&self, constant: Constant) -> String {
        if let Some(label) = self.named.get(&constant) {
            return format!("${label}");
        }
        self.unlabelled(constant)
    }

    /// A constant spelled out.
    fn unlabelled(&self, constant: Constant) -> String {
        let data = self.module.constants.get(constant);
        match &data.kind {
            ConstantKind::Scalar(bits) => match self.module.types.get(data.ty) {
                TypeData::Scalar(scalar) => scalar_text(scalar, *bits),
                _ => format!("bits<{}, {bits:#x}>", self.ty(data.ty)),
            },
            ConstantKind::Composite(parts) => {
                let parts: Vec<String> = parts.iter().map(|&part| self.constant(part)).collect();
                format!("{}({})", self.ty(data.ty), parts.join(", "))
            }
            ConstantKind::Null => format!("null {}", self.ty(data.ty)),
            ConstantKind::Undef => format!("undef {}", self.ty(data.ty)),
            ConstantKind::Spec(id) => match self.specs.get(*id) {
                Some(label) => format!("${label}"),
                None => format!("$undefined.{}", id.index()),
            },
            ConstantKind::SpecOp { .. } => "$undefined".to_string(),
            ConstantKind::Param(name) => self.generic_name(*name),
        }
    }

    fn imm(&self, line: &mut String, op: Op, imm: u32) {
        match op.info().sig {
            Sig::Swizzle => {
                let _ = write!(line, ".{}", Swizzle::from_bits(imm));
            }
            Sig::StoreSwizzle => {
                let store = SwizzledStore::from_bits(imm);
                let _ = write!(line, ".{}", store.swizzle);
                words(line, '.', store.access.names());
            }
            Sig::Shuffle => {
                line.push('.');
                for &index in Shuffle::from_bits(imm).components() {
                    line.push(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][index as usize & 7]);
                }
            }
            Sig::Extract | Sig::Insert => {
                let _ = write!(line, ".{imm}");
            }
            Sig::Load | Sig::Store => {
                words(line, '.', MemoryAccess::from_bits(imm).names());
            }
            Sig::Image | Sig::ImageWrite => {
                words(line, '.', ImageOperands::from_bits(imm).names());
            }
            Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicRmw(_) | Sig::AtomicCompare => {
                let access = AtomicAccess::from_bits(imm);
                let _ = write!(line, ".scope{}.semantics{}", access.scope, access.semantics);
            }
            Sig::Call => match self.module.function_at(imm).and_then(|callee| self.callee(callee)) {
                Some(label) => {
                    let _ = write!(line, " &{label}");
                }
                None => {
                    let _ = write!(line, " &undefined.{imm}");
                }
            },
            Sig::Intrinsic => {
                let name = Intrinsic::from_imm(imm).map_or("undefined", Intrinsic::name);
                let _ = write!(line, ".{name}");
            }
            Sig::Control | Sig::Terminator => {}
            _ if imm != 0 => {
                let _ = write!(line, ".imm{imm}");
            }
            _ => {}
        }
    }

    pub(super) fn ty(&self, ty: Type) -> String {
        self.type_data(self.module.types.get(ty))
    }

    pub(super) fn type_data(&self, data: TypeData) -> String {
        self.type_within(data, 0)
    }

    /// The text of a type in others; in a module that is not valid it may hold itself.
    fn type_within(&self, data: TypeData, depth: usize) -> String {
        if depth > DEPTH {
            return "undefined".to_string();
        }
        let ty_text = |ty: Type| self.type_within(self.module.types.get(ty), depth + 1);
        match data {
            TypeData::Void => "void".to_string(),
            TypeData::Scalar(scalar) => scalar.name().to_string(),
            TypeData::Vector { scalar, size } => format!("vec{size}<{}>", scalar.name()),
            TypeData::Matrix { scalar, columns, rows } => format!("mat{columns}x{rows}<{}>", scalar.name()),
            TypeData::Array { element, length } => {
                format!("array<{}, {}>", ty_text(element), self.length(length))
            }
            TypeData::LongVector { scalar, length, cooperative } => {
                let word = if cooperative { "cooperative_vector" } else { "long_vector" };
                format!("{word}<{}, {}>", scalar.name(), self.length(length))
            }
            TypeData::RuntimeArray { element } => format!("array<{}>", ty_text(element)),
            TypeData::Struct(id) => format!("#{}", self.struct_label(id)),
            TypeData::Pointer { storage, pointee } => {
                format!("ptr<{}, {}>", storage.name(), ty_text(pointee))
            }
            TypeData::Image(image) => image_text("image", image),
            TypeData::Sampler { shadow } => if shadow { "sampler_shadow" } else { "sampler" }.to_string(),
            TypeData::SampledImage(image) => image_text("sampled", image),
            TypeData::AtomicCounter => "atomic_counter".to_string(),
            TypeData::AccelerationStructure => "acceleration_structure".to_string(),
            TypeData::RayQuery => "ray_query".to_string(),
            TypeData::Spirv(item) => format!("spirv<{item}>"),
            TypeData::HitObject => "hit_object".to_string(),
            TypeData::Tensor { element, rank } => format!("tensor<{}, {rank}>", element.name()),
            TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } => format!(
                "cooperative_matrix<{}, {}, {}, {}, {}>",
                scalar.name(),
                self.early(scope),
                self.early(rows),
                self.early(columns),
                usage.name()
            ),
            TypeData::TensorLayout { dimensions, clamp } => {
                format!("tensor_layout<{}, {}>", self.early(dimensions), self.early(clamp))
            }
            TypeData::TensorView { dimensions, sized, order } => {
                let sized = if sized { ", sized" } else { "" };
                format!("tensor_view<{}, {}{sized}>", self.early(dimensions), order.number())
            }
            TypeData::BufferReference { block, layout, align } => {
                format!("reference<#{}, {}, {align}>", self.struct_label(block), layout.name())
            }
            TypeData::Descriptor { block, layout, storage } => {
                format!("descriptor<#{}, {}, {}>", self.struct_label(block), layout.name(), storage.name())
            }
            TypeData::Handle { resource } => format!("handle<{}>", ty_text(resource)),
            TypeData::Expression(expression) => match expression {
                TypeExpression::Param(name) => self.generic_name(name),
                TypeExpression::ScalarOf(ty) => format!("scalar_of<{}>", ty_text(ty)),
                TypeExpression::Like { shape, scalar } => {
                    format!("like<{}, {}>", ty_text(shape), ty_text(scalar))
                }
                TypeExpression::Vector { scalar, size } => {
                    format!("vec<{}, {}>", ty_text(scalar), self.number(size))
                }
                TypeExpression::Matrix { scalar, columns, rows } => {
                    format!("mat<{}, {}, {}>", ty_text(scalar), self.number(columns), self.number(rows))
                }
                TypeExpression::Array { element, length } => {
                    format!("array<{}, {}>", ty_text(element), self.number(length))
                }
            },
        }
    }

    /// A parameter of a generic function.
    fn generic_name(&self, name: Name) -> String {
        format!("${}", quoted(self.module.names.get(name)))
    }

    fn number(&self, number: Number) -> String {
        match number.kind() {
            NumberKind::Known(number) => number.to_string(),
            NumberKind::Param(name) => self.generic_name(name),
        }
    }

    /// The label of a function that is called: an instance has the arguments behind that of its generic function.
    pub(super) fn callee(&self, callee: Function) -> Option<String> {
        let Some(instance) = self.module.functions[callee].instance.as_deref() else {
            return self.functions.get(callee).cloned();
        };
        let arguments: Vec<String> = instance
            .arguments
            .iter()
            .map(|&argument| match argument {
                GenericArgument::Type(ty) => self.ty(ty),
                GenericArgument::Number(number) => self.number(number),
            })
            .collect();
        Some(format!("{}<{}>", self.functions.get(instance.generic)?, arguments.join(", ")))
    }

    pub(super) fn struct_label(&self, id: Struct) -> &str {
        self.structs.get(id).map_or("undefined", |label| label)
    }
}

/// Types that are valid nest less deeply.
const DEPTH: usize = 128;

/// Indentation stops growing here, or deep nesting would take quadratic space.
const INDENT: usize = 40;

/// A line, and the ranges of bytes that its parts take up in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) results: Range<usize>,
    /// Mnemonic and immediate.
    pub(crate) op: Range<usize>,
    pub(crate) operands: Vec<Range<usize>>,
}

impl Line {
    fn list(&mut self, operands: &[String]) {
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.text.push_str(", ");
            }
            let start = self.text.len();
            self.text.push_str(operand);
            self.operands.push(start..self.text.len());
        }
    }
}

/// The parameters of a block; none for one that does not exist.
fn params(function: &FunctionData, block: Block) -> &[Value] {
    if holds(&function.blocks, block) { &function.blocks[block].params } else { &[] }
}

fn parts(module: &Module, constant: Constant) -> &[Constant] {
    match &module.constants.get(constant).kind {
        ConstantKind::Composite(parts) => parts,
        ConstantKind::SpecOp { operands, .. } => operands,
        ConstantKind::Scalar(_)
        | ConstantKind::Null
        | ConstantKind::Undef
        | ConstantKind::Spec(_)
        | ConstantKind::Param(_) => &[],
    }
}
