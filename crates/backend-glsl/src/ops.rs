//! Prints operations on values: a table of forms, and special cases.

use crate::ast::{Args, Expr, Letters, Node, Tree};
use crate::constructors;
use crate::context::Context;
use smallvec::{SmallVec, smallvec};
use vitrum_glsl::builtins::op_function;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_glsl::operators::BinaryOp;
use vitrum_ir::types::common;
use vitrum_ir::{Op, Scalar, Shuffle, Storage, Swizzle, Type, TypeData};

/// The form of an op.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// `a + b`, where a scalar can replace a splat.
    Infix(BinaryOp),
    /// `-a`
    Prefix(&'static str),
    /// `f(a, b)`
    Call(&'static str),
    /// Infix for scalars, a function for vectors.
    Compare(BinaryOp),
    /// The negation of another comparison.
    Negated(Op),
    /// The result type and the operand in parentheses.
    Constructor,
    /// Any other form.
    Special,
}

/// The form of an op.
pub(crate) fn form(op: Op) -> Form {
    use Form::{Call, Compare, Constructor, Infix, Negated, Prefix, Special};
    match op {
        Op::Iadd | Op::Fadd => Infix(BinaryOp::Add),
        Op::Isub | Op::Fsub => Infix(BinaryOp::Subtract),
        Op::Imul | Op::VectorTimesScalar | Op::MatrixTimesScalar => Infix(BinaryOp::Multiply),
        Op::VectorTimesMatrix | Op::MatrixTimesVector | Op::MatrixTimesMatrix => Infix(BinaryOp::Multiply),
        Op::Sdiv | Op::Udiv | Op::Fdiv => Infix(BinaryOp::Divide),
        Op::Srem | Op::Smod | Op::Umod => Infix(BinaryOp::Modulo),
        Op::Iand => Infix(BinaryOp::BitAnd),
        Op::Ior => Infix(BinaryOp::BitOr),
        Op::Ixor => Infix(BinaryOp::BitXor),
        Op::Shl => Infix(BinaryOp::ShiftLeft),
        Op::Equal => Infix(BinaryOp::Equal),
        Op::NotEqual => Infix(BinaryOp::NotEqual),
        Op::Ineg | Op::Fneg => Prefix("-"),
        Op::Inot => Prefix("~"),
        Op::Ieq | Op::Feq | Op::Beq => Compare(BinaryOp::Equal),
        Op::Ine | Op::Fne | Op::Bne => Compare(BinaryOp::NotEqual),
        Op::Slt | Op::Ult | Op::Flt => Compare(BinaryOp::Less),
        Op::Sle | Op::Ule | Op::Fle => Compare(BinaryOp::LessEqual),
        Op::Sgt | Op::Ugt | Op::Fgt => Compare(BinaryOp::Greater),
        Op::Sge | Op::Uge | Op::Fge => Compare(BinaryOp::GreaterEqual),
        Op::Fult => Negated(Op::Fge),
        Op::Fule => Negated(Op::Fgt),
        Op::Fugt => Negated(Op::Fle),
        Op::Fuge => Negated(Op::Flt),
        Op::Nmin => Call("min"),
        Op::Nmax => Call("max"),
        Op::Nclamp => Call("clamp"),
        Op::Fconvert | Op::StoF | Op::UtoF | Op::FtoS | Op::FtoU => Constructor,
        Op::BtoF | Op::BtoI | Op::FtoB | Op::ItoB => Constructor,
        Op::Fmul | Op::Not => Special,
        _ => op_function(op).map_or(Special, Call),
    }
}

pub(crate) fn is_scalar(cx: &Context<'_>, ty: Type) -> bool {
    matches!(cx.module.types.get(ty), TypeData::Scalar(_))
}

/// The scalar of a splat.
fn splat_of(tree: &Tree<'_>, expr: Expr) -> Option<Expr> {
    match tree.get(expr) {
        Node::Splat(_, scalar) | Node::SplatMatrix(_, scalar) => Some(scalar),
        // A constant matrix with equal elements.
        Node::Call(name, cells) if is_matrix_name(name) => {
            let cells = tree.args(cells);
            let (&first, rest) = cells.split_first().filter(|(_, rest)| !rest.is_empty())?;
            // A name may be a column.
            let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
            let number = matches!(tree.get(first), Node::Text(text) if digits(text));
            (number && rest.iter().all(|&cell| tree.same(cell, first))).then_some(first)
        }
        _ => None,
    }
}

/// True if a name is a matrix type.
fn is_matrix_name(name: &str) -> bool {
    let plain = name.strip_prefix("f16").or_else(|| name.strip_prefix('d')).unwrap_or(name);
    let shape = plain.strip_prefix("mat");
    shape.is_some_and(|shape| shape.starts_with(|c: char| c.is_ascii_digit()))
}

/// `a op b`, with a scalar for a splat if the other operand keeps the shape.
pub(crate) fn infix(tree: &mut Tree<'_>, operator: BinaryOp, a: Expr, b: Expr, mix: bool) -> Expr {
    let (mut a, mut b) = (a, b);
    if mix {
        match (splat_of(tree, a), splat_of(tree, b)) {
            (_, Some(scalar)) => b = scalar,
            (Some(scalar), None) => a = scalar,
            (None, None) => {}
        }
    }
    tree.add(Node::Infix(operator, a, b))
}

/// Logical negation; comparisons are inverted if NaN makes no difference.
pub(crate) fn not(tree: &mut Tree<'_>, a: Expr) -> Expr {
    match tree.get(a) {
        Node::Prefix("!", inner) => inner,
        Node::Infix(operator @ (BinaryOp::Equal | BinaryOp::NotEqual), x, y) => match operator.inverse() {
            Some(inverse) => tree.add(Node::Infix(inverse, x, y)),
            None => a,
        },
        // Comparisons of integers are ordered.
        Node::Infix(operator, x, y)
            if operator.inverse().is_some() && (is_integer(tree, x) || is_integer(tree, y)) =>
        {
            operator.inverse().map_or(a, |inverse| tree.add(Node::Infix(inverse, x, y)))
        }
        Node::Text("true") => tree.text("false"),
        Node::Text("false") => tree.text("true"),
        _ => tree.add(Node::Prefix("!", a)),
    }
}

/// True for a literal of an integer.
fn is_integer(tree: &Tree<'_>, expr: Expr) -> bool {
    let (Node::Text(text) | Node::Signed(text)) = tree.get(expr) else { return false };
    let digits = text.trim_start_matches('-').trim_end_matches(['u', 'U', 'l', 'L']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name of a function in `GL_EXT_gpu_shader4`, for versions without the function.
fn gpu_shader4_name(cx: &Context<'_>, op: Op) -> Option<&'static str> {
    let name = match op {
        Op::Trunc => "truncate",
        Op::RoundEven => "round",
        _ => return None,
    };
    let old = !Feature::Rounding.is_in(cx.target) && cx.requests(Extension::ExtGpuShader4);
    old.then_some(name)
}

/// The expression of an op on values; `None` for other ops.
pub(crate) fn op_node<'a>(
    cx: &Context<'a>,
    tree: &mut Tree<'a>,
    op: Op,
    imm: u32,
    ty: Type,
    types: &[Type],
    args: &[Expr],
) -> Option<Expr> {
    let first = *args.first()?;
    let first_type = *types.first()?;
    let second = args.get(1).copied();
    let scalar = is_scalar(cx, first_type);
    Some(match form(op) {
        Form::Infix(operator) => {
            // `atomicCounterDecrement` returns the new value, to which one was added for the old one.
            if op == Op::Isub
                && let (Node::Infix(BinaryOp::Add, new, one), Some(second)) = (tree.get(first), second)
                && matches!(tree.get(new), Node::Call("atomicCounterDecrement", _))
                && tree.same(one, second)
            {
                return Some(new);
            }
            let mix = match op {
                Op::Equal | Op::NotEqual => false,
                Op::VectorTimesMatrix | Op::MatrixTimesVector | Op::MatrixTimesMatrix => false,
                // The second operand is a scalar.
                Op::VectorTimesScalar | Op::MatrixTimesScalar => false,
                Op::Shl => splat_of(tree, first).is_none(),
                _ => true,
            };
            infix(tree, operator, first, second?, mix)
        }
        Form::Prefix(text) => tree.add(Node::Prefix(text, first)),
        // Older versions interpolate only whole variables.
        Form::Call(name)
            if matches!(
                op,
                Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset
            ) && cx.forced
                && !Feature::InterpolateComponents.is_in(cx.target)
                && matches!(tree.get(first), Node::Swizzle(..)) =>
        {
            let Node::Swizzle(whole, letters) = tree.get(first) else { return None };
            let mut all = args.to_vec();
            if let Some(interpolant) = all.first_mut() {
                *interpolant = whole;
            }
            let expr = tree.call(name, &all);
            tree.swizzle(expr, letters)
        }
        Form::Call(name) => call(tree, op, gpu_shader4_name(cx, op).unwrap_or(name), args),
        Form::Compare(operator) if scalar => tree.add(Node::Infix(operator, first, second?)),
        Form::Compare(_) => tree.call(op_function(op)?, args),
        Form::Negated(opposite) => {
            let compared = op_node(cx, tree, opposite, imm, ty, types, args)?;
            if scalar { tree.add(Node::Prefix("!", compared)) } else { tree.call("not", &[compared]) }
        }
        Form::Constructor => tree.call(cx.type_name(ty), args),
        Form::Special => return special(cx, tree, op, imm, ty, types, args),
    })
}

/// A call of a built-in function; some take a scalar for a splat.
fn call(tree: &mut Tree<'_>, op: Op, name: &'static str, args: &[Expr]) -> Expr {
    let mut args: Args = args.into();
    let scalars: &[usize] = match op {
        Op::Fmin | Op::Nmin | Op::Smin | Op::Umin | Op::Fmax | Op::Nmax | Op::Smax | Op::Umax | Op::Fmod => {
            &[1]
        }
        Op::Fclamp | Op::Nclamp | Op::Sclamp | Op::Uclamp => &[1, 2],
        Op::Fmix => &[2],
        Op::Step => &[0],
        Op::Smoothstep => &[0, 1],
        _ => &[],
    };
    if scalars.is_empty() {
        return tree.call(name, &args);
    }
    let found: SmallVec<[Option<Expr>; 2]> =
        scalars.iter().map(|&index| args.get(index).and_then(|&arg| splat_of(tree, arg))).collect();
    // Another argument must be a vector.
    let mut others = (0..args.len()).filter(|index| !scalars.contains(index));
    let shaped = others.any(|index| args.get(index).is_some_and(|&arg| splat_of(tree, arg).is_none()));
    if shaped && found.iter().all(Option::is_some) {
        for (&index, scalar) in scalars.iter().zip(found) {
            if let (Some(arg), Some(scalar)) = (args.get_mut(index), scalar) {
                *arg = scalar;
            }
        }
    }
    tree.call(name, &args)
}

/// The letters of a swizzle.
pub(crate) fn letters(swizzle: Swizzle) -> Letters {
    Letters::of(swizzle.components().iter().copied())
}

fn special<'a>(
    cx: &Context<'a>,
    tree: &mut Tree<'a>,
    op: Op,
    imm: u32,
    ty: Type,
    types: &[Type],
    args: &[Expr],
) -> Option<Expr> {
    let a = *args.first()?;
    let first_type = *types.first()?;
    let b = args.get(1).copied();
    let scalar = is_scalar(cx, first_type);
    Some(match op {
        Op::Fmul if matches!(cx.module.types.get(ty), TypeData::Matrix { .. }) => {
            tree.call("matrixCompMult", args)
        }
        Op::Fmul => {
            // The text is compiled with the scalar second.
            let (a, b) = match (splat_of(tree, a), b?) {
                (Some(_), b) if splat_of(tree, b).is_none() => (b, a),
                (_, b) => (a, b),
            };
            infix(tree, BinaryOp::Multiply, a, b, true)
        }
        Op::Lshr | Op::Ashr => shift_right(cx, tree, op, ty, a, b?),
        Op::Not if scalar => not(tree, a),
        Op::Not => tree.call("not", args),
        Op::Frem => {
            // x - y * trunc(x / y)
            let b = b?;
            let quotient = tree.add(Node::Infix(BinaryOp::Divide, a, b));
            let whole = tree.call("trunc", &[quotient]);
            let product = tree.add(Node::Infix(BinaryOp::Multiply, b, whole));
            tree.add(Node::Infix(BinaryOp::Subtract, a, product))
        }
        Op::Fone | Op::Fueq => {
            let b = b?;
            if scalar {
                let less = tree.add(Node::Infix(BinaryOp::Less, a, b));
                let greater = tree.add(Node::Infix(BinaryOp::Greater, a, b));
                let differ = tree.add(Node::Infix(BinaryOp::LogicalOr, less, greater));
                if op == Op::Fone { differ } else { tree.add(Node::Prefix("!", differ)) }
            } else {
                let less = tree.call("lessThan", &[a, b]);
                let greater = tree.call("greaterThan", &[a, b]);
                let differ = mask(cx, tree, ty, BinaryOp::BitOr, less, greater);
                if op == Op::Fone { differ } else { tree.call("not", &[differ]) }
            }
        }
        Op::And | Op::Or => {
            let b = b?;
            // A constant operand would be folded when the text is compiled again.
            match tree.get(a) {
                Node::Text("true") => return Some(if op == Op::And { b } else { a }),
                Node::Text("false") => return Some(if op == Op::And { a } else { b }),
                _ => {}
            }
            match (scalar, op) {
                (true, Op::And) => tree.add(Node::Infix(BinaryOp::LogicalAnd, a, b)),
                (true, _) => tree.add(Node::Infix(BinaryOp::LogicalOr, a, b)),
                (false, Op::And) => mask(cx, tree, ty, BinaryOp::BitAnd, a, b),
                (false, _) => mask(cx, tree, ty, BinaryOp::BitOr, a, b),
            }
        }
        Op::Select => {
            let (b, c) = (b?, *args.get(2)?);
            // A constant condition would be folded when the text is compiled again.
            match tree.get(a) {
                Node::Text("true") => return Some(b),
                Node::Text("false") => return Some(c),
                _ => {}
            }
            if scalar { tree.add(Node::Ternary(a, b, c)) } else { tree.call("mix", &[c, b, a]) }
        }
        Op::Sconvert | Op::Uconvert => {
            // In GLSL the operand's signedness determines the extension, so the operand may need a conversion.
            let from = cx.module.types.scalar_of(first_type)?;
            let wanted = if op == Op::Sconvert { signed(from) } else { unsigned(from) };
            let widened = cx.module.types.scalar_of(ty)?.width() > from.width();
            let a = if widened && wanted != from {
                tree.call(with_scalar(cx, first_type, wanted), &[a])
            } else {
                a
            };
            tree.call(cx.type_name(ty), &[a])
        }
        Op::Bitcast => bitcast(cx, tree, ty, first_type, a),
        Op::Construct => construct(cx, tree, ty, args),
        Op::Splat => {
            let name = cx.type_name(ty);
            match cx.module.types.get(ty) {
                TypeData::Matrix { .. } => tree.add(Node::SplatMatrix(name, a)),
                // A scalar stands for no cooperative vector.
                TypeData::LongVector { cooperative: true, .. } => tree.call(name, &[a]),
                _ => tree.add(Node::Splat(name, a)),
            }
        }
        Op::Extract => part(cx, tree, first_type, a, imm),
        Op::ExtractDynamic => tree.add(Node::Index(a, b?)),
        Op::Swizzle => {
            let swizzle = Swizzle::from_bits(imm);
            if scalar {
                let name = cx.type_name(ty);
                if swizzle.components().len() == 1 { a } else { tree.add(Node::Splat(name, a)) }
            } else {
                tree.swizzle(a, letters(swizzle))
            }
        }
        Op::Shuffle => shuffle(cx, tree, ty, types, a, b?, Shuffle::from_bits(imm))?,
        _ => return None,
    })
}

fn signed(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::U8 => Scalar::I8,
        Scalar::U16 => Scalar::I16,
        Scalar::U32 => Scalar::I32,
        Scalar::U64 => Scalar::I64,
        other => other,
    }
}

fn unsigned(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::I8 => Scalar::U8,
        Scalar::I16 => Scalar::U16,
        Scalar::I32 => Scalar::U32,
        Scalar::I64 => Scalar::U64,
        other => other,
    }
}

