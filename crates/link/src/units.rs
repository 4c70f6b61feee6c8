//! Units: several modules of one stage become one (GLSL 4.60 sections 3.8, 4.3 and 6.1).

mod globals;
mod modes;

use globals::Globals;
use rustc_hash::FxHashMap;
use vitrum_diagnostics::{Code, Diagnostic};
use vitrum_glsl::builtin_types::type_name;
use vitrum_ir::generics::Bound;
use vitrum_ir::link::{Importer, same_type};
use vitrum_ir::types::common;
use vitrum_ir::{
    Function, FunctionData, Id, IdSet, Linkage, Module, Name, Op, ParamMode, SideTable, SourceLanguage, Span,
    SpirvItem, SpirvKind, Type, VerifyErrors, verify, verify_declarations, visit,
};

/// A module that is a part of a shader.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    /// The module.
    pub module: &'a Module,
    /// The number that is added to its spans, so that those of all units lie in one source map.
    pub shift: u32,
}

impl<'a> Unit<'a> {
    /// A unit whose spans stay as they are.
    pub fn new(module: &'a Module) -> Self {
        Self { module, shift: 0 }
    }

    /// The place of its first function or global.
    fn first_place(&self) -> Option<Span> {
        let functions = self.module.functions.values().map(|data| data.origin.span);
        let globals = self.module.globals.values().map(|data| data.origin.span);
        let spans = functions.chain(globals).filter(|span| !span.is_nowhere());
        spans.min_by_key(|span| span.start).map(|span| self.span(span))
    }

    /// A span in the joined source map.
    fn span(&self, span: Span) -> Span {
        if span.is_nowhere() { span } else { span.shifted(self.shift) }
    }
}

/// Links the units of one stage. The first with an entry point is the base; of the others come the functions and globals
/// that it needs. Units without an entry point make a library, in which all functions stay and imports may stay open.
///
/// # Errors
/// Every mismatch: functions that are missing or there twice, more than one entry point, recursion, globals of one name that
/// differ, execution modes that contradict each other or that no unit has.
pub fn link_units(units: &[Unit<'_>]) -> Result<Module, Vec<Diagnostic>> {
    link_units_for(units, &|_| false)
}

/// Links units for a target, like [`link_units`]. An export may be an alternative for some targets: its name ends in `@` and a
/// condition, and an import of the name before that gets the first whose condition `holds`, else the one without a condition.
///
/// # Errors
/// As [`link_units`].
pub fn link_units_for(units: &[Unit<'_>], holds: &dyn Fn(&str) -> bool) -> Result<Module, Vec<Diagnostic>> {
    let Some(base) =
        units.iter().position(|unit| unit.module.entry.is_some()).or((!units.is_empty()).then_some(0))
    else {
        return Err(vec![Diagnostic::new(Code::LinkInput, "nothing to link")]);
    };
    let mut linker =
        Linker { units, errors: Vec::new(), exports: FxHashMap::default(), chosen: FxHashMap::default() };
    linker.check_languages();
    linker.find_exports();
    linker.choose_alternatives(holds);
    linker.check_imports();
    let mut globals = Globals::new(units, &mut linker.errors);
    let mut module = Module::new(units[base].module.stage);
    module.source = units[base].module.source;
    let is_program = units[base].module.entry.is_some();
    let wanted = linker.wanted(base, is_program);
    linker.copy(&mut module, &mut globals, base, &wanted);
    if is_program {
        linker.report_missing(&module);
        globals.keep_outputs(&mut module);
        globals.check_initializers(&mut linker.errors);
    }
    globals.settle(&mut module, units);
    modes::join(&mut module, units, &mut linker.errors, is_program);
    join_lists(&mut module, units);
    linker.check_recursion(&module);
    if is_program {
        run_initializers(&mut module);
        module.end_linkage();
    }
    if linker.errors.is_empty() {
        linker.check_module(&module);
    }
    if linker.errors.is_empty() {
        return Ok(module);
    }
    // Modules need not have spans.
    linker.errors.iter_mut().for_each(|error| error.labels.retain(|label| !label.span.is_nowhere()));
    Err(linker.errors)
}

struct Linker<'a> {
    units: &'a [Unit<'a>],
    errors: Vec<Diagnostic>,
    /// The unit and the function of each exported name.
    exports: FxHashMap<&'a str, (usize, Function)>,
    /// The names of exports that are alternatives for this target, by the names that they are imported by.
    chosen: FxHashMap<&'a str, &'a str>,
}

