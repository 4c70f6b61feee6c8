//! Passes matrices to functions by address, not by value.
//!
//! ```text
//! fn &f(%m: mat4x4<f32> in) -> vec4<f32>           fn &f(%p: ptr<function, mat4x4<f32>> inout) -> vec4<f32>
//!     %1 = matrix_times_vector %m, %v                  %m: mat4x4<f32> = load %p
//!                                             =>       %1 = matrix_times_vector %m, %v
//! %2 = call &f %n                                  %a: ptr<function, mat4x4<f32>> = var   store %a, %n
//!                                                  %2 = call &f %a
//! ```
//!
//! Structs and arrays with matrices within are passed so as well. Functions of other modules and those for other modules stay, as do
//! generic ones. For drivers that pass matrices in too few registers (Qualcomm).
//!
//! Called `PassMatrixByPointer` by Tint.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite_function};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::{
    Function, Inst, Linkage, List, Module, Name, Op, Operand, ParamMode, Storage, Type, TypeData, Value,
};

/// Runs the pass; gives the number of functions changed.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let mut known = FxHashMap::default();
    // By function: the parameters that become addresses.
    let mut changed: FxHashMap<Function, Vec<bool>> = FxHashMap::default();
    for id in module.code_ids() {
        let data = &module.functions[id];
        if data.linkage != Linkage::Internal || module.entry == Some(id) {
            continue;
        }
        let params = data.blocks[data.body].params.clone();
        let row: Vec<bool> =
            params.iter().map(|&param| holds_matrix(module, data.values[param].ty, &mut known)).collect();
        if row.contains(&true) && session.may_change() {
            changed.insert(id, row);
        }
    }
    if changed.is_empty() {
        return 0;
    }
    for id in module.code_ids() {
        let loads = changed.get(&id).map(|row| take_addresses(module, id, row)).unwrap_or_default();
        rewrite_function(module, id, session, Pass { changed: &changed, loads });
    }
    changed.len()
}

/// True for matrices, and for arrays and structs that hold some.
fn holds_matrix(module: &Module, ty: Type, known: &mut FxHashMap<Type, bool>) -> bool {
    crate::lower::parts::learn(module, ty, known, |known, ty| match module.types.get(ty) {
        TypeData::Matrix { .. } => true,
        TypeData::Array { element, .. } => known.get(&element) == Some(&true),
        TypeData::Struct(id) => {
            module.structs[id].members.iter().any(|member| known.get(&member.ty) == Some(&true))
        }
        _ => false,
    });
    known.get(&ty) == Some(&true)
}

/// Gives a function other parameters; gives the old ones with those that are their addresses.
fn take_addresses(module: &mut Module, id: Function, row: &[bool]) -> Vec<(Value, Value)> {
    let function = &mut module.functions[id];
    let body = function.body;
    let old = function.blocks[body].params.to_vec();
    function.set_params(body, List::new());
    let mut params = List::new();
    let mut loads = Vec::new();
    for (index, &param) in old.iter().enumerate() {
        if row.get(index) != Some(&true) {
            params.push(param);
            continue;
        }
        let data = function.values[param];
        let pointer = module.types.pointer(Storage::Function, data.ty);
        let address = function.add_param(body, pointer, data.precision);
        if let Some(param) = function.params.get_mut(index) {
            param.passing = ParamMode::InOut;
        }
        loads.push((param, address));
        params.push(address);
    }
    function.set_params(body, params);
    loads
}

struct Pass<'a> {
    changed: &'a FxHashMap<Function, Vec<bool>>,
    /// Parameters that are loaded at the start.
    loads: Vec<(Value, Value)>,
}

impl Visitor for Pass<'_> {
    fn start(&mut self, rewriter: &mut Rewriter<'_>) {
        for &(old, address) in &self.loads {
            let data = rewriter.function.values[old];
            let loaded = rewriter.push(Op::Load, &[address.into()], 0, data.ty, data.precision);
            if let Some(value) = loaded.value() {
                rewriter.inherit(old, value);
            }
        }
    }

    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let callee = rewriter.function.callee(inst);
        let Some(row) = callee.and_then(|callee| self.changed.get(&callee)) else { return Action::Keep };
        let operands = rewriter.function.operands(inst).to_vec();
        for (index, &operand) in operands.iter().enumerate() {
            if row.get(index) == Some(&true) {
                let address = copy(rewriter, operand);
                rewriter.set_operand(inst, index, address);
            }
        }
        Action::Keep
    }
}

/// A variable that holds a value.
fn copy(rewriter: &mut Rewriter<'_>, value: Operand) -> Operand {
    let (ty, precision) = (rewriter.ty(value), rewriter.precision(value));
    let variable = rewriter.variable(ty, precision, Name::EMPTY, None);
    rewriter.store(variable, value);
    variable.into()
}
