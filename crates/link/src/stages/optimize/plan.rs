//! The changes of two stages: what becomes of each component of each varying between them.

use super::leaves::{self, Leaf};
use super::uniforms::Reachable;
use super::usage::{self, Asked, StorePlace, Usage};
use super::values::Origin;
use super::{CrossStage, StageRules};
use crate::stages::Place;
use crate::stages::declared::{Declared, StageDeclarations};
use crate::stages::varyings;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{Decorations, Global, Interpolation, Modes, Precision, Qualifiers, Scalar, Stage, Storage};
use vitrum_passes::location_count;

/// The source of a component of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Nothing reads it.
    Unread,
    /// It is always this constant, by its bits.
    Constant(Scalar, u64),
    /// It is always this part of a uniform of the stage before.
    Uniform(Global, Vec<u32>),
    /// A component of a leaf of a varying, by their positions: its own, or one that is always equal.
    Varying(usize, usize, u32),
}

/// A leaf of a varying with the sources of its components.
pub(super) struct LeafPlan {
    pub(super) output: Leaf,
    /// The leaf of the input, which may have fewer components.
    pub(super) input: Leaf,
    pub(super) sources: Vec<Source>,
    /// The components that stay, in order.
    pub(super) kept: Vec<u32>,
}

/// The change of the variables of a varying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// They stay as they are.
    Same,
    /// The output becomes private. The input goes.
    Gone,
    /// Each leaf that has components left becomes a variable with these.
    Split,
}

/// An output and the input that it reaches.
pub(super) struct Varying {
    pub(super) output: Global,
    pub(super) input: Option<Global>,
    /// True if the first index of the output or the input is that of a vertex.
    pub(super) arrayed: (bool, bool),
    pub(super) shape: Shape,
    /// True if loads of the input are replaced by the sources of its components.
    pub(super) is_replaced: bool,
    pub(super) leaves: Vec<LeafPlan>,
}

/// The changes of two stages.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) varyings: Vec<Varying>,
    /// Inputs that nothing uses.
    pub(super) unused: FxHashSet<Global>,
    /// Uniforms of the first stage that the second reads instead.
    pub(super) uniforms: FxHashSet<Global>,
    /// The number of changes.
    pub(super) changes: usize,
}

/// Facts about a varying.
struct Facts<'a> {
    output: Declared<'a>,
    input: Option<Declared<'a>>,
    written: Usage,
    read: Option<Usage>,
    outputs: Vec<Leaf>,
    inputs: Vec<Leaf>,
    /// True if the output stays as it is.
    stays: bool,
    /// True if the reads of the input stay as they are.
    is_fixed: bool,
}

impl Plan {
    pub(super) fn new(
        before: &StageDeclarations<'_>,
        after: &StageDeclarations<'_>,
        rules: &StageRules,
        options: &CrossStage<'_>,
        reachable: &Reachable,
    ) -> Self {
        let Some(all) = facts(before, after, rules, options) else { return Self::default() };
        let mut plan = Self::default();
        let mut sources: Vec<Vec<Vec<Source>>> =
            all.iter().enumerate().map(|(index, facts)| facts.sources(index, reachable)).collect();
        share_equal(&all, &mut sources);
        for (facts, sources) in all.iter().zip(sources) {
            plan.add(facts, sources, options);
        }
        let paired: FxHashSet<Global> =
            all.iter().filter_map(|facts| facts.input.as_ref().map(|it| it.global)).collect();
        let unused = after
            .user(&[Storage::Input])
            .filter(|input| !paired.contains(&input.global) && !input.is_used() && !is_per_sample(input));
        plan.unused.extend(unused.map(|input| input.global));
        plan.changes += plan.unused.len();
        plan
    }