impl<'a> Linker<'a> {
    fn check_languages(&mut self) {
        let mut entries = self.units.iter().filter_map(|unit| Some((unit, unit.module.entry?)));
        if let Some((first, main)) = entries.next() {
            for (unit, again) in entries {
                let message = "function `main` is defined in two units";
                let span = unit.span(unit.module.functions[again].origin.span);
                let before = first.span(first.module.functions[main].origin.span);
                self.errors.push(
                    Diagnostic::at(Code::LinkDuplicate, span, message)
                        .secondary(before, "first defined here")
                        .note("sources of one stage are units of it, and one of them has `main`"),
                );
            }
        }
        let Some(first) = self.units.first() else { return };
        for unit in self.units.get(1..).unwrap_or(&[]) {
            if unit.module.stage != first.module.stage {
                let (a, b) = (first.module.stage.name(), unit.module.stage.name());
                let message = format!("units of the stages `{a}` and `{b}` cannot be linked to one shader");
                self.errors.push(Diagnostic::new(Code::LinkInput, message));
            }
            let es = |unit: &Unit<'_>| unit.module.source.language == SourceLanguage::Essl;
            if es(unit) || es(first) {
                let message = "a shader of OpenGL ES has one unit";
                let error = Diagnostic::new(Code::LinkInput, message);
                self.errors.push(match unit.first_place() {
                    Some(span) => error.label(span, "declaration in another unit"),
                    None => error,
                });
            }
        }
    }

    fn find_exports(&mut self) {
        for (index, unit) in self.units.iter().enumerate() {
            for (id, data) in unit.module.functions.iter() {
                let Linkage::Export(name) = data.linkage else { continue };
                let name = unit.module.names.get(name);
                let Some((other, first)) = self.exports.insert(name, (index, id)) else { continue };
                let first_unit = &self.units[other];
                let before = first_unit.span(first_unit.module.functions[first].origin.span);
                let message = format!("function `{name}` is defined in two units");
                let span = unit.span(data.origin.span);
                self.errors.push(
                    Diagnostic::at(Code::LinkDuplicate, span, message)
                        .secondary(before, "first defined here"),
                );
            }
        }
    }

    /// Chooses the alternatives of exports whose conditions hold: the first of each name.
    fn choose_alternatives(&mut self, holds: &dyn Fn(&str) -> bool) {
        for unit in self.units {
            for data in unit.module.functions.values() {
                let Linkage::Export(name) = data.linkage else { continue };
                let name = unit.module.names.get(name);
                if let Some((plain, condition)) = name.split_once('@')
                    && holds(condition)
                {
                    self.chosen.entry(plain).or_insert(name);
                }
            }
        }
    }

    /// The exported function that an import of this name gets.
    fn export(&self, name: &str) -> Option<(usize, Function)> {
        let name = self.chosen.get(name).copied().unwrap_or(name);
        self.exports.get(name).copied()
    }

    /// Reports imports that are declared in another way than the functions that they get.
    fn check_imports(&mut self) {
        for unit in self.units {
            for data in unit.module.functions.values() {
                let Linkage::Import(name) = data.linkage else { continue };
                let name = unit.module.names.get(name);
                let Some((index, id)) = self.export(name) else { continue };
                let exporter = &self.units[index];
                let export = &exporter.module.functions[id];
                if let Some(what) = difference((unit.module, data), (exporter.module, export)) {
                    let message = format!("function `{name}` {what}");
                    let span = exporter.span(export.origin.span);
                    let error = Diagnostic::at(Code::LinkMismatch, unit.span(data.origin.span), message);
                    self.errors.push(error.secondary(span, "defined here"));
                }
            }
        }
    }

