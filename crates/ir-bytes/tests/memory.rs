//! The memory that reading takes. Each file is read by a process of its own, which has not had any other.

mod common;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{function, number};
use vitrum_ir::types::common as types;
use vitrum_ir::{
    Constant, ConstantData, ConstantKind, Decorations, FunctionData, GlobalData, Id, Length, Member, Module,
    Name, Origin, ParamData, ParamMode, Precision, Renumbering, SourceMap, SpecConstantData, SpirvItem,
    SpirvKind, SpirvOperand, Stage, Storage, StructData, SubroutineUniform, TypeData,
};
use vitrum_ir_bytes::{WriteOptions, read, write};

/// The most memory that the process has had, in KiB; none where the system does not tell.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The variable with the file that a process of this program reads.
const FILE: &str = "VITRUM_FILE_TO_READ";

/// Reads a file, and prints if it is accepted, and the growth of the memory in KiB.
fn read_and_tell(file: &Path) {
    let bytes = std::fs::read(file).unwrap();
    // The tables of words are made once, and are no part of a module.
    let _ = read(b"virb\x01W\x00S\x01\x00");
    let (before, start) = (peak().unwrap_or(0), Instant::now());
    let read = read(&bytes);
    let (after, took) = (peak().unwrap_or(0), start.elapsed());
    assert!(took < Duration::from_secs(10), "{took:?}");
    println!("\n{} {}", read.is_ok(), after - before);
}

/// Reads a file in a process of its own: true if it is accepted, and the growth of its memory in KiB.
fn growth(name: &str, bytes: &[u8]) -> (bool, usize) {
    let file =
        std::env::temp_dir().join(format!("vitrum-{}-{}.virb", std::process::id(), name.replace(' ', "-")));
    std::fs::write(&file, bytes).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_file_of_a_megabyte_takes_at_most_64_megabytes", "--nocapture"]);
    let output = command.env(FILE, &file).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
    let told = text.lines().find_map(|line| {
        let (accepted, growth) = line.split_once(' ')?;
        Some((accepted.parse().ok()?, growth.parse().ok()?))
    });
    told.unwrap_or_else(|| panic!("{name}: {text}"))
}

const MIB: usize = 1 << 20;

/// `if`s that hold each other.
fn nested() -> Vec<u8> {
    // Shape, hints, and the heads of two blocks, of which the first holds the next.
    let depth = MIB / 4;
    let mut body = vec![2];
    for _ in 0..depth {
        body.extend_from_slice(&[0, 0, 2]);
    }
    // The innermost block is empty.
    body.pop();
    body.extend(std::iter::repeat_n(0, 1 + depth));
    function(&["if"], &[&[2, 0]], [1 + 2 * depth, depth, 0, depth, 0], &body)
}

/// A `switch` of empty cases.
fn cases() -> Vec<u8> {
    let count = MIB / 2;
    // One instruction: its shape, the undefined `void`, no hints, and the heads of the cases and of their blocks.
    let mut body = vec![2, 0, 1, 0];
    number(&mut body, count);
    body.extend(std::iter::repeat_n(0, 2 * count));
    function(&["switch"], &[&[2, 4]], [1 + count, 1, 0, 1, 1], &body)
}

/// Results that take no byte of their own.
fn flat() -> Vec<u8> {
    let mut body = Vec::new();
    number(&mut body, 2 * MIB);
    body.extend(std::iter::repeat_n(0, MIB));
    function(&["dfdx"], &[&[2, 0, 1, 0]], [1, MIB, MIB, 0, 0], &body)
}

/// A module with one function.
fn with_function(change: impl FnOnce(&mut FunctionData)) -> Module {
    let mut module = Module::new(Stage::Vertex);
    let mut function = FunctionData::new(Name::EMPTY, types::VOID);
    change(&mut function);
    module.functions.alloc(function);
    module
}

fn repeated<T>(count: usize, mut add: impl FnMut(&mut Module, usize) -> T) -> Module {
    let mut module = Module::new(Stage::Vertex);
    for number in 0..count {
        add(&mut module, number);
    }
    module
}

fn spec_constant(default: Constant) -> SpecConstantData {
    SpecConstantData { name: Name::EMPTY, id: None, ty: types::U32, default, origin: Origin::default() }
}

fn global(ty: vitrum_ir::Type) -> GlobalData {
    GlobalData {
        name: Name::EMPTY,
        ty,
        pointer: types::F32,
        storage: Storage::Private,
        precision: Precision::None,
        block: None,
        decorations: Decorations::default(),
        initializer: None,
        origin: Origin::default(),
    }
}

