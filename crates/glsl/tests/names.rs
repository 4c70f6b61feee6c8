//! The built-in names of each version.

use std::fmt::Write;
use vitrum_glsl::builtins::table::Since;
use vitrum_glsl::builtins::{
    all_rows, available,
    variables::{VARIABLES, builtin_names},
};
use vitrum_glsl::stages::Stages;
use vitrum_glsl::version::{DESKTOP_VERSIONS, Dialect, ES_VERSIONS, Profile, Version};
use vitrum_ir::Storage;

/// The names of all built-in functions, variables and constants that a version has in some stage, in order, each once.
fn names(version: Version) -> Vec<&'static str> {
    let dialect = Dialect::new(version);
    let has = |since: &Since| {
        let anywhere = Since { stages: Stages::ALL, ..*since };
        available(&anywhere, &dialect, Stages::FRAGMENT).is_ok()
    };
    let functions = all_rows().iter().map(|row| (row.name, row.since));
    let all = functions.chain(builtin_names());
    let mut names: Vec<_> = all.filter(|row| has(&row.1)).map(|row| row.0).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The names that each version has and the one before lacks, and the other way round.
fn listing() -> String {
    let mut text = String::new();
    let compatibility = |number| Version { number, profile: Profile::Compatibility };
    let desktop = DESKTOP_VERSIONS.iter().map(|&number| Version::desktop(number));
    let old = DESKTOP_VERSIONS.iter().filter(|&&number| number >= 150).map(|&number| compatibility(number));
    let es = ES_VERSIONS.iter().map(|&number| Version::es(number));
    for family in [desktop.collect::<Vec<_>>(), old.collect(), es.collect()] {
        let mut before: Vec<&str> = Vec::new();
        for version in family {
            let names = names(version);
            let _ = writeln!(text, "{version}: {} names", names.len());
            let added: Vec<_> = names.iter().filter(|name| !before.contains(name)).copied().collect();
            let removed: Vec<_> = before.iter().filter(|name| !names.contains(name)).copied().collect();
            for (sign, list) in [('+', added), ('-', removed)] {
                for chunk in list.chunks(6) {
                    let _ = writeln!(text, "  {sign} {}", chunk.join(" "));
                }
            }
            before = names;
        }
    }
    text
}

#[test]
fn names_of_each_version() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/builtin_names.txt");
    let listing = listing();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &listing).expect("the listing can be written");
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(listing == expected, "the names are others; UPDATE_EXPECT=1 writes {path}");
}

/// The stages of a built-in variable are among those of the input or output that it means.
#[test]
fn built_in_variables_fit_the_interface_of_the_ir() {
    for row in VARIABLES {
        let interface = row.builtin.interface();
        let stages = match row.storage {
            Storage::Input => interface.inputs,
            Storage::Output => interface.outputs,
            _ => {
                assert!(interface.is_state, "{} is a uniform", row.name);
                continue;
            }
        };
        assert!(stages.contains(row.since.stages), "{}: {:?}", row.name, row.since.stages);
    }
}
