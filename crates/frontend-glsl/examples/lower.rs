//! Prints the IR of GLSL files: `cargo run -p vitrum-frontend-glsl --example lower -- FILE...`
//!
//! The stage is part of the file name: `a.frag`, `a.vert.glsl`. With several files only errors are printed.

use std::process::ExitCode;
use vitrum_frontend_glsl::diagnostics::render::{Style, render_all};
use vitrum_frontend_glsl::{Client, Options, Source, compile};
use vitrum_ir::Stage;

const STAGES: &[(&str, Stage)] = &[
    ("vert", Stage::Vertex),
    ("tesc", Stage::TessControl),
    ("tese", Stage::TessEvaluation),
    ("geom", Stage::Geometry),
    ("frag", Stage::Fragment),
    ("comp", Stage::Compute),
    ("task", Stage::Task),
    ("mesh", Stage::Mesh),
    ("rgen", Stage::RayGeneration),
    ("rint", Stage::Intersection),
    ("rahit", Stage::AnyHit),
    ("rchit", Stage::ClosestHit),
    ("rmiss", Stage::Miss),
    ("rcall", Stage::Callable),
];

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut good = 0;
    for file in &files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                continue;
            }
        };
        let stage = file.rsplit('.').find_map(|part| STAGES.iter().find(|row| row.0 == part));
        let mut options = Options::new(stage.map_or(Stage::Fragment, |row| row.1));
        if text.contains("// client: opengl") {
            options.client = Client::OpenGl;
        }
        let output = compile(&Source::new(file.as_str(), text.as_str()), &options);
        if !output.diagnostics.is_empty() {
            eprintln!("{}", render_all(&output.diagnostics, &output.source_map, Style::Plain));
        }
        let Some(module) = output.module else { continue };
        if files.len() == 1 {
            print!("{}", vitrum_ir::text::print(&module));
        }
        match vitrum_ir::verify(&module) {
            Ok(()) => good += 1,
            Err(errors) => eprintln!("{file}: {errors}"),
        }
    }
    eprintln!("{good} of {} files are good", files.len());
    if good == files.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
