//! Placeholders of a case replaced, so that its shaders are whole.
//!
//! Inputs become uniforms and expected values, too, so that a shader computes by itself whether its outputs are right:
//! vertex shaders write it to `deqp_ok`, fragment shaders to the colour. Whatever runs the shader looks at no more.

use std::fmt::Write;

use vitrum::{Stage, Version};

use super::parse::{Case, Source, Storage, Value};
use crate::case::Shader;

/// The whole text of `source` for `stage`.
pub(crate) fn specialize(case: &Case, source: &Source, stage: Stage) -> Shader {
    let writer = Writer { case, stage, version: case.version };
    let mut text = without_indentation(&source.text);
    // A shader for both stages has the values; of several, only the fragment shader judges.
    let judges = source.stage.is_none() || stage == Stage::Fragment;
    let color = if writer.old() { "gl_FragColor" } else { "dEQP_FragColor" };
    let replacements = [
        ("${DECLARATIONS}", writer.declarations(true, false)),
        ("${DECLARATIONS:single-line}", writer.declarations(true, false).replace('\n', " ")),
        ("${VERTEX_DECLARATIONS}", writer.declarations(false, true)),
        ("${FRAGMENT_DECLARATIONS}", writer.declarations(true, true)),
        ("${TESSELLATION_CONTROL_DECLARATIONS}", format!("layout(vertices = 3) out;\n{}", writer.uniforms())),
        ("${TESSELLATION_EVALUATION_DECLARATIONS}", format!("layout(triangles) in;\n{}", writer.uniforms())),
        (
            "${GEOMETRY_DECLARATIONS}",
            format!(
                "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n{}",
                writer.uniforms()
            ),
        ),
        ("${SETUP}", String::new()),
        ("${VERTEX_SETUP}", String::new()),
        ("${OUTPUT}", writer.output(judges)),
        ("${VERTEX_OUTPUT}", "gl_Position = dEQP_Position;\n".to_owned()),
        ("${FRAGMENT_OUTPUT}", writer.output(true)),
        ("${TESSELLATION_CONTROL_OUTPUT}", TESSELLATION_CONTROL.to_owned()),
        ("${TESSELLATION_EVALUATION_OUTPUT}", TESSELLATION_EVALUATION.to_owned()),
        ("${POSITION_FRAG_COLOR}", if stage == Stage::Vertex { "gl_Position" } else { color }.to_owned()),
        ("${FRAG_COLOR}", color.to_owned()),
        ("${GL_MAX_PATCH_VERTICES}", "32".to_owned()),
    ];
    for (placeholder, replacement) in replacements {
        if text.contains(placeholder) {
            text = text.replace(placeholder, &replacement);
        }
    }
    Shader::new(stage, with_extensions(case, stage, &text), case.version)
}

/// The text without blank lines at its start, and without the indentation of its first line in any line: a line that
/// continues another one may stand in the middle of a word.
fn without_indentation(text: &str) -> String {
    let start = text.find(|it: char| !it.is_whitespace()).unwrap_or(0);
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let indentation = &text[line_start..start];
    let body = text.get(line_start..).unwrap_or_default();
    let line = |line: &str| line.strip_prefix(indentation).unwrap_or(line).to_owned();
    body.split_inclusive('\n').map(line).collect()
}

const TESSELLATION_CONTROL: &str = "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n\
    gl_TessLevelInner[0] = 2.0;\ngl_TessLevelInner[1] = 2.0;\n\
    gl_TessLevelOuter[0] = 2.0;\ngl_TessLevelOuter[1] = 2.0;\n\
    gl_TessLevelOuter[2] = 2.0;\ngl_TessLevelOuter[3] = 2.0;\n";

const TESSELLATION_EVALUATION: &str = "gl_Position = gl_TessCoord[0] * gl_in[0].gl_Position\n\
    + gl_TessCoord[1] * gl_in[1].gl_Position + gl_TessCoord[2] * gl_in[2].gl_Position;\n";

/// The text with `#extension` lines behind `#version`. Of alternatives the last is taken: that of the EXT.
fn with_extensions(case: &Case, stage: Stage, text: &str) -> String {
    let mut lines = String::new();
    for (names, stages) in &case.extensions {
        if (stages.is_empty() || stages.contains(&stage))
            && let Some(name) = names.last()
        {
            let _ = writeln!(lines, "#extension {name} : require");
        }
    }
    match text.strip_prefix("#version").and_then(|rest| rest.split_once('\n')) {
        Some((version, rest)) => format!("#version{version}\n{lines}{rest}"),
        None => format!("{lines}{text}"),
    }
}

