//! Ray queries and hit objects that are passed to functions.
//!
//! A local variable of such a type that is passed to a function becomes a global one, private to the invocation. So all
//! addresses that a function is given have one storage class. This is valid since no function is active twice, and such
//! variables have no initial value.

use crate::lower::Lowering;
use crate::lower::expressions::ExprKind;
use crate::lower::expressions::calls::Argument;
use crate::lower::queries::ModuleQueries;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Function, Global, Op, Operand, OperandKind, Storage, TypeData, Value, visit};

impl Lowering<'_> {
    /// Records a local variable that is passed to a function.
    pub(crate) fn share_state(&mut self, argument: &Argument) {
        let ExprKind::Place(id) = argument.expr.kind else { return };
        if !self.module.is_state(argument.expr.ty) {
            return;
        }
        let Some(place) = self.places.get(id).filter(|place| place.storage == Storage::Function) else {
            return;
        };
        if let OperandKind::Value(value) = place.base.kind() {
            self.functions.passed_states.insert((self.cursor.function, value));
        }
    }

    /// Makes the recorded variables global.
    pub(crate) fn share_states(&mut self) {
        let mut shared: Vec<(Function, Value)> =
            std::mem::take(&mut self.functions.passed_states).into_iter().collect();
        shared.sort_unstable();
        for variables in shared.chunk_by(|a, b| a.0 == b.0) {
            let Some(&(function, _)) = variables.first() else { continue };
            let mut globals: FxHashMap<Value, Global> = FxHashMap::default();
            for &(_, value) in variables {
                let data = &self.module.functions[function];
                let (pointer, name) = (data.values[value].ty, data.value_name(value));
                let Some(pointee) = self.module.types.pointee(pointer) else { continue };
                let name = self.module.names.get(name).to_owned();
                globals.insert(value, self.module.add_global(&name, pointee, Storage::Private));
            }
            self.redirect_states(function, &globals);
        }
    }

    /// Replaces variables of a function by globals.
    fn redirect_states(&mut self, function: Function, globals: &FxHashMap<Value, Global>) {
        let insts = visit::insts(&self.module.functions[function]);
        let mut derived: FxHashSet<Value> = FxHashSet::default();
        for &(_, inst) in &insts {
            let data = &mut self.module.functions[function];
            let mut moved = false;
            for operand in data.operands_mut(inst) {
                let OperandKind::Value(value) = operand.kind() else { continue };
                if let Some(&global) = globals.get(&value) {
                    *operand = Operand::from(global);
                    moved = true;
                }
                moved |= derived.contains(&value);
            }
            if data.insts[inst].op != Op::Access || !moved {
                continue;
            }
            let Some(result) = data.result(inst) else { continue };
            if let TypeData::Pointer { pointee, .. } = self.module.types.get(data.values[result].ty) {
                data.values[result].ty = self.module.types.pointer(Storage::Private, pointee);
                derived.insert(result);
            }
        }
        let data = &mut self.module.functions[function];
        let gone: FxHashSet<_> = insts
            .iter()
            .map(|row| row.1)
            .filter(|&inst| data.insts[inst].op == Op::Var)
            .filter(|&inst| data.result(inst).is_some_and(|result| globals.contains_key(&result)))
            .collect();
        for (_, block) in data.blocks.iter_mut() {
            block.insts.retain(|inst| !gone.contains(inst));
        }
    }
}
