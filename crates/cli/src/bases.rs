//! First bindings by kind of resource and stage: `-fubo-binding-base 10`, `--shift-texture-binding frag 4`.

use anyhow::{Context, Result, bail};
use vitrum::{Placement, ResourceKind, SetShift, Stage};

/// The kinds by the names that the options have for them. What HLSL calls unordered access views is in GLSL an image or a
/// storage block, and has that base.
const KINDS: &[(&str, Option<ResourceKind>)] = &[
    ("sampler", Some(ResourceKind::Sampler)),
    ("texture", Some(ResourceKind::Texture)),
    ("image", Some(ResourceKind::Image)),
    ("ubo", Some(ResourceKind::UniformBuffer)),
    ("ssbo", Some(ResourceKind::StorageBuffer)),
    ("combined", Some(ResourceKind::CombinedTexture)),
    ("acceleration", Some(ResourceKind::AccelerationStructure)),
    ("uav", None),
];

/// The value of such an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    kind: Option<ResourceKind>,
    stage: Option<Stage>,
    first: u32,
    /// The descriptor set that it is for; none for all.
    set: Option<u32>,
}

impl Base {
    /// From `KIND:STAGE:NUMBER` or `KIND:STAGE:NUMBER:SET`, as options are rewritten; the stage may be empty.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut fields = text.splitn(4, ':');
        let (Some(kind), Some(stage), Some(number)) = (fields.next(), fields.next(), fields.next()) else {
            bail!("expected KIND:STAGE:NUMBER, found `{text}`");
        };
        let (_, kind) =
            KINDS.iter().find(|row| row.0 == kind).with_context(|| format!("unknown kind `{kind}`"))?;
        let stage = (!stage.is_empty()).then(|| super::arguments::stage(stage)).transpose()?;
        let first = number.parse().with_context(|| format!("expected a binding number, found `{number}`"))?;
        let set =
            fields.next().map(|set| set.parse().with_context(|| format!("expected a set, found `{set}`")));
        Ok(Self { kind: *kind, stage, first, set: set.transpose()? })
    }
}

/// First numbers of a shader of this stage: `bases` for bindings that are chosen, `shifts` for those that the
/// author chose as well.
pub(crate) fn placement(plain: Placement, bases: &[Base], shifts: &[Base], stage: Stage) -> Placement {
    let mut placement = plain;
    let holds = |base: &&Base| base.stage.is_none_or(|only| only == stage);
    for base in bases.iter().chain(shifts).filter(holds) {
        if let (Some(kind), None) = (base.kind, base.set) {
            placement.bases[kind as usize] = Some(base.first);
        }
    }
    for shift in shifts.iter().filter(holds) {
        match (shift.kind, shift.set) {
            (Some(kind), None) => placement.shifts[kind as usize] = shift.first,
            (Some(kind), Some(set)) => placement.set_shifts.push(SetShift { kind, set, shift: shift.first }),
            (None, _) => {}
        }
    }
    placement
}

#[cfg(test)]
mod tests {
    use super::{Base, placement};
    use vitrum::{Placement, ResourceKind, SetShift, Stage};

    #[test]
    fn stages_have_their_own() {
        let base = |text: &str| Base::parse(text).unwrap();
        let bases = [base("ubo::7"), base("texture:vert:9")];
        let shifts = [base("image::3"), base("uav::8")];
        let of = |stage| placement(Placement::default(), &bases, &shifts, stage);
        assert_eq!(of(Stage::Vertex).bases, [None, Some(9), Some(3), Some(7), None, None, None]);
        assert_eq!(of(Stage::Fragment).bases[ResourceKind::Texture as usize], None);
        assert_eq!(of(Stage::Fragment).shifts, [0, 0, 3, 0, 0, 0, 0]);
        let shifts = [base("ubo::7:2"), base("uav::8:1")];
        let placed = placement(Placement::default(), &[], &shifts, Stage::Vertex);
        let expected = SetShift { kind: ResourceKind::UniformBuffer, set: 2, shift: 7 };
        assert_eq!((placed.shifts, placed.bases, placed.set_shifts), ([0; 7], [None; 7], vec![expected]));
        for text in ["ubo:7", "block::7", "ubo:pixel:7", "ubo::x", "ubo::7:x"] {
            assert!(Base::parse(text).is_err(), "{text}");
        }
    }
}
