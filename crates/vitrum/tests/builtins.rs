//! Every row of the table of built-in functions, called: it compiles to SPIR-V where it is there, and does not where it is
//! not. And the names that each version has.

use std::fmt::Write;
use vitrum::{DESKTOP_VERSIONS, ES_VERSIONS, GlslOptions, Options, Profile, Target, Version, compile};
use vitrum_glsl::builtins::call_shaders;

/// The reason for which a shader does not compile, in one line.
fn failure(source: &str, call: &call_shaders::Call, emit: bool) -> Option<String> {
    let mut options = Options::new(call.stage);
    options.target = if call.vulkan { Target::Vulkan1_4 } else { Target::OpenGl4_5 };
    let compilation = match compile(source, &options) {
        Ok(compilation) => compilation,
        Err(error) => return Some(error.to_string()),
    };
    if !emit {
        return None;
    }
    compilation.spirv().err().map(|error| error.to_string())
}

/// The reason for which a shader that compiles is not printed for its own version, in one line.
fn refusal(call: &call_shaders::Call) -> Option<String> {
    let mut options = Options::new(call.stage);
    options.target = if call.vulkan { Target::Vulkan1_4 } else { Target::OpenGl4_5 };
    let compilation = compile(&call.source, &options).ok()?;
    let version = call.source.lines().next()?.strip_prefix("#version ")?;
    let target = Version::from_name(version)?;
    let options = GlslOptions { target: Some(target), vulkan: call.vulkan, ..GlslOptions::default() };
    compilation.glsl_with(&options).err().map(|error| format!("{version}: {error}"))
}

#[test]
fn every_row_is_printed_for_its_version() {
    let mut report = String::new();
    for call in call_shaders::calls() {
        if let Some(why) = refusal(&call) {
            let _ = writeln!(report, "{}: {why}", call.name);
        }
    }
    assert!(report.is_empty(), "not printed for the version that has it:\n{report}");
}

#[test]
fn every_row_compiles_where_it_is_and_nowhere_else() {
    let calls = call_shaders::calls();
    assert!(calls.len() > 500, "{} calls", calls.len());
    let mut report = String::new();
    let mut wrong = 0;
    for call in &calls {
        if let Some(why) = failure(&call.source, call, true) {
            wrong += 1;
            let _ = writeln!(report, "{} does not compile: {why}\n{}", call.name, call.source);
        }
        if let Some(without) = &call.without
            && failure(without, call, false).is_none()
        {
            wrong += 1;
            let _ = writeln!(report, "{} compiles where it should not:\n{without}", call.name);
        }
    }
    assert_eq!(wrong, 0, "{wrong} of {} calls are wrong\n{report}", calls.len());
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
            let names = call_shaders::names(version, false);
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
