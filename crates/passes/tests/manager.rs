//! The pass manager: fuel, observers and clocks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vitrum_ir::print;
use vitrum_ir_text::parse;
use vitrum_passes::{Clock, Failure, PASSES, PIPELINES, RunOptions, run, run_pipeline};

const MODULE: &str = "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)

fn &unused() -> void {
    return
}

fn &main() -> void {
    %dead: ptr<function, f32> = var
    store %dead, 1.0f32
    %x: ptr<function, f32> = var
    %i: ptr<function, i32> = var 0i32
    %a: f32 = load @in
    store %x, %a
    loop {
        %0: i32 = load %i
        %1: bool = slt %0, 4i32
        if %1 {
            merge
        } else {
            break
        }
        %2: i32 = iadd 2i32, 3i32
        %3: bool = slt 1i32, %2
        if true {
            %4: f32 = load %x
            %5: f32 = fmul %4, %a
            store %x, %5
            merge
        } else {
            merge
        }
        %6: i32 = iadd %0, 1i32
        store %i, %6
        continue
    }
    %7: f32 = load %x
    store @out, %7
    %8: bool = flt %7, %a
    %9: f32 = if %8 {
        store @out, %a
        merge %7
    } else {
        merge 2.0f32
    }
    store %dead, 2.0f32
    return
}
";

/// The text of the module after passes with so much fuel, and the fuel that they spent.
fn with_fuel(passes: &[&str], fuel: u64) -> (String, u64) {
    let mut module = parse(MODULE).unwrap_or_else(|error| panic!("{error}"));
    let options = RunOptions { verify: true, fuel: Some(fuel), ..RunOptions::default() };
    let spent = match run(&mut module, passes, options) {
        Ok(report) => report.passes.iter().map(|pass| pass.fuel).sum(),
        Err(Failure::Refused(_)) => 0,
        Err(error) => panic!("fuel {fuel}: {error}"),
    };
    (print(&module), spent)
}

#[test]
fn each_pass_stops_without_fuel() {
    let before = with_fuel(&[], 0).0;
    for pass in PASSES {
        assert_eq!(with_fuel(&[pass.name], 0).0, before, "{}", pass.name);
        let (mut last, spent) = with_fuel(&[pass.name], u64::MAX);
        let mut unlimited = parse(MODULE).unwrap_or_else(|error| panic!("{error}"));
        match run(&mut unlimited, &[pass.name], RunOptions::default()) {
            Ok(_) | Err(Failure::Refused(_)) => {}
            Err(error) => panic!("{error}"),
        }
        assert_eq!(print(&unlimited), last, "{}: metered fuel changes the outcome", pass.name);
        for fuel in (0..spent).rev() {
            let (text, used) = with_fuel(&[pass.name], fuel);
            assert_eq!(used, fuel, "{}", pass.name);
            last = text;
        }
        assert_eq!(last, before, "{}", pass.name);
    }
}

#[test]
fn passes_of_a_run_share_fuel() {
    let passes = ["promote_variables", "fold_constants", "eliminate_dead_code"];
    let (_, spent) = with_fuel(&passes, u64::MAX);
    assert!(spent > 5, "{spent}");
    for fuel in 0..spent {
        assert_eq!(with_fuel(&passes, fuel).1, fuel);
    }
}

#[test]
fn observed_and_unobserved_runs_agree() {
    let text = "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)
global @p: f32 private

fn &f(%x: f32 in) -> f32 {
    store @p, %x
    %1: f32 = fmul %x, 1.0f32
    %2: f32 = call &g %1
    return %2
}

fn &g(%x: f32 in) -> f32 {
    store @p, %x
    %1: f32 = fadd %x, 3.0f32
    return %1
}

fn &main() -> void {
    %x: f32 = load @in
    %1: f32 = call &f %x
    %2: f32 = call &g 2.0f32
    %3: f32 = fadd %1, %2
    store @out, %3
    return
}
";
    for pipeline in PIPELINES {
        // Verification between passes observes the module.
        let printed = |verify: bool| {
            let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
            let options = RunOptions { verify, rounds: 4, ..RunOptions::default() };
            run_pipeline(&mut module, pipeline, options).unwrap_or_else(|failure| panic!("{failure}"));
            print(&module)
        };
        assert_eq!(printed(true), printed(false), "{}", pipeline.name);
    }
}

#[test]
fn time_is_measured_only_by_the_clock_of_the_caller() {
    static NOW: AtomicU64 = AtomicU64::new(0);
    let text = "vir 1\nstage vertex\nentry &main\n\nfn &main() -> void {\n    return\n}\n";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut times = |clock| {
        let options = RunOptions { clock, ..RunOptions::default() };
        // One pass over the module and one over each function.
        let report = run(&mut module, &["inline_functions", "combine"], options);
        let report = report.unwrap_or_else(|failure| panic!("{failure}"));
        report.passes.iter().map(|pass| pass.time).collect::<Vec<_>>()
    };
    assert_eq!(times(None), [Duration::ZERO; 2]);
    let tick: Clock = || Duration::from_secs(NOW.fetch_add(1, Ordering::Relaxed));
    assert!(times(Some(tick)).iter().all(|&time| time > Duration::ZERO));
}

#[test]
fn branch_with_terminating_arm_has_block_parameters() {
    let text = "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)

fn &main() -> void {
    %x: f32 = load @in
    %c: bool = flt %x, 1.0f32
    %0: f32 = if %c {
        merge %x
    } else {
        terminate
    }
    store @out, %0
    return
}
";
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let pass = &vitrum_passes::rows::LOWER_BLOCK_PARAMETERS;
    assert!(!pass.is_idle(&module, &vitrum_passes::Settings::default()));
    let report = run(&mut module, &[pass.name], RunOptions::default()).unwrap_or_else(|it| panic!("{it}"));
    assert!(report.passes[0].changes > 0);
}

