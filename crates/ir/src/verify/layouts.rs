//! Offsets of members of blocks: those that the author gives.

use super::report::{Report, Site};
use super::rules::Rule;
use crate::layout::{Layouts, is_row_major};
use crate::module::{LayoutRule, Member, Module, Qualifiers, Storage, Struct};
use crate::types::{Type, TypeData};
use rustc_hash::FxHashSet;

/// A struct in a block: the rule, the struct, and if its matrices are row-major.
type Place = (LayoutRule, Type, bool);

/// Checks every struct in a block that has offsets or alignments of its own.
pub(super) fn check(report: &mut Report<'_>) {
    let module = report.module;
    let has_own = |member: &Member| member.decorations.offset.is_some() || member.decorations.align.is_some();
    if !module.structs.values().any(|data| data.members.iter().any(has_own)) {
        return;
    }
    let mut waiting = blocks(module);
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    for &(rule, _) in LayoutRule::ALL {
        let mut layouts = Layouts::new(module, rule);
        while let Some(at) = waiting.iter().position(|place| place.0 == rule) {
            let (_, ty, row_major) = waiting.swap_remove(at);
            let TypeData::Struct(id) = module.types.get(module.types.innermost(ty)) else { continue };
            if !seen.insert((rule, module.types.innermost(ty), row_major)) {
                continue;
            }
            check_struct(report, &mut layouts, id, module.types.innermost(ty), row_major);
            let members = module.structs[id].members.iter();
            waiting.extend(members.map(|member| (rule, member.ty, is_row_major(member, row_major))));
        }
    }
}

/// The blocks of memory.
fn blocks(module: &Module) -> Vec<Place> {
    let memory = |storage| {
        matches!(
            storage,
            Storage::Uniform
                | Storage::Buffer
                | Storage::PushConstant
                | Storage::ShaderRecord
                | Storage::Shared
        )
    };
    let globals = module.globals.values().filter(|data| memory(data.storage)).filter_map(|data| {
        let row_major = data.decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
        Some((data.block?, data.ty, row_major))
    });
    let references = module.types.iter().filter_map(|(_, data)| match data {
        TypeData::BufferReference { block, layout, .. } | TypeData::Descriptor { block, layout, .. } => {
            Some((layout, module.types.find(TypeData::Struct(block))?, false))
        }
        _ => None,
    });
    globals.chain(references).collect()
}

fn check_struct(report: &mut Report<'_>, layouts: &mut Layouts<'_>, id: Struct, ty: Type, row_major: bool) {
    let module = report.module;
    let offsets = layouts.members(ty, row_major).offsets;
    // They need not rise in the order of the members.
    let mut parts: Vec<(u32, u32, usize)> = module.structs[id]
        .members
        .iter()
        .enumerate()
        .zip(offsets)
        .map(|((index, member), offset)| {
            let size = layouts.extent(member.ty, is_row_major(member, row_major)).size;
            (offset, offset.saturating_add(size), index)
        })
        .collect();
    parts.sort_unstable();
    for pair in parts.windows(2) {
        if let &[(_, end, _), (offset, _, index)] = pair
            && offset < end
        {
            let message = format!("offset {offset} is within another member, which ends at {end}");
            report.add(Rule::Offsets, Site::Member(id, Some(index)), message);
        }
    }
}
