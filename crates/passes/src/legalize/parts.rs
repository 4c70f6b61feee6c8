//! Facts about types that follow from those of their parts, each computed once.

use rustc_hash::FxHashMap;
use vitrum_ir::{Module, Type, TypeData};

/// Makes `known` hold the fact of `root` and of all its parts; `fact` gives it from those of the parts. Without
/// recursion, since types nest as deeply as the input likes; a type within itself has no fact there.
pub(super) fn learn<T>(
    module: &Module,
    root: Type,
    known: &mut FxHashMap<Type, T>,
    fact: impl Fn(&FxHashMap<Type, T>, Type) -> T,
) {
    let mut stack = vec![(root, false)];
    while let Some((ty, parts_known)) = stack.pop() {
        if known.contains_key(&ty) {
            continue;
        }
        if parts_known {
            let value = fact(known, ty);
            known.insert(ty, value);
            continue;
        }
        stack.push((ty, true));
        match module.types.get(ty) {
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => {
                stack.push((element, false))
            }
            TypeData::Struct(id) => {
                // A type that waits for itself would wait forever.
                let waits = |part: Type| stack.iter().any(|row| row.0 == part && row.1);
                let parts: Vec<Type> = module.structs[id]
                    .members
                    .iter()
                    .map(|member| member.ty)
                    .filter(|&part| !waits(part))
                    .collect();
                stack.extend(parts.into_iter().map(|part| (part, false)));
            }
            _ => {}
        }
    }
}