/// The name of the type with the shape of `ty` and other components.
fn with_scalar<'a>(cx: &Context<'a>, ty: Type, scalar: Scalar) -> &'a str {
    let size = cx.module.types.vector_size(ty).unwrap_or(1);
    match vitrum_ir::types::common::vector(scalar, size) {
        Some(ty) => cx.type_name(ty),
        None => cx.type_name(vitrum_ir::types::common::scalar(scalar)),
    }
}

/// `>>` shifts the sign in for signed operands and zeros for unsigned ones.
fn shift_right<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, op: Op, ty: Type, a: Expr, b: Expr) -> Expr {
    let b = if splat_of(tree, a).is_none() { splat_of(tree, b).unwrap_or(b) } else { b };
    let Some(scalar) = cx.module.types.scalar_of(ty) else {
        return tree.add(Node::Infix(BinaryOp::ShiftRight, a, b));
    };
    let wanted = if op == Op::Ashr { signed(scalar) } else { unsigned(scalar) };
    if wanted == scalar {
        return tree.add(Node::Infix(BinaryOp::ShiftRight, a, b));
    }
    let a = tree.call(with_scalar(cx, ty, wanted), &[a]);
    let shifted = tree.add(Node::Infix(BinaryOp::ShiftRight, a, b));
    tree.call(cx.type_name(ty), &[shifted])
}

