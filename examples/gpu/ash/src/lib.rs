//! A compute shader in ash: compiled when the program starts, with the layout of its pipeline taken from the reflection.

use std::error::Error;
use std::path::Path;

use ash::vk;
use vitrum::reflect::ResourceKind;
use vitrum::{OptLevel, Options, Stage, Target};

/// An error of Vulkan, of the shader, or a device that does not fit.
pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The facts of a shader that running it needs.
struct Shader {
    words: Vec<u32>,
    /// The binding of its storage buffer.
    binding: u32,
    /// Bytes of its push constants.
    push_constants: u32,
    /// Numbers that a workgroup works on.
    workgroup: u32,
}

/// Compiles a compute shader with one storage buffer.
fn compile(path: &Path) -> Result<Shader> {
    let options = Options::new(Stage::Compute).target(Target::Vulkan1_1).opt_level(OptLevel::Default);
    let lowered = vitrum::compile_file(path, &options)?.into_lowered()?;
    let reflection = lowered.reflection()?;
    let mut resources = reflection.resources.iter();
    let buffer = resources.clone().find(|it| it.kind == ResourceKind::StorageBuffer);
    let buffer = buffer.ok_or("the shader has no buffer")?;
    let push_constants = resources.find(|it| it.kind == ResourceKind::PushConstant);
    let [workgroup, ..] =
        reflection.execution.workgroup_size.as_ref().ok_or("the shader has no workgroup size")?;
    Ok(Shader {
        words: lowered.spirv()?,
        binding: buffer.binding.unwrap_or_default(),
        push_constants: push_constants.and_then(|it| it.size).unwrap_or_default(),
        workgroup: workgroup.value,
    })
}

/// A compute pipeline on the first device.
pub struct Kernel {
    shader: Shader,
    /// Keeps the library open.
    _entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    family: u32,
    descriptors: vk::DescriptorSetLayout,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
}

