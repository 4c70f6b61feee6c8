//! Runs SPIR-V on a Vulkan driver, for tests.
//!
//! The input is plain data: a [`Draw`] or a [`Dispatch`] with its shaders, buffers and images. After the run the same
//! buffers and images hold what the shaders left there. A [`Device`] keeps nothing from run to run but pipelines.
//!
//! Nothing here is made to be fast: every run uploads what it uses, waits for the driver, and reads back what the
//! shaders could write.

mod capability;
mod describe;
mod device;
mod error;
mod execute;
mod format;
mod pipeline;
mod render_pass;
mod scratch;
mod statistics;
mod watch;

pub use describe::{
    Address, Attribute, Binding, Compare, Depth, Dispatch, Draw, Filter, Image, ImageDim, Resource,
    Resources, Sampler, Shader, Stage, Topology, Wrap,
};
pub use device::Device;
pub use error::Error;
pub use format::Format;
pub use statistics::{Made, Statistics};
pub use watch::Watch;