/// `&` and `|` of Boolean vectors, computed with integers since GLSL lacks them.
fn mask<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, ty: Type, operator: BinaryOp, a: Expr, b: Expr) -> Expr {
    let name = with_scalar(cx, ty, Scalar::U32);
    let a = tree.call(name, &[a]);
    let b = tree.call(name, &[b]);
    let both = tree.add(Node::Infix(operator, a, b));
    tree.call(cx.type_name(ty), &[both])
}

fn bitcast<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, ty: Type, from_type: Type, a: Expr) -> Expr {
    if let Some(handle) = handle_cast(cx, tree, ty, from_type, a) {
        return handle;
    }
    // A buffer reference prints as the address itself.
    if cx.module.types.pointee(ty).is_some() {
        return a;
    }
    if let TypeData::CooperativeMatrix { .. } = cx.module.types.get(ty) {
        return tree.call(cx.type_name(ty), &[a]);
    }
    let (Some(to), Some(from)) = (cx.module.types.scalar_of(ty), cx.module.types.scalar_of(from_type)) else {
        return tree.call(cx.type_name(ty), &[a]);
    };
    // Lengths are signed in GLSL and unsigned in the IR.
    if let Node::Call(_, args) = tree.get(a)
        && let [length] = tree.args(args)
        && matches!(
            (to, from, tree.get(*length)),
            (Scalar::I32, Scalar::U32, Node::Length(_)) | (Scalar::I64, Scalar::U64, Node::LongLength(_))
        )
    {
        return *length;
    }
    // The first half of a ballot is a `uint64_t` in GLSL.
    if to == Scalar::U64
        && let Node::Swizzle(ballot, letters) = tree.get(a)
        && letters == Letters::of([0, 1])
        && let Node::Call("uvec4", args) = tree.get(ballot)
        && let [unpacked, ..] = tree.args(args)
        && let Node::Call("unpackUint2x32", args) = tree.get(*unpacked)
        && let [whole] = tree.args(args)
    {
        return *whole;
    }
    if let Some(value) = through_words(cx, tree, (ty, to), (from_type, from), a) {
        return value;
    }
    match bit_function((ty, to), (from_type, from)) {
        Some(name) => tree.call(name, &[a]),
        None => tree.call(cx.type_name(ty), &[a]),
    }
}