/// Modules of lists whose entries take few bytes.
fn lists() -> Vec<(&'static str, Module)> {
    let mut members = Module::new(Stage::Vertex);
    let list = (0..MIB / 3).map(|_| Member::new(Name::EMPTY, types::F32)).collect();
    members.structs.alloc(StructData::new(Name::EMPTY, list));
    let undefined = Constant::from_index(0);
    let mut constants = Vec::new();
    let mut scalars = repeated(MIB / 3, |module, number| {
        let kind = ConstantKind::Scalar(number as u64);
        constants.push(module.constants.intern(ConstantData { ty: types::U32, kind }));
    });
    let kind = ConstantKind::Composite(constants.into());
    let whole = scalars.constants.intern(ConstantData { ty: types::U32, kind });
    scalars.spec_constants.alloc(spec_constant(whole));
    let mut last = types::F32;
    let mut arrays = repeated(MIB / 5, |module, _| {
        last = module.types.intern(TypeData::Array { element: last, length: Length::Constant(2) });
    });
    arrays.globals.alloc(global(last));
    let item = || SpirvItem::new(SpirvKind::Mode, 0);
    vec![
        ("members", members),
        ("structs", repeated(MIB / 2, |it, _| it.structs.alloc(StructData::new(Name::EMPTY, Vec::new())))),
        (
            "specialisation constants",
            repeated(MIB / 4, |it, _| it.spec_constants.alloc(spec_constant(undefined))),
        ),
        ("globals", repeated(MIB / 5, |it, _| it.globals.alloc(global(types::F32)))),
        (
            "functions",
            repeated(MIB / 10, |it, _| it.functions.alloc(FunctionData::new(Name::EMPTY, types::VOID))),
        ),
        (
            "parameters",
            with_function(|it| it.params = (0..MIB).map(|_| ParamData::new(ParamMode::In)).collect()),
        ),
        ("scalars", scalars),
        ("arrays", arrays),
        ("items", repeated(MIB / 9, |it, _| it.spirv.push(item()))),
        (
            "operands of an item",
            repeated(1, |it, _| {
                it.spirv.push(SpirvItem { operands: vec![SpirvOperand::Literal(1); MIB / 2], ..item() });
            }),
        ),
        (
            "subroutines",
            repeated(MIB / 3, |it, _| {
                it.subroutines.push(SubroutineUniform {
                    name: Name::EMPTY,
                    location: None,
                    functions: Vec::new(),
                });
            }),
        ),
        (
            "strings",
            repeated(MIB / 4, |it, number| {
                let name = it.names.intern(&format!("{number:x}"));
                it.strings.push(name);
            }),
        ),
    ]
}

/// Many files without a text, or one of many renumbered lines.
fn sources(files: usize, lines: usize) -> SourceMap {
    let mut sources = SourceMap::new();
    for _ in 0..files {
        let file = sources.add("", "").unwrap();
        for from in 0..lines as u32 {
            sources.renumber(file, Renumbering { from: from % 128, number: 1, name: None });
        }
    }
    sources
}

#[test]
fn a_file_of_a_megabyte_takes_at_most_64_megabytes() {
    if let Some(file) = std::env::var_os(FILE) {
        return read_and_tell(Path::new(&file));
    }
    // Lists that are not there.
    let missing = function(&["return"], &[&[2, 0, 0]], [MIB, MIB, MIB, MIB, MIB], &[0; MIB]);
    let strings = [b"virb\x01W\x00S\x85\x80\x40".as_slice(), &[0xff, 0xff, 0x3f], &vec![1; MIB]].concat();
    let mut words = b"virb\x01W\x80\x80\x40".to_vec();
    words.extend(std::iter::repeat_n(0xe1, MIB));
    let mut files = vec![
        ("nested", nested(), true),
        ("cases", cases(), true),
        ("flat", flat(), true),
        ("missing lists", missing, false),
        ("missing strings", strings, false),
        ("words", [words, b"S\x01\x00".to_vec()].concat(), false),
    ];
    for (name, module) in lists() {
        files.push((name, write(&module, &WriteOptions::default()), true));
    }
    for (name, map) in [("files", sources(MIB / 3, 0)), ("renumbered lines", sources(1, MIB / 3))] {
        let options = WriteOptions { sources: Some(&map), ..WriteOptions::default() };
        files.push((name, write(&Module::new(Stage::Vertex), &options), true));
    }
    for (name, bytes, accepted) in files {
        assert!(bytes.len() > MIB / 2, "{name}: {} bytes", bytes.len());
        let (was_accepted, growth) = growth(name, &bytes);
        println!("{name}: {growth} KiB for {} bytes", bytes.len());
        assert_eq!(was_accepted, accepted, "{name}");
        assert!(growth * 1024 <= 64 * bytes.len(), "{name}: {growth} KiB for {} bytes", bytes.len());
    }
}
