//! Shaders of a folder that the command line names: files whose names say a stage, and RetroArch's `.slang` files, which hold
//! two stages each. What they include is looked for beside them and in the folders above.

use std::path::{Path, PathBuf};

use anyhow::Result;
use vitrum::{Stage, Target, Version};

use crate::case::{Case, Expect, Shader};
use crate::suite::{self, Suite};

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "files",
    what: "shaders for Vulkan below the folder that `--data` names",
    folder: || PathBuf::from("shaders"),
    install: "`--data FOLDER` names it",
    fetch: None,
    files,
    cases,
    executed: None,
    scored: false,
};

/// Included files within included files at most.
const DEEPEST: usize = 16;

fn files(data: &Path) -> Result<Vec<String>> {
    let extensions = ["vert", "frag", "comp", "geom", "tesc", "tese", "glsl", "slang"];
    let mut files = suite::files_below(data, "", &extensions)?;
    files.retain(|file| file.ends_with(".slang") || vitrum::stage_of_path(Path::new(file)).is_some());
    Ok(files)
}

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let whole = expand(data, &data.join(file), &suite::text(data, file)?, 0);
    let mut shaders = Vec::new();
    if file.ends_with(".slang") {
        // Files of the same extension in another language have no version.
        if whole.contains("#version") {
            for (stage, name) in [(Stage::Vertex, "vertex"), (Stage::Fragment, "fragment")] {
                let id = format!("{file} {}", vitrum::stage_extension(stage));
                shaders.push((id, stage, of_stage(&whole, name)));
            }
        }
    } else if let Some(stage) = vitrum::stage_of_path(Path::new(file)) {
        shaders.push((file.to_owned(), stage, whole));
    }
    let case = |(id, stage, text)| Case {
        id,
        shaders: vec![Shader {
            target: Target::Vulkan1_3,
            ..Shader::new(stage, text, Version::desktop(450))
        }],
        expect: Expect::Accept,
        needs: Vec::new(),
        inapplicable: None,
        execution: None,
    };
    Ok(shaders.into_iter().map(case).collect())
}

/// The text with the files that it includes, as far as they are found.
fn expand(data: &Path, file: &Path, text: &str, depth: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let rest = line.trim_start().strip_prefix("#include").map(str::trim_start);
        let name = rest.and_then(|rest| rest.strip_prefix(['"', '<'])?.split(['"', '>']).next());
        let found = name.filter(|_| depth < DEEPEST).and_then(|name| {
            let folders = file.ancestors().skip(1).take_while(|folder| folder.starts_with(data));
            let mut paths = folders.map(|folder| folder.join(name));
            paths.find_map(|path| Some((std::fs::read_to_string(&path).ok()?, path)))
        });
        match found {
            Some((text, path)) => out += &expand(data, &path, &text, depth + 1),
            // Nothing is left to include.
            None if line.contains("_include_directive") => out.push('\n'),
            None => {
                out += line;
                out.push('\n');
            }
        }
    }
    out
}

/// The text of a file of several stages for one stage, without RetroArch's own lines.
fn of_stage(text: &str, stage: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut wanted = true;
    for line in text.lines() {
        let pragma = line.trim_start().strip_prefix("#pragma").map(str::trim_start);
        match pragma {
            Some(pragma) => {
                if let Some(named) = pragma.strip_prefix("stage") {
                    wanted = named.trim() == stage;
                }
            }
            None if wanted => out += line,
            None => {}
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_stage_has_its_lines_and_those_of_all() {
        let text = "#version 450\n#pragma name A\n#pragma stage vertex\nv\n#pragma stage fragment\nf\n";
        assert_eq!(super::of_stage(text, "vertex"), "#version 450\n\n\nv\n\n\n");
        assert_eq!(super::of_stage(text, "fragment"), "#version 450\n\n\n\n\nf\n");
    }
}
