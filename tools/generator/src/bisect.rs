//! Finds the one change of the optimiser that breaks a module.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vitrum_ir::{Module, print};
use vitrum_passes::{PassReport, RunOptions};

/// The change to blame.
#[derive(Clone, Debug)]
pub struct Blame {
    /// The pass that makes it.
    pub pass: &'static str,
    /// Index of the run of the pass, from 0: some passes run several times.
    pub position: usize,
    /// Number of the change among all changes, from 1: the `fuel` that makes it the last one.
    pub change: u64,
    /// Number of the change among the pass's changes, from 1.
    pub change_of_pass: u64,
    /// The lines of IR that it changes, as they are before.
    pub before: String,
    /// The same lines, after.
    pub after: String,
}

/// The module after a run with so much fuel; none if a pass panics.
fn with_fuel(module: &Module, passes: &[&str], fuel: u64) -> Option<(Module, Vec<PassReport>)> {
    let mut module = module.clone();
    let options = RunOptions { fuel: Some(fuel), ..RunOptions::default() };
    let report =
        catch_unwind(AssertUnwindSafe(|| vitrum_passes::run(&mut module, passes, options))).ok()?.ok()?;
    Some((module, report.passes))
}

/// The first change of `passes` after which `is_good` does not hold any more; none if it always holds, or if it does not
/// hold before any change. What panics or breaks a rule of the IR is not good.
pub fn bisect(module: &Module, passes: &[&str], mut is_good: impl FnMut(&Module) -> bool) -> Option<Blame> {
    let mut good = |fuel: u64| {
        with_fuel(module, passes, fuel)
            .is_some_and(|(module, _)| vitrum_ir::verify(&module).is_ok() && is_good(&module))
    };
    if !good(0) {
        return None;
    }
    // A pass that panics gives no count; then doubling finds an end.
    let all = with_fuel(module, passes, u64::MAX).map(|(_, reports)| reports.iter().map(|it| it.fuel).sum());
    let mut bad = all.unwrap_or(1_u64);
    while good(bad) {
        if all.is_some() || bad > 1 << 40 {
            return None;
        }
        bad *= 2;
    }
    let mut last_good = 0;
    while last_good + 1 < bad {
        let middle = last_good + (bad - last_good) / 2;
        if good(middle) {
            last_good = middle;
        } else {
            bad = middle;
        }
    }
    let (before, reports) = with_fuel(module, passes, last_good)?;
    // The fuel ends in the pass that would spend the next unit: the first one that spends less than it would.
    let position = (0..passes.len()).find(|&position| {
        let head = &passes[..=position];
        with_fuel(module, head, bad).is_none_or(|(_, reports)| spent(&reports) == bad)
    })?;
    let after = with_fuel(module, passes, bad).map(|(module, _)| print(&module));
    let after = after.unwrap_or_else(|| "(the pass panics)".to_owned());
    let (before, after) = difference(&print(&before), &after);
    let earlier = spent(reports.get(..position).unwrap_or_default());
    Some(Blame {
        pass: vitrum_passes::pass(passes[position])?.name,
        position,
        change: bad,
        change_of_pass: bad - earlier,
        before,
        after,
    })
}

fn spent(reports: &[PassReport]) -> u64 {
    reports.iter().map(|report| report.fuel).sum()
}

/// The lines between the first and the last that differ.
fn difference(before: &str, after: &str) -> (String, String) {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count().min(rest);
    (old[start..old.len() - end].join("\n"), new[start..new.len() - end].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::bisect;

    const MODULE: &str = "stage fragment
entry &main
global @in: f32 input location(0)
global @out: f32 output location(0)

fn &main() -> void {
    %0: f32 = load @in
    %1: f32 = fadd 1.0f32, 2.0f32
    %2: f32 = fadd 3.0f32, 4.0f32
    %3: f32 = fmul %0, %1
    %4: f32 = fmul %3, %2
    store @out, %4
    return
}
";

    #[test]
    fn the_change_is_named() {
        let module = vitrum_ir_text::parse(MODULE).unwrap_or_else(|error| panic!("{error}"));
        let passes = ["promote_variables", "fold_constants", "eliminate_dead_code"];
        // As if the second sum were folded wrongly.
        let blame = bisect(&module, &passes, |module| !vitrum_ir::print(module).contains("7.0f32"));
        let blame = blame.unwrap_or_else(|| panic!("nothing is to blame"));
        assert_eq!((blame.pass, blame.position, blame.change_of_pass), ("fold_constants", 1, 2));
        assert!(blame.before.contains("fadd 3.0f32, 4.0f32"), "{}", blame.before);
        assert!(blame.after.contains("7.0f32"), "{}", blame.after);
    }

    #[test]
    fn no_fault_has_no_blame() {
        let module = vitrum_ir_text::parse(MODULE).unwrap_or_else(|error| panic!("{error}"));
        assert!(bisect(&module, &["fold_constants"], |_| true).is_none());
        assert!(bisect(&module, &["fold_constants"], |_| false).is_none());
    }
}
