//! Limits of the device: files as `glslangValidator -c` prints them, and `-flimit=`.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use vitrum::BuiltInLimits;

/// Entries of such files that vitrum does not use.
const IGNORED: [&str; 9] = [
    "nonInductiveForLoops",
    "whileLoops",
    "doWhileLoops",
    "generalUniformIndexing",
    "generalAttributeMatrixVectorIndexing",
    "generalVaryingIndexing",
    "generalSamplerIndexing",
    "generalVariableIndexing",
    "generalConstantMatrixVectorIndexing",
];

/// The limits in files and texts, in this order.
pub(crate) fn limits(files: &[PathBuf], texts: &[String]) -> Result<BuiltInLimits> {
    let mut limits = BuiltInLimits::default();
    for file in files {
        let name = file.display();
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{name}`"))?;
        read(&text, &mut limits).with_context(|| name.to_string())?;
    }
    for text in texts {
        read(text, &mut limits).context("-flimit")?;
    }
    Ok(limits)
}

/// The limits as text that [`limits`] reads.
pub(crate) fn text(limits: &BuiltInLimits) -> String {
    limits.values().map(|(name, value)| format!("{} {value}\n", of_glslang(&name))).collect()
}

/// The reverse of [`of_constant`].
fn of_glslang(name: &str) -> String {
    let part = ["X", "Y", "Z"].into_iter().find_map(|part| {
        let base = name.strip_suffix(part)?.strip_suffix("EXT")?;
        Some(format!("{base}{part}_EXT"))
    });
    part.unwrap_or_else(|| name.to_owned())
}

/// Reads names and numbers by turns.
fn read(text: &str, limits: &mut BuiltInLimits) -> Result<()> {
    let mut words = text.split_ascii_whitespace();
    while let Some(name) = words.next() {
        let Some(word) = words.next() else { bail!("limit `{name}` requires a number") };
        let Ok(value) = word.parse() else { bail!("limit `{name}` requires a number, found `{word}`") };
        // Names that end in `NV` belong to extensions that vitrum does not have.
        let ignored = IGNORED.contains(&name) || name.ends_with("NV");
        if !ignored && !limits.set(&of_constant(name), value) {
            bail!("unknown limit `{name}`");
        }
    }
    Ok(())
}

/// glslang writes `MaxTaskWorkGroupSizeX_EXT` for the first part of `gl_MaxTaskWorkGroupSizeEXT`.
fn of_constant(name: &str) -> String {
    let Some(base) = name.strip_suffix("_EXT") else { return name.to_owned() };
    match base.char_indices().next_back() {
        Some((end, axis)) => format!("{}EXT{axis}", base.get(..end).unwrap_or_default()),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BuiltInLimits, read, text};

    fn limits(text: &str) -> anyhow::Result<BuiltInLimits> {
        let mut limits = BuiltInLimits::default();
        read(text, &mut limits).map(|()| limits)
    }

    #[test]
    fn names_and_numbers() {
        let read = limits("MaxLights 32\nMinProgramTexelOffset -9 whileLoops 1").expect("it is right");
        assert_eq!((read.max_lights, read.min_program_texel_offset), (Some(32), Some(-9)));
        let read = limits("MaxTaskWorkGroupSizeY_EXT 7 MaxMeshViewCountNV 4").expect("it is right");
        assert_eq!(read.max_task_work_group_size, Some([128, 7, 128]));
        assert_eq!(limits("").expect("it is right"), BuiltInLimits::default());
    }

    #[test]
    fn text_is_read_back() {
        let changed = limits("MaxLights 3 MaxTaskWorkGroupSizeY_EXT 7").expect("it is right");
        let printed = text(&changed);
        assert!(
            printed.contains("MaxLights 3\n") && printed.contains("MaxTaskWorkGroupSizeY_EXT 7\n"),
            "{printed}"
        );
        assert_eq!(text(&limits(&printed).expect("it is right")), printed);
    }

    #[test]
    fn mistakes() {
        let error = |text| limits(text).expect_err("it is wrong").to_string();
        assert_eq!(error("MaxLights"), "limit `MaxLights` requires a number");
        assert_eq!(error("MaxLights many"), "limit `MaxLights` requires a number, found `many`");
        assert_eq!(error("MaxWishes 3"), "unknown limit `MaxWishes`");
        assert_eq!(error("MaxComputeWorkGroupSize 3"), "unknown limit `MaxComputeWorkGroupSize`");
    }
}
