//! A construct that a target lacks is an error that names it and the first target that has it.

use spirv::Op;
use vitrum_backend_spirv::{Error, Options, Target, emit};

const SUBGROUPS: &str = "stage compute
entry &main
execution local_size(1u32, 1u32, 1u32)

fn &main() -> void {
    %0: bool = intrinsic.subgroup_elect 3u32
    return
}
";

#[test]
fn the_first_target_is_named() {
    let module = vitrum_ir_text::parse(SUBGROUPS).unwrap();
    let error = emit(&module, &Options::new(Target::Vulkan1_0)).unwrap_err();
    assert_eq!(
        error,
        Error::Unsupported { what: "subgroup operations".into(), span: None, first: Some(Target::Vulkan1_1) }
    );
    assert_eq!(error.to_string(), "target does not support subgroup operations; vulkan1.1 does");
    assert!(emit(&module, &Options::new(Target::Vulkan1_1)).is_ok());
}

#[test]
fn rays_are_for_vulkan() {
    let text = "stage compute
entry &main
execution local_size(1u32, 1u32, 1u32)

fn &main() -> void {
    %query: ptr<function, ray_query> = var
    intrinsic.ray_query_terminate %query
    return
}
";
    let module = vitrum_ir_text::parse(text).unwrap();
    let error = emit(&module, &Options::new(Target::OpenGl4_5)).unwrap_err();
    assert_eq!(
        error,
        Error::Unsupported {
            what: "acceleration structures and ray queries".into(),
            span: None,
            first: None
        }
    );
    assert!(emit(&module, &Options::new(Target::Vulkan1_0)).is_ok());
}

#[test]
fn missing_declarations_of_other_program_parts_are_errors() {
    let text = "vir 1\nstage geometry\nentry &main\n\nfn &main() -> void {\n    return\n}\n";
    let error = emit(&vitrum_ir_text::parse(text).unwrap(), &Options::new(Target::OpenGl4_5)).unwrap_err();
    assert_eq!(error.to_string(), "missing layout qualifier: input primitive");
}

/// Instructions of the kinds asked for, in order.
fn instructions(words: &[u32], wanted: &[Op]) -> Vec<Op> {
    let mut found = Vec::new();
    let mut rest = words.get(5..).unwrap_or(&[]);
    while let Some(&head) = rest.first() {
        found.extend(Op::from_u32(head & 0xffff).filter(|op| wanted.contains(op)));
        rest = rest.get((head >> 16) as usize..).unwrap_or(&[]);
    }
    found
}

const LOOP: &str = "stage compute
entry &main
execution local_size(1u32, 1u32, 1u32)

fn &main() -> void {
    loop 0i32 (%i: i32) {
        %c: bool = slt %i, 3i32
        if %c {
            merge
        } else {
            break
        }
        %next: i32 = iadd %i, 1i32
        continue %next
    }
    return
}
";

#[test]
fn naga_gets_a_merge_block_for_each_condition() {
    let module = vitrum_ir_text::parse(LOOP).unwrap();
    let merges = |target| {
        instructions(&emit(&module, &Options::new(target)).unwrap(), &[Op::LoopMerge, Op::SelectionMerge])
    };
    assert_eq!(merges(Target::Vulkan1_1), [Op::LoopMerge]);
    assert_eq!(merges(Target::Wgpu), [Op::LoopMerge, Op::SelectionMerge]);
}

#[test]
fn functions_and_values_have_names_if_wanted() {
    let module = vitrum_ir_text::parse(LOOP).unwrap();
    let names = |names| {
        let options = Options { names, ..Options::new(Target::Vulkan1_1) };
        instructions(&emit(&module, &options).unwrap(), &[Op::Name]).len()
    };
    // `main`, and `i`, `c` and `next`.
    assert_eq!((names(false), names(true)), (0, 4));
}

#[test]
fn stored_components_of_constants_are_constants() {
    let text = "vir 1
stage fragment
entry &main
global @color: vec4<f32> output location(0)

fn &main() -> void {
    store_swizzle.xyz @color, vec3<f32>(1.0f32, 2.0f32, 3.0f32)
    return
}
";
    let words = emit(&vitrum_ir_text::parse(text).unwrap(), &Options::new(Target::Vulkan1_1)).unwrap();
    let wanted = [Op::Store, Op::CompositeExtract, Op::ConstantComposite];
    assert_eq!(instructions(&words, &wanted), [Op::Store; 3]);
}

#[test]
fn derivatives_of_halves_need_an_extension() {
    let words = |ty: &str| {
        let text = format!(
            "stage fragment\nentry &main\nglobal @a: {ty} input location(0)\nglobal @o: {ty} output location(0)\n\n\
             fn &main() -> void {{\n%0: {ty} = load @a\n%1: {ty} = dfdx %0\nstore @o, %1\nreturn\n}}\n"
        );
        emit(&vitrum_ir_text::parse(&text).unwrap(), &Options::new(Target::Vulkan1_1)).unwrap()
    };
    let bytes = |ty| words(ty).into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    let name = b"SPV_AMD_gpu_shader_half_float\0";
    let has_it = |ty| bytes(ty).windows(name.len()).any(|part| part == name);
    assert!(has_it("vec2<f16>") && !has_it("vec2<f32>"));
}
