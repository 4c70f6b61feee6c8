//! An open device, and its features.

use std::ffi::{CStr, c_char};

use ash::vk;

use crate::capability::{self, Features};
use crate::describe::{Dispatch, Draw};
use crate::error::Error;
use crate::execute;
use crate::pipeline::Pipelines;

/// An open device with one queue.
pub struct Device {
    pub(crate) pipelines: Pipelines,
    pub(crate) device: ash::Device,
    pub(crate) queue: vk::Queue,
    pub(crate) pool: vk::CommandPool,
    pub(crate) commands: vk::CommandBuffer,
    pub(crate) fence: vk::Fence,
    pub(crate) memory: vk::PhysicalDeviceMemoryProperties,
    pub(crate) has_opengl_depth: bool,
    pub(crate) has_last_vertex: bool,
    /// The capabilities that modules may declare.
    capabilities: Vec<u32>,
    /// True if contents of buffers lie between guards.
    pub(crate) has_guards: bool,
    /// Its functions for statistics of shaders, if it has them.
    pub(crate) executables: Option<ash::khr::pipeline_executable_properties::Device>,
    name: String,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    // Holds the library in memory.
    _entry: ash::Entry,
}

/// The memory of buffers, and accesses out of bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// Without guards; the driver keeps accesses in bounds if it can.
    Plain,
    /// With guards; the driver is not asked to keep accesses in bounds.
    Guarded,
    /// With guards; the driver has to keep accesses in bounds.
    GuardedAndRobust,
}

/// Extensions that are used where they are there.
const DEPTH_CLIP_CONTROL: &CStr = ash::ext::depth_clip_control::NAME;
const PROVOKING_VERTEX: &CStr = ash::ext::provoking_vertex::NAME;
const SHARED_BLOCKS: &CStr = ash::khr::workgroup_memory_explicit_layout::NAME;
const EXECUTABLES: &CStr = ash::khr::pipeline_executable_properties::NAME;

/// Extensions that bring something to shaders and have no features to be asked for.
const PLAIN: &[&CStr] = &[ash::ext::shader_stencil_export::NAME, ash::ext::shader_viewport_index_layer::NAME];

impl Device {
    /// Names of all devices, in the order in which they are numbered.
    ///
    /// # Errors
    /// If there is no Vulkan.
    pub fn list() -> Result<Vec<String>, Error> {
        let (_entry, instance) = open_instance()?;
        let names = devices(&instance).map(|all| all.into_iter().map(|(_, name)| name).collect());
        // SAFETY: nothing made from the instance is left.
        unsafe { instance.destroy_instance(None) };
        names
    }

    /// Opens the device whose number this is, or whose name contains it; else the first one.
    ///
    /// # Errors
    /// If there is no such device, or it lacks Vulkan 1.3.
    pub fn new(choice: Option<&str>) -> Result<Self, Error> {
        Self::open(choice, Memory::Plain)
    }

    /// Like [`Device::new`], to find shaders that leave their memory: the driver is not asked to keep them in bounds, and
    /// contents of buffers lie between guards, which must be the same after a run.
    ///
    /// # Errors
    /// As of [`Device::new`].
    pub fn strict(choice: Option<&str>) -> Result<Self, Error> {
        Self::open(choice, Memory::Guarded)
    }

    /// Like [`Device::strict`], to find drivers that let a shader leave its memory: the features `robustBufferAccess` and
    /// `robustImageAccess` are enabled.
    ///
    /// # Errors
    /// As of [`Device::new`], or if the device lacks the features.
    pub fn robust(choice: Option<&str>) -> Result<Self, Error> {
        Self::open(choice, Memory::GuardedAndRobust)
    }

    fn open(choice: Option<&str>, memory: Memory) -> Result<Self, Error> {
        let (entry, instance) = open_instance()?;
        let chosen = choose(&instance, choice);
        let opened = chosen.and_then(|(physical, name)| open(&entry, &instance, physical, name, memory));
        opened.inspect_err(|_| {
            // SAFETY: nothing made from the instance is left.
            unsafe { instance.destroy_instance(None) };
        })
    }

    /// The name that the driver gives the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Draws. The images and buffers of `draw` hold the results afterwards.
    ///
    /// # Errors
    /// If the description is wrong, or the device cannot do it.
    pub fn draw(&mut self, draw: &mut Draw) -> Result<(), Error> {
        self.check_runs()?;
        draw.shaders.iter().try_for_each(|shader| capability::check(shader, &self.capabilities))?;
        execute::draw(self, draw)
    }

    /// Runs a compute shader. The images and buffers of `dispatch` hold the results afterwards.
    ///
    /// # Errors
    /// If the description is wrong, or the device cannot do it.
    pub fn dispatch(&mut self, dispatch: &mut Dispatch) -> Result<(), Error> {
        self.check_runs()?;
        capability::check(&dispatch.shader, &self.capabilities)?;
        execute::dispatch(self, dispatch)
    }

    /// True if buffers have addresses.
    pub(crate) fn has_addresses(&self) -> bool {
        self.capabilities.contains(&capability::ADDRESSES)
    }