impl Kernel {
    /// Compiles a shader and makes its pipeline.
    ///
    /// # Errors
    /// If it has errors, or if there is no Vulkan device that computes.
    pub fn new(path: impl AsRef<Path>) -> Result<Self> {
        let shader = compile(path.as_ref())?;
        // Safety, here and below: handles come from the calls before, and are destroyed once, behind their last use.
        unsafe {
            let entry = ash::Entry::load()?;
            let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_1);
            let description = vk::InstanceCreateInfo::default().application_info(&application);
            let instance = entry.create_instance(&description, None)?;
            let (physical, family) = device(&instance)?;
            let queue =
                vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0]);
            let queues = [queue];
            let description = vk::DeviceCreateInfo::default().queue_create_infos(&queues);
            let device = instance.create_device(physical, &description, None)?;
            let (descriptors, layout) = layouts(&device, &shader)?;
            let pipeline = pipeline(&device, &shader, layout)?;
            Ok(Self {
                shader,
                _entry: entry,
                instance,
                physical,
                device,
                family,
                descriptors,
                layout,
                pipeline,
            })
        }
    }

    /// Runs the shader on these numbers, whose count is its push constant.
    ///
    /// # Errors
    /// If the device is lost or out of memory.
    pub fn run(&self, numbers: &mut [u32]) -> Result<()> {
        let device = &self.device;
        let bytes = size_of_val(numbers).max(4) as vk::DeviceSize;
        unsafe {
            let (buffer, memory) = self.buffer(bytes)?;
            let mapped = device.map_memory(memory, 0, bytes, vk::MemoryMapFlags::empty())?.cast::<u32>();
            mapped.copy_from_nonoverlapping(numbers.as_ptr(), numbers.len());
            let size =
                vk::DescriptorPoolSize::default().ty(vk::DescriptorType::STORAGE_BUFFER).descriptor_count(1);
            let sizes = [size];
            let description = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
            let pool = device.create_descriptor_pool(&description, None)?;
            let layouts = [self.descriptors];
            let allocation =
                vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
            let sets = device.allocate_descriptor_sets(&allocation)?;
            let range = [vk::DescriptorBufferInfo::default().buffer(buffer).range(vk::WHOLE_SIZE)];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(sets[0])
                .dst_binding(self.shader.binding)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&range);
            device.update_descriptor_sets(&[write], &[]);
            self.dispatch(sets[0], u32::try_from(numbers.len())?)?;
            mapped.copy_to_nonoverlapping(numbers.as_mut_ptr(), numbers.len());
            device.destroy_descriptor_pool(pool, None);
            device.destroy_buffer(buffer, None);
            device.free_memory(memory, None);
        }
        Ok(())
    }

    /// A storage buffer in memory that the program can write and read.
    unsafe fn buffer(&self, bytes: vk::DeviceSize) -> Result<(vk::Buffer, vk::DeviceMemory)> {
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER;
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        unsafe {
            let description = vk::BufferCreateInfo::default().size(bytes).usage(usage);
            let buffer = self.device.create_buffer(&description, None)?;
            let needs = self.device.get_buffer_memory_requirements(buffer);
            let types = self.instance.get_physical_device_memory_properties(self.physical);
            let fits = |index: &usize| {
                needs.memory_type_bits >> index & 1 == 1
                    && types.memory_types[*index].property_flags.contains(wanted)
            };
            let index = (0..types.memory_type_count as usize)
                .find(fits)
                .ok_or("no memory that the program can read")?;
            let allocation =
                vk::MemoryAllocateInfo::default().allocation_size(needs.size).memory_type_index(index as u32);
            let memory = self.device.allocate_memory(&allocation, None)?;
            self.device.bind_buffer_memory(buffer, memory, 0)?;
            Ok((buffer, memory))
        }
    }

    /// Runs as many workgroups as this count of numbers needs, and waits.
    unsafe fn dispatch(&self, set: vk::DescriptorSet, count: u32) -> Result<()> {
        let device = &self.device;
        unsafe {
            let description = vk::CommandPoolCreateInfo::default().queue_family_index(self.family);
            let pool = device.create_command_pool(&description, None)?;
            let allocation =
                vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
            let commands = device.allocate_command_buffers(&allocation)?;
            let point = vk::PipelineBindPoint::COMPUTE;
            device.begin_command_buffer(commands[0], &vk::CommandBufferBeginInfo::default())?;
            device.cmd_bind_pipeline(commands[0], point, self.pipeline);
            device.cmd_bind_descriptor_sets(commands[0], point, self.layout, 0, &[set], &[]);
            let stage = vk::ShaderStageFlags::COMPUTE;
            device.cmd_push_constants(commands[0], self.layout, stage, 0, &count.to_ne_bytes());
            device.cmd_dispatch(commands[0], count.div_ceil(self.shader.workgroup), 1, 1);
            device.end_command_buffer(commands[0])?;
            let queue = device.get_device_queue(self.family, 0);
            device.queue_submit(
                queue,
                &[vk::SubmitInfo::default().command_buffers(&commands)],
                vk::Fence::null(),
            )?;
            device.queue_wait_idle(queue)?;
            device.destroy_command_pool(pool, None);
        }
        Ok(())
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        unsafe {
            self.device.destroy_pipeline(self.pipeline, None);
            self.device.destroy_pipeline_layout(self.layout, None);
            self.device.destroy_descriptor_set_layout(self.descriptors, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

/// The first device that computes, and its family of queues.
unsafe fn device(instance: &ash::Instance) -> Result<(vk::PhysicalDevice, u32)> {
    unsafe {
        for physical in instance.enumerate_physical_devices()? {
            let families = instance.get_physical_device_queue_family_properties(physical);
            let computes = families.iter().position(|it| it.queue_flags.contains(vk::QueueFlags::COMPUTE));
            if let Some(family) = computes {
                return Ok((physical, family as u32));
            }
        }
    }
    Err("there is no Vulkan device that computes".into())
}

/// The layouts of descriptors and of the pipeline, as the shader declares them.
unsafe fn layouts(
    device: &ash::Device,
    shader: &Shader,
) -> Result<(vk::DescriptorSetLayout, vk::PipelineLayout)> {
    let stage = vk::ShaderStageFlags::COMPUTE;
    let binding = vk::DescriptorSetLayoutBinding::default()
        .binding(shader.binding)
        .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
        .descriptor_count(1)
        .stage_flags(stage);
    let bindings = [binding];
    let ranges = [vk::PushConstantRange::default().stage_flags(stage).size(shader.push_constants)];
    unsafe {
        let description = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        let descriptors = device.create_descriptor_set_layout(&description, None)?;
        let sets = [descriptors];
        let description =
            vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&ranges);
        Ok((descriptors, device.create_pipeline_layout(&description, None)?))
    }
}

unsafe fn pipeline(
    device: &ash::Device,
    shader: &Shader,
    layout: vk::PipelineLayout,
) -> Result<vk::Pipeline> {
    unsafe {
        let module =
            device.create_shader_module(&vk::ShaderModuleCreateInfo::default().code(&shader.words), None)?;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(c"main");
        let description = vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout);
        let made = device.create_compute_pipelines(vk::PipelineCache::null(), &[description], None);
        device.destroy_shader_module(module, None);
        Ok(made.map_err(|(_, error)| error)?[0])
    }
}
