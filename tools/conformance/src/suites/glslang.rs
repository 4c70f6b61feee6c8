//! glslang's own tests: shaders, and glslang's output for each.
//!
//! Its test programs list the files by how they are compiled; `baseResults` has the output.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use vitrum::{Target, Version};

use crate::case::{Case, Expect, Shader};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "glslang",
    what: "glslang's own tests: shaders of all stages and extensions, right and wrong",
    folder,
    install: "`--fetch` takes them out of the crate glslang-sys",
    fetch: Some(fetch),
    files,
    cases,
    executed: None,
    linked: None,
};

/// The crate whose sources hold the tests.
const PACKAGE: &str = "glslang-sys";
const PACKAGE_VERSION: &str = "0.9.2";

/// Groups of files in its test programs, with the target of each. Other groups link several shaders,
/// read HLSL, or do not test acceptance.
const GROUPS: &[(&str, Target)] = &[
    ("CompileToAstTest", Target::OpenGl4_5),
    ("CompileToAstTestNV", Target::OpenGl4_5),
    ("CompileVulkanToSpirvTest", Target::Vulkan1_0),
    ("CompileVulkanToSpirvTestNoLink", Target::Vulkan1_3),
    ("CompileToSpirv14TestNoLink", Target::Vulkan1_3),
    ("CompileVulkanToSpirvDeadCodeElimTest", Target::Vulkan1_0),
    ("CompileVulkan1_1ToSpirvTest", Target::Vulkan1_1),
    ("CompileToSpirv14Test", Target::Vulkan1_2),
    ("CompileToSpirv16Test", Target::Vulkan1_4),
    ("CompileOpenGLToSpirvTest", Target::OpenGl4_5),
    ("VulkanSemantics", Target::Vulkan1_0),
    ("OpenGLSemantics", Target::OpenGl4_5),
    ("VulkanAstSemantics", Target::Vulkan1_0),
    ("CompileVulkanToSpirvTestQCOM", Target::Vulkan1_0),
    ("CompileVulkanToSpirv13TestQCOM", Target::Vulkan1_1),
    ("CompileVulkanToSpirv14TestQCOM", Target::Vulkan1_2),
    ("CompileVulkanToSpirvTestAMD", Target::Vulkan1_0),
    ("CompileVulkanToSpirvTestNV", Target::Vulkan1_0),
    ("CompileVulkanToSpirv14TestNV", Target::Vulkan1_2),
    ("GlslSpirvDebugInfoTest", Target::Vulkan1_0),
    ("GlslNonSemanticShaderDebugInfoTest", Target::Vulkan1_0),
    ("GlslNonSemanticShaderDebugInfoVulkanLatestTest", Target::Vulkan1_4),
];

