//! Values put together from their parts.

use crate::framework::rewrite::Rewriter;
use vitrum_ir::{Op, Operand, Precision, Type, TypeData};

/// The value of a type with these parts, in order. `is_split` says for the indices that lead to a part if the part is put together from
/// others in turn.
pub(super) fn join(
    rewriter: &mut Rewriter<'_>,
    ty: Type,
    is_split: &dyn Fn(&[u32]) -> bool,
    parts: &mut impl Iterator<Item = Operand>,
) -> Option<Operand> {
    if !is_split(&[]) {
        return parts.next();
    }
    // Composites that wait for their parts, with those that they have.
    let mut open: Vec<(Type, Vec<Operand>)> = vec![(ty, Vec::new())];
    let mut path: Vec<u32> = Vec::new();
    loop {
        let (ty, known) = open.last_mut()?;
        let index = known.len();
        let part = match rewriter.module.types.get(*ty) {
            TypeData::Struct(id) => rewriter.module.structs[id].members.get(index).map(|member| member.ty),
            _ => {
                let length = rewriter.module.types.length(*ty)? as usize;
                rewriter.module.types.element(*ty).filter(|_| index < length)
            }
        };
        let Some(part) = part else {
            let (ty, known) = open.pop()?;
            let whole = rewriter.push(Op::Construct, &known, 0, ty, Precision::None);
            path.pop();
            match open.last_mut() {
                Some((_, outer)) => outer.push(whole),
                None => return Some(whole),
            }
            continue;
        };
        path.push(index as u32);
        if is_split(&path) {
            open.push((part, Vec::new()));
        } else {
            path.pop();
            known.push(parts.next()?);
        }
    }
}
