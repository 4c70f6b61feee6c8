//! One run: uploads its resources, records commands, waits, and reads the results back.

mod descriptors;

use ash::vk;

use crate::describe::{Depth, Dispatch, Draw, Resource, Resources, Topology};
use crate::device::Device;
use crate::error::Error;
use crate::pipeline::{self, Pipeline};
use crate::scratch::{DeviceImage, HostBuffer, Scratch};

/// Runs longer than this, in nanoseconds, have failed.
const PATIENCE: u64 = 100_000_000_000;

/// Runs a compute shader.
pub(crate) fn dispatch(device: &mut Device, dispatch: &mut Dispatch) -> Result<(), Error> {
    let pipeline = pipeline::of_compute(device, &dispatch.shader, &dispatch.resources)?;
    let mut run = Run::new(device, &dispatch.resources, &[], None)?;
    run.begin(&pipeline, vk::PipelineBindPoint::COMPUTE, &dispatch.resources)?;
    let [x, y, z] = dispatch.groups;
    // SAFETY: the command buffer is being recorded and the pipeline is bound.
    unsafe { device.device.cmd_dispatch(device.commands, x, y, z) };
    run.end(&mut dispatch.resources)
}

/// Draws.
pub(crate) fn draw(device: &mut Device, draw: &mut Draw) -> Result<(), Error> {
    check(draw)?;
    for attribute in &draw.attributes {
        if !device.supports_attribute(attribute.format.vk()) {
            return Err(Error::Unsupported(format!("attributes as {:?}", attribute.format)));
        }
    }
    pipeline::make_room(device, 2);
    let pipeline = pipeline::of_draw(device, draw)?;
    let after = match &draw.after {
        Some(shader) => Some(pipeline::of_compute(device, shader, &draw.resources)?),
        None => None,
    };
    let mut run = Run::new(device, &draw.resources, &draw.targets, draw.depth)?;
    let mut vertices = Vec::new();
    for attribute in &draw.attributes {
        vertices.push(run.scratch.buffer(&attribute.bytes, vk::BufferUsageFlags::VERTEX_BUFFER)?.buffer);
    }
    let indices = match &draw.indices {
        None => None,
        Some(indices) => {
            let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_ne_bytes()).collect();
            Some(run.scratch.buffer(&bytes, vk::BufferUsageFlags::INDEX_BUFFER)?.buffer)
        }
    };
    let mut views = Vec::new();
    for &target in draw.targets.iter().chain(draw.depth.iter().map(|depth| &depth.image)) {
        let (Some(image), Some(made)) = (draw.resources.images.get(target), run.images.get(target)) else {
            return Err(Error::Description("there is no such target".to_owned()));
        };
        views.push(run.scratch.view(image, made, true)?);
    }
    let attachments = draw.targets.len() + usize::from(draw.depth.is_some());
    for (_, input) in draw.resources.inputs() {
        let (Some(image), Some(made)) = (draw.resources.images.get(input), run.images.get(input)) else {
            return Err(Error::Description("there is no such input attachment".to_owned()));
        };
        views.push(run.scratch.view(image, made, true)?);
    }
    let framebuffer = match pipeline.render_pass {
        Some(render_pass) => Some(run.scratch.framebuffer(render_pass, &views, extent(draw))?),
        None => None,
    };
    views.truncate(attachments);
    run.begin(&pipeline, vk::PipelineBindPoint::GRAPHICS, &draw.resources)?;

    let attachment = |&view: &vk::ImageView| {
        vk::RenderingAttachmentInfo::default()
            .image_view(view)
            .image_layout(vk::ImageLayout::GENERAL)
            .load_op(vk::AttachmentLoadOp::LOAD)
            .store_op(vk::AttachmentStoreOp::STORE)
    };
    let (colors, depths) = views.split_at(draw.targets.len());
    let colors: Vec<_> = colors.iter().map(attachment).collect();
    let depth = depths.first().map(attachment);
    let size = extent(draw);
    let area = vk::Rect2D { offset: vk::Offset2D::default(), extent: size };
    let mut rendering =
        vk::RenderingInfo::default().render_area(area).layer_count(layers(draw)).color_attachments(&colors);
    if let Some(depth) = &depth {
        rendering = rendering.depth_attachment(depth);
    }
    let viewport = |[x, y, width, height]: [f32; 4]| vk::Viewport {
        x,
        y,
        width,
        height,
        min_depth: 0.0,
        max_depth: 1.0,
    };
    let mut viewports: Vec<_> = draw.viewports.iter().copied().map(viewport).collect();
    if viewports.is_empty() {
        viewports.push(viewport([0.0, 0.0, size.width as f32, size.height as f32]));
    }
    let (vk, commands) = (&device.device, device.commands);
    // SAFETY: the command buffer is being recorded, and everything named lives until the run has ended.
    unsafe {
        match pipeline.render_pass.zip(framebuffer) {
            Some((render_pass, framebuffer)) => {
                let info = vk::RenderPassBeginInfo::default()
                    .render_pass(render_pass)
                    .framebuffer(framebuffer)
                    .render_area(area);
                vk.cmd_begin_render_pass(commands, &info, vk::SubpassContents::INLINE);
            }
            None => vk.cmd_begin_rendering(commands, &rendering),
        }
        vk.cmd_set_viewport(commands, 0, &viewports);
        vk.cmd_set_scissor(commands, 0, &vec![area; viewports.len()]);
        if !vertices.is_empty() {
            vk.cmd_bind_vertex_buffers(commands, 0, &vertices, &vec![0; vertices.len()]);
        }
        match indices {
            Some(buffer) => {
                vk.cmd_bind_index_buffer(commands, buffer, 0, vk::IndexType::UINT32);
                vk.cmd_draw_indexed(
                    commands,
                    draw.vertices,
                    draw.instances,
                    0,
                    draw.first_vertex as i32,
                    draw.first_instance,
                );
            }
            None => {
                vk.cmd_draw(commands, draw.vertices, draw.instances, draw.first_vertex, draw.first_instance);
            }
        }
        match framebuffer {
            Some(_) => vk.cmd_end_render_pass(commands),
            None => vk.cmd_end_rendering(commands),
        }
    }
    if let Some(after) = after {
        run.then(&after);
    }
    run.end(&mut draw.resources)
}

