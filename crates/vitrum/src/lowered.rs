//! A module in the form of SPIR-V, and everything that it gives.

use vitrum_backend_spirv::{ModuleRequirements, ProgramStage, emit_program};
use vitrum_ir::{Module, SourceMap};
use vitrum_passes::Assigned;
use vitrum_reflect::Reflection;

use crate::compilation::Error;
use crate::reflection;
use crate::spirv::SpirvOptions;

/// A module behind the lowerings for SPIR-V; the result of [`Compilation::lowered`](crate::Compilation::lowered).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Lowered {
    /// The module.
    pub module: Module,
    /// The locations and bindings that SPIR-V needs, the source leaves open, and the compiler chose.
    pub assigned: Vec<Assigned>,
    spirv: SpirvOptions,
    sources: SourceMap,
}

impl Lowered {
    pub(crate) fn new(mut module: Module, spirv: SpirvOptions, sources: SourceMap) -> Result<Self, Error> {
        let assigned = spirv.lower(&mut module)?;
        Ok(Self { module, assigned, spirv, sources })
    }

    /// The words of the SPIR-V module.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        self.spirv.emit(&self.module, &self.sources)
    }

    /// The words of the SPIR-V module with another name of its entry point, which GLSL calls `main`.
    ///
    /// ```
    /// let lowered = vitrum::compile("#version 450\nvoid main() {}\n", &vitrum::Options::new(vitrum::Stage::Vertex))?.into_lowered()?;
    /// let name = u32::from_le_bytes(*b"blur");
    /// assert!(lowered.spirv_with_entry("blur")?.contains(&name));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn spirv_with_entry(&self, name: &str) -> Result<Vec<u32>, Error> {
        let stage = ProgramStage { module: &self.module, name, shift: 0 };
        emit_program(&[stage], &self.spirv.writer(&self.sources)).map_err(Error::Spirv)
    }

    /// The same as bytes in little-endian order, as a file holds them.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn spirv_bytes(&self) -> Result<Vec<u8>, Error> {
        Ok(self.spirv()?.into_iter().flat_map(u32::to_le_bytes).collect())
    }

    /// The SPIR-V module as text.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    #[cfg(feature = "disassembly")]
    pub fn assembly(&self) -> Result<String, Error> {
        crate::disassemble(&self.spirv()?)
    }

    /// The interface and the bindings of the shader, chosen numbers included.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn reflection(&self) -> Result<Reflection, Error> {
        Ok(reflection::of_lowered(&self.module, &self.assigned, &self.spirv()?, &self.spirv))
    }

    /// The capabilities and extensions that the module declares, each capability with the source that brings it.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn requirements(&self) -> Result<ModuleRequirements, Error> {
        let options = self.spirv.writer(&self.sources);
        vitrum_backend_spirv::requirements(&self.module, &options).map_err(Error::Spirv)
    }
}
