//! Options of the lowerings for SPIR-V and of its back end.

use vitrum_backend_spirv::{Target, VersionChoice};
use vitrum_ir::{Module, SourceMap};
use vitrum_passes::{
    Assigned, PassInfo, PassOptions, Pipeline, Placement, RemoveUnusedResources, RunOptions, SPIRV, Settings,
    Trimming, WGPU, rows,
};

use crate::compilation::Error;
use crate::observe::{Observe, by_pass, observer};
use crate::options::{Automatic, DebugInfo, OptLevel, Options};
use crate::{lines, places};

/// The lowerings in three parts: before uniforms are gathered, from there until places are chosen, and the rest.
fn parts(pipeline: &'static Pipeline) -> [&'static [&'static PassInfo]; 3] {
    let at = |row: &PassInfo| pipeline.passes.iter().position(|pass| pass.name == row.name);
    let places = at(&rows::ASSIGN_LOCATIONS).unwrap_or(pipeline.passes.len());
    let uniforms = at(&rows::GATHER_UNIFORMS).filter(|&at| at < places).unwrap_or(places);
    let (before, rest) = pipeline.passes.split_at(uniforms);
    let (until_places, rest) = rest.split_at(places - uniforms);
    [before, until_places, rest]
}

/// Options of the lowerings for SPIR-V and of its back end.
#[derive(Clone, Debug)]
pub(crate) struct SpirvOptions {
    pub(crate) target: Target,
    version: VersionChoice,
    pub(crate) placement: Placement,
    automatic: Automatic,
    debug: DebugInfo,
    pub(crate) verify: bool,
    /// The unread members that uniform blocks lose.
    trimming: Trimming,
    /// True if casts between `int` and `uint` are left out where SPIR-V takes either.
    free_signs: bool,
    /// True if what nothing uses is removed.
    removes: bool,
    /// True if a linker takes the module.
    linkage: bool,
    keeps_functions: bool,
    /// Options of single passes.
    pub(crate) pass_options: PassOptions,
}

impl Options {
    /// The settings of the lowerings for SPIR-V.
    pub(crate) fn spirv_settings(&self) -> Settings {
        SpirvOptions::new(self).settings()
    }
}

impl SpirvOptions {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            target: options.target,
            version: options.spirv_version,
            placement: options.placement.clone(),
            automatic: options.automatic,
            debug: match options.debug {
                DebugInfo::Unoptimized if options.opt_level == OptLevel::None => DebugInfo::Names,
                DebugInfo::Unoptimized => DebugInfo::None,
                debug => debug,
            },
            verify: options.verify,
            free_signs: options.opt_level != OptLevel::None,
            removes: options.removes_unused().is_some(),
            linkage: options.library,
            keeps_functions: options.pass_options.get::<RemoveUnusedResources>().keeps_functions,
            pass_options: options.pass_options.clone(),
            trimming: Self::trimming(options),
        }
    }

    /// Names and the debugger speak of members, so that these stay with full debug information, and without removal of what is unused.
    fn trimming(options: &Options) -> Trimming {
        match options.opt_level {
            _ if !options.target.is_vulkan() || options.debug == DebugInfo::Full => Trimming::None,
            OptLevel::Size => Trimming::All,
            _ if options.debug != DebugInfo::Unoptimized => Trimming::None,
            _ if options.removes_unused().is_none_or(|kept| kept.keeps_bindings) => Trimming::None,
            _ => Trimming::KeepSize,
        }
    }

    /// The lowerings for the target.
    pub(crate) fn pipeline(&self) -> &'static Pipeline {
        if self.target == Target::Wgpu { &WGPU } else { &SPIRV }
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings {
            vulkan: self.target.is_vulkan(),
            wgpu: self.target == Target::Wgpu,
            placement: self.placement.clone(),
            trimming: self.trimming,
            options: self.pass_options.clone(),
            ..Settings::default()
        }
    }

    /// Runs the lowerings before that which gathers uniforms; gives the places that they choose.
    pub(crate) fn lower_before_uniforms(
        &self,
        module: &mut Module,
        observe: &mut Observe<'_>,
    ) -> Result<Vec<Assigned>, Error> {
        self.run(module, parts(self.pipeline())[0], self.settings(), observe)
    }

    /// Gathers uniforms, in this order, and runs the lowerings until places are chosen.
    pub(crate) fn lower_uniforms(
        &self,
        module: &mut Module,
        order: &[String],
        observe: &mut Observe<'_>,
    ) -> Result<Vec<Assigned>, Error> {
        let settings = Settings { uniform_order: order.to_vec(), ..self.settings() };
        self.run(module, parts(self.pipeline())[1], settings, observe)
    }

    /// Runs the other lowerings.
    pub(crate) fn lower_from_places(
        &self,
        module: &mut Module,
        observe: &mut Observe<'_>,
    ) -> Result<Vec<Assigned>, Error> {
        self.run(module, parts(self.pipeline())[2], self.settings(), observe)
    }

    fn run(
        &self,
        module: &mut Module,
        passes: &[&'static PassInfo],
        settings: Settings,
        observe: &mut Observe<'_>,
    ) -> Result<Vec<Assigned>, Error> {
        let mut observe = by_pass(observe);
        let observe = observer(&mut observe);
        let options = RunOptions { verify: self.verify, settings, observe, ..RunOptions::default() };
        let report = vitrum_passes::run_passes(module, passes, options);
        report.map(|report| report.assigned).map_err(Error::of_pass)
    }

    /// Errors about chosen places, if none may be chosen.
    pub(crate) fn check_places(&self, assigned: &[Assigned]) -> Result<(), Error> {
        let errors = places::place_errors(assigned, self.automatic);
        if errors.is_empty() { Ok(()) } else { Err(Error::Unplaced(errors)) }
    }

    /// Lowers a module to constructs of SPIR-V; returns the assigned locations and bindings.
    pub(crate) fn lower(&self, module: &mut Module) -> Result<Vec<Assigned>, Error> {
        let options = RunOptions { verify: self.verify, settings: self.settings(), ..RunOptions::default() };
        let report = vitrum_passes::run_pipeline(module, self.pipeline(), options).map_err(Error::of_pass)?;
        self.check_places(&report.assigned)?;
        self.remove_unused(module, report.assigned, &mut None)
    }

    /// Removes what nothing uses, if it goes: behind all lowerings, so that places are those of a module with everything. Gives the
    /// places of what is left.
    pub(crate) fn remove_unused(
        &self,
        module: &mut Module,
        assigned: Vec<Assigned>,
        observe: &mut Observe<'_>,
    ) -> Result<Vec<Assigned>, Error> {
        if !self.removes {
            return Ok(assigned);
        }
        let mut observe = by_pass(observe);
        let observe = observer(&mut observe);
        let settings = self.settings();
        let options =
            RunOptions { verify: self.verify, settings, assigned, observe, ..RunOptions::default() };
        let report = vitrum_passes::run_passes(module, self.removing(), options);
        report.map(|report| report.assigned).map_err(Error::of_pass)
    }

    /// The passes behind the lowerings.
    pub(crate) fn removing(&self) -> &'static [&'static PassInfo] {
        static REMOVING: &[&PassInfo] = &[&rows::REMOVE_UNUSED_RESOURCES];
        if self.removes { REMOVING } else { &[] }
    }

    /// True if debug information has lines.
    pub(crate) fn has_lines(&self) -> bool {
        self.debug >= DebugInfo::Lines
    }

    /// The words of a lowered module.
    pub(crate) fn emit(&self, module: &Module, sources: &SourceMap) -> Result<Vec<u32>, Error> {
        vitrum_backend_spirv::emit(module, &self.writer(sources)).map_err(Error::Spirv)
    }

    #[cfg(feature = "disassembly")]
    pub(crate) fn emit_placed(
        &self,
        module: &Module,
        sources: &SourceMap,
    ) -> Result<vitrum_backend_spirv::PlacedWords, Error> {
        vitrum_backend_spirv::emit_placed(module, &self.writer(sources)).map_err(Error::Spirv)
    }

    /// Options of the back end for several modules that become one: these, which are those of the first, and the newest version of all.
    pub(crate) fn program_writer<'a>(
        &self,
        all: impl Iterator<Item = &'a Self>,
        sources: &SourceMap,
    ) -> vitrum_backend_spirv::Options {
        let mut writer = self.writer(sources);
        for Self { version, target, .. } in all {
            let other = vitrum_backend_spirv::Options {
                version: *version,
                ..vitrum_backend_spirv::Options::new(*target)
            };
            if other.version() > writer.version() {
                writer.version = *version;
            }
        }
        writer
    }

    /// Options of the back end.
    pub(crate) fn writer(&self, sources: &SourceMap) -> vitrum_backend_spirv::Options {
        vitrum_backend_spirv::Options {
            version: self.version,
            names: self.debug >= DebugInfo::Names,
            lines: (self.debug >= DebugInfo::Lines).then(|| lines::line_table(sources)),
            debug: self.debug == DebugInfo::Full,
            linkage: self.linkage,
            free_signs: self.free_signs,
            keeps_functions: self.keeps_functions,
            ..vitrum_backend_spirv::Options::new(self.target)
        }
    }
}