/// A cast of handles of textures and images: from resources and to them, which are written alike, and from numbers.
fn handle_cast<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, ty: Type, from: Type, a: Expr) -> Option<Expr> {
    let resource = |ty| match cx.module.types.get(ty) {
        TypeData::Handle { resource } => Some(cx.type_name(resource)),
        TypeData::Pointer { storage: Storage::Opaque, pointee } => Some(cx.type_name(pointee)),
        _ => None,
    };
    let words = cx.type_name(common::UVEC2);
    Some(match (resource(ty), resource(from)) {
        (None, None) => return None,
        (Some(to), Some(from)) if to == from => a,
        (Some(to), of) => {
            let pair = match of {
                None if from == common::UVEC2 => a,
                None if cx.module.types.vector_size(from) == Some(1) => tree.call("unpackUint2x32", &[a]),
                _ => tree.call(words, &[a]),
            };
            tree.call(to, &[pair])
        }
        (None, Some(_)) => {
            let pair = tree.call(words, &[a]);
            match cx.module.types.vector_size(ty) {
                _ if ty == common::UVEC2 => pair,
                Some(1) => tree.call("packUint2x32", &[pair]),
                _ => tree.call(cx.type_name(ty), &[pair]),
            }
        }
    })
}

/// A bit cast that is several functions, by way of unsigned integers; none if it is one function or a conversion.
fn through_words<'a>(
    cx: &Context<'a>,
    tree: &mut Tree<'a>,
    (ty, to): (Type, Scalar),
    (from_type, from): (Type, Scalar),
    a: Expr,
) -> Option<Expr> {
    let unsigned = |width: u32| match width {
        8 => Some(Scalar::U8),
        16 => Some(Scalar::U16),
        32 => Some(Scalar::U32),
        64 => Some(Scalar::U64),
        _ => None,
    };
    let [part_from, part_to] = [unsigned(from.width())?, unsigned(to.width())?];
    if part_from == part_to {
        return None;
    }
    let size = |ty: Type| cx.module.types.vector_size(ty).unwrap_or(1);
    let (count_from, count_to) = (size(from_type), size(ty));
    let whole = unsigned(from.width() * count_from)?;
    let is_whole = [from, to].contains(&whole);
    let is_packed = count_from > 1 && count_to > 1;
    if !is_packed && bit_function((ty, to), (from_type, from)).is_some() {
        return None;
    }
    let between = if is_packed || !is_whole {
        common::scalar(whole)
    } else if count_from > 1 {
        common::vector(part_from, count_from)?
    } else {
        common::vector(part_to, count_to)?
    };
    // A function asks for no extension of the types that it takes.
    let _ = cx.type_name(between);
    let words = bitcast(cx, tree, between, from_type, a);
    Some(bitcast(cx, tree, ty, between, words))
}

