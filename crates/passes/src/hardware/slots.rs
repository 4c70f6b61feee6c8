//! Numbers of resources: indices of blocks, images, textures and samplers.

use rustc_hash::FxHashMap;
use vitrum_ir::layout::Layouts;
use vitrum_ir::{Global, LayoutRule, Module, Type, TypeData};

/// The lengths of the arrays that a type is, from the outermost; none for one without a length.
pub(crate) fn lengths(module: &Module, ty: Type) -> Vec<Option<u32>> {
    let mut layouts = Layouts::new(module, LayoutRule::Std430);
    let mut lengths = Vec::new();
    let mut ty = ty;
    loop {
        ty = match module.types.get(ty) {
            TypeData::Array { element, length } => {
                lengths.push(Some(layouts.count(length)));
                element
            }
            TypeData::RuntimeArray { element } => {
                lengths.push(None);
                element
            }
            _ => return lengths,
        };
    }
}

/// The first index of each of some resources: the one that it has, its binding, or the next free one in the order of sets, bindings
/// and declarations, behind those that are taken. An array takes as many indices as it has elements; one without a length comes last.
///
/// # Errors
/// The resource that has no index of its own, with the reason.
pub(crate) fn indices(
    module: &Module,
    globals: &[Global],
    bindings: bool,
) -> Result<Vec<u32>, (Global, String)> {
    let count = |global: Global| {
        let lengths = lengths(module, module.globals[global].ty);
        lengths.iter().try_fold(1u32, |product, length| Some(product.saturating_mul((*length)?)))
    };
    let key = |global: Global| {
        let it = &module.globals[global].decorations;
        (it.set.unwrap_or(u32::MAX), it.binding.unwrap_or(u32::MAX), global)
    };
    let mut taken: Vec<(u32, u32, Global)> = Vec::new();
    let mut found = FxHashMap::default();
    let mut next = 0u32;
    for &global in globals {
        if let Some(index) = module.globals[global].decorations.slot {
            let end = index.saturating_add(count(global).unwrap_or(1));
            next = next.max(end);
            taken.push((index, end, global));
            found.insert(global, index);
        }
    }
    let mut order: Vec<Global> =
        globals.iter().copied().filter(|global| !found.contains_key(global)).collect();
    order.sort_unstable_by_key(|&global| (count(global).is_none(), key(global)));
    let mut is_endless = globals.iter().any(|&global| found.contains_key(&global) && count(global).is_none());
    for global in order {
        if is_endless {
            return Err((global, "a resource behind an array without a length has no index".to_owned()));
        }
        is_endless = !bindings && count(global).is_none();
        let count = count(global).unwrap_or(1).max(1);
        let decorations = &module.globals[global].decorations;
        if decorations.heap.is_some() {
            return Err((global, "a resource of a descriptor heap has no index of its own".to_owned()));
        }
        let index = match (bindings, decorations.binding) {
            (true, Some(binding)) => binding,
            (true, None) => {
                return Err((
                    global,
                    "a resource without a binding cannot be numbered by bindings".to_owned(),
                ));
            }
            (false, _) => next,
        };
        next = index.saturating_add(count);
        taken.push((index, next, global));
        found.insert(global, index);
    }
    taken.sort_unstable();
    if let Some([_, (index, _, global)]) = taken.windows(2).find_map(|pair| match pair {
        [first, second] if bindings && second.0 < first.1 => Some([*first, *second]),
        _ => None,
    }) {
        let message =
            format!("binding {index} is that of two resources, in different sets: number them densely");
        return Err((global, message));
    }
    Ok(globals.iter().map(|global| found.get(global).copied().unwrap_or(0)).collect())
}
