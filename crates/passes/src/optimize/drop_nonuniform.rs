//! Drops the mark `nonuniform` from what is the same for all invocations.
//!
//! ```text
//! %i: i32 nonuniform = load @push                              %i: i32 = load @push
//! %p: ptr<opaque, ...> nonuniform = access @textures, %i       %p: ptr<opaque, ...> = access @textures, %i
//! %t: sampled<2d, f32> nonuniform = load %p                    %t: sampled<2d, f32> = load %p
//! ```
//!
//! A device looks up what is marked once for each value among its invocations. Divergence analysis proves values that are computed
//! from constants and uniform memory alone, where all that compute them together get the same: they are dynamically uniform
//! (GLSL 4.60, 3.8.2), and a resource that is chosen by them needs no mark (GL_EXT_nonuniform_qualifier, "Non-uniform Qualifier").
//! Arguments of functions count as varying.
//!
//! NIR: `nir_opt_non_uniform_access`.

use crate::analysis::Analyses;
use crate::analysis::uniformity::Uniformity;
use crate::framework::session::Session;
use vitrum_ir::{Function, Module, Value, ValueDef, ValueFlags};

/// Runs the pass; gives the number of marks that went.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let data = &module.functions[function];
    let is_marked = |value: Value| data.values[value].flags.contains(ValueFlags::NONUNIFORM);
    let mut marked: Vec<Value> = data.values.iter().map(|row| row.0).filter(|&it| is_marked(it)).collect();
    if marked.is_empty() {
        return 0;
    }
    let facts = Analyses::new(module, data);
    let uniformity = Uniformity::without_marks(module, data, facts.nesting(), facts.flow());
    marked.retain(|&value| is_placed(&facts, value) && uniformity.is_uniform(value.into()));
    marked.retain(|_| session.may_change());
    for &value in &marked {
        module.functions[function].values[value].flags.remove(ValueFlags::NONUNIFORM);
    }
    marked.len()
}

/// True if a value is computed somewhere: analyses know nothing of others.
fn is_placed(facts: &Analyses<'_>, value: Value) -> bool {
    match facts.function().values[value].def() {
        ValueDef::Result { inst, .. } => facts.nesting().block(inst).is_some(),
        ValueDef::Param { .. } => true,
    }
}
