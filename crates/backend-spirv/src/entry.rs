//! The entry point: its interface and execution modes.

use crate::error::{Error, Result};
use crate::options::Version;
use crate::words::Words;
use crate::writer::Writer;
use spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, LinkageType, Op};
use vitrum_ir::{
    BuiltIn, Constant, ConstantKind, DepthMode, EXECUTION_MODES, Function, GlobalData, Linkage, Modes,
    Primitive, Scalar, Spacing, SpecConstant, SpecConstantData, Stage, Storage, types::common,
};

impl Writer<'_> {
    /// Writes the entry point and its modes.
    pub(crate) fn write_entry(&mut self, entry: Function, words: &mut Words) -> Result<()> {
        let id = self.function_id(entry).ok_or_else(|| Box::new(Error::NoEntry))?;
        let model = self.execution_model();
        let refused = [
            (Modes::INNER_COVERAGE, "sample masks of inner coverage"),
            (Modes::VARIABLE_GROUP_SIZE, "workgroups of variable size"),
        ];
        if let Some(row) = refused.iter().find(|row| self.entry.execution.modes.contains(row.0)) {
            return Err(Error::unsupported(row.1));
        }
        // In SPIR-V it is a constant.
        let is_size = |data: &GlobalData| data.decorations.builtin == Some(BuiltIn::WorkgroupSize);
        if self.module.globals.values().any(is_size) {
            return Err(Error::unsupported("the size of the workgroup as an input, before it is declared"));
        }
        self.write_flags(id)?;
        self.named_modes(id)?;
        match self.entry.stage {
            Stage::Fragment => self.fragment_modes(id),
            Stage::Geometry => self.geometry_modes(id)?,
            Stage::TessControl => self.tessellation_modes(id, false),
            Stage::TessEvaluation => self.tessellation_modes(id, true),
            Stage::Compute | Stage::Task => self.local_size(id)?,
            Stage::Mesh => {
                self.local_size(id)?;
                self.mesh_modes(id)?;
            }
            Stage::Vertex
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => {}
        }
        words.push_string(Op::EntryPoint, &[model as u32, id], &self.entry.name, &self.interface());
        Ok(())
    }

    /// Decorates functions with the names that they are exported and imported by.
    pub(crate) fn link_functions(&mut self) {
        let module = self.module;
        self.requirements.capability(Capability::Linkage);
        for (id, data) in module.functions.iter() {
            let (name, kind) = match data.linkage {
                Linkage::Export(name) => (name, LinkageType::Export),
                Linkage::Import(name) => (name, LinkageType::Import),
                Linkage::Internal | Linkage::Initializer | Linkage::Callback(_) => continue,
            };
            let Some(target) = self.function_id(id) else { continue };
            self.link(target, module.names.get(name), kind);
        }
    }

    fn execution_model(&mut self) -> ExecutionModel {
        let is_nv = self.requirements.nv_meshes;
        let (model, capability) = match self.entry.stage {
            Stage::Vertex => (ExecutionModel::Vertex, None),
            Stage::TessControl => (ExecutionModel::TessellationControl, Some(Capability::Tessellation)),
            Stage::TessEvaluation => (ExecutionModel::TessellationEvaluation, Some(Capability::Tessellation)),
            Stage::Geometry => (ExecutionModel::Geometry, Some(Capability::Geometry)),
            Stage::Fragment => (ExecutionModel::Fragment, None),
            Stage::Compute => (ExecutionModel::GLCompute, None),
            Stage::Task if is_nv => (ExecutionModel::TaskNV, Some(Capability::MeshShadingNV)),
            Stage::Mesh if is_nv => (ExecutionModel::MeshNV, Some(Capability::MeshShadingNV)),
            Stage::Task => (ExecutionModel::TaskEXT, Some(Capability::MeshShadingEXT)),
            Stage::Mesh => (ExecutionModel::MeshEXT, Some(Capability::MeshShadingEXT)),
            Stage::RayGeneration => (ExecutionModel::RayGenerationKHR, Some(Capability::RayTracingKHR)),
            Stage::Intersection => (ExecutionModel::IntersectionKHR, Some(Capability::RayTracingKHR)),
            Stage::AnyHit => (ExecutionModel::AnyHitKHR, Some(Capability::RayTracingKHR)),
            Stage::ClosestHit => (ExecutionModel::ClosestHitKHR, Some(Capability::RayTracingKHR)),
            Stage::Miss => (ExecutionModel::MissKHR, Some(Capability::RayTracingKHR)),
            Stage::Callable => (ExecutionModel::CallableKHR, Some(Capability::RayTracingKHR)),
        };
        if let Some(capability) = capability {
            self.requirements.capability(capability);
        }
        model
    }

    fn mode(&mut self, id: u32, mode: ExecutionMode, operands: &[u32]) {
        self.modes.push_parts(Op::ExecutionMode, &[id, mode as u32], operands);
    }

    /// Modes that are there or not, of any stage.
    fn write_flags(&mut self, id: u32) -> Result<()> {
        let modes = self.entry.execution.modes;
        if modes.contains(Modes::PIXEL_CENTER_INTEGER) && self.options.target.is_vulkan() {
            let is_it = |data: &&vitrum_ir::GlobalData| data.decorations.builtin == Some(BuiltIn::FragCoord);
            let place = self.module.globals.values().find(is_it).map(|data| data.origin.span);
            return Err(Error::unsupported("pixel_center_integer").at(place));
        }
        if modes.contains(Modes::PRIMITIVE_CULLING) {
            self.requirements.capability(Capability::RayTraversalPrimitiveCullingKHR);
            self.requirements.extension("SPV_KHR_ray_query");
        }
        if modes.contains(Modes::OPACITY_MICROMAP) {
            self.requirements.capability_number(OPACITY_MICROMAP);
        }
        if let Some(value) = self.query_micromaps()? {
            self.requirements.capability_number(QUERY_MICROMAPS_CAPABILITY);
            self.modes.push_list(Op::ExecutionModeId, &[id, QUERY_MICROMAPS, value]);
        }
        for row in EXECUTION_MODES.iter().filter(|row| modes.contains(row.mode)) {
            self.modes.push_parts(Op::ExecutionMode, &[id, row.spirv], &[]);
            if let Some(capability) = row.capability {
                self.requirements.capability_number(capability);
            }
            if let Some(extension) = row.extension {
                self.requirements.extension(extension);
            }
        }
        Ok(())
    }

    /// The constant that says whether ray queries see opacity micromaps.
    fn query_micromaps(&mut self) -> Result<Option<u32>> {
        let (module, execution) = (self.module, &self.entry.execution);
        if let Some(switch) = execution.query_micromaps_id {
            let is_switch = |row: &(SpecConstant, &SpecConstantData)| row.1.id == Some(switch);
            let Some((spec, _)) = module.spec_constants.iter().find(is_switch) else { return Ok(None) };
            return self.spec_constant(spec).map(Some);
        }
        let is_on = execution.modes.contains(Modes::QUERY_MICROMAPS_ON);
        if !is_on && !execution.modes.contains(Modes::QUERY_MICROMAPS_OFF) {
            return Ok(None);
        }
        Ok(Some(self.scalar_constant(Scalar::Bool, u64::from(is_on))))
    }

    fn fragment_modes(&mut self, id: u32) {
        let execution = &self.entry.execution;
        let upper = self.options.target.is_vulkan() || execution.modes.contains(Modes::ORIGIN_UPPER_LEFT);
        self.mode(
            id,
            if upper { ExecutionMode::OriginUpperLeft } else { ExecutionMode::OriginLowerLeft },
            &[],
        );
        let writes = |builtin| {
            self.entry.globals.iter().any(|&id| {
                let data = &self.module.globals[id];
                self.variables.at(id).is_some()
                    && data.storage == Storage::Output
                    && data.decorations.builtin == Some(builtin)
            })
        };
        let (depth, stencil) = (writes(BuiltIn::FragDepth), writes(BuiltIn::FragStencilRef));
        if depth {
            self.mode(id, ExecutionMode::DepthReplacing, &[]);
            match execution.depth {
                Some(DepthMode::Greater) => self.mode(id, ExecutionMode::DepthGreater, &[]),
                Some(DepthMode::Less) => self.mode(id, ExecutionMode::DepthLess, &[]),
                Some(DepthMode::Unchanged) => self.mode(id, ExecutionMode::DepthUnchanged, &[]),
                Some(DepthMode::Any) | None => {}
            }
        }
        if stencil {
            self.mode(id, ExecutionMode::StencilRefReplacingEXT, &[]);
        }
    }

    fn geometry_modes(&mut self, id: u32) -> Result<()> {
        let execution = &self.entry.execution;
        self.mode(id, ExecutionMode::Invocations, &[execution.invocations.unwrap_or(1)]);
        let input = match execution.input_primitive {
            Some(Primitive::Points) => ExecutionMode::InputPoints,
            Some(Primitive::Lines) => ExecutionMode::InputLines,
            Some(Primitive::LinesAdjacency) => ExecutionMode::InputLinesAdjacency,
            Some(Primitive::TrianglesAdjacency) => ExecutionMode::InputTrianglesAdjacency,
            Some(_) => ExecutionMode::Triangles,
            None => return Err(Error::incomplete("input primitive")),
        };
        let output = match execution.output_primitive {
            Some(Primitive::Points) => ExecutionMode::OutputPoints,
            Some(Primitive::LineStrip) => ExecutionMode::OutputLineStrip,
            Some(_) => ExecutionMode::OutputTriangleStrip,
            None => return Err(Error::incomplete("output primitive")),
        };
        for mode in [input, output] {
            self.mode(id, mode, &[]);
        }
        self.mode(id, ExecutionMode::OutputVertices, &[execution.max_vertices.unwrap_or(0)]);
        Ok(())
    }

    fn tessellation_modes(&mut self, id: u32, evaluation: bool) {
        let execution = &self.entry.execution;
        if !evaluation {
            if let Some(vertices) = execution.max_vertices {
                self.mode(id, ExecutionMode::OutputVertices, &[vertices]);
            }
            return;
        }
        // GLSL 4.60 section 4.4.1.1: the defaults are equal_spacing and ccw. In other languages the control stage may say it.
        let is_glsl = self.module.source.language.is_glsl();
        let domain = match execution.input_primitive {
            Some(Primitive::Quads) => Some(ExecutionMode::Quads),
            Some(Primitive::Isolines) => Some(ExecutionMode::Isolines),
            Some(_) => Some(ExecutionMode::Triangles),
            None => is_glsl.then_some(ExecutionMode::Triangles),
        };
        let spacing = match execution.spacing {
            Some(Spacing::FractionalEven) => Some(ExecutionMode::SpacingFractionalEven),
            Some(Spacing::FractionalOdd) => Some(ExecutionMode::SpacingFractionalOdd),
            Some(Spacing::Equal) => Some(ExecutionMode::SpacingEqual),
            None => is_glsl.then_some(ExecutionMode::SpacingEqual),
        };
        let counter_clockwise = is_glsl || execution.modes.contains(Modes::COUNTER_CLOCKWISE);
        let order = match execution.modes.contains(Modes::CLOCKWISE) {
            true => Some(ExecutionMode::VertexOrderCw),
            false => counter_clockwise.then_some(ExecutionMode::VertexOrderCcw),
        };
        for mode in [domain, spacing, order].into_iter().flatten() {
            self.mode(id, mode, &[]);
        }
        if execution.modes.contains(Modes::POINT_MODE) {
            self.mode(id, ExecutionMode::PointMode, &[]);
        }
    }

    fn mesh_modes(&mut self, id: u32) -> Result<()> {
        let execution = &self.entry.execution;
        let (Some(vertices), Some(primitives)) = (execution.max_vertices, execution.max_primitives) else {
            return Err(Error::incomplete("number of output vertices and primitives"));
        };
        let output = match execution.output_primitive {
            Some(Primitive::Points) => ExecutionMode::OutputPoints,
            Some(Primitive::Lines) => ExecutionMode::OutputLinesEXT,
            _ => ExecutionMode::OutputTrianglesEXT,
        };
        self.mode(id, output, &[]);
        self.mode(id, ExecutionMode::OutputVertices, &[vertices]);
        self.mode(id, ExecutionMode::OutputPrimitivesEXT, &[primitives]);
        Ok(())
    }

    /// Invocations in a workgroup: numbers, or ids of specialisation constants.
    fn local_size(&mut self, id: u32) -> Result<()> {
        let module = self.module;
        let execution = &self.entry.execution;
        let rates = [execution.tile_rate_x, execution.tile_rate_y, execution.tile_rate_z];
        if rates.iter().any(Option::is_some) {
            // The device chooses the size of workgroups.
            self.requirements.capability(Capability::TileShadingQCOM);
            self.mode(id, ExecutionMode::TileShadingRateQCOM, &rates.map(|rate| rate.unwrap_or(1)));
            return Ok(());
        }
        let Some(sizes) = self.entry.execution.local_size else {
            self.mode(id, ExecutionMode::LocalSize, &[1, 1, 1]);
            return Ok(());
        };
        // Of a specialisation constant, the value without specialisation.
        let literal = |constant: Constant| match module.constants.get(constant).kind {
            ConstantKind::Spec(spec) => {
                module.constants.bits(module.spec_constants[spec].default).unwrap_or(1) as u32
            }
            _ => module.constants.bits(constant).unwrap_or(1) as u32,
        };
        let symbolic = sizes.iter().any(|&constant| module.constants.is_spec(constant));
        if !symbolic {
            self.mode(id, ExecutionMode::LocalSize, &sizes.map(literal));
            return Ok(());
        }
        let mut ids = Vec::with_capacity(3);
        for constant in sizes {
            ids.push(self.known_constant(constant)?);
        }
        if self.version >= Version::V1_6 {
            let operands = [&[id, ExecutionMode::LocalSizeId as u32], ids.as_slice()].concat();
            self.modes.push_list(Op::ExecutionModeId, &operands);
            return Ok(());
        }
        let uvec3 = self.ty(common::UVEC3)?;
        let size = self.spec_composite(uvec3, &ids);
        self.decorate(size, Decoration::BuiltIn, &[spirv::BuiltIn::WorkgroupSize as u32]);
        self.mode(id, ExecutionMode::LocalSize, &sizes.map(literal));
        Ok(())
    }
}

/// `RayTracingOpacityMicromapEXT`
const OPACITY_MICROMAP: u32 = 5381;
/// `OpacityMicromapIdKHR`
const QUERY_MICROMAPS: u32 = 6031;
/// `RayTracingOpacityMicromapExecutionModeKHR`
const QUERY_MICROMAPS_CAPABILITY: u32 = 6032;
