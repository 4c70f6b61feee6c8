//! The capabilities that a module asks a device for, each with the source that brings it.
//!
//! They come from the same walk and the same tables as those that [`emit`](crate::emit) declares; the words are not put
//! together.

use std::collections::BTreeSet;
use std::fmt;

use crate::error::Error;
use crate::in_some_version;
use crate::options::{Options, Version};
use crate::program::Entry;
use crate::requirements::IMPLIED;
use crate::writer::Writer;
use spirv::Capability;
use vitrum_ir::{Module, Span};

/// A capability that a module declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Its number in SPIR-V.
    pub number: u32,
    /// Its name in SPIR-V.
    pub name: String,
    /// The source that brings it first, if it is known: that of an instruction or of a declaration.
    pub span: Option<Span>,
}

/// The capabilities and extensions of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleRequirements {
    /// The version of SPIR-V.
    pub version: Version,
    /// The capabilities that it declares, by number, without those that others imply.
    pub capabilities: Vec<Requirement>,
    /// The extensions that it declares, by name.
    pub extensions: Vec<String>,
}

/// The capabilities and extensions that a module needs, without its words.
///
/// ```
/// use vitrum_backend_spirv::{Options, requirements};
///
/// let module = vitrum_ir_text::parse(
///     "stage geometry\nexecution input(points) output(points) max_vertices(1)\nentry &main\n\
///      fn &main() -> void {\n    intrinsic.emit_stream_vertex 1i32\n    return\n}\n",
/// )?;
/// let needs = requirements(&module, &Options::default())?;
/// let names: Vec<&str> = needs.capabilities.iter().map(|it| it.name.as_str()).collect();
/// assert_eq!(names, ["Geometry", "GeometryStreams"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`emit`](crate::emit).
pub fn requirements(module: &Module, options: &Options) -> Result<ModuleRequirements, Error> {
    let entries = [Entry::of(module)];
    in_some_version(options, |options| {
        Writer::new(module, &entries, options).requirements().map_err(|error| *error)
    })
}

/// Capabilities that are newer than the crate `spirv`.
const NEWER: &[(u32, &str)] = &[
    (4228, "Float6EXT"),
    (4229, "Float4EXT"),
    (4230, "Float8UnsignedE8M0EXT"),
    (4231, "MXInt8EXT"),
    (4232, "BitcastExtractEXT"),
    (4539, "MultipleWaitQueuesQCOM"),
    (5429, "CooperativeMatrixConversionsEXT"),
    (5438, "CooperativeMatrixGetCoordinateEXT"),
    (6032, "RayTracingOpacityMicromapExecutionModeKHR"),
];

/// The name of a capability, or its number if it has no name here.
pub fn capability_name(number: u32) -> String {
    if let Some(capability) = Capability::from_u32(number) {
        return format!("{capability:?}");
    }
    let name = NEWER.iter().find(|row| row.0 == number);
    name.map_or_else(|| number.to_string(), |row| row.1.to_owned())
}

/// The capabilities of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities(BTreeSet<u32>);

impl Capabilities {
    /// Adds the capability of a number, and those that it implies.
    pub fn insert(&mut self, number: u32) {
        if self.0.insert(number) {
            for row in IMPLIED.iter().filter(|row| row.0 as u32 == number) {
                self.insert(row.1 as u32);
            }
        }
    }

    /// True if the capability of a number is there. Every device has `Shader`.
    pub fn contains(&self, number: u32) -> bool {
        number == Capability::Shader as u32 || self.0.contains(&number)
    }

    /// The capabilities of these names; the first name that is none of SPIR-V is an error.
    ///
    /// # Errors
    /// The first unknown name.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, &'a str> {
        let mut all = Self::default();
        for name in names {
            all.insert(name.parse::<Capability>().map_err(|_| name)? as u32);
        }
        Ok(all)
    }
}

/// The reason why a module is not for a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviceError {
    /// The device lacks capabilities, at least one.
    Lacks(Vec<Requirement>),
    /// The module has no SPIR-V for the target.
    Emit(Error),
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks(missing) => {
                let names: Vec<String> = missing.iter().map(|it| format!("`{}`", it.name)).collect();
                write!(f, "device lacks {}", names.join(", "))
            }
            Self::Emit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DeviceError {}

/// Checks that a device has the capabilities of a module.
///
/// ```
/// use vitrum_backend_spirv::{Capabilities, DeviceError, Options, verify_for};
///
/// let module = vitrum_ir_text::parse(
///     "stage fragment\nentry &main\nglobal @a: f64 private\n\
///      fn &main() -> void {\n    store @a, 1.0f64\n    return\n}\n",
/// )?;
/// let device = Capabilities::from_names(["Shader", "Int64"])?;
/// let Err(DeviceError::Lacks(missing)) = verify_for(&module, &Options::default(), &device) else {
///     panic!("the device has no `Float64`");
/// };
/// assert_eq!(missing[0].name, "Float64");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The capabilities that the device lacks, each with the source that brings it, or the reason why there is no SPIR-V.
pub fn verify_for(module: &Module, options: &Options, device: &Capabilities) -> Result<(), DeviceError> {
    let needs = requirements(module, options).map_err(DeviceError::Emit)?;
    let missing: Vec<Requirement> =
        needs.capabilities.into_iter().filter(|it| !device.contains(it.number)).collect();
    if missing.is_empty() { Ok(()) } else { Err(DeviceError::Lacks(missing)) }
}
