//! Dead argument elimination: removes parameters that are unused, or get the same constant or global from every call.
//!
//! ```text
//! fn &fog(%d: f32 in, %k: f32 in, %n: i32 in) -> f32        fn &fog(%d: f32 in) -> f32
//!     %1: f32 = fmul %d, %k                                     %1: f32 = fmul %d, 0.5f32
//!     return %1                                                 return %1
//! %a: f32 = call &fog %x, 0.5f32, 1i32                      %a: f32 = call &fog %x
//! %b: f32 = call &fog %y, 0.5f32, 2i32                      %b: f32 = call &fog %y
//! ```
//!
//! Callers come before what they call, so that a constant goes down a chain of calls in one run. A parameter stays if the
//! author decorated it by number, if it is marked `nonuniform`, or if a call passes something of another type, as addresses
//! of images can be. So do all parameters of functions that other modules call or define. What is undefined is no constant: each
//! use of it might be another value.

use crate::framework::rewrite::Edits;
use crate::framework::session::Session;
use std::collections::BTreeMap;
use vitrum_ir::{Function, Inst, Linkage, List, Module, Operand, Type, Value, ValueFlags, typing};

/// Runs the pass; gives the number of parameters that went.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    if module.functions.len() < 2 {
        return 0;
    }
    let calls = session.summaries.calls(module);
    let mut changes = 0;
    // Made at the end: until then calls keep their numbers.
    let mut edits: BTreeMap<Function, Edits> = BTreeMap::new();
    for &function in calls.bottom_up().iter().rev() {
        let sites = calls.sites(function);
        let params = &module.functions[function].params;
        let data = &module.functions[function];
        // The signature of an instance is that of its generic function.
        let is_ours = data.linkage == Linkage::Internal && data.has_code();
        if !is_ours || sites.is_empty() || params.is_empty() {
            continue;
        }
        let fates = fates(module, function, sites, &edits, session);
        let gone = fates.iter().flatten().count();
        if gone > 0 {
            edits.insert(function, take_away(module, function, sites, &fates));
            session.summaries.forget(function);
            sites.iter().for_each(|site| session.summaries.forget(site.0));
            changes += gone;
        }
    }
    for (function, edits) in edits {
        edits.apply(module, function, session);
    }
    changes
}

/// The replacement of a parameter that goes.
#[derive(Clone, Copy)]
enum Gone {
    /// Nothing uses it.
    Unused,
    /// The operand that every call passes.
    Same(Operand),
}

/// The replacement of each parameter; none if it stays.
fn fates(
    module: &Module,
    function: Function,
    sites: &[(Function, Inst)],
    edits: &BTreeMap<Function, Edits>,
    session: &mut Session,
) -> Vec<Option<Gone>> {
    let data = &module.functions[function];
    let used = session.summaries.of(module, function).used_params.clone();
    let params = data.blocks[data.body].params.iter().zip(&data.params).enumerate();
    params
        .map(|(index, (&param, passed))| {
            let value = data.values[param];
            if passed.spirv.is_some() || value.flags.contains(ValueFlags::NONUNIFORM) {
                return None;
            }
            let gone = if used.get(index) == Some(&false) {
                Gone::Unused
            } else {
                Gone::Same(always(module, value.ty, index, sites, edits)?)
            };
            session.may_change().then_some(gone)
        })
        .collect()
}

/// The constant or global that every call passes for a parameter.
fn always(
    module: &Module,
    ty: Type,
    index: usize,
    sites: &[(Function, Inst)],
    edits: &BTreeMap<Function, Edits>,
) -> Option<Operand> {
    let mut same = None;
    for &(caller, inst) in sites {
        let from = &module.functions[caller];
        let operand = *from.operands(inst).get(index)?;
        let operand = edits.get(&caller).map_or(operand, |edits| edits.resolve(operand));
        if operand.value().is_some()
            || module.is_undefined(operand)
            || typing::operand_type(module, from, operand) != ty
            || *same.get_or_insert(operand) != operand
        {
            return None;
        }
    }
    same
}

/// Takes parameters out of a function and out of its calls; gives the edits that replace their uses.
fn take_away(
    module: &mut Module,
    function: Function,
    sites: &[(Function, Inst)],
    fates: &[Option<Gone>],
) -> Edits {
    let stays = |index: &usize| !matches!(fates.get(*index), Some(Some(_)));
    for &(caller, inst) in sites {
        let from = &mut module.functions[caller];
        let operands = from.operands(inst);
        let kept: Vec<Operand> =
            (0..operands.len()).filter(stays).filter_map(|index| operands.get(index).copied()).collect();
        from.set_operands(inst, &kept);
    }
    let data = &mut module.functions[function];
    let body = data.body;
    let params = data.blocks[body].params.clone();
    let kept = |all: &[Value]| -> List<Value> {
        (0..all.len()).filter(stays).filter_map(|index| all.get(index).copied()).collect()
    };
    data.set_params(body, kept(&params));
    data.params =
        (0..data.params.len()).filter(stays).filter_map(|index| data.params.get(index).copied()).collect();
    let same = params.iter().zip(fates).filter_map(|(&param, fate)| match *fate {
        Some(Gone::Same(operand)) => Some((param, operand)),
        _ => None,
    });
    Edits { forward: same.collect(), ..Edits::default() }
}
