//! Modules are read as they were written, with every part and without the optional ones.

use std::path::{Path, PathBuf};

use vitrum_ir::text::{PrintOptions, print_with};
use vitrum_ir::{Inst, Module, Name, SourceMap, Value};
use vitrum_ir_bytes::{WriteOptions, read, write};

/// The modules of the tests of passes, links, back ends and the verifier.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "vir") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn text(module: &Module, sources: Option<&SourceMap>) -> String {
    print_with(module, &PrintOptions { spans: true, sources })
}

/// A module without what a stripped file lacks.
fn stripped(mut module: Module) -> Module {
    for data in module.structs.values_mut() {
        data.origin = Default::default();
        data.members.iter_mut().for_each(|member| member.origin = Default::default());
    }
    module.spec_constants.values_mut().for_each(|data| data.origin = Default::default());
    module.globals.values_mut().for_each(|data| data.origin = Default::default());
    for function in module.functions.values_mut() {
        function.origin = Default::default();
        function.params.iter_mut().for_each(|param| param.origin = Default::default());
        for value in 0..function.values.len() {
            function.set_value_name(<Value as vitrum_ir::Id>::from_index(value), Name::EMPTY);
        }
        for inst in 0..function.insts.len() {
            function.set_span(<Inst as vitrum_ir::Id>::from_index(inst), Default::default());
        }
    }
    module
}

#[test]
fn modules_are_read_as_they_were_written() {
    let mut count = 0;
    for file in files() {
        let source = std::fs::read_to_string(&file).unwrap();
        let Ok((module, sources)) = vitrum_ir_text::parse_with_sources(&source) else { continue };
        if vitrum_ir::verify(&module).is_err() {
            continue;
        }
        count += 1;
        let options = WriteOptions { sources: Some(&sources), ..WriteOptions::FULL };
        let (again, found) =
            read(&write(&module, &options)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(text(&again, Some(&found)), text(&module, Some(&sources)), "{}", file.display());
        assert_eq!(vitrum_ir::verify(&again), Ok(()), "{}", file.display());
        // Writing is a function of the contents alone, so that a second trip changes nothing.
        let options = WriteOptions { sources: Some(&found), ..WriteOptions::FULL };
        let bytes = write(&again, &options);
        assert_eq!(bytes, write(&read(&bytes).unwrap().0, &options), "{}", file.display());
    }
    assert!(count > 100, "{count} modules");
}

#[test]
fn stripped_files_lack_names_and_spans() {
    let mut count = 0;
    for file in files() {
        let source = std::fs::read_to_string(&file).unwrap();
        let Ok(module) = vitrum_ir_text::parse(&source) else { continue };
        let named = module.constants.iter().any(|row| !module.constants.name(row.0).is_empty());
        // Without their names, constants are not declarations of the text form any more.
        if vitrum_ir::verify(&module).is_err() || named {
            continue;
        }
        count += 1;
        let (again, _) = read(&write(&module, &WriteOptions::default())).unwrap();
        assert_eq!(text(&again, None), text(&stripped(module), None), "{}", file.display());
    }
    assert!(count > 100, "{count} modules");
}

#[test]
fn writing_a_module_that_does_not_verify_ends() {
    let mut count = 0;
    for file in files() {
        let source = std::fs::read_to_string(&file).unwrap();
        let Ok(module) = vitrum_ir_text::parse(&source) else { continue };
        if let Err(errors) = vitrum_ir::verify(&module) {
            count += 1;
            let Ok((again, _)) = read(&write(&module, &WriteOptions::FULL)) else { continue };
            assert!(vitrum_ir::verify(&again).is_err(), "{}: {errors}", file.display());
        }
    }
    assert!(count > 20, "{count} modules");
}

#[test]
fn the_spelling_of_the_source_is_written_with_names_and_spans() {
    let source = "vir 1\nstage vertex\n\nfn &main() -> void {\n    return !70..76\n}\n\n\
                  spelling rgba !8..13\nspelling stpq !8..15\nspelling const PI: 3.1415927f32 mediump !20..22\n\
                  spelling case 3i32 !30..34\nspelling case default !30..34\n\
                  spelling const UP: vec3<f32>(0.0f32, 1.0f32, 0.0f32) local !40..42\n\
                  spelling const PI: 3.1415927f32 mediump !50..52\n\
                  spelling const \"PI * 2.0\": 6.2831855f32 mediump expression !50..58\n";
    let module = vitrum_ir_text::parse(source).unwrap();
    let read_back = |options| read(&write(&module, &options)).unwrap().0;
    assert_eq!(text(&read_back(WriteOptions::FULL), None), source);
    assert!(!text(&read_back(WriteOptions::default()), None).contains("spelling"));
}
