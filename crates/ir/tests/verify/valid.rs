//! Modules that obey every rule.

use vitrum_ir::verify;
use vitrum_ir_text::parse;

/// Modules as a front end makes them: control flow, memory, images, calls, specialisation.
pub(crate) const VALID: &[&str] = &[
    // Generic functions and calls of them.
    "\
vir 1
stage fragment
entry &main
global @a: vec3<f32> input location(0)
global @o: vec3<f32> output location(0)

fn &lerp<$T: float>(%a: $T in, %b: $T in, %t: $T in) -> $T {
    %d: $T = fsub %b, %a
    %p: $T = fmul %d, %t
    %r: $T = fadd %a, %p
    return %r
}

fn &is_inf<$T: float>(%x: $T in) -> like<$T, bool> {
    %big: scalar_of<$T> = fconvert 65504.0f32
    %all: $T = splat %big
    %size: $T = fabs %x
    %r: like<$T, bool> = fgt %size, %all
    return %r
}

fn &sum<$S: scalar_float, $N: size>(%v: vec<$S, $N> in) -> $S {
    %zero: $S = fconvert 0.0f32
    %sum: ptr<function, $S> = var
    store %sum, %zero
    loop 0u32 (%i: u32) {
        %old: $S = load %sum
        %part: $S = extract_dynamic %v, %i
        %new: $S = fadd %old, %part
        store %sum, %new
        continue %i
    } continuing (%j: u32) {
        %next: u32 = iadd %j, 1u32
        %done: bool = uge %next, $N
        break_if %done () next %next
    }
    %r: $S = load %sum
    return %r
}

fn &main() -> void {
    %0: vec3<f32> = load @a
    %1: vec3<f32> = call &lerp<vec3<f32>> %0, %0, %0
    %2: f32 = call &sum<f32, 3> %1
    %3: bool = call &is_inf<f32> %2
    %4: f32 = select %3, 1.0f32, %2
    %5: vec3<f32> = splat %4
    store @o, %5
    return
}
",
    "\
stage fragment
declare #Light
execution early_fragment_tests depth(depth_less)
entry &main
struct #Light {
    color: vec3<f32> mediump offset(0)
    matrices: array<mat3x3<f32>, 4> row_major
}
global @color: vec4<f32> mediump output location(0)
global @position: vec4<f32> input builtin(frag_coord)
global @light: #Light uniform block(std140) set(0) binding(3)
global @texture: sampled<2d, f32> opaque set(0) binding(4)
global @image: image<2d, u32, storage, r32ui> opaque set(0) binding(5)
global @scale: f32 private = 1.5f32

fn &main() -> void {
    %result: ptr<function, vec2<f32>> mediump = var vec2<f32>(0.0f32, 1.0f32)
    %sum: f32 mediump = loop 0i32, 0.0f32 unroll min_iterations(4) (%i: i32 mediump, %s: f32 mediump) {
        %0: bool = slt %i, 10i32
        if %0 {
            merge
        } else {
            break %s
        }
        %1: f32 mediump precise = stof %i
        continue %1
    } continuing (%x: f32 mediump) {
        %2: i32 mediump = iadd %i, 1i32
        break_if %0 (%x) next %2, %x
    }
    %3: i32 = ftos %sum
    %4: f32 = switch %3, 0.0f32 {
        case 1i32, -2i32 (%p: f32) {
            fallthrough 3.0f32
        }
        case default (%p.1: f32) {
            if true {
                break %p.1
            } else {
                merge
            }
            break 2.0f32
        }
    }
    %5: vec2<f32> mediump = load.volatile %result
    %6: vec2<f32> mediump = swizzle.yx %5
    store_swizzle.yx %result, %6
    %7: vec3<f32> = shuffle.acd %5, %6
    %8: f32 = extract.1 %7
    (%9: u32, %10: u32) = uadd_carry 4294967295u32, 1u32
    call &helper %8, bits<f32, 0x7fc00000>, %result, @texture
    intrinsic.demote
    %11: sampled<2d, f32> = load @texture
    %12: vec4<f32> mediump = image_sample.bias %11, %6, 0.5f32
    %13: ptr<uniform, vec3<f32>> = access @light, 0i32
    %14: vec3<f32> = load %13
    %15: vec4<f32> = construct %14, 1.0f32
    %16: vec4<f32> = fadd %12, %15
    store @color, %16
    %17: ptr<texel, u32> = texel_pointer @image, vec2<i32>(1i32, 2i32), 0i32
    %18: u32 = atomic_iadd.scope1.semantics0 %17, 1u32
    %19: image<2d, u32, storage, r32ui> = load @image
    image_write %19, vec2<i32>(0i32, 1i32), vec4<u32>(1u32, 2u32, 3u32, 4u32)
    %20: ptr<uniform, array<mat3x3<f32>, 4>> = access @light, 1i32
    %21: ptr<uniform, mat3x3<f32>> = access %20, %3
    %22: mat3x3<f32> = load %21
    %23: vec3<f32> = matrix_times_vector %22, %14
    %24: f32 = dot %23, %14
    %25: bool = fgt %24, 0.0f32
    %26: vec3<bool> = flt %23, %14
    %27: vec3<f32> = select %26, %23, %14
    if %25 {
        terminate
    } else {
        merge
    }
    return
}

