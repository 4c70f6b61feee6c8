//! Memory that invocations and images share.

use vitrum_interp::{Environment, Values, run_aliased, run_quad};

fn module(text: &str) -> vitrum_ir::Module {
    vitrum_ir_text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn storage_images_of_a_shape_are_one_where_memory_is_aliased() {
    let text = "stage compute
struct #B {
    f: f32
    g: f32
}
entry &main
global @a: image<2d, f32, storage, r32f> opaque binding(0)
global @b: image<2d, f32, storage, r32f> opaque binding(1)
global @c: image<2d, f32, storage, r32f> opaque binding(2) restrict
global @d: #B buffer block(std430) binding(3)

fn &main() -> void {
    %0: image<2d, f32, storage, r32f> = load @a
    image_write %0, vec2<i32>(1i32, 1i32), vec4<f32>(9.0f32, 9.0f32, 9.0f32, 9.0f32)
    %1: image<2d, f32, storage, r32f> = load @b
    %2: vec4<f32> = image_read %1, vec2<i32>(1i32, 1i32)
    %3: f32 = extract.0 %2
    %4: ptr<buffer, f32> = access @d, 0i32
    store %4, %3
    %5: image<2d, f32, storage, r32f> = load @c
    %6: vec4<f32> = image_read %5, vec2<i32>(1i32, 1i32)
    %7: f32 = extract.0 %6
    %8: ptr<buffer, f32> = access @d, 1i32
    store %8, %7
    return
}
";
    let (_, environment) = run_aliased(&module(text), 0, false).unwrap();
    let bytes = environment.buffers.values().flatten().find(|bytes| bytes.len() > 8).unwrap();
    assert_eq!(bytes[..4], 9f32.to_le_bytes());
    assert_ne!(bytes[4..8], 9f32.to_le_bytes());
}

#[test]
fn demoted_invocations_are_helpers() {
    let text = "stage fragment
entry &main
global @i: f32 input location(0)
global @o: f32 output location(0)
global @gl_HelperInvocation: bool input builtin(helper_invocation)

fn &main() -> void {
    %0: f32 = load @i
    %1: bool = fgt %0, 0.5f32
    if %1 {
        intrinsic.demote
        merge
    } else {
        merge
    }
    %2: bool = load @gl_HelperInvocation
    %3: f32 = select %2, 1.0f32, 0.0f32
    %4: f32 = dfdx %3
    store @o, %4
    return
}
";
    let input = |value: f32| Values::from([("i".to_owned(), vitrum_interp::Value::f32(value))]);
    let inputs = [input(0.0), input(1.0), input(0.0), input(1.0)];
    let outcome = run_quad(&module(text), &mut Environment::default(), &inputs).unwrap();
    assert_eq!(outcome.lanes[0].outputs["o"].numbers().unwrap().to_f64(), [1.0]);
}
