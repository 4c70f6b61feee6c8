//! Outputs, cleared where they become undefined: at the start, after a vertex was emitted, when their number was set.

use super::plan::{Memory, Place};
use crate::analysis::memory::{Path, Root, Step};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::safety::workgroup::{FENCE, WORKGROUP, barrier, input, local_index, workgroup_size};
use crate::safety::zeros::{Share, Zeros, clear, each};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use vitrum_ir::types::common;
use vitrum_ir::{
    BuiltIn, Decorations, FunctionData, Global, Inst, Intrinsic, Modes, Module, Op, Operand, Qualifiers,
    Stage, Storage, Type, visit,
};

/// The scope of an invocation, as the memory of a barrier between invocations of a patch.
const INVOCATION: u32 = 4;

/// A way to share an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// Each invocation has its own.
    Own,
    /// An array, of which each invocation owns the element of its number.
    Element,
    /// All invocations of a patch have it in common.
    Patch,
    /// An array of vertices of a mesh.
    Vertices,
    /// An array of primitives of a mesh.
    Primitives,
}

/// An output, or a member of one, that is cleared.
#[derive(Clone, Copy, Debug)]
struct Item {
    global: Global,
    member: Option<u32>,
    /// The element, for arrays of which only some elements are outputs.
    element: Option<u32>,
    sharing: Sharing,
}

/// The outputs that are cleared.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    items: Vec<Item>,
    /// The input that tells the invocations apart.
    index: Option<Global>,
}

/// Chooses the outputs to clear.
pub(super) fn plan(
    module: &mut Module,
    session: &mut Session,
    memory: &Memory,
    zeros: &mut Zeros,
) -> Outputs {
    let mut outputs = Outputs::default();
    if module.entry.is_none() {
        return outputs;
    }
    let emitted = Emitted::of(module);
    let mentions = Mentions::new(module);
    for global in module.global_ids() {
        if module.globals[global].storage != Storage::Output
            || module.globals[global].initializer.is_some_and(|it| !module.is_undefined(it.into()))
        {
            continue;
        }
        for item in items(module, memory, &mentions, global) {
            let place = item.place();
            let is_stored = match module.stage {
                Stage::Geometry => emitted.is_stored(place) && !memory.is_read(module, global),
                Stage::Mesh | Stage::TessControl => false,
                _ => item.element.is_none() && memory.is_stored_first(module, place, true),
            };
            let ty = item.ty(module);
            if !is_stored && zeros.components(module, ty).is_some() && session.may_change() {
                outputs.items.push(item);
            }
        }
    }
    for item in &outputs.items {
        module.globals[item.global].decorations.qualifiers.remove(Qualifiers::UNUSED);
    }
    if !outputs.items.is_empty() {
        outputs.index = match module.stage {
            Stage::TessControl => Some(input(module, BuiltIn::InvocationId, "gl_InvocationID", common::I32)),
            Stage::Mesh => Some(local_index(module)),
            _ => None,
        };
    }
    outputs
}

/// The parts of an output that the shader has: members of a block one by one, since those that are built in are switched on
/// where they are written.
fn items(module: &Module, memory: &Memory, mentions: &Mentions, global: Global) -> Vec<Item> {
    let data = &module.globals[global];
    let sharing = |decorations: &Decorations| sharing_of(module.stage, &data.decorations, decorations);
    let element = module.types.innermost(data.ty);
    if data.block.is_none() {
        let item = Item { global, member: None, element: None, sharing: sharing(&data.decorations) };
        return match data.decorations.builtin {
            _ if is_skipped(&data.decorations) => Vec::new(),
            Some(BuiltIn::FragData | BuiltIn::SecondaryFragData) => mentions
                .parts(global, module.types.length(data.ty).unwrap_or(0))
                .into_iter()
                .map(|element| Item { element: Some(element), ..item })
                .collect(),
            Some(_) if !memory.is_used(global) => Vec::new(),
            _ => vec![item],
        };
    }
    let own = sharing(&data.decorations);
    let is_one = u32::from(!matches!(own, Sharing::Own | Sharing::Patch));
    if module.types.array_depth(data.ty) as u32 > is_one {
        return vec![Item { global, member: None, element: None, sharing: own }];
    }
    let members = module.members(element);
    let mentioned = mentions.parts(global, members.len() as u32);
    let members = (0..).zip(members);
    members
        .filter(|(index, member)| {
            let built_in = member.decorations.builtin.is_some();
            !is_skipped(&member.decorations) && (!built_in || mentioned.binary_search(index).is_ok())
        })
        .map(|(index, member)| Item {
            global,
            member: Some(index),
            element: None,
            sharing: sharing(&member.decorations),
        })
        .collect()
}

/// True for outputs that start with the value of the framebuffer.
fn is_skipped(decorations: &Decorations) -> bool {
    decorations.qualifiers.intersects(Qualifiers::FRAMEBUFFER_FETCH)
        || decorations.builtin.is_some_and(BuiltIn::is_of_framebuffer)
}

