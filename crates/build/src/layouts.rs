//! Structs of blocks: fields lie where the shader has them.

use std::fmt::Write as _;

use vitrum::ir::Scalar;
use vitrum::reflect::{Member, Reflection, TypeInfo, TypeKind};

use crate::rust::{Names, identifier};

/// A type of Rust with its size and alignment in bytes.
struct Field {
    text: String,
    size: u32,
    align: u32,
}

/// Adds the structs of a shader's blocks, and those within them.
pub(crate) fn structs(text: &mut String, reflection: &Reflection, derives: &[String], names: &mut Names) {
    // Structs come before those that hold them in no certain order; each name is known by its position.
    let laid_out = |index: usize| reflection.structs.get(index).is_some_and(|it| it.size.is_some());
    let named: Vec<Option<String>> = (0..reflection.structs.len())
        .map(|index| laid_out(index).then(|| names.unique(identifier(&reflection.structs[index].name))))
        .collect();
    for (structure, name) in reflection.structs.iter().zip(&named) {
        let (Some(name), Some(size)) = (name, structure.size) else { continue };
        let mut body = String::new();
        let mut checks = String::new();
        let (mut end, mut align) = (0, 1);
        let mut runtime = None;
        let mut fields = Names::none();
        for member in &structure.members {
            let Some(offset) = member.offset else { continue };
            if member.ty.array.first().is_some_and(|length| length.length.is_none() && !length.specialised) {
                runtime = Some(member);
                continue;
            }
            let field = field(member, reflection, &named);
            gap(&mut body, &mut end, offset, &mut fields);
            let own = fields.unique(identifier(&member.name));
            let _ = write!(body, "        /// `{}`\n        pub {own}: {},\n", member.ty.name, field.text);
            let _ = writeln!(checks, "        assert!(core::mem::offset_of!({name}, {own}) == {offset});");
            end = offset.saturating_add(field.size);
            align = align.max(field.align);
        }
        // The part in front of a runtime array is as long as the shader says.
        gap(&mut body, &mut end, size, &mut fields);
        if let Some(member) = runtime {
            let doc = format!(
                "Bytes from an element of `{}` to the next; the first is at {}.",
                member.name,
                member.offset.unwrap_or(0)
            );
            let own = names.unique(identifier(&format!("{name}_{}_STRIDE", member.name).to_uppercase()));
            let stride = member.array_strides.first().copied().unwrap_or(0);
            let _ = write!(text, "    /// {doc}\n    pub const {own}: u32 = {stride};\n");
        }
        if body.is_empty() {
            continue;
        }
        let derived: String = derives.iter().map(|path| format!(", {path}")).collect();
        // In the layout `scalar` a struct may end within its alignment, as no struct of Rust does unless it is packed.
        let repr = if end % align == 0 { "C" } else { "C, packed(4)" };
        let layout = structure.layout.map_or("", |rule| rule.name());
        let _ = write!(
            text,
            "    /// `{}`, in the layout `{layout}`.\n    #[repr({repr})]\n    #[derive(Clone, Copy, Debug{derived})]\n    pub struct {name} {{\n\
             {body}    }}\n    const _: () = {{\n{checks}        assert!(core::mem::size_of::<{name}>() == {end});\n    }};\n",
            structure.name
        );
    }
}

/// Fills a gap up to an offset by a field of bytes.
fn gap(body: &mut String, end: &mut u32, offset: u32, fields: &mut Names) {
    if offset > *end {
        let own = fields.unique("_padding".to_owned());
        let _ = write!(body, "        #[doc(hidden)]\n        pub {own}: [u8; {}],\n", offset - *end);
        *end = offset;
    }
}

