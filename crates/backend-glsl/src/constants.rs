//! Prints constants.

use crate::ast::{Args, Expr, Letters, Node, TextArena, Tree};
use crate::context::Context;
use crate::names::Scopes;
use crate::ops::{op_node, part};
use crate::render::constant_expression;
use crate::wrap::LINE;
use std::fmt::{Arguments, Write};
use vitrum_glsl::operators::BinaryOp;
use vitrum_ir::eval::FloatFormat;
use vitrum_ir::fold::is_matrix_length;
use vitrum_ir::{Constant, ConstantKind, Length, Op, Scalar, Type, TypeData, types::common};

/// The maximum depth of constants; the verifier bounds types far below.
pub(crate) const DEPTH: u32 = 256;

impl<'a> Context<'a> {
    /// The text of a constant outside functions.
    pub(crate) fn constant_text(&self, constant: Constant) -> String {
        let mut tree = Tree::new(self.arena);
        let expr = self.constant(&mut tree, constant);
        let mut text = String::new();
        constant_expression(self, &tree, &mut Scopes::new(self), expr, &mut text);
        text
    }

    /// The integer of another signedness of which a constant has the bits, where GLSL takes either.
    pub(crate) fn without_cast(&self, constant: Constant) -> Constant {
        match &self.module.constants.get(constant).kind {
            ConstantKind::SpecOp { op: Op::Bitcast, operands, .. } => match operands[..] {
                [original] => original,
                _ => constant,
            },
            _ => constant,
        }
    }

    /// Adds declarations of constants: `const float weights[3] = float[3](...);`.
    pub(crate) fn constants(&self, text: &mut String) {
        for constant in &self.declared_constants {
            let Some(name) = self.constant_names.get(&constant.constant) else { continue };
            let data = self.module.constants.get(constant.constant);
            let ConstantKind::Composite(parts) = &data.kind else { continue };
            let columns: Vec<Constant> = parts.iter().flat_map(|&part| self.parts(part)).collect();
            let is_matrix = matches!(self.module.types.get(data.ty), TypeData::Matrix { .. });
            let parts: &[Constant] = if is_matrix { &columns } else { parts };
            let declaration = self.declaration(data.ty, constant.precision, name);
            let _ = write!(text, "const {declaration} = {}(", self.type_name(data.ty));
            // All elements share one tree.
            let mut tree = Tree::new(self.arena);
            let mut scopes = Scopes::new(self);
            let mut spelled = String::new();
            let mut ends = Vec::with_capacity(parts.len());
            for &part in parts {
                tree.begin(0);
                let expr = self.constant(&mut tree, part);
                constant_expression(self, &tree, &mut scopes, expr, &mut spelled);
                ends.push(spelled.len());
            }
            let starts = [0].into_iter().chain(ends.iter().copied());
            let parts: Vec<&str> =
                starts.zip(&ends).filter_map(|(start, &end)| spelled.get(start..end)).collect();
            push_wrapped(text, &parts);
            text.push_str(");\n");
        }
    }

    /// The expression of a constant.
    pub(crate) fn constant(&self, tree: &mut Tree<'a>, constant: Constant) -> Expr {
        self.constant_at(tree, constant, 0)
    }

    fn constant_at(&self, tree: &mut Tree<'a>, constant: Constant, depth: u32) -> Expr {
        if let Some(name) = self.constant_names.get(&constant) {
            return tree.text(name);
        }
        if !tree.named.is_empty()
            && let Some(named) = self.named_constant(tree, constant)
        {
            return named;
        }
        self.constant_value(tree, constant, depth)
    }

