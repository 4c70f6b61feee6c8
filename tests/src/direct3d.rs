//! Blocks in the layout of Direct3D's constant buffers: each member is read from where the layout puts it, in the IR, as it is and
//! optimised, and in the GLSL that is printed of it.

use libtest_mimic::Trial;
use vitrum::{OptLevel, Options, Target, compile, compile_module};
use vitrum_interp::{Environment, run_compute};
use vitrum_ir::{Module, Stage};

use crate::caught;

/// A block in which a member lies in the last vector of each member before it, and a shader that copies all to a buffer.
const SHADER: &str = "vir 1
stage compute
declare #Inner
declare #Block
declare #Results
execution local_size(1u32, 1u32, 1u32)
entry &main
struct #Inner {
    first: vec3<f32>
    second: f32
    list: array<vec2<f32>, 2>
}
struct #Block {
    values: array<f32, 3>
    behind: f32
    rows: mat3x2<f32> row_major
    columns: mat2x3<f32>
    tail: f32
    inner: array<#Inner, 2>
    last: vec2<f32>
}
struct #Results {
    all: array<f32>
}
global @b: #Block uniform block(direct3d) set(0) binding(0)
global @r: #Results buffer block(std430) set(0) binding(1)

fn &main() -> void {
    loop 0i32 (%i: i32) {
        %0: bool = slt %i, 3i32
        if %0 {
            merge
        } else {
            break
        }
        %1: ptr<uniform, f32> = access @b, 0i32, %i
        %2: f32 = load %1
        %3: ptr<buffer, f32> = access @r, 0i32, %i
        store %3, %2
        continue
    } continuing {
        %4: i32 = iadd %i, 1i32
        next %4
    }
    %5: ptr<uniform, f32> = access @b, 1i32
    %6: f32 = load %5
    %7: ptr<buffer, f32> = access @r, 0i32, 3i32
    store %7, %6
    %8: ptr<uniform, vec2<f32>> = access @b, 2i32, 2i32
    %9: vec2<f32> = load %8
    %10: f32 = extract.0 %9
    %11: f32 = extract.1 %9
    %12: ptr<buffer, f32> = access @r, 0i32, 4i32
    store %12, %10
    %13: ptr<buffer, f32> = access @r, 0i32, 5i32
    store %13, %11
    %14: ptr<uniform, mat2x3<f32>> = access @b, 3i32
    %15: mat2x3<f32> = load %14
    %16: vec3<f32> = extract.1 %15
    %17: f32 = extract.2 %16
    %18: ptr<buffer, f32> = access @r, 0i32, 6i32
    store %18, %17
    %19: ptr<uniform, f32> = access @b, 4i32
    %20: f32 = load %19
    %21: ptr<buffer, f32> = access @r, 0i32, 7i32
    store %21, %20
    %22: ptr<uniform, #Inner> = access @b, 5i32, 1i32
    %23: #Inner = load %22
    %24: f32 = extract.1 %23
    %25: array<vec2<f32>, 2> = extract.2 %23
    %26: vec2<f32> = extract.1 %25
    %27: f32 = extract.1 %26
    %28: ptr<buffer, f32> = access @r, 0i32, 8i32
    store %28, %24
    %29: ptr<buffer, f32> = access @r, 0i32, 9i32
    store %29, %27
    %30: ptr<uniform, f32> = access @b, 6i32, 0i32
    %31: f32 = load %30
    %32: ptr<buffer, f32> = access @r, 0i32, 10i32
    store %32, %31
    return
}
";

/// The word of each result in the constant buffer: `values`, `behind`, the last column of `rows`, the last component of `columns`,
/// `tail`, `second` and the end of `list` in the second `inner`, and `last`.
const WORDS: [u32; 11] = [0, 4, 8, 9, 14, 18, 26, 27, 43, 49, 50];

/// One test.
pub(crate) fn trials() -> Vec<Trial> {
    vec![Trial::test("direct3d/members", || caught(check))]
}

fn check() -> Result<(), String> {
    let module = vitrum_ir_text::parse(SHADER).map_err(|error| error.to_string())?;
    reads(&module).map_err(|error| format!("as it is: {error}"))?;
    for level in [OptLevel::None, OptLevel::Default] {
        let options = Options::new(Stage::Compute).target(Target::Vulkan1_3).opt_level(level);
        let compiled = compile_module(module.clone(), Default::default(), &options, None);
        let compiled = compiled.map_err(|failure| failure.to_string())?;
        reads(&compiled.module).map_err(|error| format!("{level:?}: {error}"))?;
        let printed = compiled.glsl().map_err(|error| error.to_string())?;
        let plain = Options::new(Stage::Compute).target(Target::Vulkan1_3);
        let again = compile(&printed, &plain).map_err(|failure| format!("{failure}\n{printed}"))?;
        reads(&again.module).map_err(|error| format!("printed, {level:?}: {error}\n{printed}"))?;
    }
    Ok(())
}

/// Runs a module with a constant buffer of numbers that count its words.
fn reads(module: &Module) -> Result<(), String> {
    let mut environment = Environment::default();
    let buffer = (0..64u32).flat_map(|word| (word as f32).to_le_bytes()).collect();
    // Names of blocks, or of their variables.
    for name in ["b", "Block"] {
        environment.buffers.insert(name.to_owned(), vec![Vec::clone(&buffer)]);
    }
    for name in ["r", "Results"] {
        environment.buffers.insert(name.to_owned(), vec![vec![0; 4 * WORDS.len()]]);
    }
    run_compute(module, &mut environment, [1, 1, 1]).map_err(|error| error.to_string())?;
    let written = ["r", "Results"].iter().filter_map(|name| environment.buffers.get(*name)?.first());
    let written = written.max_by_key(|bytes| bytes.iter().filter(|byte| **byte != 0).count());
    let expected: Vec<u8> = WORDS.iter().flat_map(|&word| (word as f32).to_le_bytes()).collect();
    if written == Some(&expected) { Ok(()) } else { Err(format!("{written:?} instead of {expected:?}")) }
}
