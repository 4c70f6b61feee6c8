//! Combines loads and stores of machines that lie one behind the other.
//!
//! ```text
//! %0: f32 = intrinsic.load_storage 0u32, %a, 16u32, 0u32
//! %1: u32 = iadd %a, 4u32
//! %2: vec2<f32> = intrinsic.load_storage 0u32, %1, 4u32, 0u32
//! =>
//! %0: vec3<f32> = intrinsic.load_storage 0u32, %a, 16u32, 0u32
//! %1: f32 = swizzle.x %0
//! %2: vec2<f32> = swizzle.yz %0
//! ```
//!
//! Of one block, accesses of the same memory are combined whose known distance is that of their components, in order of the
//! text: loads at the first of them, stores at the last. Components have the same width; a number of another kind is the same
//! bits. Nothing in between may write what is loaded, or look at what is stored. Inputs and outputs by slot are combined with
//! `slots`. An access of volatile memory stays.
//!
//! Mesa calls this `nir_opt_load_store_vectorize`.

mod groups;

use super::emit;
use super::pieces::Piece;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use groups::{Group, Member, find};
use rustc_hash::FxHashMap;
use vitrum_ir::{Inst, Module, Op, Operand, Precision, Scalar, Swizzle, Type};

/// Options of `vectorize_memory`.
#[derive(Clone, Copy, Debug)]
pub struct VectorizeMemory {
    /// The most bytes of an access.
    pub bytes: u32,
    /// True if an access has as many components as a power of two.
    pub powers: bool,
    /// True if an access is aligned to its size, rounded up to a power of two.
    pub natural: bool,
    /// True if memory is accessed so, and inputs and outputs.
    pub memory: bool,
    /// True if inputs and outputs are accessed so.
    pub slots: bool,
}