    fn add(&mut self, facts: &Facts<'_>, sources: Vec<Vec<Source>>, options: &CrossStage<'_>) {
        let is_kept = |source: &Source| matches!(source, Source::Varying(..));
        let position = self.varyings.len();
        let is_own = |leaf: usize, component: usize, source: &Source| {
            *source == Source::Varying(position, leaf, component as u32)
        };
        let mut leaves = Vec::new();
        for (index, sources) in sources.into_iter().enumerate() {
            let (Some(output), Some(input)) = (facts.outputs.get(index), facts.inputs.get(index)) else {
                break;
            };
            let is_indexed = facts.is_indexed(index);
            let own = sources.iter().enumerate().filter(|row| is_own(index, row.0, row.1));
            let kept = match is_indexed && sources.iter().any(is_kept) {
                true => (0..output.size).collect(),
                false => own.map(|row| row.0 as u32).collect(),
            };
            leaves.push(LeafPlan { output: output.clone(), input: input.clone(), sources, kept });
        }
        let is_read = match (&facts.input, facts.is_fixed) {
            (None, _) => false,
            (Some(input), true) => input.is_used() || is_per_sample(input),
            (Some(_), false) => leaves.iter().any(|leaf| !leaf.kept.is_empty()),
        };
        let is_elsewhere = |(index, leaf): (usize, &LeafPlan)| {
            let mut sources = leaf.sources.iter().enumerate();
            sources.any(|row| *row.1 != Source::Unread && !is_own(index, row.0, row.1))
        };
        let is_replaced = !facts.is_fixed && leaves.iter().enumerate().any(is_elsewhere);
        let is_trimmed = leaves.iter().any(|leaf| leaf.kept.len() < leaf.output.size as usize);
        let may_pack = options.pack
            && leaves.len() > 1
            && leaves.iter().any(|leaf| leaf.output.size < 4 && is_packed(leaf.output.scalar));
        let may_split = !facts.stays && !facts.is_fixed && facts.written.is_split;
        let shape = match is_read {
            false if !facts.stays && facts.written.is_plain => Shape::Gone,
            true if may_split && (is_trimmed || may_pack) => Shape::Split,
            _ => Shape::Same,
        };
        let goes = !is_read && facts.input.as_ref().is_some_and(|input| !is_per_sample(input));
        let is_replaced = is_replaced || shape == Shape::Split || goes;
        let input = facts.input.as_ref().map(|input| input.global);
        if goes {
            self.unused.extend(input);
        }
        self.changes += usize::from(shape != Shape::Same) + usize::from(is_replaced);
        for source in leaves.iter().flat_map(|leaf| &leaf.sources).filter(|_| is_replaced) {
            if let Source::Uniform(global, _) = source {
                self.uniforms.insert(*global);
            }
        }
        let is_array = |of: &Declared<'_>| of.ty != of.data().ty;
        self.varyings.push(Varying {
            output: facts.output.global,
            input,
            arrayed: (is_array(&facts.output), facts.input.as_ref().is_some_and(is_array)),
            shape,
            is_replaced,
            leaves,
        });
    }
}

/// True if scalars of this type share locations with others.
pub(super) fn is_packed(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::I32 | Scalar::U32)
}

/// The varyings between two stages; none if their interfaces do not match.
fn facts<'a>(
    before: &'a StageDeclarations<'_>,
    after: &'a StageDeclarations<'_>,
    rules: &StageRules,
    options: &CrossStage<'_>,
) -> Option<Vec<Facts<'a>>> {
    let reached = pairs(before, after, rules)?;
    let outputs: Vec<Declared<'_>> = before.user(&[Storage::Output]).collect();
    let inputs: Vec<Declared<'_>> = after.user(&[Storage::Input]).collect();
    let of = |all: &[Declared<'_>]| -> FxHashMap<Global, Vec<Leaf>> {
        all.iter().map(|it| (it.global, leaves::of(it).unwrap_or_default())).collect()
    };
    let (out_leaves, in_leaves) = (of(&outputs), of(&inputs));
    let asked = |all: &'_ [Declared<'_>], leaves: &'_ FxHashMap<Global, Vec<Leaf>>| {
        all.iter().map(|it| (it.global, (leaves[&it.global].clone(), it.ty != it.data().ty))).collect()
    };
    let usage_of = |stage: &StageDeclarations<'_>, rows: FxHashMap<Global, (Vec<Leaf>, bool)>| {
        let asked: Asked<'_> = rows.iter().map(|(&id, row)| (id, (row.0.as_slice(), row.1))).collect();
        usage::of(stage.module, &asked)
    };
    let written = usage_of(before, asked(&outputs, &out_leaves));
    let read = usage_of(after, asked(&inputs, &in_leaves));
    let unmatched: Vec<&Declared<'_>> =
        inputs.iter().filter(|input| !reached.iter().any(|row| row.1 == input.global)).collect();
    let mut all = Vec::new();
    for output in outputs {
        let partner = reached.iter().find(|row| row.0 == output.global).map(|row| row.1);
        let input = inputs.iter().find(|input| Some(input.global) == partner).cloned();
        let leaves_of = |of: &Declared<'_>| in_leaves.get(&of.global).cloned().unwrap_or_default();
        let mut facts = Facts {
            written: written.get(&output.global)?.clone(),
            read: input.as_ref().and_then(|input| read.get(&input.global).cloned()),
            outputs: out_leaves.get(&output.global).cloned().unwrap_or_default(),
            inputs: input.as_ref().map(leaves_of).unwrap_or_default(),
            stays: false,
            is_fixed: false,
            output,
            input,
        };
        facts.stays = facts.is_seen_elsewhere(options) || unmatched.iter().any(|it| facts.may_reach(it));
        facts.is_fixed = facts.reads_stay();
        all.push(facts);
    }
    Some(all)
}