#[test]
fn function_with_too_many_returns_costs_inlining_no_fuel() {
    let branch =
        |number| format!("    if %c {{\n        return {number}i32\n    }} else {{\n        merge\n    }}\n");
    let branches: String = (0..70).map(branch).collect();
    let text = format!(
        "stage vertex
entry &main
global @out: i32 output location(0)

fn &many(%c: bool in) -> i32 {{
{branches}    return 70i32
}}

fn &one(%x: i32 in) -> i32 {{
    %0: i32 = imul %x, %x
    return %0
}}

fn &main() -> void {{
    %0: i32 = load @out
    %1: bool = slt %0, 0i32
    %2: i32 = call &many %1
    %3: i32 = call &one %2
    store @out, %3
    return
}}
"
    );
    let mut module = parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let options = RunOptions { fuel: Some(1), verify: true, ..RunOptions::default() };
    run(&mut module, &["inline_functions"], options).unwrap_or_else(|failure| panic!("{failure}"));
    let printed = module.to_string();
    assert!(printed.contains("call &many") && !printed.contains("call &one"), "{printed}");
}

#[test]
fn large_functions_that_are_called_twice_stay() {
    let module_of = |count: u32, calls: u32| {
        let body: String =
            (1..count).map(|n| format!("    %{n}: f32 = fmul %{}, %{}\n", n - 1, n - 1)).collect();
        let uses: String = (1..=calls).map(|n| format!("    %{n}: f32 = call &large %{}\n", n - 1)).collect();
        format!(
            "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)

fn &large(%x: f32 in) -> f32 {{
    %0: f32 = fmul %x, %x
{body}    return %{}
}}

fn &main() -> void {{
    %0: f32 = load @in
{uses}    store @out, %{calls}
    return
}}
",
            count - 1
        )
    };
    // A product has five words.
    for (count, calls, stays) in [(1600, 2, false), (1700, 2, true), (1700, 1, false)] {
        let mut module = parse(&module_of(count, calls)).unwrap_or_else(|error| panic!("{error}"));
        let options = RunOptions { verify: true, ..RunOptions::default() };
        run(&mut module, &["inline_most"], options).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(module.to_string().contains("call &large"), stays, "{count} products, {calls} calls");
    }
}

/// A chain of so many sines that begins with the sine of `from`, and the name of the last.
fn sines(count: u32, from: &str) -> (String, String) {
    let line = |n: u32| match n {
        0 => format!("    %b0: f32 = sin {from}\n"),
        _ => format!("    %b{n}: f32 = sin %b{}\n", n - 1),
    };
    ((0..count).map(line).collect(), format!("%b{}", count - 1))
}

/// The text of the module behind the passes of `--optimize=driver`.
fn for_drivers(text: &str) -> String {
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let pipeline = PIPELINES.iter().find(|pipeline| pipeline.name == "driver").unwrap();
    let options = RunOptions { verify: true, ..RunOptions::default() };
    run_pipeline(&mut module, pipeline, options).unwrap_or_else(|failure| panic!("{failure}"));
    module.to_string()
}

#[test]
fn all_passes_see_code_that_is_inlined_last() {
    let (body, last) = sines(60, "%1");
    let printed = for_drivers(&format!(
        "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)

fn &change(%p: ptr<function, f32> inout, %mode: i32 in) -> f32 {{
    %1: f32 = load %p
{body}    %c: bool = ieq %mode, 3i32
    %q: f32 = if %c {{
        store %p, {last}
        merge 1.0f32
    }} else {{
        store %p, 2.0f32
        merge {last}
    }}
    return %q
}}

fn &main() -> void {{
    %0: f32 = load @in
    %v: ptr<function, f32> = var
    store %v, %0
    %1: f32 = call &change %v, 3i32
    %2: f32 = call &change %v, 4i32
    %3: f32 = fadd %1, %2
    store @out, %3
    return
}}
"
    ));
    assert!(!printed.contains("call") && !printed.contains(" var"), "{printed}");
}

#[test]
fn unrolling_is_limited_when_nothing_else_changes() {
    let (body, last) = sines(90, "%s");
    let text_of = |mode: &str| {
        format!(
            "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)
global @mode: i32 private

fn &f(%x: f32 in) -> f32 {{
    %r: f32 = loop 0i32, %x (%i: i32, %s: f32) {{
        %1: bool = slt %i, 8i32
        if %1 {{
            merge
        }} else {{
            break %s
        }}
        %m: i32 = load @mode
        %c: bool = ieq %m, 3i32
        %q: f32 = if %c {{
            %t: f32 = cos %s
            merge %t
        }} else {{
{body}            merge {last}
        }}
        continue
    }} continuing {{
        %j: i32 = iadd %i, 1i32
        next %j, %q
    }}
    return %r
}}

fn &main() -> void {{
    store @mode, {mode}
    %0: f32 = load @in
    %1: f32 = call &f %0
    store @mode, {mode}
    %2: f32 = call &f %1
    store @mode, 7i32
    store @out, %2
    return
}}
"
        )
    };
    // The loops of one cosine are short, the others long.
    assert!(!for_drivers(&text_of("3i32")).contains("dont_unroll"));
    assert!(for_drivers(&text_of("4i32")).contains("dont_unroll"));
}
