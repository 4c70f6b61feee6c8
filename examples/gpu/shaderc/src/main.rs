//! Compiles a shader with each option of `shaderc::CompileOptions`, runs it on a Vulkan device, and prints what it computes.
//!
//! The program is written for the crate `shaderc`. With the line `shaderc = { package = "vitrum-shaderc", ... }` in `Cargo.toml` it
//! prints the same, which `cargo xtask examples shaderc` shows.

mod run;

use shaderc::{
    CompileOptions, Compiler, EnvVersion, GlslProfile, IncludeType, Limit, OptimizationLevel,
    ResolvedInclude, ResourceKind, ShaderKind, SourceLanguage, SpirvVersion, TargetEnv,
};

use run::{Outcome, compute, draw};

/// A compute shader with `BODY`, which has a buffer of sixteen numbers.
const COMPUTE: &str = "#version 450\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer Data { uint n[16]; };\n\
                       void main() { BODY }\n";

/// A buffer without a binding.
const UNBOUND: &str = "#version 450\nlayout(local_size_x = 1) in;\nbuffer Data { uint n[16]; };\n\
                       void main() { for (int i = 0; i < 16; ++i) n[i] += uint(i * i); }\n";

const VERTEX: &str = "#version 450\nlayout(location = 0) out float y;\nvoid main() {\n\
    vec2 at = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);\n    y = at.y;\n    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);\n}\n";

const FRAGMENT: &str = "#version 450\nlayout(location = 0) in float y;\nlayout(location = 0) out vec4 color;\n\
                        void main() { color = vec4(y, 1.0 - y, 0.5, 1.0); }\n";

/// Names of the options, for the cases that a compute shader shows: the options, the body, and the binding of the buffer.
type Case = (&'static str, fn(&mut CompileOptions<'_>), &'static str);

const CASES: &[Case] = &[
    ("no options", |_| {}, "n[0] = n[1] + 41u;"),
    (
        "target_env, target_spirv",
        |options| {
            options.set_target_env(TargetEnv::Vulkan, EnvVersion::Vulkan1_1 as u32);
            options.set_target_spirv(SpirvVersion::V1_3);
        },
        "n[0] = uint(VULKAN);",
    ),
    ("source_language", |options| options.set_source_language(SourceLanguage::GLSL), "n[2] = n[3] * 7u;"),
    (
        "forced_version_profile",
        |options| options.set_forced_version_profile(460, GlslProfile::None),
        "n[0] = uint(__VERSION__);",
    ),
    ("limit", |options| options.set_limit(Limit::MaxDrawBuffers, 5), "n[0] = uint(gl_MaxDrawBuffers);"),
    (
        "add_macro_definition",
        |options| {
            options.add_macro_definition("VALUE", Some("17u"));
            options.add_macro_definition("EMPTY", None);
        },
        "EMPTY n[0] = VALUE EMPTY + 4u;",
    ),
    (
        "optimization_level size",
        |options| options.set_optimization_level(OptimizationLevel::Size),
        "for (uint i = 0u; i < 16u; ++i) n[i] = (n[i] << 3u) / 8u + i * i;",
    ),
    (
        "optimization_level performance",
        |options| options.set_optimization_level(OptimizationLevel::Performance),
        "for (uint i = 0u; i < 16u; ++i) n[i] = (n[i] << 3u) / 8u + i * i;",
    ),
    (
        "optimization_level zero",
        |options| options.set_optimization_level(OptimizationLevel::Zero),
        "uint sum = 0u; for (int i = 15; i >= 0; --i) { sum += n[i]; n[i] = sum; }",
    ),
    ("generate_debug_info", |options| options.set_generate_debug_info(), "n[0] = bitCount(n[15]);"),
    (
        "nan_clamp",
        |options| options.set_nan_clamp(true),
        "n[0] = uint(clamp(uintBitsToFloat(n[0] + 0x7fc00000u), 3.0, 9.0));",
    ),
    (
        "hlsl options that GLSL does not feel",
        |options| {
            options.set_hlsl_io_mapping(false);
            options.set_hlsl_offsets(false);
            options.set_hlsl_functionality1(false);
            options.set_hlsl_register_set_and_binding("t0", "0", "0");
            options.set_hlsl_register_set_and_binding_for_stage(ShaderKind::Compute, "t0", "0", "0");
        },
        "n[0] = 3u;",
    ),
];

fn main() {
    let compiler = Compiler::new().expect("the compiler");
    for (name, set, body) in CASES {
        let mut options = CompileOptions::new().expect("options");
        set(&mut options);
        let source = COMPUTE.replace("BODY", body);
        print(name, compute(&compiler, &source, &options, 0, "main"));
    }
    bindings(&compiler);
    includes(&compiler);
    warnings(&compiler);
    forms(&compiler);
    pictures(&compiler);
}

fn print(name: &str, outcome: Outcome) {
    match outcome {
        Ok(numbers) => println!("{name}: {numbers:?}"),
        // The words of errors are those of each compiler.
        Err(_) => println!("{name}: refused"),
    }
}

