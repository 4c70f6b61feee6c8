//! Settings of the client: `initializationOptions`, or the section `vitrum` of its configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use vitrum::{Levels, Options, SourceVersion, Stage, Target, Version, stage_from_name, stage_of_source};

/// The options as the client writes them. Unknown ones are ignored: they may be those of a later version.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Written {
    target_env: Option<String>,
    include_folders: Vec<PathBuf>,
    defines: Defines,
    warnings: Option<Vec<String>>,
    strict: bool,
    stage: Option<String>,
    stages: BTreeMap<String, String>,
    default_version: Option<String>,
    check_target: Option<bool>,
}

/// Macros: `["A", "B=2"]`, or `{"A": true, "B": 2}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Defines {
    List(Vec<String>),
    Map(BTreeMap<String, serde_json::Value>),
}

impl Default for Defines {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// The options that hold for all shaders.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) options: Options,
    pub(crate) include_folders: Vec<PathBuf>,
    /// The stage of files whose name and text say none.
    pub(crate) stage: Option<Stage>,
    /// Stages by the extensions of file names, without the point.
    pub(crate) stages: BTreeMap<String, Stage>,
    /// True if shaders without errors are lowered for the target, to see if it can express them.
    pub(crate) check_target: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let mut options = Options::new(Stage::Fragment).allow_include(true).verify(false);
        options.levels = Levels::from_options(["all"]).unwrap_or_default();
        Self {
            options,
            include_folders: Vec::new(),
            stage: None,
            stages: BTreeMap::new(),
            check_target: true,
        }
    }
}

impl Settings {
    /// The settings that a value means, with what is wrong in it: that part has its default. Relative folders are in `root`.
    pub(crate) fn read(value: &serde_json::Value, root: Option<&Path>) -> (Self, Vec<String>) {
        let mut settings = Self::default();
        let mut wrong = Vec::new();
        if value.is_null() {
            return (settings, wrong);
        }
        let written = match Written::deserialize(value) {
            Ok(written) => written,
            Err(error) => return (settings, vec![format!("malformed settings: {error}")]),
        };
        if let Some(name) = written.target_env {
            match Target::from_name(&name) {
                Some(target) => settings.options.target = target,
                None => wrong.push(format!("unknown target `{name}`")),
            }
        }
        if let Some(name) = written.default_version {
            match Version::from_name(&name) {
                Some(version) => settings.options.version = SourceVersion::Default(version),
                None => wrong.push(format!("unknown version `{name}`")),
            }
        }
        if let Some(warnings) = written.warnings {
            let names = warnings.iter().map(|name| name.trim_start_matches("-W"));
            match Levels::from_options(names) {
                Ok(levels) => settings.options.levels = levels,
                Err(name) => wrong.push(format!("unknown warning `{name}`")),
            }
        }
        settings.options.levels.strict = written.strict;
        settings.options.defines = defines(written.defines);
        let mut stage = |name: &str| {
            let stage = stage_from_name(name);
            if stage.is_none() {
                wrong.push(format!("unknown stage `{name}`"));
            }
            stage
        };
        settings.stage = written.stage.as_deref().and_then(&mut stage);
        for (extension, name) in &written.stages {
            if let Some(stage) = stage(name) {
                settings.stages.insert(extension.trim_start_matches('.').to_owned(), stage);
            }
        }
        let absolute = |folder: PathBuf| root.map_or_else(|| folder.clone(), |root| root.join(&folder));
        settings.include_folders = written.include_folders.into_iter().map(absolute).collect();
        settings.check_target = written.check_target.unwrap_or(true);
        (settings, wrong)
    }
}

impl Settings {
    /// The stage of a document; `None` for a file that shaders include.
    pub(crate) fn stage_of(&self, name: &str, text: &str) -> Option<Stage> {
        let path = Path::new(name);
        let options = self.options.clone().file_name(name);
        stage_of_source(text, path, &options).or_else(|| self.stage_by_extension(path)).or(self.stage)
    }

    /// True if the extension of a file is one of the settings.
    pub(crate) fn has_stage_of(&self, path: &Path) -> bool {
        self.stage_by_extension(path).is_some()
    }

    fn stage_by_extension(&self, path: &Path) -> Option<Stage> {
        self.stages.get(path.extension()?.to_str()?).copied()
    }
}

fn defines(written: Defines) -> Vec<(String, String)> {
    match written {
        Defines::List(list) => list
            .iter()
            .map(|define| define.split_once('=').unwrap_or((define, "1")))
            .map(|(name, body)| (name.to_owned(), body.to_owned()))
            .collect(),
        Defines::Map(map) => {
            let body = |value: serde_json::Value| match value {
                serde_json::Value::Null | serde_json::Value::Bool(true) => Some("1".to_owned()),
                serde_json::Value::Bool(false) => None,
                serde_json::Value::String(text) => Some(text),
                other => Some(other.to_string()),
            };
            map.into_iter().filter_map(|(name, value)| Some((name, body(value)?))).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use serde_json::json;
    use std::path::Path;
    use vitrum::{Stage, Target, WarningGroup};

    #[test]
    fn settings_are_read_and_faults_named() {
        let value = json!({
            "targetEnv": "opengl4.5", "includeFolders": ["inc"], "defines": {"A": true, "B": 2, "C": false},
            "warnings": ["-Wextra"], "stage": "compute", "stages": {".pix": "frag", "x": "y"}, "other": 1,
        });
        let (settings, wrong) = Settings::read(&value, Some(Path::new("root")));
        assert_eq!(wrong, ["unknown stage `y`"]);
        assert_eq!(settings.options.target, Target::OpenGl4_5);
        assert_eq!(settings.options.levels.group, WarningGroup::Extra);
        assert_eq!(settings.include_folders, [Path::new("root").join("inc")]);
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(settings.options.defines, [pair("A", "1"), pair("B", "2")]);
        assert_eq!((settings.stage, settings.stages["pix"]), (Some(Stage::Compute), Stage::Fragment));
        let (settings, wrong) = Settings::read(&json!({"defines": 3}), None);
        assert_eq!(wrong.len(), 1);
        assert_eq!(settings.options.levels.group, WarningGroup::All);
    }
}