    fn check_runs(&self) -> Result<(), Error> {
        let unsupported = || Error::Unsupported("a way to wait for it: it compiles only".to_owned());
        (self.fence != vk::Fence::null()).then_some(()).ok_or_else(unsupported)
    }

    /// True if attributes of vertices can have this format.
    pub(crate) fn supports_attribute(&self, format: vk::Format) -> bool {
        // SAFETY: the physical device belongs to the instance.
        let properties =
            unsafe { self.instance.get_physical_device_format_properties(self.physical, format) };
        properties.buffer_features.contains(vk::FormatFeatureFlags::VERTEX_BUFFER)
    }

    /// True if texels of this format can be drawn, or sampled, according to `usage`.
    pub(crate) fn supports(&self, format: vk::Format, usage: vk::FormatFeatureFlags) -> bool {
        // SAFETY: the physical device belongs to the instance.
        let properties =
            unsafe { self.instance.get_physical_device_format_properties(self.physical, format) };
        properties.optimal_tiling_features.contains(usage)
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: the device is idle, and everything made from it is destroyed before it.
        unsafe {
            // A device that runs nothing is idle, and some drivers cannot be asked then.
            if self.check_runs().is_ok() {
                let _ = self.device.device_wait_idle();
            }
            self.pipelines.clear(&self.device);
            self.device.destroy_fence(self.fence, None);
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}

fn open_instance() -> Result<(ash::Entry, ash::Instance), Error> {
    // SAFETY: loading Vulkan's library runs nothing but its own initialisation.
    let entry = unsafe { ash::Entry::load() }.map_err(|error| Error::NoDevice(error.to_string()))?;
    let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
    let info = vk::InstanceCreateInfo::default().application_info(&application);
    // SAFETY: the description lives through the call.
    let instance = unsafe { entry.create_instance(&info, None) }
        .map_err(|error| Error::NoDevice(format!("vkCreateInstance: {error:?}")))?;
    Ok((entry, instance))
}

fn devices(instance: &ash::Instance) -> Result<Vec<(vk::PhysicalDevice, String)>, Error> {
    // SAFETY: the instance is alive.
    let all = unsafe { instance.enumerate_physical_devices() }
        .map_err(|error| Error::NoDevice(format!("vkEnumeratePhysicalDevices: {error:?}")))?;
    let name = |physical: &vk::PhysicalDevice| {
        // SAFETY: the physical device belongs to the instance.
        let properties = unsafe { instance.get_physical_device_properties(*physical) };
        text(&properties.device_name)
    };
    Ok(all.iter().map(|physical| (*physical, name(physical))).collect())
}

/// Text up to its zero.
pub(crate) fn text(characters: &[c_char]) -> String {
    let bytes: Vec<u8> =
        characters.iter().map(|&character| character as u8).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn choose(instance: &ash::Instance, choice: Option<&str>) -> Result<(vk::PhysicalDevice, String), Error> {
    let all = devices(instance)?;
    let names = all.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
    let chosen = match choice {
        None => all.into_iter().next(),
        Some(choice) => match choice.parse::<usize>() {
            Ok(index) => all.into_iter().nth(index),
            Err(_) => all.into_iter().find(|(_, name)| name.to_lowercase().contains(&choice.to_lowercase())),
        },
    };
    chosen.ok_or_else(|| match (choice, names.is_empty()) {
        (_, true) => Error::NoDevice("no driver is installed".to_owned()),
        (choice, false) => {
            Error::NoDevice(format!("none is called `{}`; there are {names}", choice.unwrap_or("first")))
        }
    })
}

fn open(
    entry: &ash::Entry,
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    name: String,
    memory: Memory,
) -> Result<Device, Error> {
    // SAFETY: the physical device belongs to the instance, and every description lives through its call.
    unsafe {
        let properties = instance.get_physical_device_properties(physical);
        if properties.api_version < vk::API_VERSION_1_3 {
            return Err(Error::Unsupported("Vulkan 1.3".to_owned()));
        }
        let families = instance.get_physical_device_queue_family_properties(physical);
        let wanted = vk::QueueFlags::GRAPHICS | vk::QueueFlags::COMPUTE;
        let family = families.iter().position(|family| family.queue_flags.contains(wanted));
        let Some(family) = family else {
            return Err(Error::Unsupported("a queue that draws and computes".to_owned()));
        };
        let extensions = instance
            .enumerate_device_extension_properties(physical)
            .map_err(Error::driver("vkEnumerateDeviceExtensionProperties"))?;
        let has = |name: &CStr| {
            let found = |row: &vk::ExtensionProperties| row.extension_name_as_c_str() == Ok(name);
            extensions.iter().any(found)
        };
        let (has_depth, has_provoking) = (has(DEPTH_CLIP_CONTROL), has(PROVOKING_VERTEX));
        let (has_executables, has_shared_blocks) = (has(EXECUTABLES), has(SHARED_BLOCKS));

        // All features of the device are enabled.
        let mut depth = vk::PhysicalDeviceDepthClipControlFeaturesEXT::default();
        let mut provoking = vk::PhysicalDeviceProvokingVertexFeaturesEXT::default();
        let mut executables = vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR::default();
        let mut shared_blocks = vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::default();
        let mut of_1_1 = vk::PhysicalDeviceVulkan11Features::default();
        let mut of_1_2 = vk::PhysicalDeviceVulkan12Features::default();
        let mut of_1_3 = vk::PhysicalDeviceVulkan13Features::default();
        let mut alone = vk::PhysicalDeviceFeatures2::default().push_next(&mut of_1_3);
        instance.get_physical_device_features2(physical, &mut alone);
        let has_robust_images = of_1_3.robust_image_access == vk::TRUE;
        if memory == Memory::Guarded {
            of_1_3.robust_image_access = vk::FALSE;
        }
        of_1_3.p_next = std::ptr::null_mut();
        let mut features =
            vk::PhysicalDeviceFeatures2::default().push_next(&mut of_1_1).push_next(&mut of_1_2);
        if has_depth {
            features = features.push_next(&mut depth);
        }
        if has_provoking {
            features = features.push_next(&mut provoking);
        }
        if has_executables {
            features = features.push_next(&mut executables);
        }
        if has_shared_blocks {
            features = features.push_next(&mut shared_blocks);
        }
        instance.get_physical_device_features2(physical, &mut features);
        let is_robust = has_robust_images && features.features.robust_buffer_access == vk::TRUE;
        match memory {
            Memory::Guarded => features.features.robust_buffer_access = vk::FALSE,
            Memory::GuardedAndRobust if !is_robust => {
                return Err(Error::Unsupported("robustBufferAccess and robustImageAccess".to_owned()));
            }
            Memory::Plain | Memory::GuardedAndRobust => {}
        }
        let of_1_0 = features.features;
        features = features.push_next(&mut of_1_3);

        let mut names: Vec<*const c_char> =
            PLAIN.iter().filter(|name| has(name)).map(|name| name.as_ptr()).collect();
        names.extend(has_depth.then_some(DEPTH_CLIP_CONTROL.as_ptr()));
        names.extend(has_provoking.then_some(PROVOKING_VERTEX.as_ptr()));
        names.extend(has_executables.then_some(EXECUTABLES.as_ptr()));
        names.extend(has_shared_blocks.then_some(SHARED_BLOCKS.as_ptr()));
        let queues =
            [vk::DeviceQueueCreateInfo::default().queue_family_index(family as u32).queue_priorities(&[1.0])];
        let info = vk::DeviceCreateInfo::default()
            .queue_create_infos(&queues)
            .enabled_extension_names(&names)
            .push_next(&mut features);
        let device =
            instance.create_device(physical, &info, None).map_err(Error::driver("vkCreateDevice"))?;
        let capabilities = capability::of_device(&Features {
            of_1_0: &of_1_0,
            of_1_1: &of_1_1,
            of_1_2: &of_1_2,
            of_1_3: &of_1_3,
            stencil_export: has(ash::ext::shader_stencil_export::NAME),
            layer: has(ash::ext::shader_viewport_index_layer::NAME),
            shared_blocks: &shared_blocks,
        });
        let has_opengl_depth = has_depth && depth.depth_clip_control == vk::TRUE;
        let has_executables = has_executables && executables.pipeline_executable_info == vk::TRUE;
        let has_last_vertex = has_provoking && provoking.provoking_vertex_last == vk::TRUE;

        let made = make_commands(&device, family as u32);
        let (pool, commands, fence) = made.inspect_err(|_| device.destroy_device(None))?;
        Ok(Device {
            pipelines: Pipelines::default(),
            queue: device.get_device_queue(family as u32, 0),
            pool,
            commands,
            fence,
            memory: instance.get_physical_device_memory_properties(physical),
            has_opengl_depth,
            has_last_vertex,
            executables: has_executables
                .then(|| ash::khr::pipeline_executable_properties::Device::new(instance, &device)),
            capabilities,
            has_guards: memory != Memory::Plain,
            name,
            physical,
            instance: instance.clone(),
            _entry: entry.clone(),
            device,
        })
    }
}

/// A pool with a command buffer, and a fence; a device that only compiles has none.
fn make_commands(
    device: &ash::Device,
    family: u32,
) -> Result<(vk::CommandPool, vk::CommandBuffer, vk::Fence), Error> {
    let info = vk::CommandPoolCreateInfo::default()
        .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER)
        .queue_family_index(family);
    // SAFETY: every description lives through its call.
    unsafe {
        let pool = device.create_command_pool(&info, None).map_err(Error::driver("vkCreateCommandPool"))?;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(pool).command_buffer_count(1);
        let commands =
            device.allocate_command_buffers(&info).map_err(Error::driver("vkAllocateCommandBuffers"))?;
        let fence = device.create_fence(&vk::FenceCreateInfo::default(), None).unwrap_or_default();
        Ok((pool, commands.first().copied().unwrap_or_default(), fence))
    }
}