    fn constant_value(&self, tree: &mut Tree<'a>, constant: Constant, depth: u32) -> Expr {
        let data = self.module.constants.get(constant);
        if depth > DEPTH {
            return tree.text("0");
        }
        match &data.kind {
            ConstantKind::Scalar(bits) if self.module.types.scalar_of(data.ty).is_none() => {
                // The address of a buffer reference.
                let address = self.scalar(tree, Scalar::U64, *bits);
                tree.call(self.type_name(data.ty), &[address])
            }
            ConstantKind::Scalar(bits) => self.literal(tree, constant, self.scalar_type(data.ty), *bits),
            ConstantKind::Null | ConstantKind::Undef | ConstantKind::Param(_) => {
                self.zero(tree, data.ty, depth)
            }
            ConstantKind::Spec(id) => match self.workgroup_axis(constant) {
                Some(axis) => {
                    let size = tree.text("gl_WorkGroupSize");
                    tree.swizzle(size, axis)
                }
                None => tree.text(self.spec_constant(*id)),
            },
            ConstantKind::Composite(parts) if self.is_workgroup_size(parts) => tree.text("gl_WorkGroupSize"),
            ConstantKind::Composite(parts) => self.composite(tree, data.ty, parts, depth),
            &ConstantKind::SpecOp { op, imm, ref operands } if is_matrix_length(op, imm) => {
                let matrix = operands.first().map(|&matrix| self.constant_at(tree, matrix, depth + 1));
                let matrix = matrix.unwrap_or_else(|| tree.text("0"));
                let length = tree.add(Node::Length(matrix));
                tree.call("uint", &[length])
            }
            ConstantKind::SpecOp { op: Op::Insert, .. } => self.insertions(tree, constant, depth),
            ConstantKind::SpecOp { op, imm, operands } => {
                let types: Vec<Type> =
                    operands.iter().map(|&operand| self.module.constants.ty(operand)).collect();
                let args: Args =
                    operands.iter().map(|&operand| self.constant_at(tree, operand, depth + 1)).collect();
                let op_node = op_node(self, tree, *op, *imm, data.ty, &types, &args);
                op_node.unwrap_or_else(|| tree.text("0"))
            }
        }
    }

    /// A composite with replaced parts, as a constructor of all its parts.
    fn insertions(&self, tree: &mut Tree<'a>, constant: Constant, depth: u32) -> Expr {
        let ty = self.module.constants.ty(constant);
        let count = match self.module.types.get(ty) {
            TypeData::Struct(id) => self.module.structs[id].members.len(),
            _ => self.module.types.length(ty).unwrap_or(0) as usize,
        };
        let mut parts: Vec<Option<Constant>> = vec![None; count];
        let mut base = constant;
        while let ConstantKind::SpecOp { op: Op::Insert, imm, operands } =
            &self.module.constants.get(base).kind
        {
            let &[of, new] = &operands[..] else { break };
            // The last insertion comes first.
            if let Some(slot) = parts.get_mut(*imm as usize) {
                *slot = slot.or(Some(new));
            }
            base = of;
        }
        let whole = parts.contains(&None).then(|| self.constant_at(tree, base, depth + 1));
        let args: Vec<Expr> = (0..)
            .zip(parts)
            .filter_map(|(index, new)| match new {
                Some(new) => Some(self.constant_at(tree, new, depth + 1)),
                None => whole.map(|whole| part(self, tree, ty, whole, index)),
            })
            .collect();
        tree.call(self.type_name(ty), &args)
    }

    /// The axis of the workgroup size that an unnamed specialisation constant is.
    fn workgroup_axis(&self, constant: Constant) -> Option<Letters> {
        let ConstantKind::Spec(id) = self.module.constants.get(constant).kind else { return None };
        if !self.module.spec_constants[id].name.is_empty() {
            return None;
        }
        let size = self.module.execution.local_size?;
        let axis = size.iter().position(|&axis| axis == constant)?;
        u8::try_from(axis).ok().map(|axis| Letters::of([axis]))
    }

    fn is_workgroup_size(&self, parts: &[Constant]) -> bool {
        self.module
            .execution
            .local_size
            .is_some_and(|size| size == parts && size.iter().any(|&axis| self.workgroup_axis(axis).is_some()))
    }

    fn scalar_type(&self, ty: Type) -> Scalar {
        self.module.types.scalar_of(ty).unwrap_or(Scalar::I32)
    }

