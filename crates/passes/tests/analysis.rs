//! Analyses on IR text.

use vitrum_ir::{Function, Module, Op, Storage, visit};
use vitrum_ir_text::parse;
use vitrum_passes::analysis::Analyses;
use vitrum_passes::analysis::calls::{Calls, Summaries};
use vitrum_passes::analysis::loops::Entries;
use vitrum_passes::analysis::memory::{Overlap, Path, reads_what_stays};

#[track_caller]
fn module(text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
    module
}

#[track_caller]
fn main_with(body: &str) -> Module {
    module(&format!(
        "vir 1\nstage fragment\nentry &main\nglobal @in: f32 input location(0)\nglobal @cond: i32 input location(1) flat\n\
         global @out: f32 output location(0)\n\nfn &main() -> void {{\n{body}}}\n"
    ))
}

fn entry(module: &Module) -> Function {
    module.entry.unwrap_or_else(|| panic!("no entry point"))
}

fn entries(body: &str) -> Vec<Entries> {
    let module = main_with(body);
    let facts = Analyses::new(&module, &module.functions[entry(&module)]);
    facts.loops().iter().map(|info| info.entries).collect()
}

#[test]
fn counted_loops_are_evaluated() {
    let counted = entries(
        "
    loop 0i32 (%i: i32) {
        %1: bool = slt %i, 3i32
        if %1 {
            merge
        } else {
            break
        }
        loop 1i32 (%j: i32) {
            continue
        } continuing {
            %2: i32 = imul %j, 3i32
            %3: bool = sgt %2, 100i32
            break_if %3 () next %2
        }
        continue
    } continuing {
        %4: i32 = iadd %i, 1i32
        next %4
    }
    return
",
    );
    assert_eq!(counted, [Entries::Exactly(4), Entries::Exactly(5)]);
}

#[test]
fn inexact_counters_are_not_evaluated() {
    let counted = |op: &str| {
        entries(&format!(
            "
    loop 0.5f32 (%i: f32) {{
        continue
    }} continuing {{
        %1: f32 = {op} %i
        %2: f32 = fadd %i, 1.0f32
        %3: bool = fgt %1, 3.0f32
        break_if %3 () next %2
    }}
    return
"
        ))
    };
    assert_eq!(counted("floor"), [Entries::Exactly(5)]);
    assert_eq!(counted("exp2"), [Entries::Unknown]);
}

#[test]
fn second_exit_makes_the_count_a_bound() {
    let counted = entries(
        "
    %c: i32 = load @cond
    loop 0i32 (%i: i32) {
        %1: bool = slt %i, 3i32
        if %1 {
            merge
        } else {
            break
        }
        %2: bool = ieq %i, %c
        if %2 {
            break
        } else {
            merge
        }
        %3: i32 = iadd %i, 1i32
        continue %3
    }
    return
",
    );
    assert_eq!(counted, [Entries::AtMost(4)]);
}

#[test]
fn exit_condition_that_continue_skips_is_ignored() {
    let counted = entries(
        "
    %c: i32 = load @cond
    loop 0i32 (%i: i32) {
        %2: bool = ieq %i, %c
        %3: i32 = iadd %i, 1i32
        if %2 {
            continue %3
        } else {
            merge
        }
        %1: bool = slt %i, 3i32
        if %1 {
            merge
        } else {
            break
        }
        continue %3
    }
    loop %c (%j: i32) {
        %4: bool = slt %j, 3i32
        if %4 {
            merge
        } else {
            break
        }
        %5: i32 = iadd %j, 1i32
        continue %5
    }
    loop {
        break
    }
    return
",
    );
    assert_eq!(counted, [Entries::Unknown, Entries::Unknown, Entries::Exactly(1)]);
}

