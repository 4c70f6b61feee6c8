//! The GLSL of accepted shaders, in a worker: printed, taken back, printed again. The texts go into a folder, where
//! glslangValidator finds them later, many at once.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use vitrum::{Compilation, Failure, GlslOptions, OptLevel, Options, Target, Version, compile};

use crate::case::Shader;
use crate::judge;
use crate::tokens;

/// A version to which shaders are printed.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// That of the shader.
    Own,
    /// This one, perhaps of Vulkan GLSL.
    Version { target: Version, vulkan: bool },
}

/// A finding about a shader in a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Printed {
    /// The form.
    pub(crate) form: String,
    /// The finding.
    pub(crate) said: Said,
}

/// A finding; a shader whose text has several faults has one each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Said {
    /// There is a text, in the file of this name.
    Text(String),
    /// The version lacks something, which is named.
    None(String),
    /// vitrum does not take its text back.
    Unaccepted(String),
    /// Printed again it is another text.
    Unfixed(String),
    /// glslangValidator does not take the text.
    Rejected(String),
    /// Nor does it take the shader that was printed.
    RejectedAlike(String),
    /// Tokens for each of the author's, as a decimal fraction.
    Ratio(String),
}

impl Said {
    /// The word of the alternative, and its text.
    pub(crate) fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Text(name) => ("text", name),
            Self::None(reason) => ("none", reason),
            Self::Unaccepted(text) => ("unaccepted", text),
            Self::Unfixed(text) => ("unfixed", text),
            Self::Rejected(text) => ("rejected", text),
            Self::RejectedAlike(text) => ("rejected-alike", text),
            Self::Ratio(text) => ("ratio", text),
        }
    }
}

/// Prints shaders.
pub(crate) struct Printing {
    forms: Vec<Form>,
    folder: PathBuf,
}

impl Printing {
    /// Prints to the versions of these names, with the texts in a folder.
    pub(crate) fn new(names: &[String], folder: PathBuf) -> Result<Self> {
        Ok(Self { forms: forms(names)?, folder })
    }

    /// Prints a shader that was compiled with these options, to each version; the own one optimised, too.
    pub(crate) fn print(
        &self,
        shader: &Shader,
        options: &Options,
        compilation: &Compilation,
        printed: &mut Vec<Printed>,
    ) -> std::io::Result<()> {
        for &form in &self.forms {
            match form {
                Form::Own => {
                    self.print_form(shader, options, compilation, form, printed)?;
                    let opt_level = match options.opt_level {
                        OptLevel::None => OptLevel::Default,
                        _ => OptLevel::None,
                    };
                    let other = options.clone().opt_level(opt_level);
                    if let Ok(compilation) = compile(&shader.text, &other) {
                        self.print_form(shader, &other, &compilation, form, printed)?;
                    }
                }
                // glslangValidator links shaders for Vulkan, and a part cannot be linked.
                Form::Version { vulkan: true, .. } if options.library => {}
                Form::Version { .. } => {
                    self.print_form(shader, options, compilation, form, printed)?;
                }
            }
        }
        Ok(())
    }

    fn print_form(
        &self,
        shader: &Shader,
        options: &Options,
        compilation: &Compilation,
        form: Form,
        printed: &mut Vec<Printed>,
    ) -> std::io::Result<()> {
        let name = name(form, options.opt_level != OptLevel::None);
        let mut say = |said| printed.push(Printed { form: name.clone(), said });
        let (glsl, client) = match form {
            Form::Own => {
                (GlslOptions { vulkan: shader.target.is_vulkan(), ..GlslOptions::default() }, shader.target)
            }
            Form::Version { target, vulkan } => {
                let client = if vulkan { Target::Vulkan1_3 } else { Target::OpenGl4_5 };
                (GlslOptions { vulkan, target: Some(target), ..GlslOptions::default() }, client)
            }
        };
        let text = match compilation.glsl_with(&glsl) {
            Ok(text) => text,
            Err(error) => {
                say(Said::None(error.to_string()));
                return Ok(());
            }
        };
        say(Said::Text(self.keep(&text, shader, client)?));
        // A shader that only checks by sizes of arrays that constants are computed, as thousands of piglit's do, leaves nothing to
        // print.
        let folds = shader.text.contains("? 1 : -1]");
        if matches!(form, Form::Own) && options.opt_level == OptLevel::None && !folds {
            let before = tokens::count(&shader.text).max(1);
            say(Said::Ratio(format!("{:.3}", tokens::count(&text) as f64 / before as f64)));
        }
        let back = Options::new(shader.stage).target(client).verify(true).library(options.library);
        match compile(&text, &back) {
            // Specialisation constants became macros, and are plain constants now.
            Ok(_) if text.contains("#ifndef SPEC_CONSTANT_") => {}
            Ok(again) => match again.glsl_with(&glsl) {
                Ok(again) if again == text => {}
                Ok(again) => say(Said::Unfixed(difference(&text, &again))),
                Err(error) => say(Said::Unfixed(error.to_string())),
            },
            Err(Failure { defect: Some(defect), .. }) => say(Said::Unaccepted(defect.to_string())),
            Err(failure) => {
                say(Said::Unaccepted(judge::first_error(&failure.diagnosed, shader)));
            }
        }
        Ok(())
    }

