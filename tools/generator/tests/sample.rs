//! A sample of generated programs; `cargo xtask generate` checks as many as one likes.

use vitrum_generator::{Case, DIALECTS, Kind, Options, check, program, shrink};

/// Checks the programs of some seeds.
fn check_all(seeds: std::ops::Range<u64>) {
    let options = Options { size: 8, ..Options::default() };
    for seed in seeds {
        let program = program(seed, &options);
        if let Err(finding) = check(&program.case(), seed) {
            panic!("seed {seed}: {finding}\n{}", program.source);
        }
    }
}

#[test]
fn programs_agree_in_every_form() {
    check_all(0..60);
}

#[test]
fn more_programs_agree_in_every_form() {
    check_all(60..120);
}

#[test]
fn every_version_and_stage_is_written() {
    for dialect in DIALECTS {
        let options = Options { dialect: Some(dialect), size: 4, ..Options::default() };
        let program = program(1, &options);
        assert!(program.source.starts_with(dialect.header), "{}", dialect.name);
        if let Err(finding) = check(&program.case(), 1) {
            panic!("{}: {finding}\n{}", dialect.name, program.source);
        }
    }
}

#[test]
fn a_seed_is_a_program() {
    let source = |seed| program(seed, &Options::default()).source;
    assert_eq!(source(3), source(3));
    assert_ne!(source(3), source(4));
}

#[test]
fn a_finding_gets_smaller() {
    // As if every multiplication in a program that can be compiled were a finding.
    let program = (0..).map(|seed| program(seed, &Options::default())).find(|it| it.source.contains(" * "));
    let Some(program) = program else { panic!("no program multiplies") };
    let fails = |source: &str| {
        let case = Case { source: source.to_owned(), ..program.case() };
        let compiles = !matches!(check(&case, 0), Err(finding) if finding.kind == Kind::Rejected);
        source.contains(" * ") && compiles
    };
    let small = shrink(&program.tree, 300, |tree| fails(&tree.source())).source();
    assert!(fails(&small) && small.len() * 2 < program.source.len(), "{small}");
}
