//! Any text that can be read is verified or reported, and reading it again says the same.

use super::valid::VALID;
use la_arena::Idx;
use vitrum_ir::{ControlKind, Id, Module, Op, Type, print, verify};
use vitrum_ir_text::parse;

/// Verifies what can be read.
fn try_verify(text: &str) -> bool {
    let Ok(module) = parse(text) else { return false };
    if let Err(errors) = verify(&module) {
        assert!(!errors.errors.is_empty());
        let rendered = errors.to_string();
        assert!(rendered.starts_with('V'));
    }
    true
}

fn corpus() -> Vec<String> {
    let mut corpus: Vec<String> = VALID.iter().map(|text| (*text).to_string()).collect();
    corpus.extend(super::files().iter().map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().filter(|line| !line.starts_with("//=")).map(|line| format!("{line}\n")).collect()
    }));
    corpus
}

/// Byte ranges of words, numbers, labels and marks.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.%@&#$".contains(&byte);
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        at += 1;
        if is_word(bytes[start]) {
            while at < bytes.len() && is_word(bytes[at]) {
                at += 1;
            }
        }
        if !bytes[start].is_ascii_whitespace() {
            tokens.push((start, at));
        }
    }
    tokens
}

#[test]
fn changed_bytes_never_panic() {
    let mut read = 0u32;
    for (number, text) in corpus().iter().enumerate() {
        for at in (number % 3..text.len()).step_by(if text.len() > 2000 { 7 } else { 3 }) {
            let mut bytes = text.as_bytes().to_vec();
            for byte in *b"09fi}" {
                bytes[at] = byte;
                read += u32::from(try_verify(&String::from_utf8_lossy(&bytes)));
            }
        }
    }
    assert!(read > 500, "only {read} can be read");
}

#[test]
fn removed_and_exchanged_tokens_never_panic() {
    let mut read = 0u32;
    for text in corpus() {
        let tokens = tokens(&text);
        let step = if text.len() > 2000 { 4 } else { 1 };
        for (index, &(start, end)) in tokens.iter().enumerate().step_by(step) {
            read += u32::from(try_verify(&format!("{}{}", &text[..start], &text[end..])));
            // Another token of the same text, far enough away to be of another line.
            let &(from, to) = &tokens[(index * 7 + 13) % tokens.len()];
            let changed = format!("{}{}{}", &text[..start], &text[from..to], &text[end..]);
            read += u32::from(try_verify(&changed));
        }
    }
    assert!(read > 300, "only {read} can be read");
}

#[test]
fn removed_lines_never_panic() {
    for text in corpus() {
        let lines: Vec<&str> = text.lines().collect();
        for skip in 0..lines.len() {
            let kept = lines.iter().enumerate().filter(|(index, _)| *index != skip);
            let changed: String = kept.map(|(_, line)| format!("{line}\n")).collect();
            try_verify(&changed);
        }
    }
}

/// A generator of the same numbers at every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    /// An id, sometimes of nothing.
    fn id<T>(&mut self, count: usize) -> Idx<T> {
        Idx::from_index(self.below(count + 2))
    }
}

/// Breaks something of a module by its public fields.
fn corrupt(module: &mut Module, numbers: &mut Numbers) {
    let id = numbers.below(module.functions.len());
    let types: Vec<Type> = module.types.iter().map(|(ty, _)| ty).collect();
    let ty = types[numbers.below(types.len())];
    let Some(function) = module.functions.values_mut().nth(id) else { return };
    let (blocks, insts, values) = (function.blocks.len(), function.insts.len(), function.values.len());
    let block = numbers.below(blocks);
    let inst = numbers.below(insts);
    match numbers.below(10) {
        0 => function.body = numbers.id(blocks),
        1 => {
            if let Some(value) = function.values.values_mut().nth(numbers.below(values)) {
                value.ty = ty;
            }
        }
        2 => {
            if let Some(inst) = function.raw_insts_mut().values_mut().nth(inst) {
                inst.op = Op::ALL[numbers.below(Op::ALL.len())];
            }
        }
        3 => {
            if let Some(inst) = function.raw_insts_mut().values_mut().nth(inst) {
                inst.imm = numbers.below(12) as u32;
            }
        }
        4 => {
            if let Some(block) = function.blocks.values_mut().nth(block) {
                block.insts.push(numbers.id(insts));
            }
        }
        5 => {
            if let Some(block) = function.blocks.values_mut().nth(block) {
                block.params.push(numbers.id(values));
            }
        }
        6 => {
            let blocks = numbers.id(blocks);
            let at = numbers.below(function.controls.len());
            match function.controls.get_mut(at).map(|control| &mut control.kind) {
                Some(ControlKind::If { then, .. }) => *then = blocks,
                Some(ControlKind::Loop { body, .. }) => *body = blocks,
                Some(ControlKind::Switch { cases }) => cases.iter_mut().for_each(|case| case.block = blocks),
                None => {}
            }
        }
        7 => {
            let operand = numbers.id::<vitrum_ir::ValueData>(values).into();
            let found = function.insts.iter().nth(inst).map(|(inst, _)| inst);
            if let Some(slot) = found.and_then(|inst| function.operands_mut(inst).first_mut()) {
                *slot = operand;
            }
        }
        8 => {
            if let Some(global) = module.globals.values_mut().next() {
                (global.ty, global.pointer) = (ty, ty);
            }
        }
        _ => {
            module.entry = Some(numbers.id(module.functions.len()));
            module.types.array(ty, 2);
        }
    }
}

#[test]
fn corrupted_modules_never_panic() {
    let modules: Vec<Module> = corpus().iter().map(|text| parse(text).unwrap()).collect();
    let mut numbers = Numbers(1);
    let mut broken = 0u32;
    for _ in 0..100 {
        for module in &modules {
            let mut module = module.clone();
            for _ in 0..=numbers.below(3) {
                corrupt(&mut module, &mut numbers);
            }
            // A module is printed whatever is wrong with it.
            assert!(print(&module).starts_with("vir 1\nstage "));
            if let Err(errors) = verify(&module) {
                broken += 1;
                assert!(!errors.to_string().is_empty());
            }
        }
    }
    assert!(broken > 1000, "only {broken} are broken");
}
