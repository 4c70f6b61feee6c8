//! Dissolves `do { ... } while (false)` where nothing follows it: its `break` becomes `return` at the end of a function, and
//! `continue` at the end of a loop body.
//!
//! Optimisers of SPIR-V give a function one `return`. An early one is then a `break` out of statements that run once.

use crate::ast::{Expr, Local, LoopForm, LoopStmt, Node, Stmt, TextArena, Tree};
use bumpalo::collections::Vec as BumpVec;

/// A statement that does what the end of a list of statements does.
#[derive(Clone, Copy)]
enum Exit {
    /// `return;`, or `return e;` of a variable.
    Return(Option<(Expr, Local)>),
    /// `continue;` in a loop.
    Continue,
    /// `break;` out of statements that run once.
    Break,
}

/// Rewrites the statements of a function. The first locals are its parameters.
pub(crate) fn dissolve<'a>(
    arena: TextArena<'a>,
    tree: &Tree<'a>,
    params: usize,
    stmts: &mut BumpVec<'a, Stmt<'a>>,
) {
    let mut pass = Pass { arena, tree, params, dissolved: false, direct: false };
    pass.loops(stmts);
    pass.dissolved = false;
    let returned = match stmts.last() {
        Some(&Stmt::Return(Some(value))) => match tree.get(value) {
            Node::Local(local) => Some((value, local)),
            _ => return,
        },
        Some(Stmt::Return(None)) => None,
        _ => return,
    };
    let last = stmts.pop();
    let exit = Exit::Return(returned);
    pass.tail(stmts, exit);
    if !pass.dissolved {
        stmts.extend(last);
    } else if !returns(stmts) {
        pass.exit(stmts, exit, false);
    }
    if let Some((_, local)) = returned
        && pass.direct
        && !names(tree, stmts, local)
    {
        stmts.retain(|stmt| !matches!(stmt, Stmt::Declare { local: declared, .. } if *declared == local));
    }
}

struct Pass<'t, 'a> {
    arena: TextArena<'a>,
    tree: &'t Tree<'a>,
    params: usize,
    /// True if statements that ran once have become part of those around them.
    dissolved: bool,
    /// True if a value is returned that was stored in the returned variable.
    direct: bool,
}

