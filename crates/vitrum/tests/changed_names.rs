//! The map of names that transformations changed.

use vitrum::{Options, Stage, compile};
use vitrum_passes::{Role, rows};

const SOURCE: &str = "#version 300 es
#extension GL_OES_EGL_image_external_essl3 : require
precision mediump float;
struct Light { vec4 color; };
uniform samplerExternalOES camera;
uniform Lights { Light light; };
in vec2 at;
out vec4 result;
vec4 shade(vec4 base) { return base * light.color; }
void main() { result = shade(texture(camera, at)); }
";

#[test]
fn names_have_their_roles_and_what_they_became_after_all_passes() {
    let transforms = vec![&rows::LOWER_EXTERNAL_TEXTURES, &rows::RENAME_SYMBOLS];
    let options = Options::new(Stage::Fragment).transforms(transforms);
    let names = compile(SOURCE, &options).unwrap().changed_names();
    let found = |name: &str| -> Vec<(Role, Vec<&str>)> {
        let rows = names.iter().filter(|row| row.name == name);
        rows.map(|row| (row.role, row.became.iter().map(String::as_str).collect())).collect()
    };
    // An external texture has a plane more, and parameters.
    let camera = found("camera");
    assert_eq!(camera.len(), 1, "{camera:?}");
    let mut became = camera[0].1.clone();
    became.sort_unstable();
    assert_eq!(became, ["_ucamera", "_ucamera_params", "_ucamera_plane1"]);
    assert_eq!(found("at"), [(Role::Varying, vec!["_uat"])]);
    assert_eq!(found("result"), [(Role::Output, vec!["_uresult"])]);
    assert_eq!(found("Lights"), [(Role::UniformBlock, vec!["_uLights"])]);
    assert_eq!(found("Lights.light"), [(Role::Member, vec!["_uLights._ulight"])]);
    assert_eq!(found("Light"), [(Role::Struct, vec!["_uLight"])]);
    assert_eq!(found("shade"), [(Role::Function, vec!["_ushade"])]);
    assert_eq!(found("base"), [(Role::Variable, vec!["_ubase"])]);
    assert!(found("main").is_empty());
}

#[test]
fn nothing_is_listed_without_transformations() {
    let compilation = compile(SOURCE, &Options::new(Stage::Fragment)).unwrap();
    assert!(compilation.changed_names().is_empty());
}

#[test]
fn workarounds_run_behind_the_optimiser() {
    // The optimiser would turn the product with -1 back into a negation.
    let source = "#version 450\nlayout(location = 0) in float x;\nlayout(location = 0) out float y;\n\
        void main() { y = -x; }\n";
    let mut options = Options::new(Stage::Fragment)
        .transforms(vec![&rows::REWRITE_UNARY_MINUS])
        .opt_level(vitrum::OptLevel::Default);
    let text = compile(source, &options).unwrap().ir();
    assert!(text.contains("fmul") && !text.contains("fneg"), "{text}");
    options.transforms.clear();
    assert!(compile(source, &options).unwrap().ir().contains("fneg"));
}
