//! Shaders that must compile: a snapshot of the IR of each.

use std::path::Path;

use vitrum_frontend_glsl::diagnostics::render::{Style, render_all};
use vitrum_frontend_glsl::{Client, Options, Source, compile};
use vitrum_ir::Stage;

fn lower(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accept").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let stage = match file.rsplit('.').nth(1) {
        Some("vert") => Stage::Vertex,
        Some("comp") => Stage::Compute,
        Some("geom") => Stage::Geometry,
        Some("tesc") => Stage::TessControl,
        Some("mesh") => Stage::Mesh,
        _ => Stage::Fragment,
    };
    let mut options = Options::new(stage);
    if text.contains("// client: opengl") {
        options.client = Client::OpenGl;
    }
    let output = compile(&Source::new(file, text.as_str()), &options);
    match output.module {
        Some(module) => vitrum_ir::text::print(&module),
        None => panic!("{}", render_all(&output.diagnostics, &output.source_map, Style::Plain)),
    }
}

macro_rules! shaders {
    ($($name:ident $file:literal;)*) => {
        $(
            #[test]
            fn $name() {
                insta::assert_snapshot!(lower($file));
            }
        )*
    };
}

shaders! {
    angle_example "angle.frag.glsl";
    continue_in_do_while "continue_in_do_while.frag.glsl";
    short_circuit_with_side_effects "short_circuit.frag.glsl";
    index_is_evaluated_once "index_once.frag.glsl";
    inout_array_element "inout_element.frag.glsl";
    arguments_are_evaluated_in_order "argument_order.frag.glsl";
    non_constant_global_initializer "global_initializer.frag.glsl";
    qualified_input_arrays "input_arrays.frag.glsl";
    specialised_array_size "spec_array.frag.glsl";
    largest_location "largest_location.vert.glsl";
    handles_are_values "handles.frag.glsl";
    meshes_of_two_extensions "two_extensions.mesh.glsl";
}