/// The function that casts the bits of some components.
fn bit_function((ty, to): (Type, Scalar), (from_type, from): (Type, Scalar)) -> Option<&'static str> {
    Some(match (from, to) {
        (Scalar::F32, Scalar::I32) => "floatBitsToInt",
        (Scalar::F32, Scalar::U32) => "floatBitsToUint",
        (Scalar::I32, Scalar::F32) => "intBitsToFloat",
        (Scalar::U32, Scalar::F32) => "uintBitsToFloat",
        (Scalar::F64, Scalar::I64) => "doubleBitsToInt64",
        (Scalar::F64, Scalar::U64) => "doubleBitsToUint64",
        (Scalar::I64, Scalar::F64) => "int64BitsToDouble",
        (Scalar::U64, Scalar::F64) => "uint64BitsToDouble",
        (Scalar::F16, Scalar::I16) => "float16BitsToInt16",
        (Scalar::F16, Scalar::U16) => "float16BitsToUint16",
        (Scalar::I16, Scalar::F16) => "int16BitsToFloat16",
        (Scalar::U16, Scalar::F16) => "uint16BitsToFloat16",
        (Scalar::Bf16, Scalar::I16) => "bfloat16BitsToIntEXT",
        (Scalar::Bf16, Scalar::U16) => "bfloat16BitsToUintEXT",
        (Scalar::I16, Scalar::Bf16) => "intBitsToBFloat16EXT",
        (Scalar::U16, Scalar::Bf16) => "uintBitsToBFloat16EXT",
        (Scalar::F8E4M3, Scalar::I8) => "floate4m3BitsToIntEXT",
        (Scalar::F8E4M3, Scalar::U8) => "floate4m3BitsToUintEXT",
        (Scalar::I8, Scalar::F8E4M3) => "intBitsToFloate4m3EXT",
        (Scalar::U8, Scalar::F8E4M3) => "uintBitsToFloate4m3EXT",
        (Scalar::F8E5M2, Scalar::I8) => "floate5m2BitsToIntEXT",
        (Scalar::F8E5M2, Scalar::U8) => "floate5m2BitsToUintEXT",
        (Scalar::I8, Scalar::F8E5M2) => "intBitsToFloate5m2EXT",
        (Scalar::U8, Scalar::F8E5M2) => "uintBitsToFloate5m2EXT",
        (Scalar::F8E8M0, Scalar::I8) => "floatue8m0BitsToIntEXT",
        (Scalar::F8E8M0, Scalar::U8) => "floatue8m0BitsToUintEXT",
        (Scalar::I8, Scalar::F8E8M0) => "intBitsToFloatue8m0EXT",
        (Scalar::U8, Scalar::F8E8M0) => "uintBitsToFloatue8m0EXT",
        (Scalar::MxInt8, Scalar::I8) => "floatmxint8BitsToIntEXT",
        (Scalar::MxInt8, Scalar::U8) => "floatmxint8BitsToUintEXT",
        (Scalar::I8, Scalar::MxInt8) => "intBitsToFloatmxint8EXT",
        (Scalar::U8, Scalar::MxInt8) => "uintBitsToFloatmxint8EXT",
        (Scalar::F4E2M1, Scalar::U8) => "packFloat2xfe2m1EXT",
        (Scalar::F4E2M1, Scalar::U16) => "packFloat4xfe2m1EXT",
        (Scalar::U8, Scalar::F4E2M1) => "unpackFloat2xfe2m1EXT",
        (Scalar::U16, Scalar::F4E2M1) => "unpackFloat4xfe2m1EXT",
        (Scalar::F4E2M1, Scalar::U32) if ty == common::U32 => "packFloat8xfe2m1EXT",
        (Scalar::F4E2M1, Scalar::U32) => "packFloat16xfe2m1EXT",
        (Scalar::U32, Scalar::F4E2M1) if from_type == common::U32 => "unpackFloat8xfe2m1EXT",
        (Scalar::U32, Scalar::F4E2M1) => "unpackFloat16xfe2m1EXT",
        (Scalar::F6E2M3, Scalar::U8) => "packFloat4xfe2m3EXT",
        (Scalar::F6E2M3, Scalar::U16) => "packFloat8xfe2m3EXT",
        (Scalar::F6E2M3, Scalar::U32) => "packFloat16xfe2m3EXT",
        (Scalar::U8, Scalar::F6E2M3) => "unpackFloat4xfe2m3EXT",
        (Scalar::U16, Scalar::F6E2M3) => "unpackFloat8xfe2m3EXT",
        (Scalar::U32, Scalar::F6E2M3) => "unpackFloat16xfe2m3EXT",
        (Scalar::F6E3M2, Scalar::U8) => "packFloat4xfe3m2EXT",
        (Scalar::F6E3M2, Scalar::U16) => "packFloat8xfe3m2EXT",
        (Scalar::F6E3M2, Scalar::U32) => "packFloat16xfe3m2EXT",
        (Scalar::U8, Scalar::F6E3M2) => "unpackFloat4xfe3m2EXT",
        (Scalar::U16, Scalar::F6E3M2) => "unpackFloat8xfe3m2EXT",
        (Scalar::U32, Scalar::F6E3M2) => "unpackFloat16xfe3m2EXT",
        (Scalar::I32, Scalar::I64) => "packInt2x32",
        (Scalar::U32, Scalar::U64) => "packUint2x32",
        (Scalar::I64, Scalar::I32) => "unpackInt2x32",
        (Scalar::U64, Scalar::U32) => "unpackUint2x32",
        (Scalar::U32, Scalar::F64) => "packDouble2x32",
        (Scalar::F64, Scalar::U32) => "unpackDouble2x32",
        (Scalar::F16, Scalar::U32) => "packFloat2x16",
        (Scalar::U32, Scalar::F16) => "unpackFloat2x16",
        (Scalar::I16, Scalar::I32) => "packInt2x16",
        (Scalar::U16, Scalar::U32) => "packUint2x16",
        (Scalar::I32, Scalar::I16) => "unpackInt2x16",
        (Scalar::U32, Scalar::U16) => "unpackUint2x16",
        (Scalar::I16, Scalar::I64) => "packInt4x16",
        (Scalar::U16, Scalar::U64) => "packUint4x16",
        (Scalar::I64, Scalar::I16) => "unpackInt4x16",
        (Scalar::U64, Scalar::U16) => "unpackUint4x16",
        (Scalar::I8, Scalar::I16) | (Scalar::U8, Scalar::U16) => "pack16",
        (Scalar::I8, Scalar::I32) | (Scalar::U8, Scalar::U32) => "pack32",
        (Scalar::I16 | Scalar::I32, Scalar::I8) | (Scalar::U16 | Scalar::U32, Scalar::U8) => "unpack8",
        _ => return None,
    })
}

