//! Draws pictures into memory.

use std::path::Path;

use wgpu::ShaderSource;

/// Facts of a picture, as the uniform block of the shaders has them.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Seconds since the start.
    pub time: f32,
}

/// A device, and the layout of what shaders get.
pub struct Renderer {
    device: wgpu::Device,
    queue: wgpu::Queue,
    frame: wgpu::Buffer,
    bindings: wgpu::BindGroup,
    layout: wgpu::PipelineLayout,
}

/// The format of pictures.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Bytes of the uniform block.
const FRAME_BYTES: usize = 16;

impl Renderer {
    /// A renderer on the first Vulkan device.
    ///
    /// # Errors
    /// If there is none.
    pub fn new() -> Result<Self, String> {
        let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
        description.backends = wgpu::Backends::VULKAN;
        let instance = wgpu::Instance::new(description);
        let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()));
        let adapter = adapter.map_err(|error| error.to_string())?;
        let device = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default()));
        let (device, queue) = device.map_err(|error| error.to_string())?;
        let entry = wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let group = wgpu::BindGroupLayoutDescriptor { label: None, entries: &[entry] };
        let group = device.create_bind_group_layout(&group);
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            bind_group_layouts: &[Some(&group)],
            ..Default::default()
        });
        let frame = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: FRAME_BYTES as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let entry = wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() };
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &group,
            entries: &[entry],
        });
        Ok(Self { device, queue, frame, bindings, layout })
    }

    /// A pipeline of two shaders.
    ///
    /// # Errors
    /// If wgpu refuses the shaders; the error is its message.
    pub fn pipeline(&self, vertex: &[u32], fragment: &[u32]) -> Result<wgpu::RenderPipeline, String> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = |words: &[u32]| {
            let source = ShaderSource::SpirV(words.to_vec().into());
            self.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source })
        };
        let (vertex, fragment) = (module(vertex), module(fragment));
        let pipeline = self.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: None,
            layout: Some(&self.layout),
            vertex: wgpu::VertexState {
                module: &vertex,
                entry_point: None,
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &fragment,
                entry_point: None,
                compilation_options: Default::default(),
                targets: &[Some(FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(error.to_string()),
            None => Ok(pipeline),
        }
    }

    /// Draws three vertices. The picture has four bytes a pixel, red first, in rows from the top.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn draw(&self, pipeline: &wgpu::RenderPipeline, frame: Frame) -> Result<Vec<u8>, String> {
        let Frame { size: [width, height], time } = frame;
        let block = [width as f32, height as f32, time, 0.0];
        self.queue.write_buffer(&self.frame, 0, &block.map(f32::to_le_bytes).concat());
        let size = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: FORMAT,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        // Rows of a copy begin at multiples of 256 bytes.
        let row = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: u64::from(row * height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let view = texture.create_view(&Default::default());
        let target = wgpu::RenderPassColorAttachment {
            view: &view,
            depth_slice: None,
            resolve_target: None,
            ops: Default::default(),
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(target)],
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        let layout =
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row), rows_per_image: None };
        let copy = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
        encoder.copy_texture_to_buffer(texture.as_image_copy(), copy, size);
        self.queue.submit([encoder.finish()]);
        buffer.map_async(wgpu::MapMode::Read, .., |_| {});
        self.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| error.to_string())?;
        let bytes = buffer.get_mapped_range(..).map_err(|error| error.to_string())?;
        let rows = bytes.chunks_exact(row as usize);
        Ok(rows.flat_map(|row| row[..width as usize * 4].iter().copied()).collect())
    }
}

/// Writes a picture of this size to a PNG file.
///
/// # Errors
/// If the file cannot be written.
pub fn write_png(path: &Path, [width, height]: [u32; 2], pixels: &[u8]) -> Result<(), String> {
    let file = std::fs::File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    written.map_err(|error| format!("{}: {error}", path.display()))
}