impl<'a> Pass<'_, 'a> {
    /// Rewrites the bodies of loops.
    fn loops(&mut self, stmts: &mut BumpVec<'a, Stmt<'a>>) {
        for stmt in stmts {
            match stmt {
                Stmt::If { then, other, .. } => {
                    self.loops(then);
                    self.loops(other);
                }
                Stmt::Switch { cases, .. } => cases.iter_mut().for_each(|case| self.loops(&mut case.body)),
                Stmt::Loop(data) => {
                    self.loops(&mut data.body);
                    let exit = if self.runs_once(data) { Exit::Break } else { Exit::Continue };
                    self.tail(&mut data.body, exit);
                }
                Stmt::Declare { .. }
                | Stmt::Expr(_)
                | Stmt::Break
                | Stmt::Continue
                | Stmt::Return(_)
                | Stmt::Jump(_) => {}
            }
        }
    }

    /// True for `do { ... } while (false)` without hints.
    fn runs_once(&self, data: &LoopStmt<'_>) -> bool {
        let never = |condition| matches!(self.tree.get(condition), Node::Text("false"));
        data.form == LoopForm::Do
            && data.condition.is_some_and(never)
            && data.hints.is_empty()
            && data.loop_hints.is_none()
    }

    /// Rewrites statements whose end does the same as `exit`.
    fn tail(&mut self, stmts: &mut BumpVec<'a, Stmt<'a>>, exit: Exit) {
        while matches!(stmts.last(), Some(Stmt::Loop(data)) if self.runs_once(data)) {
            let Some(Stmt::Loop(mut data)) = stmts.pop() else { return };
            self.leave(&mut data.body, exit, false);
            stmts.append(&mut data.body);
            self.dissolved = true;
            // The end does that as well.
            if matches!(
                (stmts.last(), exit),
                (Some(Stmt::Return(None)), Exit::Return(None))
                    | (Some(Stmt::Continue), Exit::Continue)
                    | (Some(Stmt::Break), Exit::Break)
            ) {
                stmts.pop();
            }
        }
        if let Some(Stmt::If { then, other, .. }) = stmts.last_mut() {
            self.tail(then, exit);
            self.tail(other, exit);
        }
    }

    /// Replaces what leaves statements that run once.
    fn leave(&mut self, stmts: &mut BumpVec<'a, Stmt<'a>>, exit: Exit, in_switch: bool) {
        for mut stmt in std::mem::replace(stmts, self.arena.list()) {
            match &mut stmt {
                Stmt::Break if !in_switch => {
                    self.exit(stmts, exit, in_switch);
                    continue;
                }
                Stmt::Continue => {
                    self.exit(stmts, exit, in_switch);
                    continue;
                }
                Stmt::If { then, other, .. } => {
                    self.leave(then, exit, in_switch);
                    self.leave(other, exit, in_switch);
                }
                Stmt::Switch { cases, .. } => {
                    cases.iter_mut().for_each(|case| self.leave(&mut case.body, exit, true));
                }
                // Exits of another loop stay.
                Stmt::Loop(_)
                | Stmt::Declare { .. }
                | Stmt::Expr(_)
                | Stmt::Break
                | Stmt::Return(_)
                | Stmt::Jump(_) => {}
            }
            stmts.push(stmt);
        }
    }

    /// Adds an exit. A value that was just stored in a local to be returned is returned itself.
    fn exit(&mut self, stmts: &mut BumpVec<'a, Stmt<'a>>, exit: Exit, in_switch: bool) {
        let stmt = match exit {
            Exit::Break if !in_switch => Stmt::Break,
            Exit::Break | Exit::Continue => Stmt::Continue,
            Exit::Return(None) => Stmt::Return(None),
            Exit::Return(Some((name, local))) => {
                let stored = match stmts.last() {
                    Some(&Stmt::Expr(last)) => match self.tree.get(last) {
                        Node::Assign(place, None, value) if matches!(self.tree.get(place), Node::Local(stored) if stored == local) => {
                            Some(value)
                        }
                        _ => None,
                    },
                    _ => None,
                };
                let number = local.0 as usize;
                let plain = self.tree.locals.get(number).is_some_and(|data| !data.precise && !data.volatile);
                match stored.filter(|_| plain && number >= self.params) {
                    Some(value) => {
                        stmts.pop();
                        self.direct = true;
                        Stmt::Return(Some(value))
                    }
                    None => Stmt::Return(Some(name)),
                }
            }
        };
        stmts.push(stmt);
    }
}

/// True if statements contain a `return`.
pub(crate) fn any_return(stmts: &[Stmt<'_>]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Return(_) => true,
        Stmt::If { then, other, .. } => any_return(then) || any_return(other),
        Stmt::Loop(data) => any_return(&data.body),
        Stmt::Switch { cases, .. } => cases.iter().any(|case| any_return(&case.body)),
        Stmt::Declare { .. } | Stmt::Expr(_) | Stmt::Break | Stmt::Continue | Stmt::Jump(_) => false,
    })
}

/// True if the end of statements is not reached.
fn returns(stmts: &[Stmt<'_>]) -> bool {
    match stmts.last() {
        Some(Stmt::Return(_) | Stmt::Jump(_)) => true,
        Some(Stmt::If { then, other, .. }) => returns(then) && returns(other),
        _ => false,
    }
}

/// True if statements name a local other than by declaring it without a value.
fn names(tree: &Tree<'_>, stmts: &[Stmt<'_>], local: Local) -> bool {
    let named = |expr: Expr| tree.names(expr, local);
    stmts.iter().any(|stmt| match stmt {
        Stmt::Declare { local: declared, init, .. } => {
            init.is_some_and(|init| *declared == local || named(init))
        }
        Stmt::Expr(expr) => named(*expr),
        Stmt::If { condition, then, other, .. } => {
            named(*condition) || names(tree, then, local) || names(tree, other, local)
        }
        Stmt::Loop(data) => {
            data.condition.is_some_and(named)
                || names(tree, data.init.as_slice(), local)
                || names(tree, &data.step, local)
                || names(tree, &data.body, local)
        }
        Stmt::Switch { selector, cases, .. } => {
            named(*selector) || cases.iter().any(|case| names(tree, &case.body, local))
        }
        Stmt::Return(value) => value.is_some_and(named),
        Stmt::Break | Stmt::Continue | Stmt::Jump(_) => false,
    })
}