/// Bindings that the compiler chooses.
fn bindings(compiler: &Compiler) {
    let mut options = CompileOptions::new().expect("options");
    options.set_auto_bind_uniforms(true);
    print("auto_bind_uniforms", compute(compiler, UNBOUND, &options, 0, "main"));
    options.set_binding_base(ResourceKind::StorageBuffer, 5);
    print("binding_base", compute(compiler, UNBOUND, &options, 5, "main"));
    let mut options = options.clone();
    options.set_binding_base_for_stage(ShaderKind::Compute, ResourceKind::StorageBuffer, 3);
    print("binding_base_for_stage", compute(compiler, UNBOUND, &options, 3, "main"));
    options.set_auto_bind_uniforms(false);
    let refused = compiler.compile_into_spirv(UNBOUND, ShaderKind::Compute, "a.comp", "main", Some(&options));
    println!("without auto_bind_uniforms: {}", if refused.is_ok() { "taken" } else { "refused" });
}

/// Included files, which the callback finds or not.
fn includes(compiler: &Compiler) {
    let mut options = CompileOptions::new().expect("options");
    options.set_include_callback(|name, kind, from, depth| match (name, kind) {
        ("value.glsl", IncludeType::Relative) => Ok(ResolvedInclude {
            resolved_name: "folder/value.glsl".to_owned(),
            content: format!("#include <depth.glsl>\n#define FROM {}u\n#define VALUE {depth}u\n", from.len()),
        }),
        ("depth.glsl", IncludeType::Standard) => Ok(ResolvedInclude {
            resolved_name: "folder/depth.glsl".to_owned(),
            content: format!("#define DEPTH {depth}u\n"),
        }),
        _ => Err(format!("{from} includes {name}")),
    });
    let source = |name: &str| {
        let include =
            format!("#extension GL_GOOGLE_include_directive : require\n#include \"{name}\"\nlayout(local");
        let body = "n[0] = VALUE; n[1] = DEPTH; n[2] = FROM;";
        COMPUTE.replacen("layout(local", &include, 1).replace("BODY", body)
    };
    print("include_callback", compute(compiler, &source("value.glsl"), &options, 0, "main"));
    print("include that fails", compute(compiler, &source("none.glsl"), &options, 0, "main"));
}

/// Warnings, which are counted, hidden or errors.
fn warnings(compiler: &Compiler) {
    let source = COMPUTE.replace("layout(local", "#extension GL_VENDOR_none : enable\nlayout(local");
    let source = source.replace("BODY", "n[0] = 1u;");
    let count = |options: &CompileOptions<'_>| {
        let compiled =
            compiler.compile_into_spirv(&source, ShaderKind::Compute, "a.comp", "main", Some(options));
        compiled.map_or("refused".to_owned(), |it| format!("{} warnings", it.get_num_warnings()))
    };
    let mut options = CompileOptions::new().expect("options");
    println!("warnings: {}", count(&options));
    options.set_suppress_warnings();
    println!("suppress_warnings: {}", count(&options));
    let mut options = CompileOptions::new().expect("options");
    options.set_warnings_as_errors();
    println!("warnings_as_errors: {}", count(&options));
}

/// The other ways to compile: preprocessed text, and assembly.
fn forms(compiler: &Compiler) {
    let source = COMPUTE.replace("BODY", "n[0] = NUMBER;");
    let mut options = CompileOptions::new().expect("options");
    options.add_macro_definition("NUMBER", Some("99u"));
    let text =
        compiler.preprocess(&source, "a.comp", "main", Some(&options)).expect("preprocessed text").as_text();
    print("preprocess", compute(compiler, &text, &CompileOptions::new().expect("options"), 0, "main"));
    let assembly =
        compiler.compile_into_spirv_assembly(&source, ShaderKind::Compute, "a.comp", "main", Some(&options));
    let assembled = assembly.and_then(|it| compiler.assemble(&it.as_text(), Some(&options)));
    print(
        "assembly",
        assembled.map_err(|error| error.to_string()).and_then(|it| run::dispatch(it.as_binary(), 0)),
    );
    let pragma = source.replace("layout(local", "#pragma shader_stage(compute)\nlayout(local");
    let inferred =
        compiler.compile_into_spirv(&pragma, ShaderKind::InferFromSource, "a", "main", Some(&options));
    print(
        "inferred stage",
        inferred.map_err(|error| error.to_string()).and_then(|it| run::dispatch(it.as_binary(), 0)),
    );
}

/// Options of vertex and fragment shaders, in pictures.
fn pictures(compiler: &Compiler) {
    let plain = CompileOptions::new().expect("options");
    print("picture", draw(compiler, VERTEX, FRAGMENT, &plain));
    let mut inverted = CompileOptions::new().expect("options");
    inverted.set_invert_y(true);
    print("invert_y", draw(compiler, VERTEX, FRAGMENT, &inverted));
    let mut located = CompileOptions::new().expect("options");
    located.set_auto_map_locations(true);
    let [vertex, fragment] = [VERTEX, FRAGMENT].map(|source| source.replace("layout(location = 0)", ""));
    print("auto_map_locations", draw(compiler, &vertex, &fragment, &located));
    let mut combined = CompileOptions::new().expect("options");
    combined.set_auto_combined_image_sampler(true);
    let source = FRAGMENT.replace(
        "void main",
        "layout(binding = 0) uniform texture2D t;\nlayout(binding = 0) uniform sampler s;\nvoid main",
    );
    let source = source.replace("0.5, 1.0)", "texture(sampler2D(t, s), vec2(0.5)).r, 1.0)");
    print("auto_combined_image_sampler", draw(compiler, VERTEX, &source, &combined));
}
