//! The call graph: missing bodies, recursion, and the order of functions in the module.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::overload_sets::Overload;
use crate::lower::queries::ModuleQueries;
use vitrum_ir::{Function, FunctionData, Linkage, Op, SideTable, Span};

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    New,
    Open,
    Done,
}

impl Lowering<'_> {
    /// Reports functions that are called but have no body, and recursion (GLSL 4.60 section 6.1).
    pub(crate) fn check_functions(&mut self) {
        let missing: Vec<(Span, Function, Span)> = self
            .functions
            .iter()
            .filter(|overload| !overload.defined)
            .filter_map(|overload| overload.called.map(|span| (span, overload.function, overload.span)))
            .collect();
        for (span, function, declared) in missing {
            if self.settings.is_unit {
                self.functions.defined.push(function);
                continue;
            }
            let name = self.module.names.get(self.module.functions[function].name);
            let message = format!("function `{name}` is called but not defined");
            self.report.error(Code::MissingBody, span, message);
            self.report.label(declared, "only declared here");
        }
        self.check_recursion();
    }

    /// Reports recursion, by an iterative depth-first search.
    fn check_recursion(&mut self) {
        let mut calls = std::mem::take(&mut self.functions.calls);
        if calls.is_empty() {
            return;
        }
        calls.sort_unstable();
        calls.dedup_by_key(|&mut (caller, callee, _)| (caller, callee));
        let mut states = SideTable::filled(self.module.functions.len(), State::New);
        let first = |function: Function| calls.partition_point(|call| call.0 < function);
        let mut cycles = Vec::new();
        let mut stack = Vec::new();
        for &root in &self.functions.defined {
            stack.push((root, first(root)));
            while let Some((function, next)) = stack.last_mut() {
                if states.at(*function) == State::Done {
                    stack.pop();
                    continue;
                }
                states.set(*function, State::Open);
                match calls.get(*next).filter(|call| call.0 == *function) {
                    None => {
                        states.set(*function, State::Done);
                        stack.pop();
                    }
                    Some(&(_, callee, span)) => {
                        *next += 1;
                        match states.at(callee) {
                            State::New => stack.push((callee, first(callee))),
                            State::Open => cycles.push((callee, span)),
                            State::Done => {}
                        }
                    }
                }
            }
        }
        for (function, span) in cycles {
            let name = self.module.names.get(self.module.functions[function].name);
            self.report.error(Code::Recursion, span, format!("recursive call of function `{name}`"));
            let declared = self.functions.iter().find(|overload| overload.function == function);
            if let Some(at) = declared.map(|overload| overload.span) {
                self.report.label(at, "called again before it ends");
            }
            self.report.help("GLSL has no recursion: write a loop");
        }
    }

    /// Gives each function of a unit its part in linking. Without a `main`, what initialises global variables is a function
    /// of its own.
    fn set_linkage(&mut self) {
        let main = self.entry.function;
        if self.entry.body.is_none() {
            let data = &mut self.module.functions[main];
            data.name = self.module.names.intern("initializer");
            if !data.blocks[data.body].insts.is_empty() {
                data.linkage = Linkage::Initializer;
                let last = data.new_inst(Op::Return, &[], 0, Span::default());
                let body = data.body;
                data.blocks[body].insts.push(last);
                self.functions.defined.push(main);
            }
        }
        let named: Vec<(Function, bool, String)> = self
            .functions
            .iter()
            .filter(|overload| overload.function != main)
            .map(|overload| (overload.function, overload.defined, self.link_name(overload)))
            .collect();
        for (function, is_defined, name) in named {
            let name = self.module.names.intern(&name);
            let linkage = if is_defined { Linkage::Export(name) } else { Linkage::Import(name) };
            self.module.functions[function].linkage = linkage;
        }
    }

    /// The name of a function with the types of its parameters, which tell it from its overloads: `f(vec2,int)`.
    pub(crate) fn link_name(&self, overload: &Overload) -> String {
        let name = self.module.names.get(self.module.functions[overload.function].name);
        let types: Vec<String> =
            overload.parameters.iter().map(|parameter| self.module.type_name(parameter.ty)).collect();
        format!("{name}({})", types.join(","))
    }

    /// Orders functions by definition, and joins the two parts of `main`.
    pub(crate) fn finish_functions(&mut self) {
        let main = self.entry.function;
        if let Some(block) = self.entry.body {
            let rest = std::mem::take(&mut self.module.functions[main].blocks[block].insts);
            let body = self.module.functions[main].body;
            let insts = &mut self.module.functions[main].blocks[body].insts;
            if insts.is_empty() {
                *insts = rest;
            } else {
                insts.extend(rest);
            }
        }
        if self.settings.is_unit {
            self.set_linkage();
        }
        self.share_states();
        let order = &self.functions.defined;
        if order.iter().copied().eq(self.module.function_ids()) {
            self.module.entry = self.entry.body.map(|_| main);
            return;
        }
        let mut position: SideTable<Function, Option<u32>> =
            SideTable::filled(self.module.functions.len(), None);
        for (new, function) in order.iter().enumerate() {
            position.set(*function, Some(new as u32));
        }
        let ids: Vec<Function> = self.module.functions.iter().map(|(id, _)| id).collect();
        let mut old: SideTable<Function, Option<FunctionData>> =
            std::mem::take(&mut self.module.functions).into_iter().map(|(_, data)| Some(data)).collect();
        for function in order {
            let Some(slot) = old.get_mut(*function) else { continue };
            let Some(mut data) = slot.take() else { continue };
            data.renumber_callees(|callee| {
                let new = position.at(callee)?;
                ids.get(new as usize).copied()
            });
            let id = self.module.functions.alloc(data);
            if *function == main && self.entry.body.is_some() {
                self.module.entry = Some(id);
            }
        }
    }
}
