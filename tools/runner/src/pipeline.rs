//! Pipelines and their layouts, kept from run to run.

use crate::watch::Watch;
use std::collections::HashMap;
use std::time::Duration;

use ash::vk;

use crate::describe::{Compare, Draw, Resources, Shader, Topology};
use crate::device::Device;
use crate::error::Error;
use crate::render_pass::{self, Input};

/// So many are kept; then all are destroyed.
const MOST: usize = 128;

/// Pipelines by their descriptions.
#[derive(Default)]
pub(crate) struct Pipelines(HashMap<Key, Pipeline>);

/// A pipeline with its layout.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pipeline {
    pub(crate) pipeline: vk::Pipeline,
    pub(crate) layout: vk::PipelineLayout,
    pub(crate) sets: Vec<vk::DescriptorSetLayout>,
    /// None without input attachments.
    pub(crate) render_pass: Option<vk::RenderPass>,
}

/// All that a pipeline is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    shaders: Vec<Shader>,
    /// Set, binding, kind and count.
    bindings: Vec<(u32, u32, vk::DescriptorType, u32)>,
    push_constants: u32,
    /// None for a compute shader.
    drawing: Option<Drawing>,
    /// True if the driver shall record statistics.
    measured: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Drawing {
    topology: Topology,
    targets: Vec<vk::Format>,
    depth: Option<(vk::Format, Compare, bool)>,
    samples: u32,
    viewports: u32,
    inputs: Vec<Input>,
    /// Location, format and bytes, and whether it goes on with the instance.
    attributes: Vec<(u32, vk::Format, u32, bool)>,
    opengl: bool,
    wireframe: bool,
    cull_back: bool,
}

impl Pipelines {
    pub(crate) fn clear(&mut self, device: &ash::Device) {
        for (_, pipeline) in self.0.drain() {
            destroy(device, &pipeline);
        }
    }
}

pub(crate) fn destroy(device: &ash::Device, pipeline: &Pipeline) {
    // SAFETY: nothing runs between two runs, and each is destroyed once.
    unsafe {
        device.destroy_pipeline(pipeline.pipeline, None);
        device.destroy_pipeline_layout(pipeline.layout, None);
        if let Some(render_pass) = pipeline.render_pass {
            device.destroy_render_pass(render_pass, None);
        }
        for &set in &pipeline.sets {
            device.destroy_descriptor_set_layout(set, None);
        }
    }
}

/// The pipeline of a draw.
pub(crate) fn of_draw(device: &mut Device, draw: &Draw) -> Result<Pipeline, Error> {
    let key = key_of_draw(device, draw)?;
    find(device, key)
}

/// A pipeline of a draw for statistics, which is not kept, and the time to compile it.
pub(crate) fn measured_draw(device: &Device, draw: &Draw) -> Result<(Pipeline, Duration), Error> {
    measured(device, key_of_draw(device, draw)?)
}

/// The same for a compute shader.
pub(crate) fn measured_compute(
    device: &Device,
    shader: &Shader,
    resources: &Resources,
) -> Result<(Pipeline, Duration), Error> {
    measured(device, key(vec![shader.clone()], resources, None))
}

fn measured(device: &Device, key: Key) -> Result<(Pipeline, Duration), Error> {
    let key = Key { measured: true, ..key };
    let watch = Watch::start();
    Ok((make(&device.device, &key)?, watch.elapsed()))
}

