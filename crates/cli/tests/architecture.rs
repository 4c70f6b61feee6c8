//! ARCHITECTURE.md shows one shader at each stage. The shown text is what the compiler makes of it.

use std::collections::HashMap;

use vitrum::{Compilation, DebugInfo, OptLevel, Options, Stage};

/// The code blocks of a text, by what stands behind the opening fence.
fn blocks(text: &str) -> HashMap<&str, String> {
    let mut blocks = HashMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(label) = line.strip_prefix("```") {
            let content = lines.by_ref().take_while(|line| *line != "```");
            blocks.entry(label).or_insert_with(|| content.map(|line| format!("{line}\n")).collect());
        }
    }
    blocks
}

/// The part of the text of a module that is behind its declarations.
fn function(module: &str) -> &str {
    module.split_once("\n\n").map_or("", |halves| halves.1.trim_start_matches('\n'))
}

fn compile(source: &str, opt_level: OptLevel) -> (Compilation, HashMap<String, String>) {
    let options = Options::new(Stage::Fragment).opt_level(opt_level).debug(DebugInfo::Names);
    let mut after = HashMap::new();
    let compilation = vitrum::compile_observed(
        source,
        &options,
        Some(&mut |pass, module| {
            after.insert(pass.to_owned(), vitrum::ir::text::print(module));
        }),
    );
    (compilation.expect("the shader compiles"), after)
}

#[test]
fn the_shader_of_the_walk_through_compiles_as_shown() {
    let document = include_str!("../../../ARCHITECTURE.md");
    let section = document.split_once("## One shader").expect("the document has a walk-through").1;
    let shown = blocks(section.split_once("\n## ").expect("it is not the last section").0);
    let source = &shown["glsl"];

    let (compilation, _) = compile(source, OptLevel::None);
    assert_eq!(function(&compilation.ir()), shown["ir"]);

    let (compilation, after) = compile(source, OptLevel::Default);
    for pass in ["promote_variables", "simplify_branches"] {
        assert_eq!(function(&after[pass]), shown[format!("ir {pass}").as_str()], "after {pass}");
    }
    assert_eq!(
        function(&compilation.ir()),
        shown["ir simplify_branches"],
        "the last pass that changes anything"
    );

    let assembly = compilation.assembly().expect("SPIR-V can be written");
    assert!(assembly.contains(&shown["spirv"]), "{assembly}");
    let printed = compilation.glsl().expect("GLSL can be printed");
    assert!(printed.ends_with(&shown["glsl printed"]), "{printed}");
}