#[test]
fn dominance_follows_structure() {
    let module = main_with(
        "
    %a: f32 = load @in
    %b: bool = fgt %a, 0.0f32
    loop {
        %c: f32 = fadd %a, 1.0f32
        if %b {
            %d: f32 = fadd %c, 1.0f32
            continue
        } else {
            merge
        }
        %e: f32 = fadd %c, 2.0f32
        store @out, %e
        continue
    } continuing {
        %f: f32 = fadd %c, 3.0f32
        store @out, %f
        break_if %b () next
    }
    %g: f32 = fadd %a, 4.0f32
    return
",
    );
    let function = &module.functions[entry(&module)];
    let facts = Analyses::new(&module, function);
    let adds: Vec<_> = visit::insts(function)
        .into_iter()
        .map(|row| row.1)
        .filter(|&it| function.op(it) == Op::Fadd)
        .collect();
    let &[c, d, e, f, g] = adds.as_slice() else { panic!("{adds:?}") };
    let dominates = |a, b| facts.nesting().dominates(function, a, b);
    assert!(dominates(c, d) && dominates(c, e) && dominates(c, f));
    assert!(!dominates(d, e) && !dominates(d, f) && !dominates(e, f) && !dominates(d, c) && !dominates(c, c));
    assert!(!dominates(c, g));
    let block = |inst| facts.nesting().block(inst).unwrap_or_else(|| panic!("no block"));
    let is_within = |inst, of| facts.nesting().is_within(inst, block(of));
    assert!(is_within(d, c) && is_within(c, c) && !is_within(c, d) && !is_within(g, c) && !is_within(f, d));
    let uses = facts.uses();
    let count = |inst| function.result(inst).map(|value| uses.count(value));
    assert_eq!([count(c), count(d), count(e)], [Some(3), Some(0), Some(1)]);
}

#[test]
fn addresses_alias_by_root_and_indices() {
    let module = module(
        "
stage compute
execution local_size(1u32, 1u32, 1u32)
entry &main
struct #Data {
    a: vec4<f32>
    b: array<f32, 4>
}
global @one: #Data buffer block(std430) set(0) binding(0)
global @two: #Data buffer block(std430) set(0) binding(1)
global @own: #Data private

fn &main() -> void {
    %x: ptr<function, array<f32, 4>> = var
    %i: i32 = bitcast 3u32
    %1: ptr<function, f32> = access %x, 1i32
    %2: ptr<function, f32> = access %x, 2i32
    %3: ptr<function, f32> = access %x, %i
    %4: ptr<buffer, f32> = access @one, 1i32, 2i32
    %5: ptr<buffer, array<f32, 4>> = access @one, 1i32
    %6: ptr<buffer, array<f32, 4>> = access @two, 1i32
    %7: ptr<private, f32> = access @own, 1i32, 2i32
    store %1, 0.0f32
    store %2, 0.0f32
    store %3, 0.0f32
    store %4, 0.0f32
    store %5, null array<f32, 4>
    store %6, null array<f32, 4>
    store %7, 0.0f32
    return
}
",
    );
    let function = &module.functions[entry(&module)];
    let paths: Vec<Path> = visit::insts(function)
        .into_iter()
        .filter(|row| function.insts[row.1].op == Op::Store)
        .map(|row| Path::resolved(&module, function, function.operands(row.1)[0]))
        .collect();
    let overlap = |a: usize, b: usize| paths[a - 1].overlap(&module, function, &paths[b - 1]);
    assert_eq!(overlap(1, 2), Overlap::Never);
    assert_eq!(overlap(1, 3), Overlap::Maybe);
    assert_eq!(overlap(3, 3), Overlap::Same);
    assert_eq!(overlap(4, 5), Overlap::Inside);
    assert_eq!(overlap(5, 4), Overlap::Around);
    assert_eq!(overlap(5, 6), Overlap::Maybe);
    assert_eq!(overlap(4, 7), Overlap::Never);
}

