//! Any bytes are read or refused, in bounded time and memory.

mod common;

use common::function;
use vitrum_ir::types::common as types;
use vitrum_ir::{
    ConstantData, ConstantKind, Decorations, GlobalData, LayoutRule, Member, Module, Name, Origin, Precision,
    SourceMap, Stage, Storage, StructData, TypeData,
};
use vitrum_ir_bytes::{ReadError, WriteOptions, read, write};

/// A module with everything that the format has a place for.
const MODULE: &str = include_str!("versions/everything.vir");

fn file() -> Vec<u8> {
    let (module, sources) = vitrum_ir_text::parse_with_sources(MODULE).unwrap();
    write(&module, &WriteOptions { sources: Some(&sources), ..WriteOptions::FULL })
}

/// Reads bytes, and looks at the result as a caller would.
fn look(bytes: &[u8]) -> Result<(Module, SourceMap), ReadError> {
    let read = read(bytes);
    match &read {
        Ok((module, _)) => {
            let _ = (vitrum_ir::verify(module), vitrum_ir::print(module));
            let _ = write(module, &WriteOptions::FULL);
        }
        Err(error) => assert!(error.offset <= bytes.len() && !error.message.is_empty(), "{error}"),
    }
    read
}

/// Numbers that follow from each other, evenly spread.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        vitrum_ir::mix(self.0)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

#[test]
fn the_beginning_of_a_file_is_refused_or_lacks_optional_sections() {
    let bytes = file();
    let mut read = 0;
    for length in 0..bytes.len() {
        read += usize::from(look(&bytes[..length]).is_ok());
    }
    // The four optional sections may end the file.
    assert_eq!(read, 4);
}

#[test]
fn changed_files_are_read_or_refused() {
    let original = file();
    let mut random = Random(1);
    let (mut accepted, rounds) = (0, 30_000);
    for _ in 0..rounds {
        let mut bytes = original.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            match random.below(6) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes[at] ^= 1 << random.below(8),
                2 => bytes[at] = bytes[at].wrapping_add(1),
                3 => drop(bytes.remove(at)),
                4 => bytes.insert(at, [0, 1, 0x7f, 0x80, 0xff][random.below(5)]),
                _ => {
                    let from = random.below(original.len());
                    let length = random.below(16).min(original.len() - from);
                    let end = (at + length).min(bytes.len());
                    bytes.splice(at..end, original[from..from + length].iter().copied());
                }
            }
        }
        accepted += usize::from(look(&bytes).is_ok());
    }
    // Most changes are noticed, but not all can be.
    assert!((rounds / 50..rounds * 3 / 4).contains(&accepted), "{accepted} of {rounds}");
}

#[test]
fn deep_nesting_is_read() {
    let depth = 100_000;
    let mut body = vec![2];
    for _ in 0..depth {
        body.extend_from_slice(&[0, 0, 2]);
    }
    body.extend(std::iter::repeat_n(0, depth));
    // The innermost block has an instruction, too.
    body[3 * depth] = 2;
    body.insert(3 * depth + 1, 1);
    let bytes = function(
        &["if", "unreachable"],
        &[&[2, 0], &[3, 0, 0]],
        [1 + 2 * depth, depth + 1, 0, depth, 0],
        &body,
    );
    let (module, _) = read(&bytes).unwrap();
    let function = module.functions.values().next().unwrap();
    assert_eq!((function.blocks.len(), function.insts.len()), (1 + 2 * depth, depth + 1));
    assert_eq!(read(&write(&module, &WriteOptions::default())).unwrap().0, module);
}

/// Types and constants that hold each other to a depth of which no recursion is a match.
#[test]
fn deep_types_and_constants_are_looked_at() {
    const DEPTH: usize = 50_000;
    let mut module = Module::new(Stage::Vertex);
    let mut array = types::F32;
    let mut structure = types::F32;
    let mut constant = module.constants.intern(ConstantData { ty: array, kind: ConstantKind::Scalar(0) });
    for _ in 0..DEPTH {
        array = module.types.array(array, 1);
        let kind = ConstantKind::Composite([constant].into());
        constant = module.constants.intern(ConstantData { ty: array, kind });
        let member = Member::new(Name::EMPTY, structure);
        let id = module.structs.alloc(StructData::new(Name::EMPTY, vec![member]));
        structure = module.types.intern(TypeData::Struct(id));
    }
    for (storage, ty, initializer) in [
        (Storage::Private, array, Some(constant)),
        (Storage::Private, structure, None),
        (Storage::Uniform, structure, None),
    ] {
        let pointer = module.types.pointer(storage, ty);
        let block = (storage == Storage::Uniform).then_some(LayoutRule::Std140);
        module.globals.alloc(GlobalData {
            name: Name::EMPTY,
            ty,
            pointer,
            storage,
            precision: Precision::None,
            block,
            decorations: Decorations::default(),
            initializer,
            origin: Origin::default(),
        });
    }
    let (again, _) = look(&write(&module, &WriteOptions::default())).unwrap();
    assert_eq!(again.structs.len(), DEPTH);
}

#[test]
fn faults_have_an_offset_and_a_reason() {
    let bytes = file();
    let fault = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        read(&bytes).unwrap_err().to_string()
    };
    assert_eq!(fault(&|bytes| bytes[0] = b'x'), "byte 0: not a `.virb` file: it does not begin with `virb`");
    assert_eq!(fault(&|bytes| bytes[4] = 2), "byte 4: version 2 of the format; the latest known is 1");
    assert_eq!(fault(&|bytes| bytes[5] = b'Z'), "byte 5: unknown section 0x5a");
    assert_eq!(fault(&|bytes| bytes.truncate(5)), "byte 5: section `W` is missing");
    let at = bytes.windows(3).position(|word| word == b"iad").unwrap();
    let error = fault(&|bytes| bytes[at] = b'x');
    assert!(error.ends_with("unknown word `xadd` (Op)"), "{error}");
}