fn &helper(%a: f32 in, %b: f32 const_in, %c: ptr<function, vec2<f32>> inout, %t: ptr<opaque, sampled<2d, f32>> in) -> void {
    store %c, vec2<f32>(1.0f32, 2.0f32)
    %0: sampled<2d, f32> = load %t
    %1: vec2<i32> = image_size %0, 0i32
    return
}
",
    "\
stage compute
spec $n: i32 id(3) = 4i32
spec $0: u32 = 1u32
declare #B
const $1: i32 = iadd $n, 1i32
execution local_size($0, 1u32, 1u32)
entry &main
struct #B {
    count: u32
    data: array<vec4<f32>>
}
global @a: array<f32, $1> shared
global @b: #B buffer block(std430) set(0) binding(0)
global @id: vec3<u32> input builtin(global_invocation_id)

fn &main() -> void {
    %0: ptr<buffer, u32> = access @b, 0i32
    %1: u32 = atomic_iadd.scope1.semantics0 %0, 1u32
    %2: ptr<buffer, array<vec4<f32>>> = access @b, 1i32
    %3: u32 = array_length %2
    %4: vec3<u32> = load @id
    %5: u32 = extract.0 %4
    %6: bool = ult %5, %3
    if %6 {
        %7: ptr<buffer, vec4<f32>> = access %2, %5
        %8: vec4<f32> = load %7
        %9: vec4<f32> = vector_times_scalar %8, 2.0f32
        store %7, %9
        merge
    } else {
        merge
    }
    intrinsic.control_barrier 2i32, 2i32, 264i32
    %10: ptr<shared, f32> = access @a, $1
    store %10, 1.0f32
    return
}
",
];

#[test]
fn valid_modules_verify() {
    for text in VALID {
        let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
        if let Err(errors) = verify(&module) {
            panic!("{errors}");
        }
    }
}

#[test]
fn nesting_is_not_limited() {
    let depth = 100_000;
    let ifs = "if true {\n".repeat(depth);
    let ends = "merge\n} else {\nmerge\n}\n".repeat(depth - 1);
    let text = format!(
        "vir 1\nstage vertex\nfn &main() -> void {{\n{ifs}merge\n}} else {{\nmerge\n}}\n{ends}return\n}}\n"
    );
    let module = parse(&text).unwrap();
    if let Err(errors) = verify(&module) {
        panic!("{}", errors.errors.len());
    }
    let loops = "loop {\n".repeat(depth);
    let ends = "break\n}\n".repeat(depth);
    let text = format!("vir 1\nstage vertex\nfn &main() -> void {{\n{loops}{ends}return\n}}\n");
    assert!(verify(&parse(&text).unwrap()).is_ok());
}

#[test]
fn many_errors_in_deep_nesting_are_all_reported() {
    let depth = 20_000;
    let ifs = "if 1i32 {\n".repeat(depth);
    let ends = "merge\n} else {\nbreak\n}\n".repeat(depth);
    let text = format!("vir 1\nstage vertex\nfn &main() -> void {{\n{ifs}{ends}return\n}}\n");
    let errors = verify(&parse(&text).unwrap()).unwrap_err();
    // A condition and a `break` outside of loops each.
    assert_eq!(errors.errors.len(), 2 * depth);
}
