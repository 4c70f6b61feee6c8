//! Types, and the structs that they name. Each struct is laid out once for each rule and order of matrices.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use vitrum_ir::layout::{Layouts, is_row_major};
use vitrum_ir::{
    Decorations, ImageType, LayoutRule, Length as IrLength, MatrixUse, Module, Precision, Qualifiers,
    Struct as IrStruct, Type, TypeData,
};

use crate::data::{Image, Length, Member, Struct, TypeInfo, TypeKind};
use crate::type_names;

/// Memory layout of a struct; none for interface variables and registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemoryLayout {
    pub(crate) rule: LayoutRule,
    pub(crate) row_major: bool,
}

type Key = (IrStruct, Option<MemoryLayout>);

/// The types of a module.
pub(crate) struct Shapes<'m> {
    module: &'m Module,
    layouts: FxHashMap<LayoutRule, Layouts<'m>>,
    positions: FxHashMap<Key, usize>,
    /// Structs that have a position but no members yet.
    waiting: VecDeque<Key>,
    structs: Vec<Struct>,
}

impl<'m> Shapes<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        Self {
            module,
            layouts: FxHashMap::default(),
            positions: FxHashMap::default(),
            waiting: VecDeque::new(),
            structs: Vec::new(),
        }
    }

    /// All structs that types named.
    pub(crate) fn finish(mut self) -> Vec<Struct> {
        while let Some(key) = self.waiting.pop_front() {
            self.fill(key);
        }
        self.structs
    }

    /// Layouts by a rule.
    pub(crate) fn layouts(&mut self, rule: LayoutRule) -> &mut Layouts<'m> {
        self.layouts.entry(rule).or_insert_with(|| Layouts::new(self.module, rule))
    }

    /// Describes a type in this memory layout.
    pub(crate) fn type_info(&mut self, ty: Type, memory: Option<MemoryLayout>) -> TypeInfo {
        let mut array = Vec::new();
        let mut dimensions = String::new();
        let mut ty = ty;
        loop {
            let (element, length) = match self.module.types.get(ty) {
                TypeData::Array { element, length } => {
                    let specialised = matches!(length, IrLength::Spec(_));
                    let count = self.layouts(LayoutRule::Std140).count(length);
                    dimensions.push_str(&format!("[{count}]"));
                    (element, Length { length: Some(count), specialised })
                }
                TypeData::RuntimeArray { element } => {
                    dimensions.push_str("[]");
                    (element, Length { length: None, specialised: false })
                }
                _ => break,
            };
            array.push(length);
            ty = element;
        }
        let mut info = self.plain(ty, memory);
        info.name.push_str(&dimensions);
        info.array = array;
        info
    }

    /// Describes a type that is not an array.
    fn plain(&mut self, ty: Type, memory: Option<MemoryLayout>) -> TypeInfo {
        let named = |name: &str, kind| TypeInfo { name: name.to_owned(), kind, ..TypeInfo::default() };
        match self.module.types.get(ty) {
            TypeData::Scalar(scalar) => {
                TypeInfo { scalar: Some(scalar), ..named(&type_names::vector(scalar, 1), TypeKind::Scalar) }
            }
            TypeData::Vector { scalar, size } => TypeInfo {
                scalar: Some(scalar),
                rows: Some(u32::from(size)),
                ..named(&type_names::vector(scalar, size), TypeKind::Vector)
            },
            TypeData::Matrix { scalar, columns, rows } => TypeInfo {
                scalar: Some(scalar),
                rows: Some(u32::from(rows)),
                columns: Some(u32::from(columns)),
                ..named(&type_names::matrix(scalar, columns, rows), TypeKind::Matrix)
            },
            TypeData::Struct(id) => self.structure(id, memory, TypeKind::Struct),
            TypeData::BufferReference { block, layout, .. } => {
                let memory = Some(MemoryLayout { rule: layout, row_major: false });
                self.structure(block, memory, TypeKind::BufferReference)
            }
            TypeData::Descriptor { block, layout, .. } => {
                let memory = Some(MemoryLayout { rule: layout, row_major: false });
                self.structure(block, memory, TypeKind::BufferType)
            }
            TypeData::Image(image) => self.image(image, false),
            TypeData::SampledImage(image) => self.image(image, true),
            TypeData::Handle { resource } => {
                TypeInfo { kind: TypeKind::Handle, ..self.plain(resource, memory) }
            }
            TypeData::Sampler { shadow: false } => named("sampler", TypeKind::Sampler),
            TypeData::Sampler { shadow: true } => named("samplerShadow", TypeKind::Sampler),
            TypeData::AtomicCounter => named("atomic_uint", TypeKind::AtomicCounter),
            TypeData::AccelerationStructure => {
                named("accelerationStructureEXT", TypeKind::AccelerationStructure)
            }
            TypeData::Spirv(_) => named("spirv_type", TypeKind::Spirv),
            TypeData::RayQuery => named("rayQueryEXT", TypeKind::RayQuery),
            TypeData::HitObject => named("hitObjectEXT", TypeKind::HitObject),
            TypeData::Tensor { element, rank } => {
                let name = format!("tensorARM<{}, {rank}>", element.glsl_names().0);
                TypeInfo { scalar: Some(element), ..named(&name, TypeKind::Tensor) }
            }
            TypeData::LongVector { scalar, length, cooperative } => {
                let rows = self.layouts(LayoutRule::Std140).count(length);
                let word = if cooperative { "coopvecNV" } else { "vector" };
                let name = format!("{word}<{}, {rows}>", scalar.glsl_names().0);
                TypeInfo { scalar: Some(scalar), rows: Some(rows), ..named(&name, TypeKind::Vector) }
            }
            TypeData::CooperativeMatrix { scalar, usage, .. } => {
                let word = if usage == MatrixUse::Any { "coopmatNV" } else { "coopmat" };
                TypeInfo { scalar: Some(scalar), ..named(word, TypeKind::CooperativeMatrix) }
            }
            TypeData::TensorLayout { .. } => named("tensorLayoutNV", TypeKind::TensorLayout),
            TypeData::TensorView { .. } => named("tensorViewNV", TypeKind::TensorView),
            TypeData::Pointer { .. } => named("pointer", TypeKind::Pointer),
            TypeData::Void
            | TypeData::Array { .. }
            | TypeData::RuntimeArray { .. }
            | TypeData::Expression(_) => named("void", TypeKind::Void),
        }
    }

    fn image(&self, image: ImageType, sampled: bool) -> TypeInfo {
        TypeInfo {
            name: type_names::image(image, sampled),
            kind: if sampled { TypeKind::SampledImage } else { TypeKind::Image },
            scalar: Some(image.sampled),
            image: Some(Image {
                dim: image.dim,
                arrayed: image.arrayed,
                multisampled: image.multisampled,
                shadow: image.shadow,
                storage: image.storage,
                format: image.storage.then_some(image.format),
            }),
            ..TypeInfo::default()
        }
    }

    fn structure(&mut self, id: IrStruct, memory: Option<MemoryLayout>, kind: TypeKind) -> TypeInfo {
        let next = self.structs.len();
        let position = *self.positions.entry((id, memory)).or_insert(next);
        let name = self.module.names.get(self.module.structs[id].name).to_owned();
        if position == next {
            self.structs.push(Struct { name: name.clone(), ..Struct::default() });
            self.waiting.push_back((id, memory));
        }
        TypeInfo { name, kind, structure: Some(position), ..TypeInfo::default() }
    }

    /// Gives a struct its members.
    fn fill(&mut self, key: Key) {
        let (id, memory) = key;
        let module = self.module;
        let Some(&position) = self.positions.get(&key) else { return };
        let members = &module.structs[id].members;
        let ty = module.types.find(TypeData::Struct(id));
        let lies = memory.zip(ty).map(|(memory, ty)| self.layouts(memory.rule).members(ty, memory.row_major));
        let mut filled = Vec::with_capacity(members.len());
        for (index, member) in members.iter().enumerate() {
            let inner = memory
                .map(|memory| MemoryLayout { row_major: is_row_major(member, memory.row_major), ..memory });
            let decorations = &member.decorations;
            let mut data = Member {
                name: module.names.get(member.name).to_owned(),
                ty: self.type_info(member.ty, inner),
                offset: lies.as_ref().and_then(|layout| layout.offsets.get(index).copied()),
                location: decorations.location,
                component: decorations.component,
                built_in: decorations.builtin,
                interpolation: decorations.interpolation,
                precision: precision(member.precision),
                qualifiers: qualifiers(decorations),
                ..Member::default()
            };
            if let Some(inner) = inner {
                self.lay_out(&mut data, member.ty, inner);
            }
            filled.push(data);
        }
        let Some(data) = self.structs.get_mut(position) else { return };
        data.members = filled;
        data.layout = memory.map(|memory| memory.rule);
        data.size = lies.as_ref().map(|layout| layout.extent.size);
        data.align = lies.as_ref().map(|layout| layout.extent.align);
    }

    /// Sizes and strides of a member.
    fn lay_out(&mut self, member: &mut Member, ty: Type, memory: MemoryLayout) {
        let row_major = memory.row_major;
        let module = self.module;
        let layouts = self.layouts(memory.rule);
        member.size = Some(layouts.size(ty, row_major));
        member.matrix_stride = layouts.matrix_stride(ty, row_major);
        member.row_major = member.matrix_stride.map(|_| row_major);
        let mut ty = ty;
        while let Some(stride) = layouts.array_stride(ty, row_major) {
            member.array_strides.push(stride);
            match module.types.get(ty) {
                TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => ty = element,
                _ => break,
            }
        }
    }
}

/// A precision, where the language has it.
pub(crate) fn precision(precision: Precision) -> Option<Precision> {
    Some(precision).filter(|&it| it != Precision::None)
}

/// Qualifiers that have a field of their own, or that no user needs.
const WITH_FIELDS: Qualifiers = Qualifiers::ROW_MAJOR
    .union(Qualifiers::COLUMN_MAJOR)
    .union(Qualifiers::REDECLARED)
    .union(Qualifiers::UNUSED);

/// The qualifiers that are there, without those that have a field of their own.
pub(crate) fn qualifiers(decorations: &Decorations) -> Qualifiers {
    let mut others = decorations.qualifiers;
    others.remove(WITH_FIELDS);
    others
}
