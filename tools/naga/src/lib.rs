//! naga as a judge of SPIR-V: what its reader and its validator say, and the WGSL that comes out.
//!
//! naga is the shader compiler of wgpu. vitrum's target `wgpu` is for it, and this crate measures what it takes.

use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use naga::back::wgsl as writer;
use naga::front::{spv, wgsl as reader};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// naga's verdict on a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its reader or its validator refuses it, or panics, for this reason.
    Refused(String),
    /// It takes it, but there is no WGSL, or none that it reads back, for this reason.
    NoWgsl(String),
    /// WGSL that it reads back.
    Wgsl(String),
}

impl Verdict {
    /// The first word of a line about it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Refused(_) => "refused",
            Self::NoWgsl(_) => "no-wgsl",
            Self::Wgsl(_) => "wgsl",
        }
    }

    /// The reason for which there is no WGSL.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Refused(reason) | Self::NoWgsl(reason) => Some(reason),
            Self::Wgsl(_) => None,
        }
    }
}

/// Judges the words of a SPIR-V module, as wgpu would read it.
pub fn judge(words: &[u32]) -> Verdict {
    // Some of what naga does not expect is a panic.
    match catch_unwind(AssertUnwindSafe(|| read(words))) {
        Err(_) => Verdict::Refused("naga panics".to_owned()),
        Ok(Err(reason)) => Verdict::Refused(reason),
        Ok(Ok((module, info))) => match catch_unwind(AssertUnwindSafe(|| write(&module, &info))) {
            Err(_) => Verdict::NoWgsl("naga panics".to_owned()),
            Ok(Err(reason)) => Verdict::NoWgsl(reason),
            Ok(Ok(text)) => Verdict::Wgsl(text),
        },
    }
}

fn read(words: &[u32]) -> Result<(naga::Module, ModuleInfo), String> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let options = spv::Options {
        adjust_coordinate_space: false,
        strict_capabilities: true,
        block_ctx_dump_prefix: None,
    };
    let module = spv::parse_u8_slice(&bytes, &options).map_err(|error| format!("read: {error}"))?;
    let info = validate(&module)?;
    Ok((module, info))
}

fn validate(module: &naga::Module) -> Result<ModuleInfo, String> {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.validate(module).map_err(|error| format!("validate: {}", causes(error.as_inner())))
}

/// WGSL that naga reads back.
fn write(module: &naga::Module, info: &ModuleInfo) -> Result<String, String> {
    let text = writer::write_string(module, info, writer::WriterFlags::empty())
        .map_err(|error| format!("write: {error}"))?;
    let again = reader::parse_str(&text).map_err(|error| format!("read back: {}", error.message()))?;
    validate(&again).map_err(|error| format!("read back: {error}"))?;
    Ok(text)
}

/// An error with what caused it.
fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text += &format!("; {cause}");
        next = cause.source();
    }
    text
}

/// The class of a reason: names of one shader are left out, and so are numbers, but for those in words such as `vec2`.
pub fn class(reason: &str) -> String {
    let mut class = String::new();
    let (mut quoted, mut in_word) = (false, false);
    for character in reason.chars() {
        match character {
            '`' | '\'' | '"' => {
                if !quoted {
                    class += "`...`";
                }
                quoted = !quoted;
            }
            _ if quoted => {}
            digit if digit.is_ascii_digit() && !in_word => {
                if !class.ends_with('0') {
                    class.push('0');
                }
                continue;
            }
            other => class.push(other),
        }
        in_word = character.is_ascii_alphanumeric() || character == '_';
    }
    class
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            Some(reason) => write!(f, "{}\t{}", self.word(), reason.replace('\n', " ")),
            None => f.write_str(self.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Verdict, class, judge};
    use vitrum::{Options, Stage, Target, compile};

    fn judged(source: &str, stage: Stage, target: Target) -> Verdict {
        let options = Options::new(stage).target(target);
        judge(&compile(source, &options).unwrap().spirv().unwrap())
    }

    const SHADER: &str = "#version 450\nlayout(binding = 0) uniform sampler2D t;\nlayout(location = 0) in mat2 m;\n\
        layout(location = 0) out vec4 color;\nvoid main() { color = texture(t, m[1]); }\n";

    #[test]
    fn combined_textures_and_matrices_need_the_target() {
        assert!(matches!(judged(SHADER, Stage::Fragment, Target::Vulkan1_1), Verdict::Refused(_)));
        let Verdict::Wgsl(text) = judged(SHADER, Stage::Fragment, Target::Wgpu) else { panic!("no WGSL") };
        assert!(text.contains("textureSample(t, t_sampler"), "{text}");
    }

    #[test]
    fn classes_have_no_numbers_and_names() {
        assert_eq!(class("type [12] of `main` is 4 wide"), "type [0] of `...` is 0 wide");
        assert_eq!(
            class("the capability Float16 and vec2, 17 times"),
            "the capability Float16 and vec2, 0 times"
        );
    }
}
