//! The memory that an instruction takes.

use vitrum_ir::{BlockData, FunctionData, verify};
use vitrum_ir_text::parse;

/// Bytes for each instruction: with operands, results and its place in a block; and with the blocks themselves.
fn each(function: &FunctionData) -> (f64, f64) {
    let count = function.insts.len() as f64;
    let blocks = function.blocks.len() * size_of::<BlockData>();
    ((function.memory() - blocks) as f64 / count, function.memory() as f64 / count)
}

fn function(text: &str) -> FunctionData {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(errors) = verify(&module) {
        panic!("{errors}");
    }
    module.functions.values().next().unwrap().clone()
}

/// Lighting of a surface, the most common kind of shader: much arithmetic, a branch, a loop over the lights.
const LIGHTING: &str = "\
stage fragment
declare #Light
struct #Light {
    position: vec3<f32>
    color: vec3<f32>
}
global @normal: vec3<f32> input location(0)
global @position: vec3<f32> input location(1)
global @uv: vec2<f32> input location(2)
global @lights: array<#Light, 4> uniform
global @color: vec4<f32> output location(0)
global @texture: sampled<2d, f32> opaque

fn &main() -> void {
    %0: sampled<2d, f32> = load @texture
    %1: vec2<f32> = load @uv
    %2: vec4<f32> = image_sample %0, %1
    %base: vec3<f32> = swizzle.xyz %2
    %alpha: f32 = extract.3 %2
    %5: vec3<f32> = load @normal
    %n: vec3<f32> = normalize %5
    %position: vec3<f32> = load @position
    %8: vec3<f32> = fneg %position
    %view: vec3<f32> = normalize %8
    %10: vec3<f32> = vector_times_scalar %base, 0.1f32
    %light: vec3<f32> = loop 0i32, %10 (%i: i32, %sum: vec3<f32>) {
        %12: bool = slt %i, 4i32
        if %12 {
            merge
        } else {
            break %sum
        }
        %13: ptr<uniform, vec3<f32>> = access @lights, %i, 0i32
        %14: vec3<f32> = load %13
        %15: vec3<f32> = fsub %14, %position
        %16: f32 = length %15
        %17: f32 = fmul %16, %16
        %18: vec3<f32> = normalize %15
        %19: f32 = dot %n, %18
        %20: f32 = fmax %19, 0.0f32
        %21: vec3<f32> = fadd %18, %view
        %22: vec3<f32> = normalize %21
        %23: f32 = dot %n, %22
        %24: f32 = fmax %23, 0.0f32
        %25: f32 = pow %24, 32.0f32
        %26: f32 = fadd %20, %25
        %27: f32 = fdiv %26, %17
        %28: ptr<uniform, vec3<f32>> = access @lights, %i, 1i32
        %29: vec3<f32> = load %28
        %30: vec3<f32> = fmul %29, %base
        %31: vec3<f32> = vector_times_scalar %30, %27
        %32: vec3<f32> = fadd %sum, %31
        continue %32
    } continuing (%next: vec3<f32>) {
        %33: i32 = iadd %i, 1i32
        next %33, %next
    }
    %34: f32 = fsub 1.0f32, %alpha
    %35: bool = flt %alpha, 0.5f32
    %36: vec3<f32> = if %35 {
        %37: vec3<f32> = vector_times_scalar %light, %34
        merge %37
    } else {
        merge %light
    }
    %38: vec3<f32> = fadd %36, vec3<f32>(1.0f32, 1.0f32, 1.0f32)
    %39: vec3<f32> = fdiv %36, %38
    %40: vec3<f32> = pow %39, vec3<f32>(0.5f32, 0.5f32, 0.5f32)
    %41: vec4<f32> = construct %40, %alpha
    store @color, %41
    return
}
";

#[test]
fn an_instruction_takes_48_bytes_at_most() {
    let (each, with_blocks) = each(&function(LIGHTING));
    println!("{each:.1} bytes for each instruction, {with_blocks:.1} with blocks");
    assert!(each <= 48.0, "{each}");
    assert!(with_blocks <= 52.0, "{with_blocks}");
}

#[test]
fn branches_cost_two_blocks() {
    let branch = "    if true {\n        store @g, 1i32\n        merge\n    } else {\n        merge\n    }\n";
    let text = format!(
        "vir 1\nstage vertex\nglobal @g: i32 private\nfn &f() -> void {{\n{}    return\n}}\n",
        branch.repeat(100)
    );
    let (each, with_blocks) = each(&function(&text));
    println!("{each:.1} bytes for each instruction, {with_blocks:.1} with blocks");
    assert!(each <= 48.0, "{each}");
    assert!(with_blocks <= 64.0, "{with_blocks}");
}
