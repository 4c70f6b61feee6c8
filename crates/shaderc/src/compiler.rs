//! Compiles sources.

use vitrum::{Diagnosed, Failure, Options, Severity, Stage, Version};

use crate::artifact::CompilationArtifact;
use crate::error::{Error, Result};
use crate::kinds::{GlslProfile, ShaderKind, SourceLanguage, StageRule};
use crate::messages;
use crate::options::{self, CompileOptions};

/// The compiler; it has no state.
#[derive(Debug)]
pub struct Compiler {
    _private: (),
}

/// The words of a module and its warnings.
type Words = (Vec<u32>, (u32, String));

impl Compiler {
    /// A compiler.
    ///
    /// # Errors
    /// Never.
    pub fn new() -> Result<Self> {
        Ok(Self { _private: () })
    }

    /// Compiles a source to a SPIR-V module. The entry point is the function with this name, and the module has it by this name.
    ///
    /// # Errors
    /// If the source has errors, or its stage is not known.
    pub fn compile_into_spirv(
        &self,
        source_text: &str,
        shader_kind: ShaderKind,
        input_file_name: &str,
        entry_point_name: &str,
        additional_options: Option<&CompileOptions<'_>>,
    ) -> Result<CompilationArtifact> {
        let (words, warnings) = with(additional_options, |it| {
            words(source_text, shader_kind, input_file_name, entry_point_name, it)
        })?;
        Ok(CompilationArtifact::binary(words, warnings))
    }

    /// The same with the module as text, as `spirv-dis` prints it.
    ///
    /// # Errors
    /// If the source has errors, or its stage is not known.
    pub fn compile_into_spirv_assembly(
        &self,
        source_text: &str,
        shader_kind: ShaderKind,
        input_file_name: &str,
        entry_point_name: &str,
        additional_options: Option<&CompileOptions<'_>>,
    ) -> Result<CompilationArtifact> {
        let (words, warnings) = with(additional_options, |it| {
            words(source_text, shader_kind, input_file_name, entry_point_name, it)
        })?;
        let text = vitrum::disassemble(&words).map_err(|error| Error::InternalError(error.to_string()))?;
        Ok(CompilationArtifact::text(text, warnings))
    }

    /// Runs the preprocessor alone.
    ///
    /// # Errors
    /// If the source has errors.
    pub fn preprocess(
        &self,
        source_text: &str,
        input_file_name: &str,
        _entry_point_name: &str,
        additional_options: Option<&CompileOptions<'_>>,
    ) -> Result<CompilationArtifact> {
        with(additional_options, |options| {
            // The text of a preprocessed source does not depend on its stage.
            let vitrum = options.options(Stage::Vertex, input_file_name).map_err(refusal)?;
            let preprocessed = preprocessed(source_text, &vitrum, options);
            if preprocessed.diagnosed.has_errors() {
                return Err(failed(&preprocessed.diagnosed));
            }
            let warnings = messages::lines(&preprocessed.diagnosed, Severity::Warning);
            Ok(CompilationArtifact::text(preprocessed.text, warnings))
        })
    }

    /// The words of SPIR-V as text.
    ///
    /// # Errors
    /// If the text is no SPIR-V.
    pub fn assemble(
        &self,
        source_assembly: &str,
        additional_options: Option<&CompileOptions<'_>>,
    ) -> Result<CompilationArtifact> {
        let words = with(additional_options, |options| assembled(source_assembly, options))?;
        Ok(CompilationArtifact::binary(words, (0, String::new())))
    }
}