fn sharing_of(stage: Stage, whole: &Decorations, part: &Decorations) -> Sharing {
    let has = |qualifier| whole.qualifiers.contains(qualifier) || part.qualifiers.contains(qualifier);
    match stage {
        Stage::TessControl
            if has(Qualifiers::PATCH)
                || matches!(
                    part.builtin,
                    Some(BuiltIn::TessLevelOuter | BuiltIn::TessLevelInner | BuiltIn::BoundingBox)
                ) =>
        {
            Sharing::Patch
        }
        Stage::TessControl => Sharing::Element,
        Stage::Mesh
            if has(Qualifiers::PER_PRIMITIVE)
                || matches!(
                    part.builtin,
                    Some(
                        BuiltIn::PrimitivePointIndices
                            | BuiltIn::PrimitiveLineIndices
                            | BuiltIn::PrimitiveTriangleIndices
                    )
                ) =>
        {
            Sharing::Primitives
        }
        Stage::Mesh if matches!(part.builtin, Some(BuiltIn::PrimitiveCount | BuiltIn::PrimitiveIndices)) => {
            Sharing::Own
        }
        Stage::Mesh => Sharing::Vertices,
        _ => Sharing::Own,
    }
}

/// The parts of outputs that the code mentions: members of a block, or of an array of blocks, and elements of an array.
#[derive(Debug, Default)]
struct Mentions(FxHashMap<Global, Mention>);

#[derive(Debug, Default)]
struct Mention {
    parts: BTreeSet<u32>,
    /// True if the whole is mentioned, or a part that is not known.
    whole: bool,
}

impl Mentions {
    fn new(module: &Module) -> Self {
        let mut mentions = Self::default();
        for function in module.functions.values().filter(|function| function.has_code()) {
            visit::each_in_order(function, |_, inst| {
                if function.op(inst) == Op::Access {
                    return;
                }
                for &operand in function.operands(inst) {
                    let path = Path::resolved(module, function, operand);
                    let Root::Global(global) = path.root else { continue };
                    let data = &module.globals[global];
                    if data.storage != Storage::Output {
                        continue;
                    }
                    let depth = if data.block.is_some() { module.types.array_depth(data.ty) } else { 0 };
                    let mention = mentions.0.entry(global).or_default();
                    match path.steps.get(depth) {
                        Some(&Step::Part(part)) => {
                            mention.parts.insert(part);
                        }
                        Some(Step::Dynamic(_)) | None => mention.whole = true,
                    }
                }
            });
        }
        mentions
    }

    /// The parts below `count` that are mentioned.
    fn parts(&self, global: Global, count: u32) -> Vec<u32> {
        match self.0.get(&global) {
            Some(mention) if mention.whole => (0..count).collect(),
            Some(mention) => mention.parts.range(..count).copied().collect(),
            None => Vec::new(),
        }
    }
}

/// The outputs that are stored as a whole before each vertex is emitted, in the block that emits it.
struct Emitted(Option<FxHashSet<Place>>);

impl Emitted {
    fn of(module: &Module) -> Self {
        let mut always: Option<FxHashSet<Place>> = None;
        if module.stage != Stage::Geometry {
            return Self(None);
        }
        for function in module.functions.values().filter(|function| function.has_code()) {
            let mut stored: FxHashSet<Place> = FxHashSet::default();
            let mut block = function.body;
            visit::each_in_order(function, |at, inst| {
                if at != block || function.control(inst).is_some() || function.callee(inst).is_some() {
                    stored.clear();
                    block = at;
                }
                stored.extend(stored_place(module, function, inst));
                let emits = matches!(
                    function.intrinsic(inst),
                    Some(Intrinsic::EmitVertex | Intrinsic::EmitStreamVertex)
                );
                if emits {
                    let stored = std::mem::take(&mut stored);
                    always = Some(match always.take() {
                        Some(always) => &always & &stored,
                        None => stored,
                    });
                }
            });
        }
        Self(always)
    }

    fn is_stored(&self, place: Place) -> bool {
        self.0.as_ref().is_none_or(|always| always.contains(&place))
    }
}

/// The place that an instruction stores as a whole.
fn stored_place(module: &Module, function: &FunctionData, inst: Inst) -> Option<Place> {
    if function.op(inst) != Op::Store {
        return None;
    }
    let path = Path::resolved(module, function, *function.operands(inst).first()?);
    let Root::Global(global) = path.root else { return None };
    match path.steps[..] {
        [] => Some(Place::Global(global)),
        [Step::Part(part)] if !module.members(module.globals[global].ty).is_empty() => {
            Some(Place::Member(global, part))
        }
        _ => None,
    }
}

