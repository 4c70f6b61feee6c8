//! The stage and the execution modes of an entry point.

use spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, FPFastMathMode, StorageClass};
use vitrum_ir::types::common;
use vitrum_ir::{
    BuiltIn, Constant, ConstantKind, DepthMode, EXECUTION_MODES, Modes, Op, Primitive, Spacing, SpirvItem,
    SpirvKind, SpirvOperand, Stage,
    fold::{Tables, fold_constants},
};

use crate::error::Error;
use crate::index::{Entry, Mode};
use crate::reader::Reader;

/// The stage of an entry point.
pub(crate) fn stage(entry: &Entry<'_>) -> Result<Stage, Error> {
    Ok(match ExecutionModel::from_u32(entry.model) {
        Some(ExecutionModel::Vertex) => Stage::Vertex,
        Some(ExecutionModel::TessellationControl) => Stage::TessControl,
        Some(ExecutionModel::TessellationEvaluation) => Stage::TessEvaluation,
        Some(ExecutionModel::Geometry) => Stage::Geometry,
        Some(ExecutionModel::Fragment) => Stage::Fragment,
        Some(ExecutionModel::GLCompute) => Stage::Compute,
        Some(ExecutionModel::TaskEXT | ExecutionModel::TaskNV) => Stage::Task,
        Some(ExecutionModel::MeshEXT | ExecutionModel::MeshNV) => Stage::Mesh,
        Some(ExecutionModel::RayGenerationKHR) => Stage::RayGeneration,
        Some(ExecutionModel::IntersectionKHR) => Stage::Intersection,
        Some(ExecutionModel::AnyHitKHR) => Stage::AnyHit,
        Some(ExecutionModel::ClosestHitKHR) => Stage::ClosestHit,
        Some(ExecutionModel::MissKHR) => Stage::Miss,
        Some(ExecutionModel::CallableKHR) => Stage::Callable,
        Some(ExecutionModel::Kernel) => {
            return Err(Error::unsupported(entry.at, "a kernel of OpenCL (execution model Kernel)"));
        }
        _ => return Err(Error::unsupported(entry.at, format!("the execution model {}", entry.model))),
    })
}

/// Modes without operands that other facts bring where modules are written.
const FLAGS: &[(ExecutionMode, Modes)] = &[
    (ExecutionMode::OriginUpperLeft, Modes::ORIGIN_UPPER_LEFT),
    (ExecutionMode::PointMode, Modes::POINT_MODE),
    (ExecutionMode::VertexOrderCw, Modes::CLOCKWISE),
    (ExecutionMode::VertexOrderCcw, Modes::COUNTER_CLOCKWISE),
    (ExecutionMode::NonCoherentColorAttachmentReadEXT, Modes::NON_COHERENT_COLOR_READ),
    (ExecutionMode::NonCoherentDepthAttachmentReadEXT, Modes::NON_COHERENT_DEPTH_READ),
    (ExecutionMode::NonCoherentStencilAttachmentReadEXT, Modes::NON_COHERENT_STENCIL_READ),
];

/// Modes of tessellation evaluation.
const OF_EVALUATION: &[ExecutionMode] = &[
    ExecutionMode::Triangles,
    ExecutionMode::Quads,
    ExecutionMode::Isolines,
    ExecutionMode::SpacingEqual,
    ExecutionMode::SpacingFractionalEven,
    ExecutionMode::SpacingFractionalOdd,
    ExecutionMode::VertexOrderCw,
    ExecutionMode::VertexOrderCcw,
    ExecutionMode::PointMode,
];

