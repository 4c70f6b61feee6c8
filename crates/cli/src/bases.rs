//! First bindings by kind of resource and stage: `-fubo-binding-base 10`, `--shift-texture-binding frag 4`.

use anyhow::{Context, Result, bail};
use vitrum::{Placement, ResourceKind, Stage};

/// The kinds by the names that the options have for them. What HLSL calls unordered access views is in GLSL an image or a
/// storage block, and has that base.
const KINDS: &[(&str, Option<ResourceKind>)] = &[
    ("sampler", Some(ResourceKind::Sampler)),
    ("texture", Some(ResourceKind::Texture)),
    ("image", Some(ResourceKind::Image)),
    ("ubo", Some(ResourceKind::UniformBuffer)),
    ("ssbo", Some(ResourceKind::StorageBuffer)),
    ("uav", None),
];

/// The value of such an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Base {
    kind: Option<ResourceKind>,
    stage: Option<Stage>,
    first: u32,
}

impl Base {
    /// From `KIND:STAGE:NUMBER`, as options are rewritten; the stage may be empty.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let mut fields = text.splitn(3, ':');
        let (Some(kind), Some(stage), Some(number)) = (fields.next(), fields.next(), fields.next()) else {
            bail!("expected KIND:STAGE:NUMBER, found `{text}`");
        };
        let (_, kind) =
            KINDS.iter().find(|row| row.0 == kind).with_context(|| format!("unknown kind `{kind}`"))?;
        let stage = (!stage.is_empty()).then(|| super::arguments::stage(stage)).transpose()?;
        let first = number.parse().with_context(|| format!("expected a binding number, found `{number}`"))?;
        Ok(Self { kind: *kind, stage, first })
    }
}

/// First numbers of a shader of this stage: `bases` for bindings that are chosen, `shifts` for those that the
/// author chose as well.
pub(crate) fn placement(plain: Placement, bases: &[Base], shifts: &[Base], stage: Stage) -> Placement {
    let mut placement = plain;
    let holds = |base: &&Base| base.stage.is_none_or(|only| only == stage);
    for base in bases.iter().chain(shifts).filter(holds) {
        if let Some(kind) = base.kind {
            placement.bases[kind as usize] = Some(base.first);
        }
    }
    for shift in shifts.iter().filter(holds) {
        if let Some(kind) = shift.kind {
            placement.shifts[kind as usize] = shift.first;
        }
    }
    placement
}

#[cfg(test)]
mod tests {
    use super::{Base, placement};
    use vitrum::{Placement, ResourceKind, Stage};

    #[test]
    fn stages_have_their_own() {
        let base = |text: &str| Base::parse(text).unwrap();
        let bases = [base("ubo::7"), base("texture:vert:9")];
        let shifts = [base("image::3"), base("uav::8")];
        let of = |stage| placement(Placement::default(), &bases, &shifts, stage);
        assert_eq!(of(Stage::Vertex).bases, [None, Some(9), Some(3), Some(7), None]);
        assert_eq!(of(Stage::Fragment).bases[ResourceKind::Texture as usize], None);
        assert_eq!(of(Stage::Fragment).shifts, [0, 0, 3, 0, 0]);
        for text in ["ubo:7", "block::7", "ubo:pixel:7", "ubo::x"] {
            assert!(Base::parse(text).is_err(), "{text}");
        }
    }
}