    /// The functions that come from each unit, with the imports that they call: all of the base, those that initialise
    /// globals, exports of a library, and what these call.
    fn wanted(&self, base: usize, is_program: bool) -> Vec<Vec<Function>> {
        let mut wanted: Vec<Vec<Function>> = vec![Vec::new(); self.units.len()];
        let mut seen: Vec<IdSet<Function>> = vec![IdSet::default(); self.units.len()];
        let mut open = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            let is_kept = |data: &FunctionData| match data.linkage {
                Linkage::Initializer => true,
                Linkage::Export(_) => !is_program,
                Linkage::Internal | Linkage::Import(_) | Linkage::Callback(_) => false,
            };
            let kept = unit.module.functions.iter().filter(|row| index == base || is_kept(row.1));
            open.extend(kept.map(|row| (index, row.0)));
        }
        // The last is taken first, and functions keep the order of their units.
        open.reverse();
        while let Some((index, function)) = open.pop() {
            if !seen[index].insert(function) {
                continue;
            }
            wanted[index].push(function);
            let module = self.units[index].module;
            let data = &module.functions[function];
            if let Linkage::Import(name) = data.linkage {
                open.extend(self.export(module.names.get(name)));
            } else if let Some(instance) = &data.instance {
                open.push((index, instance.generic));
            } else if data.may_call() {
                let first = open.len();
                visit::each(data, data.body, |inst| {
                    open.extend(data.callee(inst).map(|it| (index, it)));
                    open.extend(module.callbacks(data, inst).map(|it| (index, it)));
                });
                open[first..].reverse();
            }
        }
        wanted
    }

    /// Copies functions, of the base first. Functions of one link name are one, whose body is that of the export.
    fn copy(&self, module: &mut Module, globals: &mut Globals<'_>, base: usize, wanted: &[Vec<Function>]) {
        /// A function of the target, and true if its body has come.
        type Known = (Function, bool);
        let mut known: FxHashMap<&str, Known> = FxHashMap::default();
        let others = (0..self.units.len()).filter(|&index| index != base && !wanted[index].is_empty());
        for index in std::iter::once(base).chain(others) {
            let unit = &self.units[index];
            let before = module.globals.len();
            let mut importer = Importer::new(unit.module, module).with_span_shift(unit.shift);
            for (from, to) in globals.there(index) {
                importer.replace_global(from, to);
            }
            if index == base {
                for global in unit.module.global_ids() {
                    importer.global(global);
                }
            }
            for &id in &wanted[index] {
                let data = &unit.module.functions[id];
                let is_import = matches!(data.linkage, Linkage::Import(_));
                let name = data.link_name().map(|name| self.imported_name(unit.module.names.get(name)));
                match name.and_then(|name| known.get_mut(name)) {
                    Some((to, has_body)) if is_import || *has_body => importer.replace_function(id, *to),
                    Some((to, has_body)) => {
                        *has_body = true;
                        importer.define_function(id, *to);
                    }
                    None => {
                        let to = importer.function(id);
                        known.extend(name.map(|name| (name, (to, !is_import))));
                    }
                }
            }
            let entry = unit.module.entry.filter(|_| index == base).map(|entry| importer.function(entry));
            importer.spelling();
            importer.finish();
            module.entry = module.entry.or(entry);
            globals.note(module, before);
        }
    }

    /// The name that a function is imported by: that before the condition, for a chosen alternative.
    fn imported_name<'n>(&self, name: &'n str) -> &'n str {
        match name.split_once('@') {
            Some((plain, _)) if self.chosen.get(plain) == Some(&name) => plain,
            _ => name,
        }
    }

    fn report_missing(&mut self, module: &Module) {
        for data in module.functions.values() {
            if let Linkage::Import(name) = data.linkage {
                let name = module.names.get(name);
                let message = format!("function `{name}` is called but no unit defines it");
                let diagnostic = Diagnostic::at(Code::LinkMissing, data.origin.span, message);
                self.errors.push(diagnostic.saying("declared here"));
            }
        }
    }

    /// Reports declarations of different units that conflict, such as outputs of one location, and instances of generic functions
    /// that break a rule.
    fn check_module(&mut self, module: &Module) {
        let mut report = |what: &str, errors: Result<(), VerifyErrors>| {
            for error in errors.err().into_iter().flat_map(|errors| errors.errors) {
                let message = format!("{what}: {}", error.message);
                self.errors.push(match error.span {
                    Some(span) => Diagnostic::at(Code::LinkMismatch, span, message),
                    None => Diagnostic::new(Code::LinkMismatch, format!("{message} ({})", error.place)),
                });
            }
        };
        report("declarations of two units conflict", verify_declarations(module));
        if module.has_generics() {
            report("a generic function cannot be specialised", verify(module));
        }
    }

    /// Reports functions that call themselves by way of other units.
    fn check_recursion(&mut self, module: &Module) {
        #[derive(Clone, Copy, Default, PartialEq)]
        enum State {
            #[default]
            New,
            Open,
            Done,
        }
        let callees = |function: &FunctionData| -> Vec<(Function, Span)> {
            if !function.may_call() {
                return Vec::new();
            }
            let calls = visit::insts(function).into_iter().map(|row| row.1);
            let generic = |callee: Function| {
                module.functions[callee].instance.as_ref().map_or(callee, |instance| instance.generic)
            };
            let callees = |inst| function.callee(inst).into_iter().chain(module.callbacks(function, inst));
            calls
                .flat_map(|inst| {
                    let span = function.insts[inst].span();
                    callees(inst).map(move |callee| (generic(callee), span))
                })
                .collect()
        };
        let calls: SideTable<Function, Vec<(Function, Span)>> =
            module.functions.values().map(callees).collect();
        let mut states: SideTable<Function, State> = SideTable::filled(calls.len(), State::New);
        for root in module.function_ids() {
            let mut stack = vec![(root, 0)];
            while let Some((function, next)) = stack.pop() {
                if next == 0 && states.at(function) != State::New {
                    continue;
                }
                states.set(function, State::Open);
                let Some(&(callee, span)) = calls.get(function).and_then(|calls| calls.get(next)) else {
                    states.set(function, State::Done);
                    continue;
                };
                stack.push((function, next + 1));
                match states.at(callee) {
                    State::New => stack.push((callee, 0)),
                    State::Open => {
                        let name = module.names.get(module.functions[callee].name);
                        let message = format!("recursive call to function `{name}`");
                        let before = module.functions[callee].origin.span;
                        let error = Diagnostic::at(Code::Recursion, span, message);
                        self.errors.push(match before.is_nowhere() {
                            true => error,
                            false => error.secondary(before, format!("`{name}` is defined here")),
                        });
                    }
                    State::Done => {}
                }
            }
        }
    }
}

