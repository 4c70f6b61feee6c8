//! Assignments inside expressions: `b[i++]`, `if (++n < 3)`, `a = b = c`.

use crate::ast::{Expr, Node};
use crate::body::Body;
use crate::effects::Effects;
use crate::pending::Pending;
use crate::stores::Increment;
use vitrum_ir::{Inst, Op, Operand, Value};

/// The maximum number of instructions between a store and the other use of its value.
const NEAR: usize = 3;

impl Body<'_, '_> {
    /// Recognises `i++` with a used value: a load, an addition of one, a store, and another use of the loaded value.
    /// Returns the number of instructions that it covers.
    pub(crate) fn match_postfix_increment(&mut self, insts: &[Inst]) -> Option<usize> {
        let &[load, add, store, ..] = insts else { return None };
        let function = self.function;
        let op = |inst: Inst| function.op(inst);
        if op(load) != Op::Load || op(store) != Op::Store {
            return None;
        }
        let text = match op(add) {
            Op::Iadd => "++",
            Op::Isub => "--",
            _ => return None,
        };
        let (&[pointer], &[left, right], &[target, stored]) =
            (function.operands(load), function.operands(add), function.operands(store))
        else {
            return None;
        };
        let (old, new) = (function.result(load)?, function.result(add)?);
        let shaped = left.value() == Some(old) && stored.value() == Some(new) && target == pointer;
        let one = right.constant().is_some_and(|constant| self.cx.is_int(constant, 1));
        let uses = self.uses.value(old);
        let used = uses.count == 2 && !uses.elsewhere && self.uses.value(new).count == 1;
        let volatile = [load, store].iter().any(|&inst| function.is_volatile(inst));
        if !shaped || !one || !used || volatile {
            return None;
        }
        let mut effects = Effects::default();
        let place = self.operand(pointer, &mut effects);
        self.operand(pointer, &mut Effects::default());
        let root = self.alias_set(pointer);
        effects.read(root);
        effects.write(root);
        let expr = self.tree.add(Node::Step(place, text, true));
        self.make_pending(load, old, expr, effects);
        Some(3)
    }

    /// Recognises `x = value` or `x += value` with a value that is used soon after, and makes the store part of the
    /// expression.
    pub(crate) fn match_nested_assignment(&mut self, value: Value, expr: Expr, effects: &Effects) -> bool {
        let Some((&store, after)) = self.following.split_first() else { return false };
        if self.function.op(store) != Op::Store {
            return false;
        }
        // Names are repeated, since a name becomes another load when the text is compiled again. A selection would
        // become a branch.
        if matches!(self.tree.get(expr), Node::Text(_) | Node::Local(_) | Node::Ternary(..)) {
            return false;
        }
        let function = self.function;
        let &[pointer, stored] = function.operands(store) else { return false };
        // In recompiled text, the address of a written part follows the value, so the store would not follow it.
        let Some(inst) = function.definition(value.into()) else { return false };
        let part = function.definition(pointer).is_some_and(|inst| function.op(inst) == Op::Access);
        let loads_it = |&operand: &Operand| {
            let load = function.definition(operand);
            load.is_some_and(|load| function.operands(load).first() == Some(&pointer))
        };
        if part && !function.operands(inst).iter().any(loads_it) {
            return false;
        }
        let uses = self.uses.value(value);
        let near =
            after.iter().take(NEAR).any(|&inst| function.operands(inst).contains(&Operand::from(value)));
        let declares = pointer
            .value()
            .and_then(|var| self.uses.var(var))
            .is_some_and(|data| data.is_first_stored_by(store));
        if stored.value() != Some(value)
            || uses.count != 2
            || uses.elsewhere
            || !near
            || declares
            || function.is_volatile(store)
            || self.needs_precise(value)
        {
            return false;
        }
        let mut effects = *effects;
        let place = self.operand(pointer, &mut effects);
        effects.write(self.alias_set(pointer));
        let expr = self.assignment(place, expr, Increment::Prefix);
        self.merged_store = Some(store);
        self.make_pending(inst, value, expr, effects);
        true
    }

    /// Makes a value pending for its one remaining use.
    fn make_pending(&mut self, inst: Inst, value: Value, expr: Expr, effects: Effects) {
        self.flush_conflicts(&effects, Some(inst));
        self.set(value, expr);
        self.waiting.push(Pending { value, inst, effects, left: 1 });
    }
}
