//! Shortens constructors: `vec4(vec2(a, b), v.x, v.y)` is `vec4(a, b, v.xy)`, and `vec2(v.y, v.x)` is `v.yx`.

use crate::ast::{Args, Expr, Letters, Node, Tree};
use crate::context::Context;
use smallvec::SmallVec;
use vitrum_ir::{Type, TypeData, types::common};

/// The constructor of a vector from its parts.
pub(crate) fn vector<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, ty: Type, args: &[Expr]) -> Expr {
    let name = cx.type_name(ty);
    let TypeData::Vector { scalar, size } = cx.module.types.get(ty) else { return tree.call(name, args) };
    if tree.is_column {
        return tree.call(name, args);
    }
    let flat = flattened(tree, args, |name| {
        (2..=4).find(|&size| common::vector(scalar, size).is_some_and(|ty| cx.type_name(ty) == name))
    });
    let joined = if tree.joins { joined(cx, tree, &flat) } else { flat };
    match joined.as_slice() {
        &[whole] if components(cx, tree, whole) == Some(size.into()) => whole,
        joined => tree.call(name, joined),
    }
}

/// Arguments with those of constructors among them. `size_of` gives the size of the vector that a name constructs.
fn flattened(tree: &mut Tree<'_>, args: &[Expr], size_of: impl Fn(&str) -> Option<u32>) -> Args {
    let mut flat = Args::new();
    for &arg in args {
        match tree.get(arg) {
            // With one argument it is a conversion.
            Node::Call(name, parts) if tree.args(parts).len() > 1 && size_of(name).is_some() => {
                flat.extend_from_slice(tree.args(parts));
            }
            Node::Splat(name, part) => match (size_of(name), tree.get(part)) {
                (Some(size), Node::Text(_) | Node::Signed(_)) => {
                    flat.extend(std::iter::repeat_n(part, size as usize));
                }
                (Some(size), Node::Swizzle(base, letters)) => {
                    let repeated = letters.components().cycle().take(size as usize);
                    let repeated = Letters::of(repeated).like(letters);
                    flat.push(tree.swizzle(base, repeated));
                }
                _ => flat.push(arg),
            },
            _ => flat.push(arg),
        }
    }
    flat
}

/// Arguments with components of one vector that follow one another as one swizzle, or as the vector.
fn joined<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, args: &[Expr]) -> Args {
    let mut joined = Args::new();
    let mut rest = args;
    while let Some((&first, mut following)) = rest.split_first() {
        let mut expr = first;
        if let Node::Swizzle(base, letters) = tree.get(first)
            && (is_plain(tree, base) || tree.whole(base).is_some())
        {
            let mut chosen: SmallVec<[u8; 4]> = letters.components().collect();
            while let Some((&next, behind)) = following.split_first()
                && let Node::Swizzle(other, more) = tree.get(next)
                && tree.same(base, other)
                && chosen.len() + more.components().count() <= 4
            {
                chosen.extend(more.components());
                following = behind;
            }
            if following.len() + 1 < rest.len() {
                let size = cx.vector_size(tree, base).unwrap_or(0) as usize;
                let is_whole = size == chosen.len() && (0..).zip(&chosen).all(|(at, &chosen)| at == chosen);
                expr = if is_whole { base } else { tree.swizzle(base, Letters::of(chosen).like(letters)) };
            }
        }
        joined.push(expr);
        rest = following;
    }
    joined
}

/// True for a name, and a part of it by members and literal indices: it has no effects.
fn is_plain(tree: &Tree<'_>, expr: Expr) -> bool {
    let mut expr = expr;
    loop {
        match tree.get(expr) {
            Node::Text(_) | Node::Local(_) => return true,
            Node::Field(base, _) => expr = base,
            Node::Index(base, index) if matches!(tree.get(index), Node::Text(_)) => expr = base,
            _ => return false,
        }
    }
}

/// The number of components of a swizzle, or of a vector with a name.
fn components(cx: &Context<'_>, tree: &Tree<'_>, expr: Expr) -> Option<usize> {
    match tree.get(expr) {
        Node::Swizzle(_, letters) => Some(letters.components().count()),
        _ => cx.vector_size(tree, expr).map(|size| size as usize),
    }
}