#[test]
fn loads_of_constant_memory() {
    let module = module(
        "
stage fragment
entry &main
struct #Data {
    a: f32
}
global @uniform: #Data uniform block(std140) set(0) binding(0)
global @volatile: #Data uniform block(std140) volatile set(0) binding(1)
global @buffer: #Data buffer block(std430) set(0) binding(2)
global @in: f32 input location(0)
global @position: vec4<f32> input builtin(frag_coord)
global @helper: bool input builtin(helper_invocation)
global @own: f32 private
global @out: f32 output location(0)

fn &main() -> void {
    %1: ptr<uniform, f32> = access @uniform, 0i32
    %stays1: f32 = load %1
    %2: ptr<uniform, f32> = access @volatile, 0i32
    %goes2: f32 = load %2
    %3: ptr<buffer, f32> = access @buffer, 0i32
    %goes3: f32 = load %3
    %stays4: f32 = load @in
    %stays5: vec4<f32> = load @position
    %goes6: bool = load @helper
    %goes7: f32 = load @own
    %goes8: f32 = load.volatile %1
    return
}
",
    );
    let function = &module.functions[entry(&module)];
    let mut loads = 0;
    for (_, inst) in visit::insts(function).into_iter().filter(|row| function.insts[row.1].op == Op::Load) {
        let name = function.result(inst).map_or("", |value| module.names.get(function.value_name(value)));
        assert_eq!(reads_what_stays(&module, function, inst), name.starts_with("stays"), "{name}");
        loads += 1;
    }
    assert_eq!(loads, 8);
}

#[test]
fn function_summaries_are_built_bottom_up() {
    let module = module(
        "
stage fragment
entry &main
global @out: f32 output location(0)
global @own: f32 private

fn &main() -> void {
    %1: f32 = call &twice 1.0f32
    call &kill
    store @out, %1
    return
}
fn &twice(%x: f32 in) -> f32 {
    %v: ptr<function, f32> = var
    store %v, %x
    %1: f32 = load %v
    %2: f32 = dfdx %1
    %3: f32 = load @own
    %4: f32 = fadd %2, %3
    return %4
}
fn &kill() -> void {
    terminate
}
",
    );
    let calls = Calls::new(&module);
    let names: Vec<&str> =
        calls.bottom_up().iter().map(|&id| module.names.get(module.functions[id].name)).collect();
    assert_eq!(names, ["twice", "kill", "main"]);
    let summaries = Summaries::new(&module, &calls);
    let of = |at: usize| summaries.function(calls.bottom_up()[at]);
    assert!(
        of(0).is_silent()
            && of(0).derivative
            && of(0).reads(Storage::Private)
            && !of(0).reads(Storage::Output)
    );
    assert!(of(1).ends && !of(1).is_silent());
    assert!(
        of(2).ends && of(2).derivative && of(2).writes(Storage::Output) && !of(2).writes(Storage::Private)
    );
    assert_eq!(calls.sites(calls.bottom_up()[0]).len(), 1);
}

#[test]
fn load_at_varying_index_varies() {
    let module = module(
        "
stage fragment
entry &main
struct #Data {
    a: array<f32, 4>
}
global @data: #Data uniform block(std140) set(0) binding(0)
global @in: i32 input location(0) flat
global @out: f32 output location(0)

fn &main() -> void {
    %varies1: i32 = load @in
    %1: ptr<uniform, f32> = access @data, 0i32, 1i32
    %same2: f32 = load %1
    %2: ptr<uniform, f32> = access @data, 0i32, %varies1
    %varies3: f32 = load %2
    return
}
",
    );
    let function = &module.functions[entry(&module)];
    let facts = Analyses::new(&module, function);
    for (_, inst) in visit::insts(function).into_iter().filter(|row| function.insts[row.1].op == Op::Load) {
        let value = function.result(inst).unwrap_or_else(|| panic!("a load of nothing"));
        let name = module.names.get(function.value_name(value));
        assert_eq!(facts.uniformity().is_uniform(value.into()), name.starts_with("same"), "{name}");
    }
}

#[test]
fn functions_without_summary_may_have_any_effect() {
    let module = module("vir 1\nstage compute\nentry &main\n\nfn &main() -> void {\n    return\n}\n");
    assert!(!Summaries::default().function(entry(&module)).is_silent());
}

#[test]
fn swapped_counters_are_evaluated() {
    let counted = entries(
        "
    loop 0i32, 1i32 (%i: i32, %j: i32) {
        %1: bool = ieq %i, 1i32
        if %1 {
            break
        } else {
            merge
        }
        continue %j, %i
    }
    return
",
    );
    assert_eq!(counted, [Entries::Exactly(2)]);
}