/// Checks the number of vertices: a driver need not.
fn check(draw: &Draw) -> Result<(), Error> {
    let wrong = |what: &str| Err(Error::Description(what.to_owned()));
    let last = match &draw.indices {
        Some(indices) if (indices.len() as u64) < u64::from(draw.vertices) => {
            return wrong("there are fewer indices than are drawn");
        }
        Some(indices) => indices.iter().max().map_or(0, |&last| u64::from(last) + 1),
        None => u64::from(draw.vertices),
    };
    for attribute in &draw.attributes {
        let needed = match attribute.per_instance {
            true => u64::from(draw.first_instance) + u64::from(draw.instances),
            false => u64::from(draw.first_vertex) + last,
        };
        if (attribute.bytes.len() as u64) < needed * attribute.format.bytes() as u64 {
            return wrong("an attribute has less data than is drawn");
        }
    }
    if let Topology::Patches(0) = draw.topology {
        return wrong("a patch has no vertices");
    }
    Ok(())
}

/// The layers that all targets have.
fn layers(draw: &Draw) -> u32 {
    let images = draw.targets.iter().copied().chain(draw.depth.map(|depth| depth.image));
    images.filter_map(|index| draw.resources.images.get(index)).map(|image| image.layers).min().unwrap_or(1)
}

/// Width and height of the target.
fn extent(draw: &Draw) -> vk::Extent2D {
    let images = draw.targets.iter().copied().chain(draw.depth.map(|depth| depth.image));
    let size = images.filter_map(|index| draw.resources.images.get(index)).map(|image| image.size).next();
    let [width, height, _] = size.unwrap_or([1, 1, 1]);
    vk::Extent2D { width, height }
}

/// A run, with its objects.
struct Run<'a> {
    device: &'a Device,
    scratch: Scratch<'a>,
    buffers: Vec<HostBuffer>,
    images: Vec<DeviceImage>,
    /// True if each image may be written.
    written: Vec<bool>,
    /// Push constants with the addresses in them.
    push_constants: Vec<u8>,
    sets: Vec<vk::DescriptorSet>,
}