/// The difference of the signatures of an import and an export, in words; none if they are equal but for the names of generic
/// parameters.
fn difference(import: (&Module, &FunctionData), export: (&Module, &FunctionData)) -> Option<String> {
    let bounds = |data: &FunctionData| -> Vec<Bound> { data.generics.iter().map(|it| it.bound).collect() };
    let types = |(_, data): (&Module, &FunctionData)| -> Vec<Type> {
        data.blocks[data.body].params.iter().map(|&param| data.values[param].ty).collect()
    };
    let modes =
        |data: &FunctionData| -> Vec<ParamMode> { data.params.iter().map(|param| param.passing).collect() };
    let both = |what: &str, here: String, there: String| {
        Some(format!("{what} {here} where it is imported, and {there} where it is defined"))
    };
    if bounds(import.1) != bounds(export.1) {
        let list = |data| {
            let names: Vec<&str> = bounds(data).into_iter().map(Bound::name).collect();
            format!("<{}>", names.join(", "))
        };
        return both("has the generic parameters", list(import.1), list(export.1));
    }
    let (here, there) = (types(import), types(export));
    let names = |of: (&Module, &FunctionData)| -> Vec<Name> {
        of.1.generics.iter().map(|param| param.name).collect()
    };
    let texts = |of: (&Module, &FunctionData)| -> Vec<String> {
        names(of).into_iter().map(|name| of.0.names.get(name).to_owned()).collect()
    };
    // Types of other names of parameters are compared once the function has come.
    let is_renamed = texts(import) != texts(export);
    let is_common = |ty: Type| ty.index() < common::ALL;
    let same = |a: Type, b: Type| {
        is_renamed || if is_common(a) { a == b } else { same_type((import.0, a), (export.0, b)) }
    };
    // GLSL ignores `const` of parameters.
    let plain = |mode| if mode == ParamMode::ConstIn { ParamMode::In } else { mode };
    let same_modes = modes(import.1).into_iter().map(plain).eq(modes(export.1).into_iter().map(plain));
    let same_types = here.len() == there.len() && here.iter().zip(&there).all(|(&a, &b)| same(a, b));
    if !same_types || !same_modes {
        let list = |module: &Module, types: &[Type], modes: Vec<ParamMode>| {
            let texts: Vec<String> = types
                .iter()
                .zip(modes)
                .map(|(&ty, mode)| match plain(mode) {
                    ParamMode::In | ParamMode::ConstIn => type_name(module, ty),
                    mode => format!("{} {}", mode.name(), type_name(module, ty)),
                })
                .collect();
            format!("`({})`", texts.join(", "))
        };
        let here = list(import.0, &here, modes(import.1));
        return both("takes", here, list(export.0, &there, modes(export.1)));
    }
    if !same(import.1.result, export.1.result) {
        let text = |module: &Module, ty| format!("`{}`", type_name(module, ty));
        return both("returns", text(import.0, import.1.result), text(export.0, export.1.result));
    }
    None
}