/// Outputs with the inputs that they reach; none if the interfaces do not match, or an output reaches two.
pub(super) fn pairs(
    before: &StageDeclarations<'_>,
    after: &StageDeclarations<'_>,
    rules: &StageRules,
) -> Option<Vec<(Global, Global)>> {
    let mut groups: Vec<Vec<Place>> = Vec::new();
    let mut faults = Vec::new();
    varyings::check(before, after, rules.scope(), &mut groups, &mut faults);
    let pairs: Vec<(Global, Global)> = groups
        .iter()
        .filter_map(|group| match group[..] {
            [(_, output), (_, input)] => Some((output, input)),
            _ => None,
        })
        .collect();
    let outputs: FxHashSet<Global> = pairs.iter().map(|row| row.0).collect();
    (faults.is_empty() && outputs.len() == pairs.len()).then_some(pairs)
}

/// True if an input has its stage executed for each sample, read or not.
fn is_per_sample(input: &Declared<'_>) -> bool {
    let is_sample = |it: &Decorations| it.qualifiers.contains(Qualifiers::SAMPLE);
    input.of.stage == Stage::Fragment
        && (is_sample(&input.decorations)
            || input.members().iter().any(|member| is_sample(&member.decorations)))
}

impl Facts<'_> {
    /// True if more than the next stage sees the output.
    fn is_seen_elsewhere(&self, options: &CrossStage<'_>) -> bool {
        let output = &self.output;
        let is_said = |it: &Decorations| {
            let numbers = [it.xfb_buffer, it.xfb_stride, it.xfb_offset, it.offset, it.stream, it.spirv];
            numbers.iter().any(Option::is_some)
        };
        let is_named = |member: &str| {
            let rest = member.strip_prefix(output.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        // Other invocations read these.
        let is_shared = matches!(output.of.stage, Stage::TessControl | Stage::Mesh);
        is_said(&output.decorations)
            || output.members().iter().any(|member| is_said(&member.decorations))
            || output.module().execution.modes.contains(Modes::XFB)
            || options.captured.iter().any(|name| is_named(name))
            || output.members().iter().any(|member| {
                output.data().name.is_empty()
                    && options.captured.contains(&output.module().names.get(member.name))
            })
            || output.data().initializer.is_some()
            // The struct of a private variable has no qualifiers of interfaces.
            || self.written.is_block_value
            || self.has_qualified_parts()
            || is_shared && self.written.is_loaded
    }

    /// True if members of structs within the output have qualifiers.
    fn has_qualified_parts(&self) -> bool {
        let (output, module) = (&self.output, self.output.module());
        let mut open = vec![output.ty];
        let mut known = FxHashSet::default();
        while let Some(ty) = open.pop() {
            let inner = module.types.innermost(ty);
            if !known.insert(inner) {
                continue;
            }
            let is_block = output.block.is_some() && inner == module.types.innermost(output.ty);
            for member in module.members(inner) {
                if !is_block && member.decorations != Decorations::default() {
                    return true;
                }
                open.push(member.ty);
            }
        }
        false
    }

    /// True if an input that no output matches lies in the locations of this one.
    fn may_reach(&self, input: &Declared<'_>) -> bool {
        let range = |of: &Declared<'_>| {
            let start = of.decorations.location?;
            Some(start..start.saturating_add(location_count(of.module(), of.ty, false)))
        };
        let is_overlap =
            |a: std::ops::Range<u32>, b: std::ops::Range<u32>| a.start < b.end && b.start < a.end;
        match (range(&self.output), range(input)) {
            (Some(a), Some(b)) => is_overlap(a, b),
            _ => false,
        }
    }

    /// True if reads of the input cannot be replaced.
    fn reads_stay(&self) -> bool {
        let (Some(input), Some(read)) = (&self.input, &self.read) else { return false };
        let is_matched = self.outputs.len() == self.inputs.len()
            && self.outputs.iter().zip(&self.inputs).all(|(output, input)| {
                output.path == input.path && output.scalar == input.scalar && output.size >= input.size
            });
        let is_known = [&input.decorations, &self.output.decorations].iter().all(|it| it.spirv.is_none());
        !is_matched || !is_known || !read.is_split || is_per_sample(input)
    }

    /// True if a component of a leaf is chosen by a value.
    fn is_indexed(&self, leaf: usize) -> bool {
        let indexed = |usage: &Usage| usage.leaves.get(leaf).is_some_and(|it| it.is_indexed);
        indexed(&self.written) || self.read.as_ref().is_some_and(indexed)
    }

    /// The sources of the components of the input.
    fn sources(&self, position: usize, reachable: &Reachable) -> Vec<Vec<Source>> {
        let Some(read) = self.read.as_ref().filter(|_| !self.is_fixed) else { return Vec::new() };
        let component = |leaf: usize, index: u32| {
            let found = &read.leaves[leaf];
            if found.read & 1 << index == 0 {
                return Source::Unread;
            }
            let own = Source::Varying(position, leaf, index);
            if found.is_indexed || !self.written.is_split || self.output.data().initializer.is_some() {
                return own;
            }
            let stores = self.written.leaves[leaf].stores.get(index as usize);
            match one_origin(stores.map_or(&[], Vec::as_slice)) {
                // A value that is never written is undefined.
                None => Source::Constant(self.outputs[leaf].scalar, 0),
                Some(Origin::Constant(scalar, bits))
                    if *scalar == self.outputs[leaf].scalar && self.may_be(leaf, *scalar, *bits) =>
                {
                    Source::Constant(*scalar, *bits)
                }
                Some(Origin::Uniform(global, path)) if reachable.contains(*global) => {
                    Source::Uniform(*global, path.clone())
                }
                Some(_) => own,
            }
        };
        let leaf = |(index, leaf): (usize, &Leaf)| (0..leaf.size).map(|it| component(index, it)).collect();
        self.inputs.iter().enumerate().map(leaf).collect()
    }

    /// True if a constant is the same behind interpolation: a number that is not finite is not.
    fn may_be(&self, leaf: usize, scalar: Scalar, bits: u64) -> bool {
        let is_finite = match scalar {
            Scalar::F32 => f32::from_bits(bits as u32).is_finite(),
            Scalar::F64 => f64::from_bits(bits).is_finite(),
            Scalar::F16 => bits & 0x7c00 != 0x7c00,
            _ => true,
        };
        let is_fragment = self.input.as_ref().is_some_and(|input| input.of.stage == Stage::Fragment);
        let how = self.inputs.get(leaf).and_then(|leaf| leaf.decorations.interpolation);
        let is_interpolated = is_fragment
            && !matches!(how, Some(Interpolation::Flat | Interpolation::PerVertex | Interpolation::Explicit));
        is_finite || !is_interpolated
    }

    /// The properties that two components must share to be equal behind the stage.
    fn kind(&self, leaf: usize) -> Option<Kind> {
        let (output, input) = (self.outputs.get(leaf)?, self.inputs.get(leaf)?);
        let way =
            |it: &Decorations| (it.interpolation.unwrap_or(Interpolation::Smooth), it.qualifiers, it.index);
        Some((
            output.scalar,
            [(output.precision, way(&output.decorations)), (input.precision, way(&input.decorations))],
            self.output.ty != self.output.data().ty,
            self.input.as_ref().is_some_and(|input| input.ty != input.data().ty),
        ))
    }
}