/// Topologies that a stage takes, and those that it gives.
const INPUTS: &[(ExecutionMode, Primitive)] = &[
    (ExecutionMode::InputPoints, Primitive::Points),
    (ExecutionMode::InputLines, Primitive::Lines),
    (ExecutionMode::InputLinesAdjacency, Primitive::LinesAdjacency),
    (ExecutionMode::Triangles, Primitive::Triangles),
    (ExecutionMode::InputTrianglesAdjacency, Primitive::TrianglesAdjacency),
    (ExecutionMode::Quads, Primitive::Quads),
    (ExecutionMode::Isolines, Primitive::Isolines),
];
const OUTPUTS: &[(ExecutionMode, Primitive)] = &[
    (ExecutionMode::OutputPoints, Primitive::Points),
    (ExecutionMode::OutputLineStrip, Primitive::LineStrip),
    (ExecutionMode::OutputTriangleStrip, Primitive::TriangleStrip),
    (ExecutionMode::OutputLinesEXT, Primitive::Lines),
    (ExecutionMode::OutputTrianglesEXT, Primitive::Triangles),
];

/// `OpacityMicromapIdKHR`
const QUERY_MICROMAPS: u32 = 6031;

/// Modes that stay numbers, with the capability and the extension that they need.
const BY_NUMBER: &[(ExecutionMode, Capability, &str)] = &[
    (ExecutionMode::DenormPreserve, Capability::DenormPreserve, FLOAT_CONTROLS),
    (ExecutionMode::DenormFlushToZero, Capability::DenormFlushToZero, FLOAT_CONTROLS),
    (ExecutionMode::SignedZeroInfNanPreserve, Capability::SignedZeroInfNanPreserve, FLOAT_CONTROLS),
    (ExecutionMode::RoundingModeRTE, Capability::RoundingModeRTE, FLOAT_CONTROLS),
    (ExecutionMode::RoundingModeRTZ, Capability::RoundingModeRTZ, FLOAT_CONTROLS),
];
const FLOAT_CONTROLS: &str = "SPV_KHR_float_controls";

impl Reader<'_, '_> {
    /// Reads the execution modes of an entry point.
    pub(crate) fn execution(&mut self, entry: &Entry<'_>) -> Result<(), Error> {
        let has_meshes = matches!(self.module.stage, Stage::Task | Stage::Mesh | Stage::Fragment);
        if has_meshes && self.index.capabilities.contains(&(Capability::MeshShadingNV as u32)) {
            self.module.execution.modes.insert(Modes::NV_MESH);
        }
        let has_rays = self.module.stage.traces_rays();
        let of_vendors = [
            (Capability::RayTracingNV, has_rays, Modes::NV_RAY_TRACING),
            (Capability::ShaderInvocationReorderNV, has_rays, Modes::NV_HIT_OBJECTS),
            // Without kernels, `SPV_AMD_shader_ballot` alone has operations that need it.
            (Capability::Groups, true, Modes::AMD_GROUPS),
        ];
        for (capability, is_of_stage, mode) in of_vendors {
            if is_of_stage && self.index.capabilities.contains(&(capability as u32)) {
                self.module.execution.modes.insert(mode);
            }
        }
        for position in 0..self.index.modes(entry.function).len() {
            let Some(&mode) = self.index.modes(entry.function).get(position) else { break };
            self.mode(&mode)?;
        }
        if let Some(size) = self.workgroup_constant() {
            self.module.execution.local_size = Some(size);
        }
        // Of a size that nothing says, the smallest that whole groups fill.
        let execution = &mut self.module.execution;
        let groups =
            [(Modes::DERIVATIVE_GROUP_QUADS, [2, 2, 1]), (Modes::DERIVATIVE_GROUP_LINEAR, [4, 1, 1])];
        let group = groups.iter().find(|row| execution.modes.contains(row.0));
        if let (Some((_, sizes)), None) = (group, execution.local_size) {
            execution.local_size = Some(sizes.map(|size| self.module.constants.u32(size)));
        }
        // Vulkan has no other origin, and no qualifier for it.
        if !self.is_for_opengl() {
            self.module.execution.modes.remove(Modes::ORIGIN_UPPER_LEFT);
        }
        Ok(())
    }