fn key_of_draw(device: &Device, draw: &Draw) -> Result<Key, Error> {
    let image = |index: usize| {
        let image = draw.resources.images.get(index);
        image.ok_or_else(|| Error::Description("there is no such image".to_owned()))
    };
    let format = |index: &usize| image(*index).map(|image| image.format.vk());
    let depth = match draw.depth {
        Some(depth) => Some((format(&depth.image)?, depth.compare, depth.write)),
        None => None,
    };
    let input = |(index, at): (u32, usize)| {
        image(at).map(|image| Input { index, format: image.format.vk(), samples: image.samples })
    };
    let attribute = |it: &crate::describe::Attribute| {
        (it.location, it.format.vk(), it.format.bytes() as u32, it.per_instance)
    };
    let drawing = Drawing {
        topology: draw.topology,
        targets: draw.targets.iter().map(format).collect::<Result<_, _>>()?,
        depth,
        samples: samples(draw),
        viewports: draw.viewports.len().max(1) as u32,
        inputs: draw.resources.inputs().into_iter().map(input).collect::<Result<_, _>>()?,
        attributes: draw.attributes.iter().map(attribute).collect(),
        opengl: draw.opengl,
        wireframe: draw.wireframe,
        cull_back: draw.cull_back,
    };
    if draw.opengl && !(device.has_opengl_depth && device.has_last_vertex) {
        return Err(Error::Unsupported(
            "conventions of OpenGL (VK_EXT_depth_clip_control, VK_EXT_provoking_vertex)".to_owned(),
        ));
    }
    Ok(key(draw.shaders.clone(), &draw.resources, Some(drawing)))
}

/// The pipeline of a compute shader.
pub(crate) fn of_compute(
    device: &mut Device,
    shader: &Shader,
    resources: &Resources,
) -> Result<Pipeline, Error> {
    find(device, key(vec![shader.clone()], resources, None))
}

fn key(shaders: Vec<Shader>, resources: &Resources, drawing: Option<Drawing>) -> Key {
    let binding = |it: &crate::describe::Binding| {
        let (kind, count) = it.resource.vk();
        (it.set, it.binding, kind, count as u32)
    };
    let bindings = resources.bindings.iter().map(binding).collect();
    let push_constants = resources.push_constants.len() as u32;
    Key { shaders, bindings, push_constants, drawing, measured: false }
}

/// The samples of a draw's targets.
fn samples(draw: &Draw) -> u32 {
    let images = draw.targets.iter().copied().chain(draw.depth.map(|depth| depth.image));
    images.filter_map(|index| draw.resources.images.get(index)).map(|image| image.samples).max().unwrap_or(1)
}

/// Sees to it that so many pipelines are kept until the run is over.
pub(crate) fn make_room(device: &mut Device, count: usize) {
    if device.pipelines.0.len() + count > MOST {
        device.pipelines.clear(&device.device);
    }
}

fn find(device: &mut Device, key: Key) -> Result<Pipeline, Error> {
    if let Some(found) = device.pipelines.0.get(&key) {
        return Ok(found.clone());
    }
    if device.pipelines.0.len() >= MOST {
        device.pipelines.clear(&device.device);
    }
    let made = make(&device.device, &key)?;
    device.pipelines.0.insert(key, made.clone());
    Ok(made)
}

fn make(device: &ash::Device, key: &Key) -> Result<Pipeline, Error> {
    let (mut made, mut modules) = (Pipeline::default(), Vec::new());
    let result = make_layout(device, key, &mut made)
        .and_then(|()| make_modules(device, key, &mut modules))
        .and_then(|()| make_pipeline(device, key, &mut made, &modules));
    for module in modules {
        // SAFETY: a pipeline does not need its modules once it is made.
        unsafe { device.destroy_shader_module(module, None) };
    }
    result.inspect_err(|_| destroy(device, &made))?;
    Ok(made)
}

fn make_layout(device: &ash::Device, key: &Key, made: &mut Pipeline) -> Result<(), Error> {
    let count = key.bindings.iter().map(|row| row.0 + 1).max().unwrap_or(0);
    for set in 0..count {
        let bindings: Vec<_> = key
            .bindings
            .iter()
            .filter(|row| row.0 == set)
            .map(|&(_, binding, kind, count)| {
                vk::DescriptorSetLayoutBinding::default()
                    .binding(binding)
                    .descriptor_type(kind)
                    .descriptor_count(count)
                    .stage_flags(vk::ShaderStageFlags::ALL)
            })
            .collect();
        let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: the description lives through the call.
        let layout = unsafe { device.create_descriptor_set_layout(&info, None) }
            .map_err(Error::driver("vkCreateDescriptorSetLayout"))?;
        made.sets.push(layout);
    }
    let ranges =
        [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::ALL).size(key.push_constants)];
    let ranges = if key.push_constants == 0 { &[][..] } else { &ranges[..] };
    let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&made.sets).push_constant_ranges(ranges);
    // SAFETY: the description lives through the call.
    made.layout = unsafe { device.create_pipeline_layout(&info, None) }
        .map_err(Error::driver("vkCreatePipelineLayout"))?;
    Ok(())
}

