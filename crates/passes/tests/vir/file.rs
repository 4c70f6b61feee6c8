//! The form of a file: headers, a module, and what is expected.

use vitrum_glsl::version::Version;
use vitrum_passes::{FloatLaws, GlslSettings, Settings, Trimming};

/// The expectation of a module that the passes leave as it is.
pub(crate) const UNCHANGED: &str = "unchanged";

/// A file, taken apart.
pub(crate) struct Case<'t> {
    /// The file without what is expected; its headers are comments of the text form.
    pub(crate) source: &'t str,
    pub(crate) passes: Passes<'t>,
    pub(crate) settings: Settings,
    pub(crate) fuel: Option<u64>,
    pub(crate) remarks: bool,
    /// The lines behind `//=`.
    pub(crate) expected: Vec<String>,
}

pub(crate) enum Passes<'t> {
    Names(Vec<&'t str>),
    Pipeline(&'t str),
    /// Each pass and pipeline.
    Every,
}

impl<'t> Case<'t> {
    /// Reads a file of a folder.
    pub(crate) fn new(text: &'t str, folder: &str) -> Result<Self, String> {
        let (source, expected) = match text.find("\n//=") {
            Some(end) => text.split_at(end + 1),
            None => (text, ""),
        };
        let mut lines = Vec::new();
        for line in expected.lines() {
            let Some(line) = line.strip_prefix("//=") else {
                return Err(format!("`{line}` stands behind what is expected"));
            };
            lines.push(line.strip_prefix(' ').unwrap_or(line).to_owned());
        }
        let mut passes = None;
        let mut case = Self {
            source,
            passes: Passes::Names(Vec::new()),
            settings: Settings::default(),
            fuel: None,
            remarks: false,
            expected: lines,
        };
        for (key, value) in source.lines().filter_map(|line| line.strip_prefix("// ")).filter_map(header) {
            let again = match key {
                "passes" if value == "every" => passes.replace(Passes::Every).is_some(),
                "passes" => passes.replace(Passes::Names(value.split(", ").collect())).is_some(),
                "pipeline" => passes.replace(Passes::Pipeline(value)).is_some(),
                "options" => {
                    value.split(", ").try_for_each(|option| case.set(option))?;
                    false
                }
                _ => return Err(format!("unknown header: `{key}`")),
            };
            if again {
                return Err("two headers name passes".to_owned());
            }
        }
        case.passes = passes.ok_or("no header names passes: `passes` or `pipeline`")?;
        let fits = match &case.passes {
            Passes::Names(names) => names.contains(&folder),
            Passes::Pipeline(name) => folder == "pipelines" || folder == *name,
            Passes::Every => folder == "legality",
        };
        if !fits {
            return Err(format!("it does not run `{folder}`, which its folder is named by"));
        }
        Ok(case)
    }

    fn set(&mut self, option: &str) -> Result<(), String> {
        match option.split_once(' ') {
            None if option == "fast-math" => self.settings.floats = FloatLaws::Real,
            None if option == "vulkan" => self.settings.vulkan = true,
            None if option == "wgpu" => (self.settings.vulkan, self.settings.wgpu) = (true, true),
            None if option == "separate-samplers" => {
                let target = self.settings.glsl.as_mut().ok_or("`separate-samplers` stands before `glsl`")?;
                target.separates_samplers = true;
            }
            None if option == "trim-blocks" => self.settings.trimming = Trimming::All,
            None if option == "trim-blocks-within" => self.settings.trimming = Trimming::KeepSize,
            None if option == "remarks" => self.remarks = true,
            Some(("set", assignment)) => self.settings.options.set(assignment)?,
            Some(("fuel", units)) => {
                self.fuel = Some(units.parse().map_err(|_| format!("fuel is a number, not `{units}`"))?);
            }
            Some(("glsl", name)) => {
                let version = Version::from_name(&name.replace(' ', ""));
                let version = version.ok_or_else(|| format!("no version of GLSL: `{name}`"))?;
                self.settings.glsl = Some(GlslSettings { version, is_own: false, separates_samplers: false });
            }
            _ => return Err(format!("unknown option: `{option}`")),
        }
        Ok(())
    }

    /// The text of the file with other expectations.
    pub(crate) fn with_expected(&self, lines: &[String]) -> String {
        let expected: String =
            lines.iter().map(|line| format!("{}\n", format!("//= {line}").trim_end())).collect();
        format!("{}\n\n{expected}", self.source.trim_end())
    }
}

/// The key and the value of a comment such as `passes: combine`; nothing for prose.
fn header(comment: &str) -> Option<(&str, &str)> {
    let (key, value) = comment.split_once(": ")?;
    let is_key = key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte == b'-');
    is_key.then_some((key, value))
}