/// Files on which glslang disagrees with the specifications, and their wording.
const DISAGREEMENTS: &[(&str, &str)] = &[
    (
        "330comp.frag",
        "GLSL 3.30 section 7.2: a shader assigns to gl_FragColor or to gl_FragData, not to both",
    ),
    ("cppBad2.vert", UNUSED_ARGUMENT),
    ("cppBad3.vert", UNUSED_ARGUMENT),
    (
        "cppIntMinOverNegativeOne.frag",
        "GLSL 4.60 section 3.3: #if computes as C++ does, where 2147483648 is no int of 32 bits",
    ),
    ("cppMerge.frag", OPENGL_SET),
    ("glsl.es320.subgroup.geom", OPENGL_SET),
    ("glsl.es320.subgroup.tesc", OPENGL_SET),
    ("glsl.es320.subgroup.tese", OPENGL_SET),
    ("glsl.es320.subgroup.vert", OPENGL_SET),
    ("glsl.450.subgroupBallotNeg.comp", BROADCAST),
    ("glsl.es320.subgroupBallotNeg.comp", BROADCAST),
    (
        "glspv.version.frag",
        "GLSL 4.60 section 3.3: for SPIR-V, the features of the compatibility profile are not there; this shader uses none",
    ),
    ("glspv.version.vert", "GL_ARB_gl_spirv: the level of GLSL is that of #version, without a least one"),
    ("precise.tesc", "GL_EXT_tessellation_shader: requires OpenGL ES 3.1"),
    ("spv.300layout.frag", ES_CASE),
    ("spv.300layout.vert", ES_CASE),
    ("spv.300layoutp.vert", ES_CASE),
    ("spv.310.comp", "ESSL 3.10 section 3.4: #extension comes before all that is no directive"),
    ("spv.atomicCounter.comp", "GL_EXT_vulkan_glsl_relaxed: atomic counters are there, as buffers"),
    (
        "spv.bitops.int8int16.frag",
        "GL_EXT_shader_explicit_arithmetic_types: has no functions on bits of 8 and 16-bit integers",
    ),
    (
        "spv.ext.ShaderTileImage.subpassinput.frag",
        "GL_EXT_shader_tile_image: attachments and subpass inputs do not go together; this shader has no attachment",
    ),
    (
        "spv.longVector.comp",
        "GL_NV_cooperative_vector: brings gl_CooperativeVectorMatrixLayoutColumnMajorNV, and this shader does not enable it",
    ),
    (
        "spv.nv.lss-allops.frag",
        "GL_NV_shader_invocation_reorder: has hitObjectNV in ray generation, closest hit and miss shaders only",
    ),
    ("spv.longVectorBuiltinsfp16.comp", LONG_VECTOR),
    ("spv.longVectorBuiltinsint16.comp", LONG_VECTOR),
    ("spv.longVectorBuiltinsint64.comp", LONG_VECTOR),
    ("spv.longVectorBuiltinsint8.comp", LONG_VECTOR),
    ("spv.longVectorBuiltinsuint16.comp", LONG_VECTOR),
    ("spv.longVectorBuiltinsuint64.comp", LONG_VECTOR),
    ("spv.longVectorBuiltinsuint8.comp", LONG_VECTOR),
    (
        "spv.specConstant.vert",
        "GLSL 4.20 section 7.3: gl_MaxImageUnits came with this version, which is not that of the shader",
    ),
    ("spv.RayConstants.rgen", PAYLOAD),
    ("spv.RayGenShader.rgen", PAYLOAD),
    ("spv.RayGenShader11.rgen", PAYLOAD),
    ("spv.RayGenShaderArray.rgen", PAYLOAD),
    ("spv.float64.frag", LONG_SUFFIX),
    ("stringToDouble.vert", LONG_SUFFIX),
    (
        "spv.int64.frag",
        "SPIR-V section 3.20: SpecId is for OpSpecConstant, whose default is a number and no operation",
    ),
    ("spv.pragma.stdgl.oob.vert", "GLSL 4.60 section 3.3: a #pragma that is not recognised is ignored"),
    (
        "spv.sparseTextureClamp.frag",
        "GL_ARB_sparse_texture_clamp: no functions are provided for rectangle textures",
    ),
    (
        "spv.WorkgroupMemoryExplicitLayout.MixBlockNonBlock_Errors.comp",
        "GL_EXT_shared_memory_block: shared blocks beside shared variables are an error when compiled or linked",
    ),
    (
        "spv.specConstArrayCheck.vert",
        "GL_KHR_vulkan_glsl: expressions with specialisation constants are never evaluated by the front end",
    ),
];

const UNUSED_ARGUMENT: &str = "GLSL 4.60 section 3.3: as in C++ (15.6.2), an argument is expanded where its parameter is, which is nowhere";
const OPENGL_SET: &str = "GLSL 4.60 section 4.4.5: set is there for Vulkan only, and this is for OpenGL";
const BROADCAST: &str =
    "GL_KHR_shader_subgroup: only SPIR-V before 1.5 asks for a constant id, and this is for none";
const ES_CASE: &str = "ESSL 3.10 section 4.4: the names of layout qualifiers are case sensitive";
const PAYLOAD: &str = "GL_NV_ray_tracing: a payload is that of the location, and this shader has none there";
const LONG_VECTOR: &str =
    "GL_EXT_long_vector: vectors have the functions of their components, and these are of 32 bits";
const LONG_SUFFIX: &str = "GLSL 4.60 section 4.1.4: the suffix of a double is lf or LF, not Lf or lF";

/// The test programs with such groups, and whether they ask for SPIR-V.
const PROGRAMS: &[(&str, bool)] = &[("gtests/AST.FromFile.cpp", false), ("gtests/Spv.FromFile.cpp", true)];

fn folder() -> PathBuf {
    suite::fetched("glslang")
}

/// Copies the sources of the crate, and keeps those of glslang.
fn fetch(folder: &Path) -> Result<()> {
    let package = folder.with_extension("package");
    std::fs::create_dir_all(package.join("src"))?;
    std::fs::write(package.join("src/lib.rs"), "")?;
    let manifest = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\n[dependencies]\n{PACKAGE} = \"={PACKAGE_VERSION}\"\n[workspace]\n"
    );
    std::fs::write(package.join("Cargo.toml"), manifest)?;
    let mut vendor = Command::new("cargo");
    suite::run_program(vendor.args(["vendor", "--quiet"]).current_dir(&package))?;
    std::fs::rename(package.join("vendor").join(PACKAGE).join("native/glslang"), folder)?;
    Ok(std::fs::remove_dir_all(package)?)
}