    fn composite(&self, tree: &mut Tree<'a>, ty: Type, parts: &[Constant], depth: u32) -> Expr {
        let name = self.type_name(ty);
        if let Some(stored) = self.stored_vector(tree, ty, parts) {
            return tree.call(name, &[stored]);
        }
        let cells: Vec<Constant> = match (self.module.types.get(ty), parts) {
            // A scalar stands for no cooperative vector.
            (TypeData::LongVector { cooperative: true, .. }, [first, rest @ ..])
                if rest.iter().all(|part| part == first) =>
            {
                vec![*first]
            }
            (TypeData::LongVector { length: Length::Spec(_), .. }, [scalar]) => {
                let scalar = self.constant_at(tree, *scalar, depth + 1);
                return tree.add(Node::Splat(name, scalar));
            }
            (TypeData::Vector { .. } | TypeData::LongVector { .. }, [first, rest @ ..])
                if !rest.is_empty() && rest.iter().all(|part| part == first) =>
            {
                let scalar = self.constant_at(tree, *first, depth + 1);
                return tree.add(Node::Splat(name, scalar));
            }
            (TypeData::Matrix { .. }, _) => {
                let columns: Vec<Vec<Constant>> = parts.iter().map(|&part| self.parts(part)).collect();
                match self.diagonal(&columns) {
                    Some(scalar) => vec![scalar],
                    None => columns.concat(),
                }
            }
            _ => parts.to_vec(),
        };
        let args: Args = cells.into_iter().map(|cell| self.constant_at(tree, cell, depth + 1)).collect();
        tree.call(name, &args)
    }

    /// A conversion from a wider vector, for vectors whose type has no arithmetic.
    fn stored_vector(&self, tree: &mut Tree<'a>, ty: Type, parts: &[Constant]) -> Option<Expr> {
        let TypeData::Vector { scalar, size } = self.module.types.get(ty) else { return None };
        if scalar.width() > 16 || self.has_small_arithmetic(scalar) {
            return None;
        }
        let wide = match scalar {
            Scalar::F16 => Scalar::F32,
            Scalar::U8 | Scalar::U16 => Scalar::U32,
            Scalar::I8 | Scalar::I16 => Scalar::I32,
            _ => return None,
        };
        let mut args = Vec::with_capacity(parts.len());
        for &part in parts {
            let bits = self.module.constants.bits(part)?;
            let bits = match scalar {
                Scalar::F16 => u64::from((FloatFormat::F16.decode(bits) as f32).to_bits()),
                Scalar::I8 => u64::from(i32::from(bits as i8) as u32),
                Scalar::I16 => u64::from(i32::from(bits as i16) as u32),
                _ => bits,
            };
            args.push(self.scalar(tree, wide, bits));
        }
        let name = self.type_name(common::vector(wide, u32::from(size))?);
        Some(tree.call(name, &args))
    }

    /// The components of a constant vector, or the constant itself.
    fn parts(&self, constant: Constant) -> Vec<Constant> {
        match &self.module.constants.get(constant).kind {
            ConstantKind::Composite(parts) => parts.to_vec(),
            _ => vec![constant],
        }
    }

    /// The scalar of a diagonal matrix.
    fn diagonal(&self, columns: &[Vec<Constant>]) -> Option<Constant> {
        let scalar = *columns.first()?.first()?;
        for (index, column) in columns.iter().enumerate() {
            if column.len() < 2 {
                return None;
            }
            for (row, &part) in column.iter().enumerate() {
                let matches =
                    if row == index { part == scalar } else { self.module.constants.bits(part) == Some(0) };
                if !matches {
                    return None;
                }
            }
        }
        Some(scalar)
    }

    /// A new layout or view of a tensor, by the parameters of its type.
    pub(crate) fn new_tensor(&self, tree: &mut Tree<'a>, ty: Type) -> Option<Expr> {
        let (name, dimensions, texts) = match self.module.types.get(ty) {
            TypeData::TensorLayout { dimensions, clamp } => {
                ("createTensorLayoutNV", dimensions, vec![self.constant_text(clamp)])
            }
            TypeData::TensorView { dimensions, sized, order } => {
                let order = order.dimensions().map(|number| number.to_string());
                let texts = std::iter::once(sized.to_string()).chain(order).collect();
                ("createTensorViewNV", dimensions, texts)
            }
            _ => return None,
        };
        let texts = std::iter::once(self.constant_text(dimensions)).chain(texts);
        let arguments: Vec<Expr> = texts.map(|text| tree.text(self.arena.keep(&text))).collect();
        Some(tree.call(name, &arguments))
    }