impl<'a> Run<'a> {
    fn new(
        device: &'a Device,
        resources: &Resources,
        targets: &[usize],
        depth: Option<Depth>,
    ) -> Result<Self, Error> {
        let mut scratch = Scratch::new(device);
        let usage = vk::BufferUsageFlags::UNIFORM_BUFFER
            | vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::UNIFORM_TEXEL_BUFFER
            | vk::BufferUsageFlags::STORAGE_TEXEL_BUFFER;
        let mut buffers = Vec::new();
        for bytes in &resources.buffers {
            buffers.push(match device.has_guards {
                true => scratch.guarded(bytes, usage)?,
                false => scratch.buffer(bytes, usage)?,
            });
        }
        let mut push_constants = resources.push_constants.clone();
        let mut contents = resources.buffers.clone();
        for it in &resources.addresses {
            let missing = || Error::Description("there is no such address".to_owned());
            let address = scratch.address(*buffers.get(it.to).ok_or_else(missing)?)?;
            let bytes = match it.within {
                Some(index) => contents.get_mut(index).ok_or_else(missing)?,
                None => &mut push_constants,
            };
            bytes.get_mut(it.offset..it.offset + 8).ok_or_else(missing)?.copy_from_slice(&address);
        }
        if !resources.addresses.is_empty() {
            for (&buffer, bytes) in buffers.iter().zip(&contents) {
                scratch.write(buffer, bytes)?;
            }
        }
        let mut usages = vec![vk::ImageUsageFlags::SAMPLED; resources.images.len()];
        let mut note = |index: usize, usage| {
            if let Some(slot) = usages.get_mut(index) {
                *slot |= usage;
            }
        };
        targets.iter().for_each(|&index| note(index, vk::ImageUsageFlags::COLOR_ATTACHMENT));
        depth.iter().for_each(|it| note(it.image, vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT));
        for binding in &resources.bindings {
            match &binding.resource {
                Resource::StorageImages(all) => {
                    all.iter().for_each(|&index| note(index, vk::ImageUsageFlags::STORAGE));
                }
                Resource::InputAttachments(all, _) => {
                    all.iter().for_each(|&index| note(index, vk::ImageUsageFlags::INPUT_ATTACHMENT));
                }
                _ => {}
            }
        }
        let mut images = Vec::new();
        for (image, &usage) in resources.images.iter().zip(&usages) {
            if image.samples > 1 && usage.contains(vk::ImageUsageFlags::STORAGE) {
                return Err(Error::Unsupported("images of several samples that are written".to_owned()));
            }
            for (flag, feature) in FEATURES {
                if usage.contains(*flag) && !device.supports(image.format.vk(), *feature) {
                    return Err(Error::Unsupported(format!("{:?} for {flag:?}", image.format)));
                }
            }
            images.push(scratch.image(image, usage)?);
        }
        let is_read_back = |(usage, image): (&vk::ImageUsageFlags, &crate::describe::Image)| {
            is_written(*usage) && image.samples == 1
        };
        let written = usages.iter().zip(&resources.images).map(is_read_back).collect();
        Ok(Self { device, scratch, buffers, images, written, push_constants, sets: Vec::new() })
    }

    /// Begins the commands: everything uploaded, pipeline and resources bound.
    fn begin(
        &mut self,
        pipeline: &Pipeline,
        point: vk::PipelineBindPoint,
        resources: &Resources,
    ) -> Result<(), Error> {
        let sets = self.descriptor_sets(pipeline, resources)?;
        let (vk, commands) = (&self.device.device, self.device.commands);
        let info = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the run before has ended, and everything named lives until this one has.
        unsafe {
            vk.begin_command_buffer(commands, &info).map_err(Error::driver("vkBeginCommandBuffer"))?;
            for image in &self.images {
                self.barrier(image, vk::ImageLayout::UNDEFINED);
                let layout = vk::ImageLayout::GENERAL;
                match image.filling {
                    Some(value) if image.range.aspect_mask.contains(vk::ImageAspectFlags::DEPTH) => vk
                        .cmd_clear_depth_stencil_image(
                            commands,
                            image.image,
                            layout,
                            &value.depth_stencil,
                            &[image.range],
                        ),
                    Some(value) => {
                        vk.cmd_clear_color_image(commands, image.image, layout, &value.color, &[image.range])
                    }
                    None => vk.cmd_copy_buffer_to_image(
                        commands,
                        image.staging.buffer,
                        image.image,
                        layout,
                        &image.copies,
                    ),
                }
                self.barrier(image, vk::ImageLayout::GENERAL);
            }
            self.sets = sets;
            self.bind(pipeline, point);
        }
        Ok(())
    }

    /// Binds a pipeline, and the resources to it.
    ///
    /// # Safety
    /// The command buffer is being recorded, and the pipeline lives until the run has ended.
    unsafe fn bind(&self, pipeline: &Pipeline, point: vk::PipelineBindPoint) {
        let (vk, commands) = (&self.device.device, self.device.commands);
        // SAFETY: as above.
        unsafe {
            vk.cmd_bind_pipeline(commands, point, pipeline.pipeline);
            if !self.sets.is_empty() {
                vk.cmd_bind_descriptor_sets(commands, point, pipeline.layout, 0, &self.sets, &[]);
            }
            if !self.push_constants.is_empty() {
                vk.cmd_push_constants(
                    commands,
                    pipeline.layout,
                    vk::ShaderStageFlags::ALL,
                    0,
                    &self.push_constants,
                );
            }
        }
    }