/// Precision, interpolation and qualifiers.
type Way = (Precision, (Interpolation, Qualifiers, Option<u32>));

/// The kind of a component.
type Kind = (Scalar, [Way; 2], bool, bool);

/// The kind of a component, with what is stored to it and where.
type Stored<'a> = (Kind, &'a [(StorePlace, Origin)]);

/// The origin of what every store gives, if there are stores. `Unknown` if they differ.
fn one_origin(stores: &[(StorePlace, Origin)]) -> Option<&Origin> {
    let (_, first) = stores.first()?;
    let is_one = stores.iter().all(|(_, other)| other == first);
    Some(if is_one { first } else { &Origin::Unknown })
}

/// Lets components that always get the same values, in the same places, have one source.
fn share_equal(all: &[Facts<'_>], sources: &mut [Vec<Vec<Source>>]) {
    let mut known: FxHashMap<Stored<'_>, Source> = FxHashMap::default();
    for (position, facts) in all.iter().enumerate() {
        if facts.stays || facts.is_fixed || !facts.written.is_split {
            continue;
        }
        for leaf in (0..facts.inputs.len()).filter(|&leaf| !facts.is_indexed(leaf)) {
            let Some(kind) = facts.kind(leaf) else { continue };
            for component in 0..facts.inputs[leaf].size {
                let own = Source::Varying(position, leaf, component);
                let stores = facts.written.leaves[leaf].stores.get(component as usize);
                let stores = stores.map_or(&[][..], Vec::as_slice);
                let slot = &mut sources[position][leaf][component as usize];
                let is_known = stores.iter().all(|row| row.1 != Origin::Unknown);
                if *slot == own && is_known && !stores.is_empty() {
                    *slot = known.entry((kind, stores)).or_insert(own).clone();
                }
            }
        }
    }
}
