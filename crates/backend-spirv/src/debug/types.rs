//! Types for debuggers, each once per memory layout.

use super::DebugOp;
use crate::error::{Error, Result};
use crate::layout::{Layout, Rule};
use crate::writer::Writer;
use vitrum_ir::{Dim, ImageType, Scalar, Struct, Type, TypeData, types::common};

/// Bounds the recursion over types, which nest no deeper elsewhere.
const MAX_DEPTH: u32 = 512;
/// Tags of composites.
const CLASS: u32 = 0;
const STRUCT: u32 = 1;
/// `FlagIsPublic`.
const IS_PUBLIC: u32 = 3;

/// Encoding of a basic type's bits.
#[derive(Clone, Copy)]
enum Encoding {
    Address = 1,
    Boolean = 2,
    Float = 3,
    Signed = 4,
    Unsigned = 6,
}

impl Writer<'_> {
    /// The type in the layout of `rule`, if it is in a block.
    pub(crate) fn debug_type(&mut self, ty: Type, rule: Option<Rule>) -> Result<u32> {
        let key = (ty, rule);
        let Some(debug) = &mut self.debug else { return Ok(0) };
        if let Some(&id) = debug.types.get(&key) {
            return Ok(id);
        }
        if debug.depth >= MAX_DEPTH {
            return Err(Error::too_large("type nesting in debug information"));
        }
        debug.depth += 1;
        let id = self.write_debug_type(ty, rule)?;
        if let Some(debug) = &mut self.debug {
            debug.depth -= 1;
            debug.types.insert(key, id);
        }
        Ok(id)
    }

    fn write_debug_type(&mut self, ty: Type, rule: Option<Rule>) -> Result<u32> {
        Ok(match self.module.types.get(ty) {
            TypeData::Void => self.ty(ty)?,
            TypeData::Scalar(scalar) => {
                let encoding = match scalar {
                    Scalar::Bool => Encoding::Boolean,
                    scalar if scalar.is_float() => Encoding::Float,
                    scalar if scalar.is_signed() => Encoding::Signed,
                    _ => Encoding::Unsigned,
                };
                let size = if scalar == Scalar::Bool { 32 } else { scalar.width() };
                self.debug_basic(scalar.glsl_names().0, size, encoding)
            }
            TypeData::Vector { scalar, size } => {
                let base = self.debug_type(common::scalar(scalar), rule)?;
                let size = self.u32_constant(u32::from(size));
                self.debug_inst(DebugOp::DebugTypeVector, &[base, size])
            }
            TypeData::Matrix { scalar, columns, rows } => {
                let column = common::vector(scalar, u32::from(rows)).unwrap_or(common::scalar(scalar));
                let column = self.debug_type(column, rule)?;
                let columns = self.u32_constant(u32::from(columns));
                let is_column_major =
                    self.scalar_constant(Scalar::Bool, u64::from(rule.is_none_or(|rule| !rule.row_major)));
                self.debug_inst(DebugOp::DebugTypeMatrix, &[column, columns, is_column_major])
            }
            TypeData::Array { element, length } => {
                let base = self.debug_type(element, rule)?;
                let count = self.extents.count(length);
                let count = self.u32_constant(count);
                self.debug_inst(DebugOp::DebugTypeArray, &[base, count])
            }
            TypeData::RuntimeArray { element } => {
                let base = self.debug_type(element, rule)?;
                let count = self.u32_constant(0);
                self.debug_inst(DebugOp::DebugTypeArray, &[base, count])
            }
            TypeData::Struct(id) => self.debug_struct(ty, id, rule)?,
            TypeData::Pointer { pointee, .. } => self.debug_type(pointee, rule)?,
            // The block that it refers to may hold such references; debuggers follow the type of the block.
            TypeData::BufferReference { .. } => self.debug_basic("reference", 64, Encoding::Address),
            TypeData::Handle { .. } => self.debug_basic("handle", 64, Encoding::Unsigned),
            TypeData::Image(image) => self.debug_opaque(&image_name("image", image)),
            TypeData::SampledImage(image) => self.debug_opaque(&image_name("sampled.image", image)),
            TypeData::Sampler { .. } => self.debug_opaque("type.sampler"),
            TypeData::AtomicCounter => self.debug_basic("atomic_uint", 32, Encoding::Unsigned),
            TypeData::AccelerationStructure => self.debug_opaque("type.acceleration.structure"),
            TypeData::Spirv(_) => self.debug_opaque("type.spirv"),
            TypeData::RayQuery => self.debug_opaque("type.ray.query"),
            TypeData::HitObject => self.debug_opaque("type.hit.object"),
            TypeData::Tensor { .. } => self.debug_opaque("type.tensor"),
            TypeData::Descriptor { .. } => self.debug_opaque("type.buffer"),
            TypeData::LongVector { .. } => self.debug_opaque("type.long.vector"),
            TypeData::CooperativeMatrix { .. } => self.debug_opaque("type.cooperative.matrix"),
            TypeData::TensorLayout { .. } => self.debug_opaque("type.tensor.layout"),
            TypeData::TensorView { .. } => self.debug_opaque("type.tensor.view"),
            TypeData::Expression(_) => self.debug_opaque("type.parameter"),
        })
    }

    fn debug_basic(&mut self, name: &str, size: u32, encoding: Encoding) -> u32 {
        let name = self.debug_string(name);
        let operands =
            [name, self.u32_constant(size), self.u32_constant(encoding as u32), self.u32_constant(0)];
        self.debug_inst(DebugOp::DebugTypeBasic, &operands)
    }

    fn debug_struct(&mut self, ty: Type, id: Struct, rule: Option<Rule>) -> Result<u32> {
        let module = self.module;
        let data = &module.structs[id];
        let lies = rule.map(|rule| self.extents.members(ty, rule));
        let [source, line, column] = self.spot_operands(self.spot(vitrum_ir::Span::default()));
        let flags = self.u32_constant(IS_PUBLIC);
        let mut members = Vec::with_capacity(data.members.len());
        for (index, member) in data.members.iter().enumerate() {
            let inner = rule.map_or(Layout::None, Layout::Nested).of_member(member).rule();
            let member_type = self.debug_type(member.ty, inner)?;
            let name = self.debug_string(module.names.get(member.name));
            let offset = lies.as_ref().and_then(|lies| lies.offsets.get(index).copied()).unwrap_or(0);
            let size = inner.map_or(0, |rule| self.extents.size(member.ty, rule));
            let (offset, size) = (self.bits(offset), self.bits(size));
            let operands = [name, member_type, source, line, column, offset, size, flags];
            members.push(self.debug_inst(DebugOp::DebugTypeMember, &operands));
        }
        let name = self.debug_string(module.names.get(data.name));
        let tag = self.u32_constant(STRUCT);
        let size = self.bits(lies.map_or(0, |lies| lies.extent.size));
        let unit = self.debug_unit();
        let mut operands = vec![name, tag, source, line, column, unit, name, size, flags];
        operands.extend(members);
        Ok(self.debug_inst(DebugOp::DebugTypeComposite, &operands))
    }

    /// A number of bytes as a constant that counts bits.
    fn bits(&mut self, bytes: u32) -> u32 {
        self.u32_constant(bytes.saturating_mul(8))
    }

    /// A type without parts or size.
    fn debug_opaque(&mut self, name: &str) -> u32 {
        let linkage = self.debug_string(&format!("@{name}"));
        let name = self.debug_string(name);
        let [source, line, column] = self.spot_operands(self.spot(vitrum_ir::Span::default()));
        let (tag, flags) = (self.u32_constant(CLASS), self.u32_constant(IS_PUBLIC));
        let unit = self.debug_unit();
        let none = self.debug.as_ref().map_or(0, |debug| debug.none);
        let operands = [name, tag, source, line, column, unit, linkage, none, flags];
        self.debug_inst(DebugOp::DebugTypeComposite, &operands)
    }
}

fn image_name(kind: &str, image: ImageType) -> String {
    let dim = Dim::ALL.get(image.dim as usize).map_or("", |row| row.1);
    let arrayed = if image.arrayed { ".array" } else { "" };
    format!("type.{dim}{arrayed}.{kind}")
}