    /// Runs a compute shader behind everything else.
    fn then(&self, pipeline: &Pipeline) {
        self.images.iter().for_each(|image| self.barrier(image, vk::ImageLayout::GENERAL));
        // SAFETY: the command buffer is being recorded, and the pipeline is kept until the run has ended.
        unsafe {
            self.bind(pipeline, vk::PipelineBindPoint::COMPUTE);
            self.device.device.cmd_dispatch(self.device.commands, 1, 1, 1);
        }
    }

    /// Ends the commands, waits, and reads back resources that may have been written.
    fn end(self, resources: &mut Resources) -> Result<(), Error> {
        let (vk, commands) = (&self.device.device, self.device.commands);
        // SAFETY: the command buffer is being recorded, and everything named lives until the wait is over.
        unsafe {
            for (image, _) in self.images.iter().zip(&self.written).filter(|(_, written)| **written) {
                self.barrier(image, vk::ImageLayout::GENERAL);
                vk.cmd_copy_image_to_buffer(
                    commands,
                    image.image,
                    vk::ImageLayout::GENERAL,
                    image.staging.buffer,
                    &image.copies,
                );
            }
            let all = vk::MemoryBarrier::default()
                .src_access_mask(vk::AccessFlags::MEMORY_WRITE)
                .dst_access_mask(vk::AccessFlags::HOST_READ);
            vk.cmd_pipeline_barrier(
                commands,
                vk::PipelineStageFlags::ALL_COMMANDS,
                vk::PipelineStageFlags::HOST,
                vk::DependencyFlags::empty(),
                &[all],
                &[],
                &[],
            );
            vk.end_command_buffer(commands).map_err(Error::driver("vkEndCommandBuffer"))?;
            let submitted = [commands];
            let submit = vk::SubmitInfo::default().command_buffers(&submitted);
            vk.reset_fences(&[self.device.fence]).map_err(Error::driver("vkResetFences"))?;
            vk.queue_submit(self.device.queue, &[submit], self.device.fence)
                .map_err(Error::driver("vkQueueSubmit"))?;
            vk.wait_for_fences(&[self.device.fence], true, PATIENCE)
                .map_err(Error::driver("vkWaitForFences"))?;
        }
        for (index, (bytes, &buffer)) in resources.buffers.iter_mut().zip(&self.buffers).enumerate() {
            *bytes = self.scratch.read(buffer)?;
            if !self.scratch.is_intact(buffer)? {
                return Err(Error::Overrun(index));
            }
        }
        for ((image, made), &written) in resources.images.iter_mut().zip(&self.images).zip(&self.written) {
            if !written {
                continue;
            }
            let bytes = self.scratch.read(made.staging)?;
            let mut rest = &bytes[..];
            for level in &mut image.levels {
                let (own, behind) = rest.split_at(level.len().min(rest.len()));
                *level = own.to_vec();
                rest = behind;
            }
        }
        Ok(())
    }

    /// Makes writes visible to all later commands.
    fn barrier(&self, image: &DeviceImage, before: vk::ImageLayout) {
        let barrier = vk::ImageMemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::MEMORY_WRITE)
            .dst_access_mask(vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE)
            .old_layout(before)
            .new_layout(vk::ImageLayout::GENERAL)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .image(image.image)
            .subresource_range(image.range);
        // SAFETY: the command buffer is being recorded.
        unsafe {
            self.device.device.cmd_pipeline_barrier(
                self.device.commands,
                vk::PipelineStageFlags::ALL_COMMANDS,
                vk::PipelineStageFlags::ALL_COMMANDS,
                vk::DependencyFlags::empty(),
                &[],
                &[],
                &[barrier],
            );
        }
    }
}

/// True if a run may write an image that is used so.
fn is_written(usage: vk::ImageUsageFlags) -> bool {
    !(vk::ImageUsageFlags::SAMPLED | vk::ImageUsageFlags::INPUT_ATTACHMENT).contains(usage)
}

/// Format features that each use of an image requires.
const FEATURES: &[(vk::ImageUsageFlags, vk::FormatFeatureFlags)] = &[
    (vk::ImageUsageFlags::SAMPLED, vk::FormatFeatureFlags::SAMPLED_IMAGE),
    (vk::ImageUsageFlags::STORAGE, vk::FormatFeatureFlags::STORAGE_IMAGE),
    (vk::ImageUsageFlags::COLOR_ATTACHMENT, vk::FormatFeatureFlags::COLOR_ATTACHMENT),
    (vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT, vk::FormatFeatureFlags::DEPTH_STENCIL_ATTACHMENT),
];
