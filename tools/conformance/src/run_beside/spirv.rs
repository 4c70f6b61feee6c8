//! glslang's module of a shader as input: it is read, written again, optimised, and printed as GLSL, of which glslang makes a module
//! once more; all of it twice, as glslang writes the module and as spirv-opt leaves it.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};
use vitrum::{
    Compilation, DebugInfo, GlslOptions, OptLevel, Options, Stage, Target, Version, compile, compile_module,
    load_spirv,
};
use vitrum_generator::SpirvVal;

use crate::execute::forms::first_line;
use crate::glslang;

/// The forms that are made of a module: the name, the level of optimisation, and if it is printed.
const ACTIONS: [(&str, OptLevel, bool); 3] = [
    ("read", OptLevel::None, false),
    ("optimised", OptLevel::Default, false),
    ("printed", OptLevel::None, true),
];

/// The start of the outcome where the reader refuses the module.
pub(super) const UNREAD: &str = "not read";

/// The outcome where glslang or vitrum itself, which is named first, does not take what is printed.
pub(super) const REFUSED: &str = "refuses the print";

/// Modules by the name of the form, or why there is none.
type Made = Vec<(String, Result<Vec<u32>, String>)>;

/// The programs that judge and change modules.
pub(crate) struct Tools {
    validator: SpirvVal,
    optimizer: PathBuf,
}

impl Tools {
    /// spirv-val, and the program spirv-opt beside it or on PATH.
    pub(crate) fn find() -> Result<Self> {
        let validator = std::env::var_os("VITRUM_SPIRV_VAL").map(PathBuf::from);
        let beside = validator.map(|path| path.with_file_name("spirv-opt")).filter(|path| path.is_file());
        let optimizer = beside.unwrap_or_else(|| "spirv-opt".into());
        if Command::new(&optimizer).arg("--version").output().is_err() {
            bail!("{} does not run: `apt-get install spirv-tools`", optimizer.display());
        }
        Ok(Self { validator: SpirvVal::find()?, optimizer })
    }

    /// Says if a module is valid.
    pub(crate) fn check(&self, words: &[u32], target: Target) -> Result<(), String> {
        self.validator.check(words, target, &["--scalar-block-layout"])
    }

    /// The module that spirv-opt makes of one.
    fn optimized(&self, words: &[u32]) -> Result<Vec<u32>, String> {
        let file = |what| std::env::temp_dir().join(format!("vitrum-{what}-{}.spv", std::process::id()));
        let (from, to) = (file("given"), file("optimised"));
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        std::fs::write(&from, bytes).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.optimizer);
        command.args(["-O", "--skip-validation"]).arg(&from).arg("-o").arg(&to);
        let output = command.output().map_err(|error| error.to_string())?;
        let bytes = std::fs::read(&to);
        // Files that are left behind do no harm.
        let _ = (std::fs::remove_file(&from), std::fs::remove_file(&to));
        if !output.status.success() {
            return Err("spirv-opt has no module".to_owned());
        }
        let bytes = bytes.map_err(|error| error.to_string())?;
        Ok(bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect())
    }
}

/// The names of all forms.
pub(crate) fn forms() -> Vec<String> {
    let names = ACTIONS.map(|row| row.0);
    let own = names.iter().map(|name| (*name).to_owned());
    own.chain(names.iter().map(|name| format!("opt-{name}"))).collect()
}

/// vitrum's modules of a module by glslang, and of what spirv-opt makes of that: by the source, the name of the form, and the module or
/// why there is none.
pub(crate) fn compiled(tools: &Tools, words: &[u32], target: Target) -> Vec<(Vec<u32>, Made)> {
    // A module that spirv-opt does not take says nothing of vitrum.
    let sources = [("", Some(words.to_vec())), ("opt-", tools.optimized(words).ok())];
    let forms = |prefix: &str, source: &[u32]| {
        let form = |(name, level, is_printed): (&str, OptLevel, bool)| {
            let made = again(source, target, level, is_printed).and_then(|words| {
                let valid = tools.check(&words, target);
                valid.map(|()| words).map_err(|error| format!("invalid: {error}"))
            });
            (format!("{prefix}{name}"), made)
        };
        ACTIONS.map(form).into()
    };
    let made = sources.into_iter().filter_map(|(prefix, source)| {
        let source = source?;
        let forms = forms(prefix, &source);
        Some((source, forms))
    });
    made.collect()
}

/// A module read, and written or printed again.
fn again(words: &[u32], target: Target, level: OptLevel, is_printed: bool) -> Result<Vec<u32>, String> {
    let mut entries =
        load_spirv(words).map_err(|error| format!("{UNREAD}: {}", without_numbers(&error.to_string())))?;
    let (Some(entry), true) = (entries.pop(), entries.is_empty()) else {
        return Err(format!("{UNREAD}: several entry points"));
    };
    let stage = entry.module.stage;
    let options = Options::new(stage).target(target).opt_level(level).debug(DebugInfo::Names);
    let options = options.for_spirv(entry.version);
    let compiled = compile_module(entry.module, entry.sources, &options, None);
    let compiled = compiled.map_err(|failure| first_line(&failure.to_string()))?;
    if is_printed {
        return through_glsl(&compiled, stage, target);
    }
    compiled.spirv().map_err(|error| format!("not written: {error}"))
}

/// glslang's module of what is printed, which vitrum takes, too.
fn through_glsl(compiled: &Compilation, stage: Stage, target: Target) -> Result<Vec<u32>, String> {
    let glsl = GlslOptions { vulkan: true, target: Some(Version::desktop(460)), ..GlslOptions::default() };
    let text = compiled.glsl_with(&glsl).map_err(|error| format!("not printed: {error}"))?;
    compile(&text, &Options::new(stage).target(target))
        .map_err(|failure| format!("vitrum {REFUSED}: {}", first_line(&failure.to_string())))?;
    let refused = |line: String| format!("glslang {REFUSED}: {}", glslang::message(&line));
    glslang::spirv(&text, stage, &["-V", "--target-env", target.api().name()], &[]).map_err(refused)
}

/// A message without positions and ids, so that equal causes are counted together.
fn without_numbers(message: &str) -> String {
    let mut text = String::new();
    for part in message.split_inclusive(' ') {
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let word = part.trim_end().trim_start_matches('%').trim_end_matches([':', ',']);
        text.push_str(if is_number(word) { "N " } else { part });
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn equal_causes_have_equal_messages() {
        assert_eq!(
            super::without_numbers("word 12: the id %7 is not below 9"),
            "word N the id N is not below N "
        );
    }
}
