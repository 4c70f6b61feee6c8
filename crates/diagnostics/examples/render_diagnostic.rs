//! Renders a diagnostic with two places: `cargo run -p vitrum-diagnostics --example render_diagnostic`.

use vitrum_diagnostics::render::{Style, render};
use vitrum_diagnostics::{Code, Diagnostic};
use vitrum_ir::{SourceMap, Span};

fn main() {
    let mut sources = SourceMap::new();
    let text = "uniform vec3 light;\nuniform vec4 light;\n";
    if sources.add("lights.frag", text).is_err() {
        return;
    }
    let again = Diagnostic::at(Code::Redefinition, Span::new(33, 38), "`light` is already declared")
        .secondary(Span::new(13, 18), "first declared here");
    println!("{}", render(&again, &sources, Style::Plain));
}
