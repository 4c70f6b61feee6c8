//! Folders of shaders become Rust, or errors that say where and why.

use std::fs;
use std::path::{Path, PathBuf};

use vitrum_build::{BuildError, Generated, Shaders};

const PLAIN: &str = "#version 450\nvoid main() { gl_Position = vec4(1.0); }\n";

/// A folder that leaves with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // Of a run that was broken off.
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).expect("the folder is made");
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder is made");
            fs::write(path, text).expect("the file is written");
        }
        Self(folder)
    }

    fn generate(&self) -> Result<Generated, BuildError> {
        Shaders::new(&self.0).generate()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn modules_have_the_names_of_files() {
    let folder =
        Folder::new("names", &[("a.vert", PLAIN), ("in/b-1.vert.glsl", PLAIN), ("c.glsl", "no shader")]);
    let generated = folder.generate().expect("the shaders are right");
    let modules: Vec<&str> =
        generated.rust.lines().filter_map(|line| line.strip_prefix("pub mod ")).collect();
    assert_eq!(modules, ["a_vert {", "in_b_1_vert {"]);
    assert_eq!(generated.files.len(), 4, "two shaders and two folders: {:?}", generated.files);
}

#[test]
fn permutations_have_their_macros() {
    let source = "#version 450\nlayout(location = 0) out float x;\nvoid main() {\n#ifdef NIGHT\nx = NIGHT;\n#else\nx = DAY;\n#endif\n}\n";
    let folder = Folder::new("permutations", &[("sky.frag", source)]);
    let shaders =
        Shaders::new(&folder.0).define("DAY", "1.0").permutation("sky.frag", "night", [("NIGHT", "2.0")]);
    let generated = shaders.generate().expect("both forms are right");
    let (day, night) =
        generated.rust.split_once("pub mod sky_frag_night {").expect("there is a second module");
    let constants = [1.0f32, 2.0].map(|value| format!("{:#x}", value.to_bits()));
    assert!(day.contains(&constants[0]) && !day.contains(&constants[1]));
    assert!(night.contains(&constants[1]) && !night.contains(&constants[0]));
    let shaders = Shaders::new(&folder.0).permutation("sea.frag", "night", [("NIGHT", "2.0")]);
    let error = shaders.generate().expect_err("there is no such shader").to_string();
    assert!(error.contains("permutation `night` is of") && error.contains("sea.frag"), "{error}");
}

#[test]
fn included_files_are_known_to_cargo() {
    let source = "#version 450\n#include \"half.glsl\"\nlayout(location = 0) out float x;\nvoid main() { x = HALF; }\n";
    let folder =
        Folder::new("includes", &[("a.frag", source), ("lib/half.glsl", "const float HALF = 0.5;\n")]);
    let error = folder.generate().expect_err("the file is in no folder that is searched");
    assert!(error.to_string().contains("cannot include `half.glsl`"), "{error}");
    assert!(error.files.contains(&folder.0.join("a.frag")));
    let generated = Shaders::new(&folder.0).include(folder.0.join("lib")).generate().expect("it is found");
    assert!(generated.files.contains(&folder.0.join("lib/half.glsl")), "{:?}", generated.files);
}

#[test]
fn errors_of_all_shaders_have_their_places() {
    let folder = Folder::new(
        "errors",
        &[("a.vert", "#version 450\nvoid main() { x; }\n"), ("b.vert", "void\n"), ("c.vert", PLAIN)],
    );
    let error = folder.generate().expect_err("two shaders are wrong");
    assert_eq!(error.errors.len(), 2);
    assert!(error.errors[0].contains("a.vert:2:15"), "{error}");
    assert!(error.errors[1].contains("b.vert"), "{error}");
}

#[test]
fn warnings_have_their_places() {
    let source = "#version 450\n#extension GL_NOTHING : enable\nvoid main() { gl_Position = vec4(1.0); }\n";
    let folder = Folder::new("warnings", &[("a.vert", source)]);
    let generated = folder.generate().expect("it is a warning");
    assert_eq!(generated.warnings.len(), 1);
    assert!(generated.warnings[0].contains("a.vert:2:"), "{}", generated.warnings[0]);
}

#[test]
fn folders_without_shaders_are_errors() {
    let folder = Folder::new("empty", &[("readme.md", "")]);
    let error = folder.generate().expect_err("there is no shader").to_string();
    assert!(error.starts_with("error: no shaders in"), "{error}");
    let error = Shaders::new(folder.0.join("none")).generate().expect_err("there is no folder").to_string();
    assert!(error.starts_with("error: cannot read the folder"), "{error}");
}

#[test]
fn two_shaders_of_one_name_are_an_error() {
    let folder = Folder::new("clash", &[("a-b.vert", PLAIN), ("a_b.vert", PLAIN)]);
    let error = folder.generate().expect_err("one module cannot be both").to_string();
    assert!(error.contains("would both be the module `a_b_vert`"), "{error}");
}
