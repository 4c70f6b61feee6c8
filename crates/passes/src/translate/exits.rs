//! Changes of `gl_Position` where it leaves the stage: at the returns of the entry point, at every vertex that a geometry shader
//! emits, and at every store of a mesh shader, which cannot read its outputs.

use crate::framework::rewrite::{Action, Rewriter, insert_at_returns, rewrite_each, rewrite_in};
use crate::framework::session::Session;
use crate::lower::paths::{Path, Paths};
use vitrum_ir::{
    BuiltIn, Global, GlobalData, Inst, Intrinsic, Member, Module, Op, Operand, Span, Stage, Storage,
    TypeData, types::common, visit,
};

/// Makes another position of one.
pub(super) type Change<'c> = &'c mut dyn FnMut(&mut Rewriter<'_>, Operand) -> Operand;

/// Stages whose positions may reach the rasteriser.
pub(super) const STAGES: [Stage; 4] = [Stage::Vertex, Stage::TessEvaluation, Stage::Geometry, Stage::Mesh];

/// The variable of the position, and the member if it is part of a block; in a mesh shader, of the block of a vertex.
fn find_position(module: &Module) -> Option<(Global, Option<u32>)> {
    if module.stage != Stage::Mesh {
        return module.find_builtin(Storage::Output, BuiltIn::Position);
    }
    let is_position = |builtin| builtin == Some(BuiltIn::Position);
    module.globals.iter().filter(|(_, data)| data.storage == Storage::Output).find_map(|(id, data)| {
        if is_position(data.decorations.builtin) {
            return Some((id, None));
        }
        let mut members = (0..).zip(module.members(module.types.element(data.ty)?));
        let (member, _) = members.find(|(_, member)| is_position(member.decorations.builtin))?;
        Some((id, Some(member)))
    })
}

/// True if the stage writes a position that may reach the rasteriser.
pub(super) fn has_position(module: &Module) -> bool {
    if has_positions_of_views(module) {
        return true;
    }
    let Some((global, member)) = find_position(module) else { return false };
    STAGES.contains(&module.stage)
        && module.functions.values().any(|function| {
            let insts = visit::insts(function);
            insts.into_iter().any(|(_, inst)| {
                let operands = function.operands(inst);
                let depth = if module.stage == Stage::Mesh { 2 } else { 1 };
                let is_other = member.is_some_and(|member| {
                    let chosen = operands.get(depth).and_then(|&index| module.constant_index(index));
                    function.op(inst) == Op::Access && chosen.is_some_and(|chosen| chosen != member)
                });
                operands.iter().any(|operand| operand.global() == Some(global)) && !is_other
            })
        })
}

/// True if the stage has a position for each view.
fn has_positions_of_views(module: &Module) -> bool {
    let is_it = |member: &Member| member.decorations.builtin == Some(BuiltIn::PositionPerView);
    let of_mesh = |data: &GlobalData| module.members(module.types.innermost(data.ty)).iter().any(is_it);
    STAGES.contains(&module.stage)
        && (module.find_builtin(Storage::Output, BuiltIn::PositionPerView).is_some()
            || module.stage == Stage::Mesh && module.globals.values().any(of_mesh))
}

/// Changes every position that leaves the stage; gives the number of places.
pub(super) fn change_position(module: &mut Module, session: &mut Session, change: Change<'_>) -> usize {
    if has_positions_of_views(module) {
        let span = module.entry.map(|entry| module.functions[entry].origin.span).unwrap_or_default();
        session.refuse(span, "the shader has positions for each view, expected one for all");
        return 0;
    }
    if !has_position(module) {
        return 0;
    }
    match module.stage {
        Stage::Vertex | Stage::TessEvaluation => {
            let Some(entry) = module.entry else { return 0 };
            insert_at_returns(module, entry, session, |rewriter| {
                if let Some(position) = rewriter.builtin(Storage::Output, BuiltIn::Position) {
                    rewriter.update(position, |rewriter, value| change(rewriter, value));
                }
            })
        }
        Stage::Geometry => change_emitted(module, session, change),
        Stage::Mesh => change_stored(module, session, change),
        _ => 0,
    }
}

/// Changes the position for the time of an emission: what it is behind that, GLSL leaves open, and shaders rely on the old value.
fn change_emitted(module: &mut Module, session: &mut Session, change: Change<'_>) -> usize {
    let mut count = 0;
    rewrite_each(module, session, |rewriter, inst| {
        let intrinsic = rewriter.function().intrinsic(inst);
        if !matches!(intrinsic, Some(Intrinsic::EmitVertex | Intrinsic::EmitStreamVertex)) {
            return Action::Keep;
        }
        let Some(position) = rewriter.builtin(Storage::Output, BuiltIn::Position) else {
            return Action::Keep;
        };
        let old = rewriter.load(position);
        let new = change(rewriter, old);
        rewriter.store(position, new);
        let action = rewriter.keep(inst);
        rewriter.store(position, old);
        count += 1;
        action
    });
    count
}

/// The positions of a mesh shader.
struct MeshPositions {
    global: Global,
    /// The member of the block of a vertex, if they are in one.
    member: Option<u32>,
    /// Copies that can be read, if components are written by themselves.
    copies: Option<Global>,
}

/// The part of a vertex that a store writes.
enum Stored {
    /// The block of the vertex.
    Block,
    /// The position.
    Whole,
    /// A component of it.
    Component(Operand),
}

impl MeshPositions {
    /// The vertex and the part of it that a path leads to; `None` for other parts.
    fn part(&self, module: &Module, path: &Path) -> Option<(Operand, Stored)> {
        let (&vertex, mut rest) = path.indices.split_first()?;
        if let Some(member) = self.member {
            let Some((&first, behind)) = rest.split_first() else { return Some((vertex, Stored::Block)) };
            if module.constant_index(first) != Some(member) {
                return None;
            }
            rest = behind;
        }
        let component = rest.first().map(|&index| Stored::Component(index));
        Some((vertex, component.unwrap_or(Stored::Whole)))
    }
}

/// True if a mesh shader writes components of a position by themselves.
fn writes_components(module: &Module, positions: &MeshPositions) -> bool {
    module.functions.values().any(|function| {
        let mut paths = Paths::default();
        visit::insts(function).into_iter().any(|(_, inst)| {
            let is_it = |other| other == positions.global;
            if paths.learn(function, inst, is_it).is_some() {
                return false;
            }
            let first = function.operands(inst).first();
            let path = first.and_then(|&pointer| paths.of(pointer, is_it));
            let part = path.and_then(|path| positions.part(module, &path)).map(|row| row.1);
            match function.op(inst) {
                Op::Store => matches!(part, Some(Stored::Component(_))),
                Op::StoreSwizzle => part.is_some(),
                _ => false,
            }
        })
    })
}

fn change_stored(module: &mut Module, session: &mut Session, change: Change<'_>) -> usize {
    let Some((global, member)) = find_position(module) else { return 0 };
    let mut positions = MeshPositions { global, member, copies: None };
    if writes_components(module, &positions)
        && let TypeData::Array { length, .. } = module.types.get(module.globals[global].ty)
    {
        let ty = module.types.intern(TypeData::Array { element: common::VEC4, length });
        positions.copies = Some(module.add_global("mesh_positions", ty, Storage::Private));
    }
    let (mut count, mut missed) = (0, None);
    for id in module.code_ids() {
        let mut paths = Paths::default();
        let each = |rewriter: &mut Rewriter<'_>, inst: Inst| {
            let is_it = |other| other == global;
            if paths.learn(rewriter.function(), inst, is_it).is_some() {
                return Action::Keep;
            }
            let operands = rewriter.function().operands(inst).to_vec();
            let Some(path) = operands.iter().find_map(|&operand| paths.of(operand, is_it)) else {
                return Action::Keep;
            };
            let place = positions.part(rewriter.module(), &path);
            let is_store = matches!(rewriter.function().op(inst), Op::Store | Op::StoreSwizzle);
            match (place, operands.get(1)) {
                (Some((vertex, stored)), Some(&value)) if is_store => {
                    count += 1;
                    store(rewriter, &positions, inst, (vertex, stored, value), change)
                }
                (None, _) if !path.indices.is_empty() => Action::Keep,
                // The array as a whole, or an address that is passed on.
                _ => {
                    missed.get_or_insert(rewriter.function().insts[inst].span());
                    Action::Keep
                }
            }
        };
        rewrite_in(module, id, session, each);
    }
    refuse_passed(session, missed);
    count
}

