//! Lowerings: their reports.

use vitrum_ir::Module;
use vitrum_ir_text::parse;
use vitrum_passes::{Report, RunOptions, Settings, Trimming, rows, run};

fn lowered(module: &mut Module, pass: &str, settings: Settings) -> Report {
    let options = RunOptions { verify: true, settings, ..RunOptions::default() };
    run(module, &[pass], options).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn clamped_indices_are_counted_and_in_range() {
    let text = "stage fragment
entry &main
global @v: vec4<f32> input location(0)
global @out: f32 output location(0)

fn &main() -> void {
    %a: ptr<function, array<f32, 3>> = var
    %v: vec4<f32> = load @v
    %1: ptr<function, f32> = access %a, -1i32
    %2: ptr<function, f32> = access %a, 2u32
    %3: f32 = extract_dynamic %v, 4i32
    store @out, %3
    return
}
";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings::default();
    assert!(!rows::CLAMP_CONSTANT_INDICES.is_idle(&module, &settings));
    let report = lowered(&mut module, "clamp_constant_indices", settings.clone());
    assert_eq!(report.passes[0].changes, 2);
    assert!(rows::CLAMP_CONSTANT_INDICES.is_idle(&module, &settings));
}

#[test]
fn removed_members_are_counted() {
    let text = "stage fragment
entry &main
struct #Push {
    a: vec4<f32>
    b: f32
    c: f32
}
global @push: #Push push_constant block(std430)
global @out: f32 output location(0)

fn &main() -> void {
    %1: ptr<push_constant, f32> = access @push, 2i32
    %2: f32 = load %1
    store @out, %2
    return
}
";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { trimming: Trimming::All, ..Settings::default() };
    assert_eq!(lowered(&mut module, "trim_blocks", settings).passes[0].changes, 2);
}

/// A function of bits of one integer: its name in IR text and the result for the number of this width.
type BitFunction = (&'static str, fn(u64, u32) -> u64);

const BIT_FUNCTIONS: &[BitFunction] = &[
    ("bit_count", |bits, _| u64::from(bits.count_ones())),
    ("find_lsb", |bits, _| if bits == 0 { u64::MAX } else { u64::from(bits.trailing_zeros()) }),
    ("find_umsb", |bits, _| if bits == 0 { u64::MAX } else { 63 - u64::from(bits.leading_zeros()) }),
    ("find_smsb", |bits, width| {
        let signed = ((bits << (64 - width)) as i64) >> (64 - width);
        let bits = if signed < 0 { !signed as u64 } else { signed as u64 };
        if bits == 0 { u64::MAX } else { 63 - u64::from(bits.leading_zeros()) }
    }),
    ("bit_reverse", |bits, width| bits.reverse_bits() >> (64 - width)),
    ("ubit_extract_5_3", |bits, _| bits >> 5 & 7),
    ("ubit_extract_0_8", |bits, _| bits & 0xff),
    ("ubit_extract_0_all", |bits, _| bits),
    ("sbit_extract_1_4", |bits, _| (((bits >> 1) as i64) << 60 >> 60) as u64),
    ("sbit_extract_3_0", |_, _| 0),
    ("sbit_extract_0_all", |bits, _| bits),
    ("bit_insert_2_4", |bits, _| bits & !0x3c | 0x24),
    ("bit_insert_0_all", |_, _| 9),
];

#[test]
fn lowered_bit_functions_give_the_same_numbers() {
    let numbers = [
        0,
        1,
        2,
        5,
        0x70,
        0x80,
        0xa5,
        0xff,
        0x7fff,
        0x8000,
        0xcafe,
        0xffff,
        0x1_0000_0000,
        u64::MAX / 3,
        u64::MAX / 2 + 1,
        u64::MAX,
    ];
    for &(function, expected) in BIT_FUNCTIONS {
        for (width, bits) in [8, 16, 64].into_iter().flat_map(|width| numbers.map(|bits| (width, bits))) {
            let bits = bits & u64::MAX >> (64 - width);
            let mut parts = function.splitn(3, '_');
            let op = [parts.next(), parts.next()].map(Option::unwrap_or_default).join("_");
            let count = |part: &str| if part == "all" { width.to_string() } else { part.to_owned() };
            let range = parts.next().and_then(|range| range.split_once('_'));
            let range =
                range.map(|(offset, bits)| format!(", {offset}i32, {}i32", count(bits))).unwrap_or_default();
            let insert = if op == "bit_insert" { format!(", 9u{width}") } else { String::new() };
            let query = op.starts_with("find") || op == "bit_count";
            let ty = if query { "i32".to_owned() } else { format!("u{width}") };
            let text = format!(
                "vir 1\nstage compute\nentry &main\nexecution local_size(1u32, 1u32, 1u32)\nstruct #B {{\n    n: {ty}\n}}\n\
                 global @b: #B buffer block(std430) set(0) binding(0)\n\nfn &main() -> void {{\n    \
                 %p: ptr<buffer, {ty}> = access @b, 0i32\n    %r: {ty} = {op} {bits}u{width}{insert}{range}\n    \
                 store %p, %r\n    return\n}}\n"
            );
            let mut module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(lowered(&mut module, "expand_functions", Settings::default()).passes[0].changes > 0);
            let expected = expected(bits, width);
            let expected = match query {
                true => format!("store %p, {}i32", expected as i32),
                false => format!("store %p, {}u{width}", expected & u64::MAX >> (64 - width)),
            };
            let lowered = module.to_string();
            assert!(
                lowered.contains(&expected),
                "{op} of {bits} in {width} bits: not `{expected}`:\n{lowered}"
            );
        }
    }
}