struct Writer<'a> {
    case: &'a Case,
    stage: Stage,
    version: Version,
}

impl Writer<'_> {
    /// True if outputs have fixed names and varyings are no `in` and `out`.
    fn old(&self) -> bool {
        self.version.number == 100 || !self.version.is_es() && self.version.number < 130
    }

    fn precision(&self, ty: &str) -> &'static str {
        if self.version.is_es() && !ty.starts_with('b') { "highp " } else { "" }
    }

    fn of(&self, storage: Storage) -> impl Iterator<Item = &Value> {
        self.case.values.iter().filter(move |value| value.storage == storage)
    }

    /// Uniforms that the values name whole.
    fn uniforms(&self) -> String {
        let mut text = String::new();
        for value in self.of(Storage::Uniform).filter(|value| !value.name.contains(['.', '['])) {
            let _ = writeln!(text, "uniform {}{} {};", self.precision(&value.ty), value.ty, value.name);
        }
        text
    }

    /// Declarations at the top: inputs, outputs if `judged`, and uniforms if the shader does not declare them itself.
    fn declarations(&self, judged: bool, uniforms: bool) -> String {
        let mut text = String::new();
        for value in self.of(Storage::Input) {
            let _ = writeln!(text, "uniform {}{} {};", self.precision(&value.ty), value.ty, value.name);
        }
        if uniforms {
            text += &self.uniforms();
        }
        if self.stage == Stage::Vertex {
            let (input, output) = if self.old() { ("attribute", "varying") } else { ("in", "out") };
            let highp = self.precision("vec4");
            let _ = writeln!(text, "{input} {highp}vec4 dEQP_Position;");
            if judged {
                let _ = writeln!(text, "{output} {highp}vec4 deqp_ok;");
            }
        } else if !self.old() {
            let mediump = if self.version.is_es() { "mediump " } else { "" };
            let _ = writeln!(text, "layout(location = 0) out {mediump}vec4 dEQP_FragColor;");
        }
        if judged {
            for value in self.of(Storage::Output) {
                let ty = format!("{}{}", self.precision(&value.ty), value.ty);
                let _ = writeln!(text, "{ty} {};\nuniform {ty} ref_{};", value.name, value.name);
            }
        }
        text
    }

    /// Statements at the end.
    fn output(&self, judges: bool) -> String {
        let mut text = String::new();
        let target = match self.stage {
            Stage::Vertex => {
                text += "gl_Position = dEQP_Position;\n";
                "deqp_ok"
            }
            _ if self.old() => "gl_FragColor",
            _ => "dEQP_FragColor",
        };
        if !judges {
            return text;
        }
        text += "bool deqp_right = true;\n";
        for value in self.of(Storage::Output) {
            for (found, wanted, columns) in columns(value) {
                let condition = comparison(&value.ty, columns, &found, &wanted);
                let _ = writeln!(text, "deqp_right = deqp_right && {condition};");
            }
        }
        let _ = writeln!(text, "{target} = vec4(deqp_right ? 1.0 : 0.0);");
        text
    }
}

/// The columns of a matrix, or the whole of another value: what was found, what is wanted, and how many components.
fn columns(value: &Value) -> Vec<(String, String, usize)> {
    let (name, reference) = (value.name.clone(), format!("ref_{}", value.name));
    let digits: Vec<usize> =
        value.ty.chars().filter_map(|it| it.to_digit(10)).map(|digit| digit as usize).collect();
    if !value.ty.starts_with("mat") {
        return vec![(name, reference, digits.first().copied().unwrap_or(1))];
    }
    let (count, rows) = match digits[..] {
        [size] => (size, size),
        [columns, rows] => (columns, rows),
        _ => return Vec::new(),
    };
    (0..count).map(|column| (format!("{name}[{column}]"), format!("{reference}[{column}]"), rows)).collect()
}

/// Compares a scalar or vector with the expected value: floats within 5 %, as the suite's own programs do it.
fn comparison(ty: &str, components: usize, found: &str, wanted: &str) -> String {
    let is_float = ty.starts_with("float") || ty.starts_with("vec") || ty.starts_with("mat");
    match (is_float, components) {
        (false, _) => format!("{found} == {wanted}"),
        (true, 1) => format!("abs({found} - {wanted}) <= 0.05 * abs({wanted}) + 0.05"),
        (true, _) => format!("all(lessThanEqual(abs({found} - {wanted}), 0.05 * abs({wanted}) + 0.05))"),
    }
}