/// Adds source extensions, subroutine uniforms and items of SPIR-V that are modes.
fn join_lists(module: &mut Module, units: &[Unit<'_>]) {
    for unit in units {
        let from = unit.module;
        for extension in &from.extensions {
            let text = from.names.get(extension.name);
            let found = module.extensions.binary_search_by(|known| module.names.get(known.name).cmp(text));
            match found {
                Ok(index) => {
                    let known = &mut module.extensions[index];
                    known.behavior = known.behavior.max(extension.behavior);
                }
                Err(index) => {
                    let name = module.names.intern(text);
                    module.extensions.insert(index, vitrum_ir::SourceExtension { name, ..*extension });
                }
            }
        }
        for uniform in &from.subroutines {
            let name = module.names.intern(from.names.get(uniform.name));
            if module.subroutines.iter().any(|known| known.name == name) {
                continue;
            }
            let mut copy = uniform.clone();
            copy.name = name;
            for function in &mut copy.functions {
                function.1 = module.names.intern(from.names.get(function.1));
            }
            module.subroutines.push(copy);
        }
        let is_mode = |row: &(u32, &SpirvItem)| row.1.kind == SpirvKind::Mode;
        let modes: Vec<u32> = (0..).zip(&from.spirv).filter(is_mode).map(|row| row.0).collect();
        if !modes.is_empty() {
            let mut importer = Importer::new(from, module).with_span_shift(unit.shift);
            for index in modes {
                importer.spirv_item(index);
            }
        }
    }
}

/// Calls the functions that initialise globals at the start of the entry point.
fn run_initializers(module: &mut Module) {
    let Some(entry) = module.entry else { return };
    let is_initializer = |&id: &Function| module.functions[id].linkage == Linkage::Initializer;
    let initializers: Vec<Function> = module.function_ids().filter(is_initializer).collect();
    let data = &mut module.functions[entry];
    for (position, initializer) in initializers.into_iter().enumerate() {
        let call = data.new_inst(Op::Call, &[], initializer.index() as u32, Span::default());
        let body = data.body;
        data.blocks[body].insts.insert(position, call);
    }
}
