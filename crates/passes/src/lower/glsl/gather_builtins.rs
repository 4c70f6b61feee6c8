//! Gathers built-in variables of vertices and primitives that stand alone into the blocks that GLSL has them in.
//!
//! ```text
//! global @gl_Position: array<vec4<f32>, 3> output builtin(position)    =>  struct # { : vec4<f32> builtin(position) }
//!                                                                          global @: array<#, 3> output block(std140)
//!     %1: ptr<output, f32> = access @gl_Position, %i, 0i32                     %1: ptr<output, f32> = access @, %i, 0i32, 0i32
//! ```
//!
//! Other compilers leave them alone in mesh and tessellation shaders. `rename_glsl_builtins` gives the names.

use super::rename_builtins::block_row;
use crate::framework::rewrite::{Action, Rewriter, rewrite_each};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_glsl::builtins::variables::{BLOCKS, Block, VARIABLES};
use vitrum_ir::edit::remove_globals;
use vitrum_ir::{
    Decorations, Global, GlobalData, Inst, LayoutRule, Member, Module, Name, Op, Operand, Qualifiers,
    Storage, StructData, Type, TypeData, machine, visit,
};

/// True if the target is GLSL, and a variable is to be gathered.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.glsl.is_some() && module.globals.values().any(|data| block_for(module, data).is_some())
}

/// Runs the lowering; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let whole = used_whole(module);
    let mut places: FxHashMap<Global, (Global, u32)> = FxHashMap::default();
    for block in BLOCKS {
        let members = module
            .globals_that(|data| block_for(module, data).is_some_and(|own| own.instance == block.instance));
        let is_there = module.globals.values().any(|data| {
            data.block.is_some()
                && is_builtin_block(module, data)
                && block_row(module, data).is_some_and(|own| own.instance == block.instance)
        });
        let lengths: FxHashSet<Type> = members.iter().map(|&id| module.globals[id].ty).collect();
        let length = |ty: &Type| module.types.length(*ty);
        let is_one_length = lengths.iter().map(length).collect::<FxHashSet<_>>().len() == 1;
        if !members.is_empty() && !is_there && is_one_length && !members.iter().any(|id| whole.contains(id)) {
            let gathered = gather(module, &members);
            places.extend((0..).zip(&members).map(|(at, &member)| (member, (gathered, at))));
        }
    }
    let count = rewrite_each(module, session, |rewriter, inst| redirect(rewriter, inst, &places));
    remove_globals(module, |global| places.contains_key(&global));
    count + places.len()
}

/// The block in which GLSL has a variable that stands alone.
pub(super) fn block_for(module: &Module, data: &GlobalData) -> Option<&'static Block> {
    let builtin = data.decorations.builtin.filter(|_| data.block.is_none())?;
    let is_array = matches!(module.types.get(data.ty), TypeData::Array { .. });
    if !is_array || !machine::is_arrayed(module, data) {
        return None;
    }
    let block = block_row(module, data)?;
    let is_member = VARIABLES.iter().any(|row| row.builtin == builtin && row.group == block.group);
    is_member.then_some(block)
}

fn is_builtin_block(module: &Module, data: &GlobalData) -> bool {
    module.members(module.types.innermost(data.ty)).iter().any(|member| member.decorations.builtin.is_some())
}

/// Globals of which an address is used that is not of an element.
fn used_whole(module: &Module) -> FxHashSet<Global> {
    let mut found = FxHashSet::default();
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            let operands = function.operands(inst);
            let is_apart = function.op(inst) == Op::Access && operands.len() > 1;
            found.extend(operands.iter().filter_map(|operand| operand.global()).filter(|_| !is_apart));
        }
    }
    found
}

/// Adds a block for variables.
fn gather(module: &mut Module, globals: &[Global]) -> Global {
    let mut members = Vec::with_capacity(globals.len());
    let mut whole = None;
    let mut is_declared = false;
    for &id in globals {
        let data = module.globals[id].clone();
        let mut decorations = data.decorations;
        is_declared |= decorations.qualifiers.contains(Qualifiers::REDECLARED);
        decorations.qualifiers.remove(Qualifiers::REDECLARED);
        let ty = module.types.element(data.ty).unwrap_or(data.ty);
        members.push(Member {
            name: data.name,
            ty,
            precision: data.precision,
            decorations,
            origin: data.origin,
        });
        whole.get_or_insert((data.ty, data.storage));
    }
    let id = module.structs.alloc(StructData::new(Name::EMPTY, members));
    let element = module.types.intern(TypeData::Struct(id));
    let (array, storage) = whole.unwrap_or((element, Storage::Output));
    let length = module.types.length(array).unwrap_or(1);
    let ty = module.types.array(element, length);
    let global = module.add_global("", ty, storage);
    let data = &mut module.globals[global];
    data.block = Some(LayoutRule::Std140);
    data.decorations = Decorations::default();
    if is_declared {
        data.decorations.qualifiers.insert(Qualifiers::REDECLARED);
    }
    global
}

/// Puts the index of the member behind that of the vertex.
fn redirect(rewriter: &mut Rewriter<'_>, inst: Inst, places: &FxHashMap<Global, (Global, u32)>) -> Action {
    if rewriter.function.op(inst) != Op::Access {
        return Action::Keep;
    }
    let operands = rewriter.function.operands(inst);
    let [base, vertex, rest @ ..] = operands else { return Action::Keep };
    let Some(&(block, member)) = base.global().and_then(|global| places.get(&global)) else {
        return Action::Keep;
    };
    let mut all: Vec<Operand> = vec![block.into(), *vertex];
    let rest = rest.to_vec();
    all.push(rewriter.module.constants.i32(member as i32).into());
    all.extend(rest);
    rewriter.function.set_operands(inst, &all);
    Action::Keep
}
