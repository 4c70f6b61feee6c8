//! Every pass with less fuel than it wants: nothing changes without any, and each amount leaves a valid module.

use vitrum_ir::print;
use vitrum_ir_text::parse;
use vitrum_passes::{PASSES, RunOptions, run};

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

/// What passes make of the module with so much fuel, and how much they spent.
fn with_fuel(passes: &[&str], fuel: u64) -> (String, u64) {
    let mut module = parse(MODULE).unwrap_or_else(|error| panic!("{error}"));
    let options = RunOptions { verify: true, fuel: Some(fuel), ..RunOptions::default() };
    let report = run(&mut module, passes, options).unwrap_or_else(|error| panic!("fuel {fuel}: {error}"));
    (print(&module), report.passes.iter().map(|pass| pass.fuel).sum())
}

#[test]
fn each_pass_stops_without_fuel() {
    let before = with_fuel(&[], 0).0;
    for pass in PASSES {
        assert_eq!(with_fuel(&[pass.name], 0).0, before, "{}", pass.name);
        let (mut last, spent) = with_fuel(&[pass.name], u64::MAX);
        let mut unlimited = parse(MODULE).unwrap_or_else(|error| panic!("{error}"));
        run(&mut unlimited, &[pass.name], RunOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(print(&unlimited), last, "{}: another outcome when fuel is counted", pass.name);
        for fuel in (0..spent).rev() {
            let (text, used) = with_fuel(&[pass.name], fuel);
            assert_eq!(used, fuel, "{}", pass.name);
            last = text;
        }
        assert_eq!(last, before, "{}", pass.name);
    }
}

#[test]
fn a_pipeline_shares_its_fuel() {
    let passes = ["promote_variables", "fold_constants", "eliminate_dead_code"];
    let (_, spent) = with_fuel(&passes, u64::MAX);
    assert!(spent > 5, "{spent}");
    for fuel in 0..spent {
        assert_eq!(with_fuel(&passes, fuel).1, fuel);
    }
}