fn files(data: &Path) -> Result<Vec<String>> {
    let mut files: Vec<String> = groups(data)?.into_iter().map(|listed| listed.file).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// A listed file.
struct Listed {
    file: String,
    /// The target.
    target: Target,
    /// True if it becomes SPIR-V.
    spirv: bool,
    /// True if its group has shaders without `main` among them.
    library: bool,
}

/// Every listed file with its group.
fn groups(data: &Path) -> Result<Vec<Listed>> {
    let mut found = Vec::new();
    for &(program, spirv) in PROGRAMS {
        let text = suite::text(data, program)?;
        for group in text.split("INSTANTIATE_TEST_SUITE_P(").skip(1) {
            let name = group.split(',').nth(1).unwrap_or_default().trim();
            let Some(&(_, target)) = GROUPS.iter().find(|row| row.0 == name) else { continue };
            let list = group.split(';').next().unwrap_or_default();
            let lines = list.lines().map(str::trim).filter(|line| !line.starts_with("//"));
            let names = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
            // A group whose shaders are not linked has libraries among them.
            let library = name.ends_with("NoLink");
            // `VulkanAstSemantics` and the like look at the tree only.
            let spirv = spirv && !name.contains("Semantics");
            found.extend(names.map(|file| Listed { file: file.to_owned(), target, spirv, library }));
        }
    }
    Ok(found)
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let result = data.join("Test/baseResults").join(format!("{file}.out"));
    let (Some(stage), true) = (vitrum::stage_of_path(Path::new(file)), result.is_file()) else {
        return Ok(Vec::new());
    };
    let result = String::from_utf8_lossy(&std::fs::read(&result)?).into_owned();
    let text = suite::text(data, &format!("Test/{file}"))?;
    let listed = groups(data)?.into_iter().find(|listed| listed.file == file);
    let Listed { target, spirv, library, .. } = listed.context("the file is not listed")?;
    let mut shader = Shader::new(stage, text.as_str(), Version::es(100));
    // `SPV_KHR_ray_tracing` asks for SPIR-V 1.4, which not every group of these has.
    shader.target = if stage.traces_rays() { target.max(Target::Vulkan1_2) } else { target };
    shader.spirv = spirv;
    shader.library = library;
    shader.part = result.contains("ERROR: Linking");
    shader.includes.strings = includes(data, &text)?;
    Ok(vec![Case {
        expect: if has_errors(&result) { Expect::Reject } else { Expect::Accept },
        needs: extensions(&text),
        inapplicable: disagreement(file),
        ..Case::new(file, vec![shader])
    }])
}

/// The reason for which glslang's result for a file is not the measure.
fn disagreement(file: &str) -> Option<String> {
    let (_, text) = DISAGREEMENTS.iter().find(|row| row.0 == file)?;
    Some(format!("against {text}"))
}

/// True if glslang finds something wrong before it links.
fn has_errors(result: &str) -> bool {
    let errors = result.lines().filter(|line| line.starts_with("ERROR: "));
    errors.into_iter().any(|line| !line.starts_with("ERROR: Linking") && !line.contains("compilation errors"))
}

/// The extensions that the text names, whatever it does with them.
pub(crate) fn extensions(text: &str) -> Vec<String> {
    let lines =
        text.lines().filter_map(|line| line.trim().strip_prefix('#')?.trim_start().strip_prefix("extension"));
    let named = lines.filter_map(|line| {
        let (name, behavior) = line.split_once(':')?;
        let is_used = ["enable", "require", "warn"].contains(&behavior.split_whitespace().next()?);
        is_used.then(|| name.trim().to_owned())
    });
    named.filter(|name| name.starts_with("GL_")).collect()
}

/// The files that the text includes.
fn includes(data: &Path, text: &str) -> Result<Vec<(String, String)>> {
    if !text.contains("#include") {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for name in suite::files_below(data, "Test", &["h", "inc1", "inc2", "glsl", "parentBad"])? {
        files.push((name.clone(), suite::text(data, &name)?));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{extensions, has_errors};

    #[test]
    fn errors_of_the_linker_are_none() {
        assert!(has_errors(
            "x.vert\nERROR: 0:3: 'a' : undeclared identifier \nERROR: 1 compilation errors.\n"
        ));
        assert!(!has_errors("ERROR: Linking vertex stage: Missing entry point\n"));
        assert!(!has_errors("WARNING: 0:3: '#extension'\n"));
    }

    #[test]
    fn extensions_are_those_that_are_used() {
        let text = "#version 450\n#extension GL_A : enable\n # extension GL_B:require\n#extension GL_C : disable\n#extension all : warn\n";
        assert_eq!(extensions(text), ["GL_A", "GL_B"]);
    }
}