fn construct<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, ty: Type, args: &[Expr]) -> Expr {
    let name = cx.type_name(ty);
    if let TypeData::Matrix { scalar, rows, .. } = cx.module.types.get(ty) {
        // Columns that are constructors are flattened.
        let column = vitrum_ir::types::common::vector(scalar, u32::from(rows)).map(|ty| cx.type_name(ty));
        let mut flat = Vec::new();
        let rows = usize::from(rows);
        let some_spelled = args
            .iter()
            .any(|&arg| matches!(tree.get(arg), Node::Call(_, parts) if tree.args(parts).len() == rows));
        for &arg in args {
            match tree.get(arg) {
                // Among flattened columns, splats of numbers are flattened, too.
                Node::Splat(_, number) if some_spelled && matches!(tree.get(number), Node::Text(_)) => {
                    flat.extend(std::iter::repeat_n(number, rows));
                }
                Node::Call(called, parts) if Some(called) == column && tree.args(parts).len() == rows => {
                    flat.extend_from_slice(tree.args(parts));
                }
                _ if tree.whole(arg).is_some() => flat.push(arg),
                // Older versions cannot construct a matrix from a matrix (GLSL 1.10 and ESSL 1.00 section 5.4.2).
                _ if !Feature::MatrixOfMatrix.is_in(cx.target) => return tree.call(name, args),
                _ => return whole_matrix(cx, tree, name, column, args),
            }
        }
        let flat = merge_components(cx, tree, &flat);
        return tree.call(name, &flat);
    }
    constructors::vector(cx, tree, ty, args)
}