fn make_modules(device: &ash::Device, key: &Key, modules: &mut Vec<vk::ShaderModule>) -> Result<(), Error> {
    for shader in &key.shaders {
        let info = vk::ShaderModuleCreateInfo::default().code(&shader.words);
        // SAFETY: the description lives through the call.
        let module = unsafe { device.create_shader_module(&info, None) }
            .map_err(Error::driver("vkCreateShaderModule"))?;
        modules.push(module);
    }
    Ok(())
}

/// Values of specialisation constants, as Vulkan takes them.
fn specialization(shader: &Shader) -> (Vec<vk::SpecializationMapEntry>, Vec<u8>) {
    let entry = |(index, &(constant_id, _)): (usize, &(u32, u32))| vk::SpecializationMapEntry {
        constant_id,
        offset: 4 * index as u32,
        size: 4,
    };
    let entries = shader.specialization.iter().enumerate().map(entry).collect();
    let data = shader.specialization.iter().flat_map(|(_, value)| value.to_ne_bytes()).collect();
    (entries, data)
}

fn make_pipeline(
    device: &ash::Device,
    key: &Key,
    made: &mut Pipeline,
    modules: &[vk::ShaderModule],
) -> Result<(), Error> {
    let values: Vec<_> = key.shaders.iter().map(specialization).collect();
    let values: Vec<_> = values
        .iter()
        .map(|(entries, data)| vk::SpecializationInfo::default().map_entries(entries).data(data))
        .collect();
    let stages: Vec<_> = key
        .shaders
        .iter()
        .zip(modules)
        .zip(&values)
        .map(|((shader, &module), values)| {
            vk::PipelineShaderStageCreateInfo::default()
                .stage(shader.stage.vk())
                .module(module)
                .name(c"main")
                .specialization_info(values)
        })
        .collect();
    let flags = match key.measured {
        true => vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR,
        false => vk::PipelineCreateFlags::empty(),
    };
    if let Some(drawing) = key.drawing.as_ref().filter(|drawing| !drawing.inputs.is_empty()) {
        let depth = drawing.depth.map(|row| row.0);
        made.render_pass =
            Some(render_pass::make(device, &drawing.targets, depth, drawing.samples, &drawing.inputs)?);
    }
    let result = match (&key.drawing, stages.first()) {
        (Some(drawing), _) => make_drawing(device, drawing, &stages, made, flags),
        (None, Some(&stage)) => {
            let info =
                [vk::ComputePipelineCreateInfo::default().stage(stage).layout(made.layout).flags(flags)];
            // SAFETY: the description lives through the call.
            unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &info, None) }
                .map_err(|(_, result)| Error::driver("vkCreateComputePipelines")(result))
        }
        (None, None) => return Err(Error::Description("there is no shader".to_owned())),
    };
    made.pipeline = result?.first().copied().unwrap_or_default();
    Ok(())
}