/// Calls `run` with these options, or the default ones.
fn with<T>(
    options: Option<&CompileOptions<'_>>,
    run: impl FnOnce(&CompileOptions<'_>) -> Result<T>,
) -> Result<T> {
    match options {
        Some(options) => run(options),
        None => run(&CompileOptions::new()?),
    }
}

fn words(
    source: &str,
    kind: ShaderKind,
    file_name: &str,
    entry_point: &str,
    options: &CompileOptions<'_>,
) -> Result<Words> {
    if options.language == SourceLanguage::HLSL {
        return Err(refusal("HLSL is not read; the source language is GLSL only".to_owned()));
    }
    let stage = match kind.rule() {
        StageRule::Assembly => return Ok((assembled(source, options)?, (0, String::new()))),
        StageRule::Is(stage) => stage,
        StageRule::Pragma(otherwise) => {
            let vitrum = options.options(otherwise.unwrap_or(Stage::Vertex), file_name).map_err(refusal)?;
            // Most texts have no pragma.
            let pragma =
                source.contains("shader_stage").then(|| preprocessed(source, &vitrum, options).stage);
            pragma.flatten().or(otherwise).ok_or_else(|| Error::InvalidStage(String::new()))?
        }
    };
    let mut vitrum = options.options(stage, file_name).map_err(refusal)?;
    if entry_point != "main" {
        // GLSL has `main` alone as an entry point.
        vitrum.defines.push((entry_point.to_owned(), "main".to_owned()));
    }
    let find = |request: &vitrum::IncludeRequest<'_>| options.find(request);
    let compilation = vitrum::compile_including(source, &vitrum, &find).map_err(|it| failure(&it))?;
    let mut diagnosed = compilation.diagnosed.clone();
    let lowered = compilation.into_lowered().map_err(|error| back_end(error, &diagnosed))?;
    let words = lowered.spirv_with_entry(entry_point).map_err(|error| back_end(error, &diagnosed))?;
    diagnosed.diagnostics.extend(vitrum::place_warnings(&lowered.assigned, &vitrum.levels));
    if diagnosed.has_errors() {
        return Err(failed(&diagnosed));
    }
    Ok((words, messages::lines(&diagnosed, Severity::Warning)))
}

fn assembled(text: &str, options: &CompileOptions<'_>) -> Result<Vec<u32>> {
    let version = options.spirv_word().map_err(refusal)?;
    vitrum_spirv_text::parse_as(text, version)
        .map_err(|error| Error::InvalidAssembly(format!("error: {}: {}\n", error.line, error.message)))
}

fn preprocessed(source: &str, vitrum: &Options, options: &CompileOptions<'_>) -> vitrum::Preprocessed {
    vitrum::preprocess_including(source, vitrum, &|request| options.find(request))
}

/// The error of options that cannot be followed.
fn refusal(message: String) -> Error {
    Error::CompilationError(1, messages::plain(&message))
}

fn failed(diagnosed: &Diagnosed) -> Error {
    let (count, text) = messages::lines(diagnosed, Severity::Error);
    Error::CompilationError(count, text)
}

fn failure(failure: &Failure) -> Error {
    match &failure.defect {
        Some(defect) => Error::InternalError(defect.to_string()),
        None => failed(&failure.diagnosed),
    }
}

/// The error of a back end, with the sources that its places lie in.
fn back_end(error: vitrum::Error, diagnosed: &Diagnosed) -> Error {
    match error {
        vitrum::Error::Unplaced(diagnostics) | vitrum::Error::Refused(diagnostics) => {
            failed(&Diagnosed { diagnostics, sources: diagnosed.sources.clone() })
        }
        vitrum::Error::Defect(defect) => Error::InternalError(defect.to_string()),
        other => refusal(other.to_string()),
    }
}

/// The newest version of SPIR-V that is generated, as the word in its header, and a revision.
pub fn get_spirv_version() -> (u32, u32) {
    (crate::SpirvVersion::V1_6 as u32, 1)
}

/// The number and the profile of a version such as `450core`.
///
/// # Errors
/// If there is no such version.
pub fn parse_version_profile(string: &str) -> Result<(u32, GlslProfile)> {
    let version = Version::from_name(string);
    let version = version
        .ok_or_else(|| Error::ParseError(format!("failed to parse version/profile from '{string}'")))?;
    Ok((version.number.into(), options::profile(version, string)))
}
