//! Modules of `rspirv` from vitrum's words, and vitrum's text from modules of `rspirv`.
#![cfg(feature = "disassembly")]

use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Module, Operand, load_words};
use rspirv::spirv;
use vitrum::{DebugInfo, OptLevel, Options, Stage, stage_of_path};

/// The modules of the example shaders, at every level of optimisation and of debug information.
fn modules() -> Vec<Vec<u32>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shaders");
    let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
    let mut modules = Vec::new();
    for file in files.flatten() {
        let source = std::fs::read_to_string(file.path()).unwrap_or_else(|error| panic!("{error}"));
        let stage = stage_of_path(&file.path()).unwrap_or(Stage::Fragment);
        for (level, debug) in [(OptLevel::None, DebugInfo::Lines), (OptLevel::Default, DebugInfo::Names)] {
            let options = Options::new(stage).opt_level(level).debug(debug);
            let words = vitrum::compile(&source, &options).map(|compilation| compilation.spirv());
            modules.push(
                words.unwrap_or_else(|failure| panic!("{failure}")).unwrap_or_else(|error| panic!("{error}")),
            );
        }
    }
    assert!(modules.len() >= 12);
    modules
}

fn loaded(words: &[u32]) -> Module {
    load_words(words).unwrap_or_else(|error| panic!("{error}"))
}

/// The first word of each instruction: its opcode and its length. Text that is read again has ids of its own.
fn instructions(words: &[u32]) -> Vec<u32> {
    let mut firsts = Vec::new();
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        firsts.push(first);
        rest = &rest[(first >> 16).max(1) as usize..];
    }
    firsts
}

#[test]
fn rspirv_loads_every_module_and_writes_the_same_words() {
    for words in modules() {
        let written = loaded(&words).assemble();
        // rspirv puts its own number as a generator into the header.
        assert_eq!((&written[..2], &written[3..]), (&words[..2], &words[3..]));
    }
}

#[test]
fn a_module_that_rspirv_changed_is_text_and_words() {
    for words in modules() {
        let mut module = loaded(&words);
        module.debug_names.clear();
        for entry in &mut module.entry_points {
            entry.operands[2] = Operand::LiteralString("shade".to_owned());
        }
        let changed = module.assemble();
        let text = vitrum::disassemble(&changed).unwrap_or_else(|error| panic!("{error}"));
        assert!(text.contains("\"shade\"") && !text.contains("OpName"), "{text}");
        let read = vitrum::assemble(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(instructions(&read), instructions(&changed));
    }
}

#[test]
fn a_module_that_rspirv_built_is_text_and_words() {
    let mut builder = Builder::new();
    builder.set_version(1, 3);
    builder.capability(spirv::Capability::Shader);
    builder.memory_model(spirv::AddressingModel::Logical, spirv::MemoryModel::GLSL450);
    let void = builder.type_void();
    let function = builder.type_function(void, []);
    let main = builder.begin_function(void, None, spirv::FunctionControl::NONE, function);
    let main = main.unwrap_or_else(|error| panic!("{error}"));
    let body = builder.begin_block(None).and_then(|_| builder.ret()).and_then(|()| builder.end_function());
    body.unwrap_or_else(|error| panic!("{error}"));
    builder.entry_point(spirv::ExecutionModel::GLCompute, main, "main", []);
    builder.execution_mode(main, spirv::ExecutionMode::LocalSize, [8, 1, 1]);
    let words = builder.module().assemble();
    let text = vitrum::disassemble(&words).unwrap_or_else(|error| panic!("{error}"));
    assert!(text.contains(" LocalSize 8 1 1"), "{text}");
    let read = vitrum::assemble(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(instructions(&read), instructions(&words));
}