    /// True if a resource has no descriptor set, as Vulkan wants of each.
    fn is_for_opengl(&self) -> bool {
        let is_resource = |class: u32| {
            let class = StorageClass::from_u32(class);
            matches!(
                class,
                Some(
                    StorageClass::Uniform
                        | StorageClass::UniformConstant
                        | StorageClass::StorageBuffer
                        | StorageClass::AtomicCounter
                )
            )
        };
        self.index.variables.iter().any(|variable| {
            variable.words.first().is_some_and(|&class| is_resource(class))
                && !self.index.has(variable.id, Decoration::DescriptorSet)
        })
    }

    fn mode(&mut self, mode: &Mode<'_>) -> Result<(), Error> {
        if mode.number == QUERY_MICROMAPS {
            return self.query_micromaps(mode);
        }
        // The stage before may say them, too, and perhaps it alone does.
        if self.module.stage == Stage::TessControl && OF_EVALUATION.iter().any(|it| *it as u32 == mode.number)
        {
            self.module.spirv.push(SpirvItem::new(SpirvKind::Mode, mode.number));
            return Ok(());
        }
        let execution = &mut self.module.execution;
        if let Some(row) = EXECUTION_MODES.iter().find(|row| row.spirv == mode.number) {
            execution.modes.insert(row.mode);
            return Ok(());
        }
        let Some(known) = ExecutionMode::from_u32(mode.number) else { return self.other_mode(mode) };
        if let Some(row) = FLAGS.iter().find(|row| row.0 == known) {
            execution.modes.insert(row.1);
            return Ok(());
        }
        if let Some(row) = INPUTS.iter().find(|row| row.0 == known) {
            execution.input_primitive = Some(row.1);
            return Ok(());
        }
        if let Some(row) = OUTPUTS.iter().find(|row| row.0 == known) {
            execution.output_primitive = Some(row.1);
            return Ok(());
        }
        let first = mode.operands.first().copied();
        match known {
            ExecutionMode::Invocations => execution.invocations = first,
            ExecutionMode::OutputVertices => execution.max_vertices = first,
            ExecutionMode::OutputPrimitivesEXT => execution.max_primitives = first,
            ExecutionMode::SpacingEqual => execution.spacing = Some(Spacing::Equal),
            ExecutionMode::SpacingFractionalEven => execution.spacing = Some(Spacing::FractionalEven),
            ExecutionMode::SpacingFractionalOdd => execution.spacing = Some(Spacing::FractionalOdd),
            ExecutionMode::DepthGreater => execution.depth = Some(DepthMode::Greater),
            ExecutionMode::DepthLess => execution.depth = Some(DepthMode::Less),
            ExecutionMode::DepthUnchanged => execution.depth = Some(DepthMode::Unchanged),
            // They follow from the outputs and from the target.
            ExecutionMode::DepthReplacing
            | ExecutionMode::StencilRefReplacingEXT
            | ExecutionMode::OriginLowerLeft => {}
            ExecutionMode::LocalSize => {
                let size = |at: usize| mode.operands.get(at).copied().unwrap_or(1);
                let sizes = [0, 1, 2].map(size);
                self.module.execution.local_size = Some(sizes.map(|size| self.module.constants.u32(size)));
            }
            ExecutionMode::TileShadingRateQCOM => {
                let rate = |at: usize| mode.operands.get(at).copied();
                [execution.tile_rate_x, execution.tile_rate_y, execution.tile_rate_z] = [0, 1, 2].map(rate);
            }
            ExecutionMode::LocalSizeId => {
                let mut sizes = Vec::new();
                for &id in mode.operands {
                    let size = self.constant(id, mode.at)?;
                    if self.module.constants.ty(size) == common::U32 {
                        sizes.push(size);
                        continue;
                    }
                    let mut tables = Tables::of(&mut self.module);
                    let unsigned = fold_constants(&mut tables, Op::Bitcast, &[size], 0, common::U32);
                    sizes.push(unsigned.unwrap_or(size));
                }
                self.module.execution.local_size = sizes.try_into().ok();
            }
            ExecutionMode::FPFastMathDefault => return self.fast_math(mode),
            _ => return self.other_mode(mode),
        }
        Ok(())
    }