    /// The zero of a type.
    pub(crate) fn zero(&self, tree: &mut Tree<'a>, ty: Type, depth: u32) -> Expr {
        if depth > DEPTH {
            return tree.text("0");
        }
        let name = self.type_name(ty);
        match self.module.types.get(ty) {
            TypeData::Scalar(kind) => self.scalar(tree, kind, 0),
            TypeData::Vector { scalar: kind, .. }
            | TypeData::LongVector { scalar: kind, cooperative: false, .. } => {
                let zero = self.scalar(tree, kind, 0);
                tree.add(Node::Splat(name, zero))
            }
            TypeData::Handle { .. } => {
                let zero = self.scalar(tree, Scalar::U32, 0);
                let words = tree.call(self.type_name(common::UVEC2), &[zero]);
                tree.call(name, &[words])
            }
            TypeData::BufferReference { .. } => {
                let zero = self.scalar(tree, Scalar::U64, 0);
                tree.call(name, &[zero])
            }
            TypeData::TensorLayout { .. } | TypeData::TensorView { .. } => {
                self.new_tensor(tree, ty).unwrap_or_else(|| tree.text("0"))
            }
            TypeData::Matrix { scalar: kind, .. }
            | TypeData::LongVector { scalar: kind, .. }
            | TypeData::CooperativeMatrix { scalar: kind, .. } => {
                let zero = self.scalar(tree, kind, 0);
                tree.call(name, &[zero])
            }
            TypeData::Array { element, .. } => {
                let count = self.module.types.length(ty).unwrap_or(1).min(1 << 16);
                let zero = self.zero(tree, element, depth + 1);
                tree.call(name, &vec![zero; count as usize])
            }
            TypeData::Struct(_) => {
                let args: Vec<Expr> = self
                    .module
                    .members(ty)
                    .iter()
                    .map(|member| self.zero(tree, member.ty, depth + 1))
                    .collect();
                tree.call(name, &args)
            }
            _ => {
                let zero = tree.text("0");
                tree.call(name, &[zero])
            }
        }
    }

    /// A scalar constant; its text is made once.
    fn literal(&self, tree: &mut Tree<'a>, constant: Constant, scalar: Scalar, bits: u64) -> Expr {
        let Some(known) = self.literals.get(constant) else { return self.scalar(tree, scalar, bits) };
        match *known.get_or_init(|| self.number(scalar, bits)) {
            Some(node) => tree.add(node),
            None => self.scalar(tree, scalar, bits),
        }
    }

    /// A scalar.
    fn scalar(&self, tree: &mut Tree<'a>, scalar: Scalar, bits: u64) -> Expr {
        if let Some(node) = self.number(scalar, bits) {
            return tree.add(node);
        }
        let arena = self.arena;
        // Types without arithmetic are converted from types with literals.
        match scalar {
            Scalar::I8 | Scalar::I16 => {
                let value = if scalar == Scalar::I8 { i64::from(bits as i8) } else { i64::from(bits as i16) };
                let value = tree.add(arena.signed(value, ""));
                tree.call(scalar.glsl_names().0, &[value])
            }
            Scalar::U8 | Scalar::U16 => {
                let value = tree.text(arena.format(format_args!("{bits}u")));
                tree.call(scalar.glsl_names().0, &[value])
            }
            Scalar::F16 if !self.has_small_arithmetic(scalar) => {
                converted(tree, arena, FloatFormat::F16, scalar, bits)
            }
            Scalar::Bf16 => converted(tree, arena, FloatFormat::Bf16, scalar, bits),
            Scalar::F8E4M3 => converted(tree, arena, FloatFormat::E4m3, scalar, bits),
            Scalar::F8E5M2 => converted(tree, arena, FloatFormat::E5m2, scalar, bits),
            Scalar::F4E2M1 => converted(tree, arena, FloatFormat::E2m1, scalar, bits),
            Scalar::F6E2M3 => converted(tree, arena, FloatFormat::E2m3, scalar, bits),
            Scalar::F6E3M2 => converted(tree, arena, FloatFormat::E3m2, scalar, bits),
            Scalar::F8E8M0 => converted(tree, arena, FloatFormat::E8m0, scalar, bits),
            Scalar::MxInt8 => converted(tree, arena, FloatFormat::MxInt8, scalar, bits),
            Scalar::F32 => quotient(tree, arena, f64::from(f32::from_bits(bits as u32)), ""),
            Scalar::F64 => quotient(tree, arena, f64::from_bits(bits), "lf"),
            Scalar::F16 => quotient(tree, arena, FloatFormat::F16.decode(bits), "hf"),
            Scalar::Bool | Scalar::I32 | Scalar::U32 | Scalar::I64 | Scalar::U64 => tree.text("0"),
        }
    }

