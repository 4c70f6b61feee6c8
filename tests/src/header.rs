//! The header of a shader: comment lines `// key: value` before its first line of code.

use vitrum::Target;

/// The header of a shader.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The target.
    pub(crate) target: Target,
    /// Macros defined from outside: name and body.
    pub(crate) defines: Vec<(String, String)>,
    /// Text that some output must or must not contain.
    pub(crate) expectations: Vec<Expectation>,
    /// The reason for which the output is known to be wrong.
    pub(crate) xfail: Option<String>,
    /// The reason for which glslangValidator does not judge the printed GLSL.
    pub(crate) no_glslang: Option<String>,
}

/// A line `// expect [no] OUTPUT: TEXT`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// The output that is checked.
    pub(crate) output: Output,
    /// True if the text must be there, or must not.
    pub(crate) present: bool,
    /// The text; runs of blanks count as one.
    pub(crate) text: String,
}

/// The outputs of a compilation that a header can speak about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// IR as the front end made it.
    Ir,
    /// IR after the optimising pipeline.
    Optimized,
    /// Disassembled SPIR-V of the IR as the front end made it.
    Spirv,
    /// Disassembled SPIR-V of the optimised IR.
    OptimizedSpirv,
    /// Printed GLSL.
    Glsl,
    /// Rendered diagnostics.
    Diagnostics,
}

impl Output {
    const NAMES: &[(&str, Self)] = &[
        ("ir", Self::Ir),
        ("optimized ir", Self::Optimized),
        ("spirv", Self::Spirv),
        ("optimized spirv", Self::OptimizedSpirv),
        ("glsl", Self::Glsl),
        ("diagnostics", Self::Diagnostics),
    ];
}

impl Default for Header {
    fn default() -> Self {
        let target = Target::Vulkan1_3;
        Self { target, defines: Vec::new(), expectations: Vec::new(), xfail: None, no_glslang: None }
    }
}

impl Header {
    /// Reads the header of `source`.
    pub(crate) fn of(source: &str) -> Result<Self, String> {
        let mut header = Self::default();
        let in_header = |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with('#');
        for line in source.lines().map(str::trim).take_while(in_header) {
            let Some((key, value)) = line.strip_prefix("//").and_then(|line| line.split_once(':')) else {
                continue;
            };
            header.take(key.trim(), value.trim())?;
        }
        Ok(header)
    }

    /// Reads one line.
    pub(crate) fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "client" if value == "vulkan" => self.target = Target::Vulkan1_3,
            "client" if value == "opengl" => self.target = Target::OpenGl4_5,
            "client" => return Err(format!("header: `client: {value}` is neither vulkan nor opengl")),
            "target" => {
                let target = Target::from_name(value);
                self.target = target.ok_or_else(|| format!("header: no target `{value}`"))?;
            }
            "define" => {
                let (name, body) = value.split_once('=').unwrap_or((value, "1"));
                self.defines.push((name.to_owned(), body.to_owned()));
            }
            "xfail" => self.xfail = Some(value.to_owned()),
            "no glslang" => self.no_glslang = Some(value.to_owned()),
            _ => {
                if let Some(output) = key.strip_prefix("expect ") {
                    self.expectations.push(expectation(output, value)?);
                }
                // Anything else with a colon is prose.
            }
        }
        Ok(())
    }
}

fn expectation(output: &str, text: &str) -> Result<Expectation, String> {
    let (present, output) = output.strip_prefix("no ").map_or((true, output), |output| (false, output));
    let found = Output::NAMES.iter().find(|(name, _)| *name == output);
    let (_, output) = found.ok_or_else(|| format!("header: no output `{output}` to expect something of"))?;
    Ok(Expectation { output: *output, present, text: one_line(text) })
}

/// `text` with every run of white space as one blank.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