impl Default for VectorizeMemory {
    fn default() -> Self {
        Self { bytes: 16, powers: false, natural: true, memory: true, slots: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[
    PassOption { name: "bytes", values: "8|16|32", summary: "the most bytes of an access", set: set_bytes },
    PassOption {
        name: "alignment",
        values: "natural|component",
        summary: "the alignment of an access: its size, or that of a component",
        set: |options, text| choose(options, text, ["component", "natural"], |it, value| it.natural = value),
    },
    PassOption {
        name: "components",
        values: "any|powers",
        summary: "the number of components: any, or a power of two",
        set: |options, text| choose(options, text, ["any", "powers"], |it, value| it.powers = value),
    },
    PassOption {
        name: "accesses",
        values: "all|memory|slots",
        summary: "accesses that are combined: of memory, or of inputs and outputs",
        set: set_accesses,
    },
];

fn set_bytes(options: &mut PassOptions, text: &str) -> Option<()> {
    let bytes = text.parse().ok().filter(|bytes| [8, 16, 32].contains(bytes))?;
    options.change(|it: &mut VectorizeMemory| it.bytes = bytes);
    Some(())
}

fn set_accesses(options: &mut PassOptions, text: &str) -> Option<()> {
    let (memory, slots) = match text {
        "all" => (true, true),
        "memory" => (true, false),
        "slots" => (false, true),
        _ => return None,
    };
    options.change(|it: &mut VectorizeMemory| (it.memory, it.slots) = (memory, slots));
    Some(())
}

/// Sets a choice between two words.
fn choose(
    options: &mut PassOptions,
    text: &str,
    words: [&str; 2],
    set: fn(&mut VectorizeMemory, bool),
) -> Option<()> {
    let value = words.iter().position(|&word| word == text)? == 1;
    options.change(|it: &mut VectorizeMemory| set(it, value));
    Some(())
}

/// Combines the accesses of all functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options: VectorizeMemory = session.settings().options.get();
    let mut changes = 0;
    for id in module.code_ids() {
        let mut groups = find(module, id, &options);
        if groups.is_empty() {
            continue;
        }
        groups.retain(|_| session.may_change());
        let mut at: FxHashMap<Inst, usize> = FxHashMap::default();
        for (number, group) in groups.iter().enumerate() {
            at.extend(group.members.iter().map(|member| (member.inst, number)));
        }
        changes += rewrite_in(module, id, session, |rewriter, inst| {
            match at.get(&inst).and_then(|&number| groups.get(number)) {
                Some(group) if group.is_store => store(rewriter, inst, group),
                Some(group) => load(rewriter, inst, group),
                None => Action::Keep,
            }
        });
    }
    changes
}

/// The first load becomes that of all, and each result a part of it.
fn load(rewriter: &mut Rewriter<'_>, inst: Inst, group: &Group) -> Action {
    let is_first = group.members.iter().all(|member| !member.is_before(inst, group));
    if !is_first {
        // Its result was forwarded at the first.
        rewriter.changes += 1;
        return Action::Remove;
    }
    let scalar = group.scalar;
    let ty = rewriter.module_mut().types.vector(scalar, group.count);
    let precision = group.members.iter().filter_map(|member| {
        let result = rewriter.function().result(member.inst)?;
        Some(rewriter.function().values[result].precision)
    });
    let precision = precision.reduce(crate::optimize::precision::fuller).unwrap_or(Precision::None);
    // The operands of the lowest one may be built behind this one: those of this one are adjusted.
    let Some(own) = Piece::of(rewriter, inst) else { return Action::Keep };
    let operands = group.operands(rewriter, &own, inst);
    let whole = emit::value(rewriter, own.intrinsic, &operands, (ty, precision));
    for member in &group.members {
        let Some(result) = rewriter.function().result(member.inst) else { continue };
        let part = part(rewriter, whole, member, (scalar, precision));
        let wanted = rewriter.function().values[result].ty;
        let part = cast(rewriter, part, wanted, rewriter.function().values[result].precision);
        rewriter.forward(result, part);
    }
    Action::Remove
}

/// The components of a member.
fn part(
    rewriter: &mut Rewriter<'_>,
    whole: Operand,
    member: &Member,
    (scalar, precision): (Scalar, Precision),
) -> Operand {
    if member.count == 1 {
        return emit::component(rewriter, whole, member.first);
    }
    let components: Vec<u32> = (member.first..member.first + member.count).collect();
    let ty = rewriter.module_mut().types.vector(scalar, member.count);
    match Swizzle::new(&components) {
        Some(swizzle) => rewriter.push(Op::Swizzle, &[whole], swizzle.bits(), ty, precision),
        None => whole,
    }
}

fn cast(rewriter: &mut Rewriter<'_>, value: Operand, ty: Type, precision: Precision) -> Operand {
    if rewriter.ty(value) == ty { value } else { rewriter.push(Op::Bitcast, &[value], 0, ty, precision) }
}

/// The last store becomes that of all.
fn store(rewriter: &mut Rewriter<'_>, inst: Inst, group: &Group) -> Action {
    let is_last = group.members.iter().all(|member| member.inst == inst || member.is_before(inst, group));
    if !is_last {
        rewriter.changes += 1;
        return Action::Remove;
    }
    let mut members: Vec<&Member> = group.members.iter().collect();
    members.sort_unstable_by_key(|member| member.first);
    let mut components = Vec::with_capacity(group.count as usize);
    let mut precision = Precision::None;
    for member in members {
        let Some(&value) = rewriter.function().operands(member.inst).first() else { return Action::Keep };
        let value = rewriter.resolve(value);
        let own = rewriter.precision(value);
        precision = crate::optimize::precision::fuller(precision, own);
        let ty = rewriter.module_mut().types.vector(group.scalar, member.count);
        let value = cast(rewriter, value, ty, own);
        components.extend((0..member.count).map(|index| emit::component(rewriter, value, index)));
    }
    let ty = rewriter.module_mut().types.vector(group.scalar, group.count);
    let whole = emit::vector(rewriter, &components, (ty, precision));
    let Some(own) = Piece::of(rewriter, inst) else { return Action::Keep };
    let mut operands = group.operands(rewriter, &own, inst);
    let mask = emit::number(rewriter, (1 << group.count) - 1);
    let mask_at = own.mask_position();
    for (position, operand) in [(Some(0), whole), (mask_at, mask)] {
        if let Some(slot) = position.and_then(|at| operands.get_mut(at)) {
            *slot = operand;
        }
    }
    emit::effect(rewriter, own.intrinsic, &operands);
    Action::Remove
}
