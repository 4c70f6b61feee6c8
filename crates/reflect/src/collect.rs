//! From a module to its reflection.

use vitrum_ir::{
    ConstantKind, Dim, Execution as IrExecution, Global, GlobalData, Module, Qualifiers, Scalar, Storage,
    TypeData,
};

use crate::data::{
    BuiltInUse, Execution, MemberUse, Number, Reflection, Resource, ResourceKind, SamplerPair, Source,
    SpecConstant, Subroutine, SubroutineFunction, Variable, WorkgroupSize,
};
use crate::shapes::{MemoryLayout, Shapes, precision, qualifiers};
use vitrum_passes::analysis::resources::{Access, Resources};

/// The interface and the bindings of a module. The caller adds capabilities and assigned locations.
pub fn reflect(module: &Module) -> Reflection {
    let usage = Resources::new(module);
    let mut collector = Collector { module, shapes: Shapes::new(module), usage, built_ins: Vec::new() };
    let name = |name| module.names.get(name).to_owned();
    let mut reflection = Reflection {
        entry_point: module.entry.map(|entry| name(module.functions[entry].name)).unwrap_or_default(),
        source: Source {
            language: module.source.language,
            version: module.source.version,
            profile: module.source.profile,
        },
        extensions: module.extensions.iter().map(|extension| name(extension.name)).collect(),
        execution: collector.execution(&module.execution),
        ..Reflection::new(module.stage)
    };
    for (id, data) in module.globals.iter() {
        match data.storage {
            Storage::Input => reflection.inputs.extend(collector.variable(id, data)),
            Storage::Output => reflection.outputs.extend(collector.variable(id, data)),
            Storage::Function | Storage::Private | Storage::Texel => {}
            Storage::Shared
            | Storage::TaskPayload
            | Storage::RayPayload
            | Storage::IncomingRayPayload
            | Storage::HitAttribute
            | Storage::CallableData
            | Storage::HitObjectAttribute
            | Storage::IncomingCallableData
            | Storage::PixelLocal
            | Storage::Spirv => {
                let variable = collector.variable(id, data);
                let storage = Some(data.storage);
                reflection.variables.extend(variable.map(|variable| Variable { storage, ..variable }));
            }
            Storage::Uniform
            | Storage::Opaque
            | Storage::Buffer
            | Storage::PushConstant
            | Storage::PhysicalBuffer
            | Storage::AtomicCounter
            | Storage::ShaderRecord
            | Storage::TileImage => reflection.resources.push(collector.resource(id, data)),
        }
    }
    reflection.subroutines = module
        .subroutines
        .iter()
        .map(|uniform| Subroutine {
            name: name(uniform.name),
            location: uniform.location,
            functions: uniform
                .functions
                .iter()
                .map(|&(value, function)| SubroutineFunction { value, name: name(function) })
                .collect(),
        })
        .collect();
    let pair = |&(texture, sampler): &(Global, Global)| SamplerPair {
        texture: name(module.globals[texture].name),
        sampler: name(module.globals[sampler].name),
    };
    reflection.sampler_pairs = collector.usage.pairs.iter().map(pair).collect();
    reflection.spec_constants = collector.spec_constants();
    reflection.built_ins = collector.built_ins;
    reflection.structs = collector.shapes.finish();
    reflection
}

struct Collector<'m> {
    module: &'m Module,
    shapes: Shapes<'m>,
    usage: Resources,
    built_ins: Vec<BuiltInUse>,
}