fn make_drawing(
    device: &ash::Device,
    drawing: &Drawing,
    stages: &[vk::PipelineShaderStageCreateInfo<'_>],
    made: &Pipeline,
    flags: vk::PipelineCreateFlags,
) -> Result<Vec<vk::Pipeline>, Error> {
    let rate = |per_instance| {
        if per_instance { vk::VertexInputRate::INSTANCE } else { vk::VertexInputRate::VERTEX }
    };
    let bindings: Vec<_> = (0..)
        .zip(&drawing.attributes)
        .map(|(binding, &(_, _, stride, per_instance))| vk::VertexInputBindingDescription {
            binding,
            stride,
            input_rate: rate(per_instance),
        })
        .collect();
    let attributes: Vec<_> = (0..)
        .zip(&drawing.attributes)
        .map(|(binding, &(location, format, _, _))| vk::VertexInputAttributeDescription {
            location,
            binding,
            format,
            offset: 0,
        })
        .collect();
    let input = vk::PipelineVertexInputStateCreateInfo::default()
        .vertex_binding_descriptions(&bindings)
        .vertex_attribute_descriptions(&attributes);
    let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(drawing.topology.vk());

    let origin = match drawing.opengl {
        true => vk::TessellationDomainOrigin::LOWER_LEFT,
        false => vk::TessellationDomainOrigin::UPPER_LEFT,
    };
    let mut origin = vk::PipelineTessellationDomainOriginStateCreateInfo::default().domain_origin(origin);
    let points = if let Topology::Patches(points) = drawing.topology { points } else { 1 };
    let tessellation = vk::PipelineTessellationStateCreateInfo::default()
        .patch_control_points(points)
        .push_next(&mut origin);

    let mut clip =
        vk::PipelineViewportDepthClipControlCreateInfoEXT::default().negative_one_to_one(drawing.opengl);
    let count = drawing.viewports;
    let mut viewport =
        vk::PipelineViewportStateCreateInfo::default().viewport_count(count).scissor_count(count);
    let mut provoking = vk::PipelineRasterizationProvokingVertexStateCreateInfoEXT::default()
        .provoking_vertex_mode(vk::ProvokingVertexModeEXT::LAST_VERTEX);
    let front = if drawing.opengl { vk::FrontFace::CLOCKWISE } else { vk::FrontFace::COUNTER_CLOCKWISE };
    let mut raster = vk::PipelineRasterizationStateCreateInfo::default()
        .polygon_mode(if drawing.wireframe { vk::PolygonMode::LINE } else { vk::PolygonMode::FILL })
        .cull_mode(if drawing.cull_back { vk::CullModeFlags::BACK } else { vk::CullModeFlags::NONE })
        .front_face(front)
        .line_width(1.0);
    if drawing.opengl {
        viewport = viewport.push_next(&mut clip);
        raster = raster.push_next(&mut provoking);
    }
    let samples = vk::PipelineMultisampleStateCreateInfo::default()
        .rasterization_samples(vk::SampleCountFlags::from_raw(drawing.samples));
    let mut depth = vk::PipelineDepthStencilStateCreateInfo::default().max_depth_bounds(1.0);
    if let Some((_, compare, write)) = drawing.depth {
        depth = depth.depth_test_enable(true).depth_write_enable(write).depth_compare_op(compare.vk());
    }
    let blended =
        vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA);
    let blended = vec![blended; drawing.targets.len()];
    let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&blended);
    let dynamic = [vk::DynamicState::VIEWPORT, vk::DynamicState::SCISSOR];
    let dynamic = vk::PipelineDynamicStateCreateInfo::default().dynamic_states(&dynamic);
    let depth_format = drawing.depth.map_or(vk::Format::UNDEFINED, |(format, _, _)| format);
    let mut rendering = vk::PipelineRenderingCreateInfo::default()
        .color_attachment_formats(&drawing.targets)
        .depth_attachment_format(depth_format);
    let mut info = vk::GraphicsPipelineCreateInfo::default()
        .flags(flags)
        .stages(stages)
        .vertex_input_state(&input)
        .input_assembly_state(&assembly)
        .viewport_state(&viewport)
        .rasterization_state(&raster)
        .multisample_state(&samples)
        .depth_stencil_state(&depth)
        .color_blend_state(&blend)
        .dynamic_state(&dynamic)
        .layout(made.layout);
    info = match made.render_pass {
        Some(render_pass) => info.render_pass(render_pass),
        None => info.push_next(&mut rendering),
    };
    if let Topology::Patches(_) = drawing.topology {
        info = info.tessellation_state(&tessellation);
    }
    // SAFETY: all descriptions live through the call.
    unsafe { device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) }
        .map_err(|(_, result)| Error::driver("vkCreateGraphicsPipelines")(result))
}
