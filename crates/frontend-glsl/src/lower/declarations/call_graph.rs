//! The call graph: missing bodies, recursion, and the order of functions in the module.

use crate::diagnostics::Code;
use crate::lower::Lowering;
use vitrum_ir::{Function, FunctionData, Op, Span};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

impl Lowering<'_> {
    /// Reports functions that are called but have no body, and recursion (GLSL 4.60 section 6.1). True if a body is
    /// missing.
    pub(crate) fn check_functions(&mut self) -> bool {
        let missing: Vec<(Span, Function)> = self
            .functions
            .iter()
            .filter(|overload| !overload.defined)
            .filter_map(|overload| overload.called.map(|span| (span, overload.function)))
            .collect();
        let lacks_bodies = !missing.is_empty();
        for (span, function) in missing {
            if self.settings.is_part {
                continue;
            }
            let name = self.module.names.get(self.module.functions[function].name);
            self.report.error(
                Code::MissingBody,
                span,
                format!("function `{name}` is called but has no body"),
            );
        }
        self.check_recursion();
        lacks_bodies
    }

    /// Reports recursion, by an iterative depth-first search.
    fn check_recursion(&mut self) {
        let mut calls = std::mem::take(&mut self.functions.calls);
        if calls.is_empty() {
            return;
        }
        calls.sort_unstable_by_key(|&(caller, callee, span)| (caller.into_raw(), callee.into_raw(), span));
        calls.dedup_by_key(|&mut (caller, callee, _)| (caller, callee));
        let count = self.module.functions.len();
        let mut state = vec![State::New; count];
        let index_of = |function: Function| function.into_raw().into_u32() as usize;
        let first =
            |function: Function| calls.partition_point(|call| call.0.into_raw() < function.into_raw());
        let mut cycles = Vec::new();
        let mut stack = Vec::new();
        for &root in &self.functions.defined {
            stack.push((root, first(root)));
            while let Some((function, next)) = stack.last_mut() {
                let here = index_of(*function);
                if state[here] == State::Done {
                    stack.pop();
                    continue;
                }
                state[here] = State::Open;
                match calls.get(*next).filter(|call| call.0 == *function) {
                    None => {
                        state[here] = State::Done;
                        stack.pop();
                    }
                    Some(&(_, callee, span)) => {
                        *next += 1;
                        match state[index_of(callee)] {
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
        }
    }

    /// True if global variables are initialised at run time, at the start of `main`.
    pub(crate) fn initializes_at_run_time(&self) -> bool {
        let data = &self.module.functions[self.entry.function];
        data.blocks[data.body].insts.iter().any(|&inst| data.insts[inst].op == Op::Store)
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
        self.share_states();
        let order = &self.functions.defined;
        let mut position = vec![None; self.module.functions.len()];
        for (new, function) in order.iter().enumerate() {
            if let Some(slot) = position.get_mut(function.into_raw().into_u32() as usize) {
                *slot = Some(new as u32);
            }
        }
        let ids: Vec<Function> = self.module.functions.iter().map(|(id, _)| id).collect();
        let mut old: Vec<Option<FunctionData>> =
            std::mem::take(&mut self.module.functions).into_iter().map(|(_, data)| Some(data)).collect();
        for function in order {
            let Some(slot) = old.get_mut(function.into_raw().into_u32() as usize) else { continue };
            let Some(mut data) = slot.take() else { continue };
            data.renumber_callees(|callee| {
                let new = position.get(callee.into_raw().into_u32() as usize).copied().flatten()?;
                ids.get(new as usize).copied()
            });
            let id = self.module.functions.alloc(data);
            if *function == main {
                self.module.entry = Some(id);
            }
        }
    }
}
