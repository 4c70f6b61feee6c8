//! Generates the lexer and the parser of the text form from their definitions in `crates/ir-text/grammar`.
//!
//! Both are part of the tree: building lalrpop and logos takes longer than building the IR, and whoever builds the
//! compiler does not need them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

/// Gives the text of a file for the folder of the package.
type Generate = fn(&Path) -> Result<String>;

/// The generated files by name.
const FILES: &[(&str, Generate)] = &[("grammar.rs", grammar), ("lexemes.rs", lexemes)];

fn main() -> Result<()> {
    let package = package();
    for (name, generate) in FILES {
        std::fs::write(package.join("src/generated").join(name), generate(&package)?)?;
    }
    Ok(())
}

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/ir-text")
}

/// The parser that lalrpop makes.
fn grammar(package: &Path) -> Result<String> {
    let out = std::env::temp_dir().join(format!("vitrum-grammar-{}", std::process::id()));
    std::fs::create_dir_all(&out)?;
    let outcome = lalrpop::Configuration::new()
        .set_out_dir(&out)
        .emit_rerun_directives(false)
        .force_build(true)
        .process_file(package.join("grammar/grammar.lalrpop"));
    let text = outcome
        .map_err(|error| anyhow!("{error}"))
        .and_then(|()| Ok(std::fs::read_to_string(out.join("grammar.rs"))?));
    std::fs::remove_dir_all(&out)?;
    let text = text?;
    Ok(format!(
        "//! The parser, generated from `grammar/grammar.lalrpop` by `cargo xtask grammar`.\n\n{text}"
    ))
}

/// The enum of lexemes with the lexer that logos makes.
fn lexemes(package: &Path) -> Result<String> {
    let text = std::fs::read_to_string(package.join("grammar/lexemes.rs"))?;
    let file = syn2::parse_file(&text)?;
    let mut items = Vec::new();
    for item in file.items {
        let syn2::Item::Enum(lexeme) = item else {
            items.push(item);
            continue;
        };
        let definition = quote::ToTokens::into_token_stream(lexeme);
        let lexer = logos_codegen::generate(definition.clone());
        items.push(syn2::parse2(logos_codegen::strip_attributes(definition))?);
        items.extend(syn2::parse2::<syn2::File>(lexer).context("what logos makes is no Rust")?.items);
    }
    let text = prettyplease::unparse(&syn2::File { shebang: None, attrs: Vec::new(), items });
    Ok(format!("//! The lexer, generated from `grammar/lexemes.rs` by `cargo xtask grammar`.\n\n{text}"))
}

#[cfg(test)]
mod tests {
    use super::{FILES, package};

    #[test]
    fn generated_files_are_up_to_date() -> anyhow::Result<()> {
        let package = package();
        for (name, generate) in FILES {
            let found = std::fs::read_to_string(package.join("src/generated").join(name))?;
            assert!(found == generate(&package)?, "{name}: run `cargo xtask grammar`");
        }
        Ok(())
    }
}
