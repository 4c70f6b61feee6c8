//! A module in the form of SPIR-V, and everything that it gives.

#[cfg(feature = "disassembly")]
use std::collections::BTreeMap;

use vitrum_backend_spirv::{ModuleRequirements, ProgramStage, emit_program};
#[cfg(feature = "disassembly")]
use vitrum_ir::Span;
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
    pub(crate) spirv: SpirvOptions,
    pub(crate) sources: SourceMap,
}

/// An instruction of [`Lowered::placed_assembly`], or a comment at the top.
#[cfg(feature = "disassembly")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedLine {
    /// The text; that of an instruction with a string can have several lines.
    pub text: String,
    /// The place in the source that it comes from; the span of nothing if there is none.
    pub place: Span,
}

impl Lowered {
    pub(crate) fn new(mut module: Module, spirv: SpirvOptions, sources: SourceMap) -> Result<Self, Error> {
        let assigned = spirv.lower(&mut module)?;
        Ok(Self { module, assigned, spirv, sources })
    }

    /// The same of a module that the lowerings have run on.
    pub(crate) fn of_lowered(
        module: Module,
        assigned: Vec<Assigned>,
        spirv: SpirvOptions,
        sources: SourceMap,
    ) -> Self {
        Self { module, assigned, spirv, sources }
    }

    /// The words of the SPIR-V module.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        self.spirv.emit(&self.module, &self.sources)
    }

    /// The words of the SPIR-V module, written in memory that earlier modules used.
    pub(crate) fn spirv_in(&self, memory: &mut vitrum_backend_spirv::Memory) -> Result<Vec<u32>, Error> {
        let options = self.spirv.writer(&self.sources);
        vitrum_backend_spirv::emit_in(memory, &self.module, &options).map_err(Error::Spirv)
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

    /// The SPIR-V module as text, with the place in the source of each instruction. A name or a decoration has the place of what it is about.
    ///
    /// ```
    /// let source = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
    /// let compilation = vitrum::compile(source, &vitrum::Options::new(vitrum::Stage::Fragment))?;
    /// let lines = compilation.lowered()?.placed_assembly()?;
    /// let store = lines.iter().find(|line| line.text.contains("OpStore")).expect("a store");
    /// assert_eq!(compilation.diagnosed.sources.slice(store.place), "color = vec4(1.0)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the target cannot express the shader.
    #[cfg(feature = "disassembly")]
    pub fn placed_assembly(&self) -> Result<Vec<PlacedLine>, Error> {
        let placed = self.spirv.emit_placed(&self.module, &self.sources)?;
        let listing = vitrum_spirv_text::print_instructions(&placed.words)
            .map_err(|error| Error::Words(error.to_string()))?;
        let instructions = listing.instructions.iter().zip(&placed.places);
        let defined: BTreeMap<u32, Span> =
            instructions.filter_map(|(inst, place)| Some((inst.result?, *place))).collect();
        let head =
            listing.header.lines().map(|line| PlacedLine { text: line.to_owned(), place: Span::default() });
        let rest = listing.instructions.iter().zip(placed.places).map(|(inst, place)| {
            let of_target = inst.target.and_then(|target| defined.get(&target)).copied();
            PlacedLine { text: inst.text.clone(), place: of_target.unwrap_or(place) }
        });
        Ok(head.chain(rest).collect())
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