    /// Reads the mode of floats of a type. Operations that may not ignore signs of zero, infinities and NaNs keep them; the index knows
    /// which are computed as written.
    fn fast_math(&mut self, mode: &Mode<'_>) -> Result<(), Error> {
        let ignored = FPFastMathMode::NOT_NAN | FPFastMathMode::NOT_INF | FPFastMathMode::NSZ;
        let (Some(&ty), Some(&modes)) = (mode.operands.first(), mode.operands.get(1)) else {
            return Ok(());
        };
        let width = self.index.def_for(ty, mode.at)?.word(0)?;
        let modes = self.index.def_for(modes, mode.at)?.word(0)?;
        if !FPFastMathMode::from_bits_truncate(modes).contains(ignored) {
            let number = ExecutionMode::SignedZeroInfNanPreserve as u32;
            return self.other_mode(&Mode { number, operands: &[width], by_id: false, at: mode.at });
        }
        Ok(())
    }

    /// Says if ray queries see opacity micromaps: a constant, perhaps a specialised one.
    fn query_micromaps(&mut self, mode: &Mode<'_>) -> Result<(), Error> {
        let Some(&id) = mode.operands.first() else { return Ok(()) };
        let constant = self.constant(id, mode.at)?;
        let execution = &mut self.module.execution;
        match self.module.constants.get(constant).kind {
            ConstantKind::Spec(spec) => execution.query_micromaps_id = self.module.spec_constants[spec].id,
            ConstantKind::Scalar(0) => execution.modes.insert(Modes::QUERY_MICROMAPS_OFF),
            _ => execution.modes.insert(Modes::QUERY_MICROMAPS_ON),
        }
        Ok(())
    }

    /// A mode that the IR has no field for: it stays as a number, as if the author had named it so.
    fn other_mode(&mut self, mode: &Mode<'_>) -> Result<(), Error> {
        let known = BY_NUMBER.iter().find(|row| row.0 as u32 == mode.number);
        let Some(&(_, capability, extension)) = known else {
            let name = ExecutionMode::from_u32(mode.number);
            let name = name.map_or_else(|| mode.number.to_string(), |name| format!("{name:?}"));
            return Err(Error::unsupported(mode.at, format!("the execution mode {name}")));
        };
        let mut item = SpirvItem::new(SpirvKind::Mode, mode.number);
        item.capabilities.push(capability as u32);
        item.extensions.push(self.module.names.intern(extension));
        for &word in mode.operands {
            item.operands.push(if mode.by_id {
                SpirvOperand::Constant(self.constant(word, mode.at)?)
            } else {
                SpirvOperand::Literal(word)
            });
        }
        self.module.spirv.push(item);
        Ok(())
    }

    /// The size of the workgroup, if a constant is decorated as it.
    fn workgroup_constant(&self) -> Option<[Constant; 3]> {
        let is_it = |id: &&u32| {
            let number = self.index.decoration(**id, None, Decoration::BuiltIn);
            number == BuiltIn::WorkgroupSize.spirv()
        };
        let (_, &constant) = self.constants.iter().find(|(id, _)| is_it(id))?;
        match &self.module.constants.get(constant).kind {
            ConstantKind::Composite(parts) => parts.as_ref().try_into().ok(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use spirv::{Capability, ExecutionMode};
    use vitrum_ir::EXECUTION_MODES;

    #[test]
    fn numbers_of_modes_are_spirvs() {
        for row in EXECUTION_MODES {
            assert!(ExecutionMode::from_u32(row.spirv).is_some(), "{}", row.spirv);
            assert!(
                row.capability.is_none_or(|number| Capability::from_u32(number).is_some()),
                "{}",
                row.spirv
            );
        }
    }
}
