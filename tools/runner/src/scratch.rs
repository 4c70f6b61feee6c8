//! Objects of one run, destroyed after it: buffers, images, views, samplers.

use ash::vk;

use crate::describe::{Image, ImageDim, Sampler};
use crate::device::Device;
use crate::error::Error;
use crate::format::Format;

/// Everything made for one run.
pub(crate) struct Scratch<'a> {
    device: &'a ash::Device,
    memory: &'a vk::PhysicalDeviceMemoryProperties,
    /// True if buffers have addresses.
    has_addresses: bool,
    buffers: Vec<vk::Buffer>,
    images: Vec<vk::Image>,
    allocations: Vec<vk::DeviceMemory>,
    views: Vec<vk::ImageView>,
    texel_views: Vec<vk::BufferView>,
    samplers: Vec<vk::Sampler>,
    pools: Vec<vk::DescriptorPool>,
    framebuffers: Vec<vk::Framebuffer>,
}

/// A buffer that the host sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostBuffer {
    pub(crate) buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    /// Bytes of guards in front of the contents, and as many behind them.
    pub(crate) guard: usize,
    /// Bytes of the contents.
    pub(crate) size: usize,
}

/// Bytes of guards at each side of a buffer, if it has any: a multiple of what offsets of descriptors must be aligned to.
const GUARD: usize = 4096;

/// The contents of guards.
const GUARD_BYTE: u8 = 0xa5;

/// An image, and the buffer through which its texels go to the device and back.
#[derive(Clone)]
pub(crate) struct DeviceImage {
    pub(crate) image: vk::Image,
    pub(crate) staging: HostBuffer,
    pub(crate) copies: Vec<vk::BufferImageCopy>,
    pub(crate) range: vk::ImageSubresourceRange,
    /// The contents of an image of several samples a texel.
    pub(crate) filling: Option<vk::ClearValue>,
}

