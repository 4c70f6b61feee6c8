//! `abortEXT` in SPIR-V: the message as data, its arguments behind it, and an instruction that ends the block.

mod common;

use common::instructions;
use vitrum::{OptLevel, Options, Stage, compile};

const SOURCE: &str = "#version 450
#extension GL_EXT_abort : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Results { uint results[8]; };
uint checked(uint index) {
    if (index > 6u) {
        results[0] = 1u;
        abortEXT(\"bad %u %d\", index, index == 7u, dvec2(1.0));
    }
    return results[index];
}
void main() {
    results[gl_LocalInvocationIndex] = checked(gl_LocalInvocationIndex + 1u);
    abortEXT();
}
";

const EXTENSION: u32 = 10;
const CAPABILITY: u32 = 17;
const DECORATE: u32 = 71;
const MEMBER_DECORATE: u32 = 72;
const COMPOSITE: u32 = 80;
const LABEL: u32 = 248;
const ABORT: u32 = 5121;
const DATA: u32 = 5147;

#[test]
fn messages_are_data_and_aborts_end_blocks() {
    for level in [OptLevel::None, OptLevel::Default] {
        let options = Options::new(Stage::Compute).opt_level(level).verify(true);
        let compilation = compile(SOURCE, &options).unwrap_or_else(|failure| panic!("{failure}"));
        let words = compilation.spirv().unwrap_or_else(|error| panic!("{error}"));
        let all = instructions(&words);
        let of = |opcode: u32| all.iter().filter(move |inst| inst.0 == opcode).map(|inst| inst.1);
        let capabilities: Vec<u32> = of(CAPABILITY).map(|operands| operands[0]).collect();
        assert!([39, 5120, 5146].iter().all(|number| capabilities.contains(number)), "{capabilities:?}");
        assert_eq!(of(EXTENSION).count(), 2);

        let data: Vec<&[u32]> = of(DATA).collect();
        let message = [b"bad ", b"%u %", b"d\0\0\0"].map(|bytes| u32::from_le_bytes(*bytes));
        assert!(data.iter().any(|operands| operands[2..] == message), "{data:?}");
        assert!(data.iter().any(|operands| operands[2..] == [0]), "{data:?}");
        // Both types of a string are marked as one.
        assert_eq!(of(DECORATE).filter(|operands| operands[1] == 5145).count(), 4);

        let aborts: Vec<usize> = (0..all.len()).filter(|&at| all[at].0 == ABORT).collect();
        assert_eq!(aborts.len(), 2);
        for &at in &aborts {
            assert_eq!((all[at - 1].0, all[at + 1].0), (COMPOSITE, LABEL));
            assert_eq!(all[at].1[1], all[at - 1].1[1]);
        }
        // Two of 32 bits behind 12 bytes, and doubles, which are aligned.
        let offsets = |memory: u32| -> Vec<u32> {
            let of_type = of(MEMBER_DECORATE).filter(move |row| row[0] == memory && row[2] == 35);
            of_type.map(|row| row[3]).collect()
        };
        let found: Vec<Vec<u32>> = aborts.iter().map(|&at| offsets(all[at].1[0])).collect();
        assert!(found.iter().any(|offsets| offsets == &[0, 12, 16, 24]), "{found:?}");
    }
}

#[test]
fn aborts_are_printed_as_they_are_written() {
    let options = Options::new(Stage::Compute);
    let compilation = compile(SOURCE, &options).unwrap_or_else(|failure| panic!("{failure}"));
    let glsl = compilation.glsl().unwrap_or_else(|error| panic!("{error}"));
    assert!(glsl.contains("abortEXT(\"bad %u %d\", index, uint(index == 7u), dvec2(1.0"), "{glsl}");
    assert!(compile(&glsl, &options).is_ok(), "{glsl}");
}

#[test]
fn an_abort_in_the_header_of_a_loop_comes_behind_its_merge() {
    const LOOP_MERGE: u32 = 246;
    const BRANCH: u32 = 249;
    let source = "#version 450
#extension GL_EXT_abort : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { uint results[]; };
void main() {
    do {
        abortEXT();
    } while (results[0] != 0u);
}
";
    let compilation = compile(source, &Options::new(Stage::Compute).verify(true)).unwrap();
    let words = compilation.spirv().unwrap();
    let codes: Vec<u32> = instructions(&words).iter().map(|inst| inst.0).collect();
    let place = |code: u32| codes.iter().position(|&it| it == code).unwrap();
    let (merge, abort) = (place(LOOP_MERGE), place(ABORT));
    assert!(merge < abort, "{codes:?}");
    assert_eq!(codes[merge + 1], BRANCH, "{codes:?}");
}