fn refuse_passed(session: &mut Session, span: Option<Span>) {
    if let Some(span) = span {
        session.refuse(
            span,
            "the position of a mesh shader is read or passed on by its address, expected stores of it",
        );
    }
}

/// Builds the store of a changed position in the place of another.
fn store(
    rewriter: &mut Rewriter<'_>,
    positions: &MeshPositions,
    inst: Inst,
    (vertex, stored, value): (Operand, Stored, Operand),
    change: Change<'_>,
) -> Action {
    let is_swizzle = rewriter.function().op(inst) == Op::StoreSwizzle;
    match (stored, positions.copies) {
        (Stored::Block, copies) => {
            let member = positions.member.unwrap_or(0);
            let old = rewriter.op_imm(Op::Extract, &[value], member);
            keep_copy(rewriter, copies, vertex, old);
            let new = change(rewriter, old);
            let value = rewriter.op_imm(Op::Insert, &[value, new], member);
            rewriter.set_operand(inst, 1, value);
            Action::Keep
        }
        (Stored::Whole, copies) if !is_swizzle => {
            keep_copy(rewriter, copies, vertex, value);
            let new = change(rewriter, value);
            rewriter.set_operand(inst, 1, new);
            Action::Keep
        }
        (_, None) => Action::Keep,
        (stored, Some(copies)) => {
            let copy = rewriter.access(copies, &[vertex]);
            match stored {
                Stored::Component(index) => {
                    let component = rewriter.access(copy, &[index]);
                    rewriter.store(component, value);
                }
                _ => {
                    let imm = rewriter.function().insts[inst].imm;
                    rewriter.push_effect(Op::StoreSwizzle, &[copy, value], imm);
                }
            }
            let old = rewriter.load(copy);
            let new = change(rewriter, old);
            let member = positions.member.map(|member| rewriter.module_mut().constants.i32(member as i32));
            let path: Vec<Operand> = [vertex].into_iter().chain(member.map(Operand::from)).collect();
            let position = rewriter.access(positions.global, &path);
            rewriter.store(position, new);
            Action::Remove
        }
    }
}

fn keep_copy(rewriter: &mut Rewriter<'_>, copies: Option<Global>, vertex: Operand, value: Operand) {
    if let Some(copies) = copies {
        let copy = rewriter.access(copies, &[vertex]);
        rewriter.store(copy, value);
    }
}
