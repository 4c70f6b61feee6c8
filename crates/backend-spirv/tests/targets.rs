//! A construct that a target lacks is an error that names it and the first target that has it.

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