impl Collector<'_> {
    /// A variable of the interface; none for a built-in that neither the author declares nor anything uses.
    fn variable(&mut self, id: Global, data: &GlobalData) -> Option<Variable> {
        let decorations = &data.decorations;
        let used = self.usage.of(id).is_some();
        let declared = decorations.qualifiers.contains(Qualifiers::REDECLARED);
        if decorations.builtin.is_some() && !used && !declared {
            return None;
        }
        self.use_built_ins(id, data);
        let block = self.block_name(data);
        let of_language = block.as_deref().is_some_and(|name| name.starts_with("gl_"));
        if of_language && !used && !declared {
            return None;
        }
        Some(Variable {
            name: self.module.names.get(data.name).to_owned(),
            block,
            storage: None,
            ty: self.shapes.type_info(data.ty, None),
            location: decorations.location,
            component: decorations.component,
            index: decorations.index,
            built_in: decorations.builtin,
            interpolation: decorations.interpolation,
            precision: precision(data.precision),
            qualifiers: qualifiers(decorations),
            stream: decorations.stream,
            xfb_buffer: decorations.xfb_buffer,
            xfb_stride: decorations.xfb_stride,
            xfb_offset: decorations.xfb_offset,
            used,
        })
    }

    /// The name of the block that a global is.
    fn block_name(&self, data: &GlobalData) -> Option<String> {
        if data.block.is_none() && !self.module.is_structured_heap(data) {
            return None;
        }
        match self.module.types.get(self.module.types.innermost(data.ty)) {
            TypeData::Struct(id) => Some(self.module.names.get(self.module.structs[id].name).to_owned()),
            _ => None,
        }
    }

    /// Remembers which built-ins are used.
    fn use_built_ins(&mut self, id: Global, data: &GlobalData) {
        if self.usage.of(id).is_none() {
            return;
        }
        let storage = data.storage;
        let mut add = |builtin: vitrum_ir::BuiltIn| {
            let usage = BuiltInUse { name: builtin, storage };
            if !self.built_ins.contains(&usage) {
                self.built_ins.push(usage);
            }
        };
        if let Some(builtin) = data.decorations.builtin {
            add(builtin);
        }
        let members = self.module.members(self.module.types.innermost(data.ty));
        for (index, member) in members.iter().enumerate() {
            if let Some(builtin) = member.decorations.builtin
                && self.usage.has_member(id, index as u32)
            {
                add(builtin);
            }
        }
    }

    fn resource(&mut self, id: Global, data: &GlobalData) -> Resource {
        let decorations = &data.decorations;
        let row_major = decorations.qualifiers.contains(Qualifiers::ROW_MAJOR);
        let memory = data.block.map(|rule| MemoryLayout { rule, row_major });
        let size = memory.map(|memory| {
            let element = self.module.types.innermost(data.ty);
            self.shapes.layouts(memory.rule).size(element, row_major)
        });
        let usage = self.usage.of(id);
        let fields = self.module.members(self.module.types.innermost(data.ty));
        let members = usage.into_iter().flat_map(|usage| &usage.members).filter_map(|(&index, access)| {
            let name = self.module.names.get(fields.get(index as usize)?.name).to_owned();
            Some(MemberUse { name, access: *access })
        });
        let members = members.collect();
        let own_name = self.module.names.get(data.name).to_owned();
        let (name, instance) = match self.block_name(data) {
            Some(block) => (block, Some(own_name)),
            None => (own_name, None),
        };
        Resource {
            name,
            instance,
            kind: self.resource_kind(data),
            set: decorations.set,
            binding: decorations.binding,
            location: decorations.location,
            offset: decorations.offset,
            input_attachment: decorations.input_attachment,
            heap: decorations.heap,
            bank: decorations.bank,
            member_offset: decorations.member_offset,
            ty: self.shapes.type_info(data.ty, memory),
            layout: memory.map(|memory| memory.rule),
            size,
            precision: precision(data.precision),
            qualifiers: qualifiers(decorations),
            access: usage.map_or(Access::NONE, |usage| usage.access),
            members,
            divergent: usage.is_some_and(|usage| usage.is_divergent),
            static_use: self.usage.is_static_use(id),
            used: usage.is_some(),
        }
    }

    fn resource_kind(&self, data: &GlobalData) -> ResourceKind {
        match (data.storage, data.block) {
            (Storage::PushConstant, _) => return ResourceKind::PushConstant,
            (Storage::ShaderRecord, _) => return ResourceKind::ShaderRecord,
            (Storage::Buffer | Storage::PhysicalBuffer, _) => return ResourceKind::StorageBuffer,
            (Storage::Uniform, Some(_)) => return ResourceKind::UniformBuffer,
            (Storage::AtomicCounter, _) => return ResourceKind::AtomicCounter,
            (Storage::TileImage, _) => return ResourceKind::TileImage,
            (Storage::Spirv, _) => return ResourceKind::Spirv,
            _ => {}
        }
        match self.module.types.get(self.module.types.innermost(data.ty)) {
            TypeData::SampledImage(image) | TypeData::Image(image) if image.dim == Dim::Buffer => {
                if image.storage {
                    ResourceKind::StorageTexelBuffer
                } else {
                    ResourceKind::UniformTexelBuffer
                }
            }
            TypeData::SampledImage(_) => ResourceKind::SampledImage,
            TypeData::Image(image) if image.dim == Dim::Subpass => ResourceKind::SubpassInput,
            TypeData::Image(image) if image.storage => ResourceKind::StorageImage,
            TypeData::Image(_) => ResourceKind::Texture,
            TypeData::Sampler { .. } => ResourceKind::Sampler,
            TypeData::AccelerationStructure => ResourceKind::AccelerationStructure,
            TypeData::AtomicCounter => ResourceKind::AtomicCounter,
            TypeData::Tensor { .. } => ResourceKind::Tensor,
            _ => ResourceKind::Uniform,
        }
    }

    fn spec_constants(&mut self) -> Vec<SpecConstant> {
        let module = self.module;
        let constant = |(_, data): (_, &vitrum_ir::SpecConstantData)| SpecConstant {
            name: module.names.get(data.name).to_owned(),
            id: data.id,
            ty: self.shapes.type_info(data.ty, None),
            default: number(module, data),
        };
        module.spec_constants.iter().map(constant).collect()
    }

    fn execution(&mut self, execution: &IrExecution) -> Execution {
        // All fields, so that none is forgotten.
        let IrExecution {
            modes,
            local_size,
            input_primitive,
            output_primitive,
            max_vertices,
            max_primitives,
            invocations,
            spacing,
            depth,
            num_views,
            secondary_view_offset: _,
            query_micromaps_id: _,
            tile_rate_x: _,
            tile_rate_y: _,
            tile_rate_z: _,
            shared_size: _,
            scratch_size: _,
            blend,
        } = execution;
        Execution {
            modes: *modes,
            workgroup_size: local_size.map(|sizes| sizes.map(|size| self.workgroup_size(size))),
            input_primitive: *input_primitive,
            output_primitive: *output_primitive,
            max_vertices: *max_vertices,
            max_primitives: *max_primitives,
            invocations: *invocations,
            spacing: *spacing,
            depth: *depth,
            num_views: *num_views,
            blend: *blend,
        }
    }

    fn workgroup_size(&mut self, size: vitrum_ir::Constant) -> WorkgroupSize {
        let constant_id = match self.module.constants.get(size).kind {
            ConstantKind::Spec(spec) => self.module.spec_constants[spec].id,
            _ => None,
        };
        let length = match self.module.constants.bits(size) {
            Some(bits) => vitrum_ir::Length::Constant(u32::try_from(bits).unwrap_or(u32::MAX)),
            None => vitrum_ir::Length::Spec(size),
        };
        let value = self.shapes.layouts(vitrum_ir::LayoutRule::Std140).count(length);
        WorkgroupSize { value, constant_id }
    }
}

/// The default of a specialisation constant.
fn number(module: &Module, data: &vitrum_ir::SpecConstantData) -> Number {
    let bits = module.constants.bits(data.default).unwrap_or(0);
    let TypeData::Scalar(scalar) = module.types.get(data.ty) else { return Number::Uint(bits) };
    match scalar {
        Scalar::Bool => Number::Bool(bits != 0),
        Scalar::F64 => Number::Float(f64::from_bits(bits)),
        Scalar::F32 => Number::Float(f64::from(f32::from_bits(bits as u32))),
        Scalar::F16 => Number::Float(half(bits as u16)),
        scalar if scalar.is_signed() => {
            Number::Int(module.constants.as_int(data.default).unwrap_or(bits as i64))
        }
        _ => Number::Uint(bits),
    }
}

/// The value of a float of 16 bits.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, mantissa) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    match exponent {
        0 => sign * mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        exponent => sign * (1024.0 + mantissa) * 2f64.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn halves_have_values() {
        for (bits, value) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x0001, 5.960_464_477_539_063e-8), (0x7bff, 65504.0)]
        {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7e00).is_nan() && half(0xfc00).is_infinite());
    }
}
