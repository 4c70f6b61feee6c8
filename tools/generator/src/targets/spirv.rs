//! The fuzz target of words of SPIR-V: they are refused with a place, or read as IR that holds and takes every way on.
//!
//! Fuzzers change bytes, and nearly all of what that gives ends at the first instruction. So words are changed here.

use vitrum::{EntryPoint, OptLevel, Options, Stage, compile_module, load_spirv};
use vitrum_ir::{print, verify};
use vitrum_ir_text::parse;

use crate::random::Random;

/// Words in front of the first instruction.
const HEADER: usize = 5;

/// Changes of one input.
const MOST: usize = 4;

/// Reads words, and writes what was read.
pub(super) fn spirv(bytes: &[u8]) {
    if bytes.len() > super::LONGEST {
        return;
    }
    let words = words(bytes);
    let entries = match load_spirv(&words) {
        Ok(entries) => entries,
        Err(error) => {
            assert!(error.offset as usize <= words.len(), "{error}");
            assert!(!error.message.is_empty(), "refused without a rule");
            let _ = error.to_string();
            return;
        }
    };
    // Entry points share functions, so that many of them say little more than a few.
    for entry in entries.into_iter().take(MOST) {
        written(entry);
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|&four| u32::from_le_bytes(four)).collect()
}

/// Writes a module in all forms, as it is and optimised; a refusal is fine.
fn written(entry: EntryPoint) {
    let options = Options::new(Stage::Fragment).verify(true).for_spirv(entry.version);
    let EntryPoint { module, sources, .. } = entry;
    let printed = print(&module);
    if let Err(errors) = verify(&module) {
        panic!("what was read does not hold: {errors}\n{printed}");
    }
    match parse(&printed) {
        Ok(again) => assert!(print(&again) == printed, "read back it is another one:\n{printed}"),
        Err(error) => panic!("what was printed cannot be read: {error}\n{printed}"),
    }
    for level in [OptLevel::None, OptLevel::Default] {
        let options = options.clone().opt_level(level);
        let compilation = match compile_module(module.clone(), sources.clone(), &options, None) {
            Ok(compilation) => compilation,
            Err(failure) => {
                assert!(failure.defect.is_none(), "{failure}\n{printed}");
                continue;
            }
        };
        match compilation.spirv() {
            Err(vitrum::Error::Defect(defect)) => panic!("{defect}\n{printed}"),
            Ok(words) => drop(load_spirv(&words)),
            Err(_) => {}
        }
        let _ = (compilation.glsl(), compilation.reflection());
    }
}

/// Changes a few words or instructions of bytes that are a module, within a length. Every seed is a change of its own.
pub fn change_spirv(bytes: &[u8], longest: usize, seed: u64) -> Vec<u8> {
    let (mut words, mut random) = (words(bytes), Random::new(seed));
    for _ in 0..random.between(1, MOST) {
        change(&mut words, &mut random);
    }
    words.truncate(longest / 4);
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The places of instructions, each with its number of words.
fn instructions(words: &[u32]) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let count = ((first >> 16) as usize).clamp(1, words.len() - at);
        places.push((at, count));
        at += count;
    }
    places
}

fn change(words: &mut Vec<u32>, random: &mut Random) {
    let places = instructions(words);
    let Some(&(at, count)) = random.pick(&places) else { return };
    let &(other, length) = random.pick(&places).unwrap_or(&(at, count));
    let operand = at + random.below(count);
    let found = words.get(random.below(words.len())).copied().unwrap_or(0);
    let copied: Vec<u32> = words.iter().skip(other).take(length).copied().collect();
    match random.below(12) {
        // The instruction, other words of it, or more or fewer of them.
        0 => drop(words.drain(at..at + count)),
        1 => drop(words.splice(at..at, copied)),
        2 => drop(words.splice(at..at + count, copied)),
        3 | 4 if count > 1 => resize(words, (at, count), random),
        5 => {
            let opcode = copied.first().map_or(0, |first| first & 0xffff);
            words.iter_mut().skip(at).take(1).for_each(|word| *word = *word & !0xffff | opcode);
        }
        // One of its operands: a near number, a small one, another operand, a bit, or an extreme.
        kind => {
            let operand = operand.max(at + usize::from(count > 1));
            let Some(word) = words.get_mut(operand) else { return };
            *word = match kind {
                6 => word.wrapping_add(1),
                7 => word.wrapping_sub(1),
                8 => random.below(64) as u32,
                9 => *word ^ 1 << random.below(32),
                10 => random
                    .pick(&[0, 1, u32::MAX, 1 << 31, i32::MAX as u32, 1 << 16, 4095])
                    .copied()
                    .unwrap_or(0),
                _ => found,
            };
        }
    }
}

/// Gives an instruction one operand more, or takes its last ones.
fn resize(words: &mut Vec<u32>, (at, count): (usize, usize), random: &mut Random) {
    let found = words.get(random.below(words.len())).copied().unwrap_or(0);
    let kept = match random.chance(50) {
        true => {
            words.insert(at + count, found);
            count + 1
        }
        false => {
            let kept = random.between(1, count - 1);
            drop(words.drain(at + kept..at + count));
            kept
        }
    };
    words.iter_mut().skip(at).take(1).for_each(|word| *word = *word & 0xffff | (kept as u32) << 16);
}

#[cfg(test)]
mod tests {
    use super::{HEADER, change_spirv, words};
    use crate::targets::run_named;

    const SOURCE: &str = "#version 450\nlayout(location = 0) in flat int n;\nlayout(location = 0) out vec4 color;\n\
                          vec4 f(int n) { return vec4(n); }\n\
                          void main() { color = vec4(0.0); for (int i = 0; i < n; i++) color += f(i); }\n";

    #[test]
    fn seeds_change_a_module_each_in_its_way_and_all_are_taken() {
        let options = vitrum::Options::new(vitrum::Stage::Fragment);
        let module = vitrum::compile(SOURCE, &options).unwrap().spirv().unwrap();
        let bytes: Vec<u8> = module.iter().flat_map(|word| word.to_le_bytes()).collect();
        let changed: Vec<Vec<u8>> = (0..200).map(|seed| change_spirv(&bytes, 20_000, seed)).collect();
        assert_eq!(changed[7], change_spirv(&bytes, 20_000, 7));
        for (seed, other) in changed.iter().enumerate() {
            assert_eq!(words(other)[..HEADER], module[..HEADER], "seed {seed}");
            run_named("spirv", other);
        }
        assert!(changed.iter().filter(|other| **other != bytes).count() > 180);
        let read = changed.iter().filter(|other| vitrum::load_spirv(&words(other)).is_ok()).count();
        assert!((20..180).contains(&read), "{read} of 200 are read");
        assert!(change_spirv(&bytes, 40, 1).len() <= 40);
    }
}