    /// A scalar literal; none if the type or value has no literal.
    fn number(&self, scalar: Scalar, bits: u64) -> Option<Node<'a>> {
        self.needs_scalar(scalar);
        let arena = self.arena;
        Some(match scalar {
            Scalar::Bool => Node::Text(if bits == 0 { "false" } else { "true" }),
            // The lowest integers have no decimal literal: its digits are out of range without the minus.
            Scalar::I32 if bits == 0x8000_0000 => Node::Text("0x80000000"),
            Scalar::I64 if bits == 1 << 63 => Node::Text("0x8000000000000000L"),
            Scalar::I16 if self.has_small_arithmetic(scalar) => arena.signed(i64::from(bits as i16), "S"),
            Scalar::I32 => arena.signed(i64::from(bits as i32), ""),
            Scalar::I64 => arena.signed(bits as i64, "L"),
            Scalar::U16 if self.has_small_arithmetic(scalar) => Node::Text(arena.integer(bits, "US")),
            // Masks are more readable in hexadecimal.
            Scalar::U32 if bits >= 0xffff && (bits + 1).is_power_of_two() && !self.minify => {
                Node::Text(arena.format(format_args!("{bits:#x}u")))
            }
            Scalar::U32 => Node::Text(arena.integer(bits, "u")),
            Scalar::U64 => Node::Text(arena.integer(bits, "UL")),
            Scalar::F32 => {
                let value = f32::from_bits(bits as u32);
                if let Some(node) = arena.short_float(value) {
                    return Some(node);
                }
                return arena.float(format_args!("{value:?}"), f64::from(value), "");
            }
            Scalar::F64 => {
                let value = f64::from_bits(bits);
                return arena.float(format_args!("{value:?}"), value, "lf");
            }
            Scalar::F16 if self.has_small_arithmetic(scalar) => {
                let value = FloatFormat::F16.decode(bits);
                return arena.float(format_args!("{value:?}"), value, "hf");
            }
            Scalar::I8
            | Scalar::U8
            | Scalar::I16
            | Scalar::U16
            | Scalar::F16
            | Scalar::Bf16
            | Scalar::F8E4M3
            | Scalar::F8E5M2
            | Scalar::F4E2M1
            | Scalar::F6E2M3
            | Scalar::F6E3M2
            | Scalar::F8E8M0
            | Scalar::MxInt8 => return None,
        })
    }

    /// True if a constant is an integer with this value.
    pub(crate) fn is_int(&self, constant: Constant, value: i64) -> bool {
        self.module.constants.as_int(constant) == Some(value)
    }

    /// The value of a Boolean constant.
    pub(crate) fn as_bool(&self, constant: Constant) -> Option<bool> {
        let bits = self.module.constants.bits(constant)?;
        (self.module.constants.ty(constant) == common::BOOL).then_some(bits != 0)
    }
}

/// Adds the parts of a list on this line if they fit, and else on full lines of their own.
fn push_wrapped(text: &mut String, parts: &[&str]) {
    let column = text.len() - text.rfind('\n').map_or(0, |at| at + 1);
    let length: usize = parts.iter().map(|part| part.len() + 2).sum();
    if column + length <= LINE {
        text.push_str(&parts.join(", "));
        return;
    }
    let mut room = 0;
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        if part.len() + 2 > room {
            text.push_str("\n    ");
            room = LINE - 4;
        } else {
            text.push(' ');
        }
        text.push_str(part);
        room = room.saturating_sub(part.len() + 2);
    }
    text.push('\n');
}