/// The first texel of an image of 8 or 32 bits a component.
fn filling(image: &Image) -> vk::ClearValue {
    let texel = image.levels.first().map_or(&[][..], |level| &level[..image.format.bytes().min(level.len())]);
    let mut words = [0u32; 4];
    for (word, bytes) in words.iter_mut().zip(texel.chunks_exact(4)) {
        *word = u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    match image.format {
        Format::D32Float => vk::ClearValue {
            depth_stencil: vk::ClearDepthStencilValue { depth: f32::from_bits(words[0]), stencil: 0 },
        },
        Format::Rgba8Unorm => {
            let float32 = words[0].to_ne_bytes().map(|byte| f32::from(byte) / 255.0);
            vk::ClearValue { color: vk::ClearColorValue { float32 } }
        }
        _ => vk::ClearValue { color: vk::ClearColorValue { uint32: words } },
    }
}

impl<'a> Scratch<'a> {
    pub(crate) fn new(device: &'a Device) -> Self {
        Self {
            device: &device.device,
            memory: &device.memory,
            has_addresses: device.has_addresses(),
            buffers: Vec::new(),
            images: Vec::new(),
            allocations: Vec::new(),
            views: Vec::new(),
            texel_views: Vec::new(),
            samplers: Vec::new(),
            pools: Vec::new(),
            framebuffers: Vec::new(),
        }
    }

    fn allocate(
        &mut self,
        requirements: &vk::MemoryRequirements,
        wanted: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory, Error> {
        let types = self.memory.memory_types_as_slice();
        let fits = |flags| {
            types.iter().enumerate().position(|(index, ty)| {
                requirements.memory_type_bits >> index & 1 == 1 && ty.property_flags.contains(flags)
            })
        };
        let Some(index) = fits(wanted).or_else(|| fits(vk::MemoryPropertyFlags::empty())) else {
            return Err(Error::Unsupported("memory of a kind".to_owned()));
        };
        let mut flags = vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let mut info = vk::MemoryAllocateInfo::default()
            .allocation_size(requirements.size)
            .memory_type_index(index as u32);
        if self.has_addresses {
            info = info.push_next(&mut flags);
        }
        // SAFETY: the description lives through the call.
        let memory =
            unsafe { self.device.allocate_memory(&info, None) }.map_err(Error::driver("vkAllocateMemory"))?;
        self.allocations.push(memory);
        Ok(memory)
    }

    /// A buffer with these bytes in it.
    pub(crate) fn buffer(&mut self, bytes: &[u8], usage: vk::BufferUsageFlags) -> Result<HostBuffer, Error> {
        self.buffer_within(bytes, usage, 0)
    }

    /// A buffer with these bytes in it, between guards that no shader may touch.
    pub(crate) fn guarded(&mut self, bytes: &[u8], usage: vk::BufferUsageFlags) -> Result<HostBuffer, Error> {
        let found = self.buffer_within(bytes, usage, GUARD)?;
        self.copy(found, |at| {
            // SAFETY: the memory holds both guards and the contents.
            unsafe {
                std::ptr::write_bytes(at, GUARD_BYTE, GUARD);
                std::ptr::write_bytes(at.add(GUARD + found.size), GUARD_BYTE, GUARD);
            }
        })?;
        Ok(found)
    }

    fn buffer_within(
        &mut self,
        bytes: &[u8],
        usage: vk::BufferUsageFlags,
        guard: usize,
    ) -> Result<HostBuffer, Error> {
        let usage = match self.has_addresses {
            true => usage | vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS,
            false => usage,
        };
        // There are no empty buffers.
        let info =
            vk::BufferCreateInfo::default().size((bytes.len().max(16) + 2 * guard) as u64).usage(usage);
        // SAFETY: descriptions live through their calls, and the memory is as large as the buffer asks.
        let found = unsafe {
            let buffer = self.device.create_buffer(&info, None).map_err(Error::driver("vkCreateBuffer"))?;
            self.buffers.push(buffer);
            let requirements = self.device.get_buffer_memory_requirements(buffer);
            let visible = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
            let memory = self.allocate(&requirements, visible)?;
            self.device.bind_buffer_memory(buffer, memory, 0).map_err(Error::driver("vkBindBufferMemory"))?;
            HostBuffer { buffer, memory, guard, size: bytes.len() }
        };
        self.write(found, bytes)?;
        Ok(found)
    }

    /// The address of a buffer, in bytes.
    pub(crate) fn address(&self, buffer: HostBuffer) -> Result<[u8; 8], Error> {
        if !self.has_addresses {
            return Err(Error::Unsupported("addresses of buffers".to_owned()));
        }
        let info = vk::BufferDeviceAddressInfo::default().buffer(buffer.buffer);
        // SAFETY: the buffer was made to have an address, and the description lives through the call.
        let address = unsafe { self.device.get_buffer_device_address(&info) };
        Ok((address + buffer.guard as u64).to_ne_bytes())
    }

    /// Copies between the host and the memory of a buffer, which the function gets the start of.
    fn copy(&self, buffer: HostBuffer, copy: impl FnOnce(*mut u8)) -> Result<(), Error> {
        let flags = vk::MemoryMapFlags::empty();
        // SAFETY: the memory is visible to the host and not mapped.
        unsafe {
            let at = self.device.map_memory(buffer.memory, 0, vk::WHOLE_SIZE, flags);
            copy(at.map_err(Error::driver("vkMapMemory"))?.cast());
            self.device.unmap_memory(buffer.memory);
        }
        Ok(())
    }

    pub(crate) fn write(&self, buffer: HostBuffer, bytes: &[u8]) -> Result<(), Error> {
        let size = bytes.len().min(buffer.size);
        // SAFETY: behind the guard, the memory is at least `size` bytes long.
        self.copy(buffer, |at| unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), at.add(buffer.guard), size);
        })
    }

    /// The contents of a buffer.
    pub(crate) fn read(&self, buffer: HostBuffer) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; buffer.size];
        let to = bytes.as_mut_ptr();
        // SAFETY: as above; the device has finished.
        self.copy(buffer, |at| unsafe {
            std::ptr::copy_nonoverlapping(at.add(buffer.guard), to, buffer.size);
        })?;
        Ok(bytes)
    }

    /// True if the guards of a buffer are as they were, or it has none.
    pub(crate) fn is_intact(&self, buffer: HostBuffer) -> Result<bool, Error> {
        let mut guards = vec![GUARD_BYTE; 2 * buffer.guard];
        let to = guards.as_mut_ptr();
        // SAFETY: as above, and the buffer has guards of that size.
        self.copy(buffer, |at| unsafe {
            std::ptr::copy_nonoverlapping(at, to, buffer.guard);
            let behind = at.add(buffer.guard + buffer.size);
            std::ptr::copy_nonoverlapping(behind, to.add(buffer.guard), buffer.guard);
        })?;
        Ok(guards.iter().all(|&byte| byte == GUARD_BYTE))
    }

    /// An image with its staging buffer, in which its texels are already.
    pub(crate) fn image(&mut self, image: &Image, usage: vk::ImageUsageFlags) -> Result<DeviceImage, Error> {
        for (level, bytes) in image.levels.iter().enumerate() {
            if bytes.len() != image.level_bytes(level) {
                return Err(Error::Description(format!(
                    "level {level} of an image has {} bytes instead of {}",
                    bytes.len(),
                    image.level_bytes(level)
                )));
            }
        }
        let cube = matches!(image.dim, ImageDim::Cube | ImageDim::CubeArray);
        let flags = if cube { vk::ImageCreateFlags::CUBE_COMPATIBLE } else { vk::ImageCreateFlags::empty() };
        let [width, height, depth] = image.size;
        let transfer = vk::ImageUsageFlags::TRANSFER_SRC | vk::ImageUsageFlags::TRANSFER_DST;
        let info = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(image.dim.vk().0)
            .format(image.format.vk())
            .extent(vk::Extent3D { width, height, depth })
            .mip_levels(image.levels.len() as u32)
            .array_layers(image.layers)
            .samples(vk::SampleCountFlags::from_raw(image.samples))
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage | transfer);
        let staging = self.buffer(
            &image.levels.concat(),
            vk::BufferUsageFlags::TRANSFER_SRC | vk::BufferUsageFlags::TRANSFER_DST,
        )?;
        // SAFETY: descriptions live through their calls, and the memory is as large as the image asks.
        let made = unsafe {
            let made = self.device.create_image(&info, None).map_err(Error::driver("vkCreateImage"))?;
            self.images.push(made);
            let requirements = self.device.get_image_memory_requirements(made);
            let memory = self.allocate(&requirements, vk::MemoryPropertyFlags::DEVICE_LOCAL)?;
            self.device.bind_image_memory(made, memory, 0).map_err(Error::driver("vkBindImageMemory"))?;
            made
        };
        let mut offset = 0;
        let mut copies = Vec::new();
        for (level, bytes) in image.levels.iter().enumerate() {
            let [width, height, depth] = image.level_size(level);
            copies.push(vk::BufferImageCopy {
                buffer_offset: offset,
                image_subresource: vk::ImageSubresourceLayers {
                    aspect_mask: image.format.aspect(),
                    mip_level: level as u32,
                    base_array_layer: 0,
                    layer_count: image.layers,
                },
                image_extent: vk::Extent3D { width, height, depth },
                ..vk::BufferImageCopy::default()
            });
            offset += bytes.len() as u64;
        }
        let range = vk::ImageSubresourceRange {
            aspect_mask: image.format.aspect(),
            base_mip_level: 0,
            level_count: image.levels.len() as u32,
            base_array_layer: 0,
            layer_count: image.layers,
        };
        let filling = (image.samples > 1).then(|| filling(image));
        Ok(DeviceImage { image: made, staging, copies, range, filling })
    }

    /// The attachments of a render pass.
    pub(crate) fn framebuffer(
        &mut self,
        render_pass: vk::RenderPass,
        views: &[vk::ImageView],
        size: vk::Extent2D,
    ) -> Result<vk::Framebuffer, Error> {
        let info = vk::FramebufferCreateInfo::default()
            .render_pass(render_pass)
            .attachments(views)
            .width(size.width)
            .height(size.height)
            .layers(1);
        // SAFETY: the description lives through the call.
        let made = unsafe { self.device.create_framebuffer(&info, None) }
            .map_err(Error::driver("vkCreateFramebuffer"))?;
        self.framebuffers.push(made);
        Ok(made)
    }

    /// A view of a whole image, or of the first level and layer to draw to.
    pub(crate) fn view(
        &mut self,
        image: &Image,
        made: &DeviceImage,
        target: bool,
    ) -> Result<vk::ImageView, Error> {
        let mut range = made.range;
        if target {
            range.level_count = 1;
        }
        let kind = match (target, image.dim, image.layers) {
            (true, ImageDim::Cube | ImageDim::CubeArray, _) => vk::ImageViewType::TYPE_2D_ARRAY,
            (_, dim, _) => dim.vk().1,
        };
        let info = vk::ImageViewCreateInfo::default()
            .image(made.image)
            .view_type(kind)
            .format(image.format.vk())
            .subresource_range(range);
        // SAFETY: the description lives through the call.
        let view = unsafe { self.device.create_image_view(&info, None) }
            .map_err(Error::driver("vkCreateImageView"))?;
        self.views.push(view);
        Ok(view)
    }

    /// A view of a whole buffer as texels.
    pub(crate) fn texel_view(
        &mut self,
        buffer: HostBuffer,
        format: vk::Format,
    ) -> Result<vk::BufferView, Error> {
        let info = vk::BufferViewCreateInfo::default()
            .buffer(buffer.buffer)
            .format(format)
            .offset(buffer.guard as u64)
            .range(buffer.size as u64);
        // SAFETY: the description lives through the call.
        let view = unsafe { self.device.create_buffer_view(&info, None) }
            .map_err(Error::driver("vkCreateBufferView"))?;
        self.texel_views.push(view);
        Ok(view)
    }

    pub(crate) fn sampler(&mut self, sampler: Sampler) -> Result<vk::Sampler, Error> {
        let mipmap = match sampler.mipmap {
            Some(crate::describe::Filter::Linear) => vk::SamplerMipmapMode::LINEAR,
            Some(crate::describe::Filter::Nearest) | None => vk::SamplerMipmapMode::NEAREST,
        };
        // Without mipmaps the level still decides between the two filters.
        let max_lod = if sampler.mipmap.is_some() { vk::LOD_CLAMP_NONE } else { 0.25 };
        let [u, v, w] = sampler.wrap.map(crate::describe::Wrap::vk);
        let mut info = vk::SamplerCreateInfo::default()
            .mag_filter(sampler.magnify.vk())
            .min_filter(sampler.minify.vk())
            .mipmap_mode(mipmap)
            .address_mode_u(u)
            .address_mode_v(v)
            .address_mode_w(w)
            .max_lod(if sampler.unnormalized { 0.0 } else { max_lod })
            .border_color(vk::BorderColor::FLOAT_TRANSPARENT_BLACK)
            .unnormalized_coordinates(sampler.unnormalized);
        if let Some(compare) = sampler.compare {
            info = info.compare_enable(true).compare_op(compare.vk());
        }
        // SAFETY: the description lives through the call.
        let made =
            unsafe { self.device.create_sampler(&info, None) }.map_err(Error::driver("vkCreateSampler"))?;
        self.samplers.push(made);
        Ok(made)
    }

    /// Descriptor sets of these layouts.
    pub(crate) fn sets(
        &mut self,
        layouts: &[vk::DescriptorSetLayout],
        sizes: &[vk::DescriptorPoolSize],
    ) -> Result<Vec<vk::DescriptorSet>, Error> {
        if layouts.is_empty() {
            return Ok(Vec::new());
        }
        // There are no pools without a size.
        let least = [vk::DescriptorPoolSize { ty: vk::DescriptorType::UNIFORM_BUFFER, descriptor_count: 1 }];
        let info = vk::DescriptorPoolCreateInfo::default()
            .max_sets(layouts.len() as u32)
            .pool_sizes(if sizes.is_empty() { &least } else { sizes });
        // SAFETY: descriptions live through their calls.
        unsafe {
            let pool = self
                .device
                .create_descriptor_pool(&info, None)
                .map_err(Error::driver("vkCreateDescriptorPool"))?;
            self.pools.push(pool);
            let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(layouts);
            self.device.allocate_descriptor_sets(&info).map_err(Error::driver("vkAllocateDescriptorSets"))
        }
    }
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        // SAFETY: the device is idle whenever a run ends, and nothing made later refers to these.
        unsafe {
            let _ = self.device.device_wait_idle();
            self.pools.iter().for_each(|&it| self.device.destroy_descriptor_pool(it, None));
            self.samplers.iter().for_each(|&it| self.device.destroy_sampler(it, None));
            self.framebuffers.iter().for_each(|&it| self.device.destroy_framebuffer(it, None));
            self.views.iter().for_each(|&it| self.device.destroy_image_view(it, None));
            self.texel_views.iter().for_each(|&it| self.device.destroy_buffer_view(it, None));
            self.images.iter().for_each(|&it| self.device.destroy_image(it, None));
            self.buffers.iter().for_each(|&it| self.device.destroy_buffer(it, None));
            self.allocations.iter().for_each(|&it| self.device.free_memory(it, None));
        }
    }
}