impl Item {
    fn place(&self) -> Place {
        match self.member {
            Some(member) => Place::Member(self.global, member),
            None => Place::Global(self.global),
        }
    }

    /// The type of what is cleared at a time.
    fn ty(&self, module: &Module) -> Type {
        let whole = module.globals[self.global].ty;
        let one = match self.sharing {
            Sharing::Own | Sharing::Patch if self.element.is_none() => whole,
            _ => module.types.element(whole).unwrap_or(whole),
        };
        let member = self.member.and_then(|member| module.members(one).get(member as usize));
        member.map_or(one, |member| member.ty)
    }

    /// The address of it, of one element if it has several.
    fn address(&self, rewriter: &mut Rewriter<'_>, element: Option<Operand>) -> Operand {
        let constant = |rewriter: &mut Rewriter<'_>, index: u32| -> Operand {
            rewriter.module.constants.i32(index as i32).into()
        };
        let mut indices: Vec<Operand> = element.into_iter().collect();
        for index in self.element.into_iter().chain(self.member) {
            indices.push(constant(rewriter, index));
        }
        if indices.is_empty() { self.global.into() } else { rewriter.access(self.global, &indices) }
    }
}

impl Outputs {
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// True if there are outputs that become undefined again.
    pub(super) fn resets(&self) -> bool {
        !self.items.is_empty()
    }

    fn with(&self, sharing: Sharing) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.sharing == sharing)
    }

    /// Builds stores to the outputs that an invocation has for itself, and to those of its patch.
    pub(super) fn build_at_start(&self, rewriter: &mut Rewriter<'_>, zeros: &mut Zeros, largest: u64) {
        for item in self.with(Sharing::Own) {
            let place = item.address(rewriter, None);
            clear(rewriter, zeros, place, largest);
        }
        if rewriter.module.execution.modes.contains(Modes::NV_MESH) {
            return self.build_for_nv_mesh(rewriter);
        }
        let Some(index) = self.index.filter(|_| rewriter.module.stage == Stage::TessControl) else { return };
        let index = rewriter.load(index);
        for item in self.with(Sharing::Element) {
            let place = item.address(rewriter, Some(index));
            clear(rewriter, zeros, place, largest);
        }
        if self.with(Sharing::Patch).next().is_none() {
            return;
        }
        let ty = rewriter.ty(index);
        let zero = rewriter.number(ty, 0.0);
        let is_first = rewriter.op(Op::Ieq, &[index, zero]);
        rewriter.if_(
            is_first,
            |rewriter| {
                for item in self.with(Sharing::Patch) {
                    let place = item.address(rewriter, None);
                    clear(rewriter, zeros, place, largest);
                }
            },
            |_| (),
        );
        barrier(rewriter, INVOCATION, 0);
    }

    /// Builds stores to all vertices and primitives that a mesh of `GL_NV_mesh_shader` may have: the number is not known before
    /// its end. The invocations wait, since each may write any output behind that.
    fn build_for_nv_mesh(&self, rewriter: &mut Rewriter<'_>) {
        match rewriter.module.stage {
            Stage::Mesh if !self.items.is_empty() => {
                let execution = &rewriter.module.execution;
                let most = [execution.max_vertices.unwrap_or(0), execution.max_primitives.unwrap_or(0)];
                let counts = most.map(|count| rewriter.module.constants.u32(count).into());
                self.build_for_mesh(rewriter, &counts);
            }
            Stage::Task if !self.items.is_empty() => barrier(rewriter, WORKGROUP, FENCE),
            _ => {}
        }
    }

    /// Builds stores to all vertices and primitives of a mesh, of which `counts` says how many there are.
    pub(super) fn build_for_mesh(&self, rewriter: &mut Rewriter<'_>, counts: &[Operand]) {
        let (Some(index), &[vertices, primitives]) = (self.index, counts) else { return };
        let share = Share { first: rewriter.load(index), step: workgroup_size(rewriter) };
        let execution = &rewriter.module.execution;
        let most = [execution.max_vertices, execution.max_primitives];
        let kinds = [(Sharing::Vertices, vertices, most[0]), (Sharing::Primitives, primitives, most[1])];
        for (sharing, count, most) in kinds {
            if self.with(sharing).next().is_none() {
                continue;
            }
            let count = rewriter.convert(count, common::U32);
            let most = rewriter.module.constants.u32(most.unwrap_or(0)).into();
            let count = rewriter.op(Op::Umin, &[count, most]);
            each(rewriter, count, Some(share), |rewriter, index| {
                for item in self.with(sharing) {
                    let place = item.address(rewriter, Some(index));
                    let ty = rewriter.module.types.pointee(rewriter.ty(place));
                    if let Some(ty) = ty {
                        let zero = rewriter.module.constants.null(ty);
                        rewriter.store(place, zero.into());
                    }
                }
            });
        }
        barrier(rewriter, WORKGROUP, FENCE);
    }
}