impl<'a> TextArena<'a> {
    /// An integer literal with the suffix of its type.
    fn signed(self, value: i64, suffix: &str) -> Node<'a> {
        match value {
            0.. if suffix.is_empty() => Node::Text(self.number(value)),
            0.. => Node::Text(self.integer(value, suffix)),
            _ => Node::Signed(self.integer(value, suffix)),
        }
    }

    /// A number with at most three decimal places and six digits, as most have. All of these differ as `f32`, so this
    /// is the shortest decimal that reads back as the same number.
    fn short_float(self, value: f32) -> Option<Node<'a>> {
        let thousandths = (f64::from(value.abs()) * 1000.0).round();
        if thousandths >= 1e6 || thousandths as f32 / 1000.0 != value.abs() {
            return None;
        }
        let thousandths = thousandths as u32;
        let mut text = bumpalo::collections::String::with_capacity_in(8, self.memory());
        if value.is_sign_negative() {
            text.push('-');
        }
        text.push_str(itoa::Buffer::new().format(thousandths / 1000));
        text.push('.');
        let digit = |number: u32| char::from(b'0' + (number % 10) as u8);
        text.push(digit(thousandths / 100));
        if !thousandths.is_multiple_of(100) {
            text.push(digit(thousandths / 10));
        }
        if !thousandths.is_multiple_of(10) {
            text.push(digit(thousandths));
        }
        let text = text.into_bump_str();
        Some(if value.is_sign_negative() { Node::Signed(text) } else { Node::Text(text) })
    }

    /// The shortest digits that read back as the same number, always with a decimal point; none for infinity and NaN.
    fn float(self, digits: Arguments<'_>, value: f64, suffix: &str) -> Option<Node<'a>> {
        if !value.is_finite() {
            return None;
        }
        let digits = self.format(digits);
        let text = match digits.split_once('e') {
            Some((mantissa, exponent)) if !mantissa.contains('.') => {
                self.format(format_args!("{mantissa}.0e{exponent}{suffix}"))
            }
            _ if suffix.is_empty() => digits,
            _ => self.format(format_args!("{digits}{suffix}")),
        };
        Some(if text.starts_with('-') { Node::Signed(text) } else { Node::Text(text) })
    }
}

fn float<'a>(
    tree: &mut Tree<'a>,
    arena: TextArena<'a>,
    digits: Arguments<'_>,
    value: f64,
    suffix: &str,
) -> Expr {
    match arena.float(digits, value, suffix) {
        Some(node) => tree.add(node),
        None => quotient(tree, arena, value, suffix),
    }
}

/// A float of a type without literals, converted from `float`, which holds each of its values.
fn converted<'a>(
    tree: &mut Tree<'a>,
    arena: TextArena<'a>,
    format: FloatFormat,
    scalar: Scalar,
    bits: u64,
) -> Expr {
    let value = format.decode(bits);
    let value = float(tree, arena, format_args!("{value:?}"), value, "");
    tree.call(scalar.glsl_names().0, &[value])
}

/// Infinity or NaN, as a division.
fn quotient<'a>(tree: &mut Tree<'a>, arena: TextArena<'a>, value: f64, suffix: &str) -> Expr {
    let dividend = tree.add(if value.is_nan() {
        Node::Text(arena.format(format_args!("0.0{suffix}")))
    } else if value > 0.0 {
        Node::Text(arena.format(format_args!("1.0{suffix}")))
    } else {
        Node::Signed(arena.format(format_args!("-1.0{suffix}")))
    });
    let zero = tree.text(arena.format(format_args!("0.0{suffix}")));
    tree.add(Node::Infix(BinaryOp::Divide, dividend, zero))
}

#[cfg(test)]
mod tests {
    use crate::ast::{Node, TextArena};

    #[test]
    fn short_floats_match_the_debug_format() {
        let memory = bumpalo::Bump::new();
        let mut found = 0;
        let mut check = |value: f32| {
            if let Some(Node::Text(text) | Node::Signed(text)) = TextArena::new(&memory).short_float(value) {
                assert_eq!(text, format!("{value:?}"));
                found += 1;
            }
        };
        for thousandths in (0..2_000_000u32).step_by(37) {
            check(thousandths as f32 / 1000.0);
            check(-(thousandths as f32) / 1000.0);
            check(f32::from_bits((thousandths as f32 / 1000.0).to_bits() + 1));
        }
        for bits in (0..=u32::MAX).step_by(65_521) {
            check(f32::from_bits(bits));
        }
        assert!(found > 50_000, "{found}");
    }
}