    /// Puts a text where glslangValidator finds it. Files of one version and stage stand together: it makes its tables
    /// once for each.
    fn keep(&self, text: &str, shader: &Shader, client: Target) -> std::io::Result<String> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let version = text
            .split(['\n', ';'])
            .next()
            .unwrap_or_default()
            .replace(|c: char| !c.is_ascii_alphanumeric(), "");
        let client = if client.is_vulkan() { "vulkan" } else { "opengl" };
        let stage = vitrum::stage_extension(shader.stage);
        let name = format!("{client}-{version}-{stage}-{:016x}.{stage}", hasher.finish());
        let path = self.folder.join(&name);
        if !path.exists() {
            std::fs::write(path, text)?;
        }
        Ok(name)
    }
}

/// The name of a form.
fn name(form: Form, optimized: bool) -> String {
    let name = match form {
        Form::Own => "own".to_owned(),
        Form::Version { target, vulkan: true } => format!("Vulkan {}", target.title()),
        Form::Version { target, vulkan: false } => target.title().to_string(),
    };
    if optimized { name + " -O" } else { name }
}

/// The versions of names; `all` is every one there is.
fn forms(names: &[String]) -> Result<Vec<Form>> {
    const PROFILES: &[&str] = &[
        "150compatibility",
        "330compatibility",
        "400compatibility",
        "410compatibility",
        "420compatibility",
        "430compatibility",
        "440compatibility",
        "450compatibility",
        "460compatibility",
    ];
    let opengl = |target| Form::Version { target, vulkan: false };
    let mut forms = Vec::new();
    for name in names {
        match name.as_str() {
            "own" => forms.push(Form::Own),
            "all" => {
                forms.extend(Version::ALL.into_iter().map(opengl));
                forms.extend(PROFILES.iter().filter_map(|name| Version::from_name(name)).map(opengl));
                let vulkan = |version| Form::Version { target: Version::desktop(version), vulkan: true };
                forms.extend([450, 460].map(vulkan));
            }
            name => {
                let (vulkan, version) =
                    name.strip_prefix("vulkan").map_or((false, name), |rest| (true, rest));
                let target = Version::from_name(version).with_context(|| format!("no version `{name}`"))?;
                forms.push(Form::Version { target, vulkan });
            }
        }
    }
    Ok(forms)
}

/// The first line in which two texts differ.
fn difference(left: &str, right: &str) -> String {
    let mut lines = left.lines().zip(right.lines());
    let (left, right) = lines.find(|(left, right)| left != right).unwrap_or(("the same", "and more or less"));
    format!("{} => {}", left.trim(), right.trim())
}

#[cfg(test)]
mod tests {
    use super::{Form, forms, name};

    #[test]
    fn versions_have_names() {
        let names = |list: &[&str]| {
            let list: Vec<String> = list.iter().map(|&name| name.to_owned()).collect();
            forms(&list).map(|forms| forms.into_iter().map(|form| name(form, false)).collect::<Vec<_>>())
        };
        assert!(names(&["all"]).is_ok_and(|all| all.len() == 28));
        let some = names(&["own", "100", "vulkan450"]).unwrap_or_default();
        assert_eq!(some, ["own", "ESSL 1.00", "Vulkan GLSL 4.50"]);
        assert!(names(&["470"]).is_err());
        assert_eq!(name(Form::Own, true), "own -O");
    }
}