/// The field of a member.
fn field(member: &Member, reflection: &Reflection, named: &[Option<String>]) -> Field {
    let mut field = element(member, reflection, named);
    let lengths = member.ty.array.iter().map(|length| length.length.unwrap_or(1));
    let strides: Vec<u32> = member.array_strides.clone();
    // The outermost dimension comes first; types are built from the innermost.
    for (at, count) in lengths.enumerate().collect::<Vec<_>>().into_iter().rev() {
        let stride = strides.get(at).copied().unwrap_or(field.size);
        field = array(&padded(field, stride, &member.ty), count);
    }
    let size = member.size.unwrap_or(field.size);
    if field.size == size { field } else { bytes(size) }
}

/// The type of a member without its arrays.
fn element(member: &Member, reflection: &Reflection, named: &[Option<String>]) -> Field {
    let ty = &member.ty;
    match ty.kind {
        TypeKind::Scalar => scalar(ty.scalar),
        TypeKind::Vector => array(&scalar(ty.scalar), ty.rows.unwrap_or(1)),
        TypeKind::Matrix => {
            let (rows, columns) = (ty.rows.unwrap_or(1), ty.columns.unwrap_or(1));
            let (count, line) =
                if member.row_major == Some(true) { (rows, columns) } else { (columns, rows) };
            let line = array(&scalar(ty.scalar), line);
            let stride = member.matrix_stride.unwrap_or(line.size);
            array(&padded(line, stride, ty), count)
        }
        TypeKind::BufferReference | TypeKind::Handle | TypeKind::Pointer => {
            Field { text: "u64".to_owned(), size: 8, align: 8 }
        }
        TypeKind::Struct => {
            let index = ty.structure.unwrap_or(usize::MAX);
            let size = reflection.structs.get(index).and_then(|it| it.size);
            match (named.get(index), size) {
                (Some(Some(name)), Some(size)) => {
                    Field { text: name.clone(), size, align: if size % 8 == 0 { 8 } else { 4 } }
                }
                _ => bytes(member.size.unwrap_or(0)),
            }
        }
        _ => bytes(member.size.unwrap_or(0)),
    }
}

/// A type with as many bytes as a stride has: a vector with more components, or bytes.
fn padded(field: Field, stride: u32, ty: &TypeInfo) -> Field {
    if field.size == stride {
        return field;
    }
    let part = scalar(ty.scalar);
    let is_numeric = matches!(ty.kind, TypeKind::Scalar | TypeKind::Vector | TypeKind::Matrix);
    if is_numeric && part.size > 0 && stride.is_multiple_of(part.size) && field.size <= part.size * 4 {
        return array(&part, stride / part.size);
    }
    bytes(stride)
}

fn array(element: &Field, count: u32) -> Field {
    Field {
        text: format!("[{}; {count}]", element.text),
        size: element.size.saturating_mul(count),
        align: element.align,
    }
}

fn bytes(count: u32) -> Field {
    Field { text: format!("[u8; {count}]"), size: count, align: 1 }
}

/// A component; numbers that Rust does not have are their bits.
fn scalar(scalar: Option<Scalar>) -> Field {
    let (text, size) = match scalar {
        Some(Scalar::F32) => ("f32", 4),
        Some(Scalar::F64) => ("f64", 8),
        Some(Scalar::I32) => ("i32", 4),
        Some(Scalar::U32 | Scalar::Bool) | None => ("u32", 4),
        Some(Scalar::I8) => ("i8", 1),
        Some(Scalar::U8 | Scalar::F8E4M3 | Scalar::F8E5M2 | Scalar::F8E8M0 | Scalar::MxInt8) => ("u8", 1),
        // Blocks hold none of these.
        Some(Scalar::F4E2M1 | Scalar::F6E2M3 | Scalar::F6E3M2) => ("u8", 1),
        Some(Scalar::I16) => ("i16", 2),
        Some(Scalar::U16 | Scalar::F16 | Scalar::Bf16) => ("u16", 2),
        Some(Scalar::I64) => ("i64", 8),
        Some(Scalar::U64) => ("u64", 8),
    };
    Field { text: text.to_owned(), size, align: size }
}