/// `mat2(vec2(m[0]), vec2(m[1]))` is the conversion `mat2(m)`; any other matrix is unchanged.
fn whole_matrix<'a>(
    cx: &Context<'a>,
    tree: &mut Tree<'a>,
    name: &'a str,
    column: Option<&str>,
    args: &[Expr],
) -> Expr {
    let source = |index: usize, arg: Expr| {
        let Node::Call(called, parts) = tree.get(arg) else { return None };
        let &[part] = tree.args(parts) else { return None };
        let Node::Index(matrix, at) = tree.get(part) else { return None };
        let in_place = matches!(tree.get(at), Node::Text(text) if text == index.to_string());
        (Some(called) == column && in_place).then_some(matrix)
    };
    let is_matrix = |expr: Expr| {
        let ty = cx.type_of_path(tree, expr);
        ty.is_some_and(|ty| matches!(cx.module.types.get(ty), TypeData::Matrix { .. }))
    };
    let matrix = args.first().and_then(|&arg| source(0, arg)).filter(|&first| {
        args.iter().enumerate().all(|(index, &arg)| source(index, arg).is_some_and(|m| tree.same(m, first)))
    });
    match matrix.filter(|&matrix| is_matrix(matrix)) {
        Some(matrix) => tree.call(name, &[matrix]),
        None => tree.call(name, args),
    }
}

/// Replaces all components of a vector in order by the vector.
fn merge_components(cx: &Context<'_>, tree: &Tree<'_>, parts: &[Expr]) -> Vec<Expr> {
    let mut joined = Vec::with_capacity(parts.len());
    let mut rest = parts;
    while let Some((&part, following)) = rest.split_first() {
        let found = whole_vector(cx, tree, rest);
        match found {
            Some((vector, size)) => {
                joined.push(vector);
                rest = rest.get(size..).unwrap_or(&[]);
            }
            None => {
                joined.push(part);
                rest = following;
            }
        }
    }
    joined
}

/// The vector whose components start a list, and their number.
fn whole_vector(cx: &Context<'_>, tree: &Tree<'_>, parts: &[Expr]) -> Option<(Expr, usize)> {
    let Node::Swizzle(vector, _) = tree.get(*parts.first()?) else { return None };
    let size = cx.vector_size(tree, vector)? as usize;
    let all = parts.get(..size)?.iter().zip(0..).all(|(&part, component)| {
        let letter = Letters::of([component]);
        matches!(tree.get(part), Node::Swizzle(from, letters) if letters == letter && tree.same(from, vector))
    });
    (size > 1 && all).then_some((vector, size))
}

/// The part of a composite at a known index.
pub(crate) fn part<'a>(cx: &Context<'a>, tree: &mut Tree<'a>, ty: Type, composite: Expr, index: u32) -> Expr {
    match cx.module.types.get(ty) {
        TypeData::Vector { .. } => {
            let component = u8::try_from(index).ok().filter(|&component| component < 4).unwrap_or(0);
            tree.swizzle(composite, Letters::of([component]))
        }
        TypeData::Struct(id) => {
            // Of a constructor, the argument.
            if let Node::Call(name, args) = tree.get(composite)
                && name == cx.type_name(ty)
                && let Some(&argument) = tree.args(args).get(index as usize)
            {
                return argument;
            }
            let name = cx.member(id, index as usize);
            tree.add(Node::Field(composite, name))
        }
        _ => {
            let index = tree.number(index.into());
            tree.add(Node::Index(composite, index))
        }
    }
}

/// Components of two vectors, as swizzles.
fn shuffle<'a>(
    cx: &Context<'a>,
    tree: &mut Tree<'a>,
    ty: Type,
    types: &[Type],
    a: Expr,
    b: Expr,
    shuffle: Shuffle,
) -> Option<Expr> {
    let size = cx.module.types.vector_size(*types.first()?)?;
    let mut parts: SmallVec<[(bool, SmallVec<[u8; 4]>); 4]> = SmallVec::new();
    for &index in shuffle.components() {
        let index = u32::from(index);
        let from_first = index < size;
        let component = u8::try_from(if from_first { index } else { index - size }).ok()?;
        match parts.last_mut() {
            Some((side, components)) if *side == from_first => components.push(component),
            _ => parts.push((from_first, smallvec![component])),
        }
    }
    let mut fields: Vec<Expr> = Vec::new();
    for (from_first, components) in parts {
        let vector = if from_first { a } else { b };
        match literals(tree, vector, cx.type_name(*types.get(usize::from(!from_first))?), &components) {
            Some(list) => fields.extend(list),
            None => fields.push(tree.swizzle(vector, Letters::of(components))),
        }
    }
    Some(match fields.as_slice() {
        [single] => *single,
        _ => tree.call(cx.type_name(ty), &fields),
    })
}

/// Components of a constructor of literals.
fn literals(tree: &Tree<'_>, vector: Expr, name: &str, components: &[u8]) -> Option<Vec<Expr>> {
    let literal = |expr: Expr| match tree.get(expr) {
        Node::Text(text) => text.starts_with(|first: char| first.is_ascii_digit()).then_some(expr),
        Node::Signed(_) => Some(expr),
        _ => None,
    };
    match tree.get(vector) {
        Node::Splat(_, scalar) => literal(scalar).map(|scalar| vec![scalar; components.len()]),
        Node::Call(called, parts) if called == name => {
            let parts = tree.args(parts);
            let all = parts.iter().all(|&part| literal(part).is_some());
            let chosen = components.iter().map(|&component| parts.get(usize::from(component)).copied());
            chosen.collect::<Option<_>>().filter(|_| all)
        }
        _ => None,
    }
}

/// True if the expression of an op repeats an operand, so that operands must be names.
pub(crate) fn repeats_operands(op: Op, imm: u32, size: impl Fn() -> u32) -> bool {
    match op {
        Op::Frem | Op::Fone | Op::Fueq => true,
        Op::Shuffle => {
            let (shuffle, size) = (Shuffle::from_bits(imm), size());
            let sides: Vec<bool> =
                shuffle.components().iter().map(|&index| u32::from(index) < size).collect();
            let changes = sides.windows(2).filter(|pair| pair.first() != pair.last()).count();
            changes > 1
        }
        _ => false,
    }
}
