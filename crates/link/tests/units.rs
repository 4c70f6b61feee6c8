//! Units of one stage are linked, or refused with a reason and the places of both declarations.

use vitrum_ir::Module;
use vitrum_link::{Unit, link_units, link_units_for};

fn modules(texts: &[&str]) -> Vec<Module> {
    let read = |text: &&str| {
        let text = format!("vir 1\nstage vertex\n{text}");
        let module = vitrum_ir_text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}"));
        module
    };
    texts.iter().map(read).collect()
}

/// The linked module, which is valid, or the codes and messages of the errors.
fn link(texts: &[&str]) -> Result<Module, Vec<String>> {
    let modules = modules(texts);
    let units: Vec<Unit<'_>> = modules.iter().map(Unit::new).collect();
    match link_units(&units) {
        Ok(module) => {
            vitrum_ir::verify(&module).unwrap_or_else(|errors| panic!("{errors}\n{module}"));
            Ok(module)
        }
        Err(errors) => {
            Err(errors.iter().map(|error| format!("{}: {}", error.code.info().code, error.message)).collect())
        }
    }
}

fn fails(texts: &[&str], expected: &[&str]) {
    assert_eq!(link(texts).unwrap_err(), expected);
}

const MAIN: &str = "entry &main\nglobal @x: f32 private\n\nfn &f(%a: f32 in) -> f32 import \"f(float)\"\n\n\
    fn &main() -> void {\n    %0: f32 = call &f 2.0f32\n    store @x, %0\n    return\n}\n";

#[test]
fn imports_get_bodies_and_only_what_is_needed_comes() {
    let library = "global @x: f32 private = 3.0f32\nglobal @unused: f32 uniform\n\n\
        fn &g(%a: f32 in) -> f32 import \"g(float)\"\n\n\
        fn &idle() -> void export \"idle()\" {\n    store @x, 0.0f32\n    return\n}\n\n\
        fn &f(%a: f32 in) -> f32 export \"f(float)\" {\n    %0: f32 = call &g %a\n    %1: f32 = load @x\n    \
        %2: f32 = fadd %0, %1\n    return %2\n}\n";
    let third = "fn &g(%a: f32 in) -> f32 export \"g(float)\" {\n    return %a\n}\n";
    let linked = link(&[library, third, MAIN]).unwrap();
    let names: Vec<&str> = linked.functions.values().map(|it| linked.names.get(it.name)).collect();
    assert_eq!(names, ["f", "main", "g"]);
    assert_eq!(linked.globals.len(), 1);
    assert!(linked.globals.values().all(|global| global.initializer.is_some()));
    assert!(!linked.is_unit());
}

#[test]
fn globals_are_initialised_before_main() {
    let other = "global @x: f32 private\n\nfn &initializer() -> void initializer {\n    store @x, 1.0f32\n    return\n}\n\n\
        fn &f(%a: f32 in) -> f32 export \"f(float)\" {\n    return %a\n}\n";
    let text = link(&[MAIN, other]).unwrap().to_string();
    assert!(text.contains("fn &main() -> void {\n    call &initializer\n"), "{text}");
}

#[test]
fn outputs_of_all_units_stay() {
    let main = "entry &main\n\nfn &main() -> void {\n    return\n}\n";
    let linked = link(&[main, "global @o: f32 output\nglobal @u: f32 uniform\n"]).unwrap();
    let names: Vec<&str> = linked.globals.values().map(|it| linked.names.get(it.name)).collect();
    assert_eq!(names, ["o"]);
}

#[test]
fn two_units_do_not_initialise_a_variable_by_different_values() {
    let stores = "global @x: f32 private\n\nfn &initializer() -> void initializer {\n    store @x, 1.0f32\n    return\n}\n";
    let message = "E0803: `x` is initialised in two units, not by constant expressions";
    fails(&["entry &main\n\nfn &main() -> void {\n    return\n}\n", stores, stores], &[message]);
    let main = "entry &main\nglobal @x: f32 private\n\nfn &main() -> void {\n    return\n}\n";
    let values = ["global @x: f32 private = 1.0f32\n", "global @x: f32 private = 2.0f32\n"];
    fails(&[main, values[0], values[1]], &["E0803: `x` has different initialisers in two units"]);
}

#[test]
fn fragment_coordinates_have_one_layout() {
    let unit = |modes: &str, redeclared: &str| {
        let text = format!(
            "vir 1\nstage fragment\nexecution{modes}\nglobal @gl_FragCoord: vec4<f32> input builtin(frag_coord){redeclared}\n"
        );
        vitrum_ir_text::parse(&text).unwrap()
    };
    let upper = unit(" origin_upper_left", " redeclared");
    let centre = unit(" origin_upper_left pixel_center_integer", " redeclared");
    assert!(link_units(&[Unit::new(&upper), Unit::new(&upper)]).is_ok());
    let errors = link_units(&[Unit::new(&upper), Unit::new(&centre)]).unwrap_err();
    assert_eq!(errors[0].message, "`gl_FragCoord` is redeclared with different layouts in two units");
}

#[test]
fn primitives_size_the_inputs_of_geometry_units() {
    let read = |text: &str| vitrum_ir_text::parse(&format!("vir 1\nstage geometry\n{text}")).unwrap();
    let main = read(
        "execution input(triangles) output(points) max_vertices(1)\nentry &main\n\
         global @a: array<f32, 2> input implicit_size\n\nfn &main() -> void {\n    return\n}\n",
    );
    let linked = link_units(&[Unit::new(&main)]).unwrap();
    assert!(linked.to_string().contains("global @a: array<f32, 3> input\n"), "{linked}");
}

#[test]
fn arrays_without_a_size_get_the_longest() {
    let with = |length: u32, implicit: &str| format!("global @a: array<f32, {length}> uniform{implicit}\n");
    let call = "entry &main\nglobal @a: array<f32, 2> uniform implicit_size\n\n\
        fn &main() -> void {\n    %0: ptr<uniform, f32> = access @a, 1i32\n    return\n}\n";
    for (length, implicit) in [(5, " implicit_size"), (5, "")] {
        let linked = link(&[call, &with(length, implicit)]).unwrap();
        assert!(linked.to_string().contains("global @a: array<f32, 5> uniform\n"), "{linked}");
    }
    fails(&[call, &with(1, "")], &["E0803: `a` is indexed behind the end that another unit declares"]);
}

#[test]
fn libraries_keep_exports_and_open_imports() {
    let a = "fn &f() -> void export \"f()\" {\n    return\n}\n\nfn &open() -> void import \"open()\"\n";
    let b = "fn &f() -> void import \"f()\"\n\nfn &g() -> void import \"g()\"\n\n\
        fn &h() -> void export \"h()\" {\n    call &f\n    call &g\n    return\n}\n";
    let linked = link(&[a, b]).unwrap();
    let mut names: Vec<&str> =
        linked.functions.values().filter_map(|it| Some(linked.names.get(it.link_name()?))).collect();
    names.sort_unstable();
    assert_eq!(names, ["f()", "g()", "h()", "open()"]);
}

#[test]
fn structs_of_equal_content_are_one() {
    let of = |function: &str| {
        format!("declare #S\nstruct #S {{\n    a: vec2<f32>\n    b: array<f32, 3>\n}}\n{function}")
    };
    let main = of("entry &main\n\nfn &f(%s: #S in) -> #S import \"f(S)\"\n\n\
        fn &main() -> void {\n    %0: #S = call &f null #S\n    return\n}\n");
    let main = main.replacen("entry &main\n", "", 1);
    let main = format!("entry &main\n{main}");
    let other = of("\nfn &f(%s: #S in) -> #S export \"f(S)\" {\n    return %s\n}\n");
    assert_eq!(link(&[&main, &other]).unwrap().structs.len(), 1);
}

#[test]
fn missing_and_duplicate_functions_are_errors() {
    let f = "fn &f(%a: f32 in) -> f32 export \"f(float)\" {\n    return %a\n}\n";
    fails(&[MAIN], &["E0802: function `f(float)` is called but no unit defines it"]);
    fails(&[MAIN, f, f], &["E0801: function `f(float)` is defined in two units"]);
    fails(&[MAIN, MAIN, f], &["E0801: function `main` is defined in two units"]);
    let cycle = "fn &f(%a: f32 in) -> f32 import \"f(float)\"\n\n\
        fn &g(%a: f32 in) -> f32 export \"g(float)\" {\n    %0: f32 = call &f %a\n    return %0\n}\n";
    let back = "fn &g(%a: f32 in) -> f32 import \"g(float)\"\n\n\
        fn &f(%a: f32 in) -> f32 export \"f(float)\" {\n    %0: f32 = call &g %a\n    return %0\n}\n";
    fails(&[MAIN, cycle, back], &["E0707: recursive call to function `f`"]);
    assert_eq!(link_units(&[]).unwrap_err().len(), 1);
}

#[test]
fn globals_that_differ_are_errors() {
    let main = |global: &str| format!("entry &main\n{global}\n\nfn &main() -> void {{\n    return\n}}\n");
    let cases = [
        (
            "global @u: f32 uniform",
            "global @u: vec2<f32> uniform",
            "`u` is of type `vec2` in one unit and `float` in another",
        ),
        (
            "global @u: f32 uniform",
            "global @u: f32 private",
            "`u` has different storage qualifiers in two units",
        ),
        (
            "global @u: f32 uniform location(1)",
            "global @u: f32 uniform location(2)",
            "`u` has `location = 2` in one unit and `location = 1` in another",
        ),
        (
            "global @o: f32 output flat",
            "global @o: f32 output",
            "`o` has different interpolation qualifiers in two units",
        ),
        (
            "global @o: f32 output",
            "global @o: f32 output invariant",
            "`o` is `invariant` in one unit and not in another",
        ),
        (
            "global @x: f32 private = 1.0f32",
            "global @x: f32 private = 2.0f32",
            "`x` has different initialisers in two units",
        ),
        (
            "struct #B {\n    a: f32\n}\nglobal @0: #B uniform block(std140)",
            "struct #B {\n    a: i32\n}\nglobal @0: #B uniform block(std140)",
            "`B` has a member `a` of type `int` in one unit and `float` in another",
        ),
        (
            "struct #B {\n    a: f32\n}\nglobal @0: #B uniform block(std140)",
            "struct #B {\n    a: f32\n}\nglobal @0: #B uniform block(std430)",
            "`B` has different layout rules in two units",
        ),
    ];
    for (a, b, message) in cases {
        fails(&[&main(a), &format!("{b}\n")], &[&format!("E0803: {message}")]);
        assert!(link(&[&main(a), &format!("{a}\n")]).is_ok(), "{a}");
    }
}

#[test]
fn stages_languages_and_modes_go_together() {
    let main = "entry &main\n\nfn &main() -> void {\n    return\n}\n";
    let read = |text: &str| vitrum_ir_text::parse(text).unwrap();
    let errors = |a: &str, b: &str| {
        let (a, b) = (read(a), read(b));
        let errors = link_units(&[Unit::new(&a), Unit::new(&b)]).err().unwrap_or_default();
        errors
            .iter()
            .map(|error| format!("{}: {}", error.code.info().code, error.message))
            .collect::<Vec<_>>()
    };
    let message = "E0800: units of the stages `vertex` and `fragment` cannot be linked to one shader";
    assert_eq!(errors(&format!("stage vertex\n{main}"), "stage fragment\n"), [message]);
    let es = "stage vertex\nsource essl 300\n";
    assert_eq!(errors(&format!("{es}{main}"), es), ["E0800: a shader of OpenGL ES has one unit"]);
    let geometry = "stage geometry\nexecution input(points) output(points) max_vertices(3)\n";
    let other = "stage geometry\nexecution max_vertices(4)\n";
    let message = "E0803: units declare different values of the number of output vertices";
    assert_eq!(errors(&format!("{geometry}{main}"), other), [message]);
    assert_eq!(errors(&format!("stage geometry\n{main}"), geometry), [""; 0]);
    let (on, off) = ("execution query_micromaps_on\n", "execution query_micromaps_off\n");
    let message = "E0803: units declare different values of the opacity micromaps of ray queries";
    assert_eq!(errors(&format!("stage vertex\n{on}{main}"), &format!("stage vertex\n{off}")), [message]);
    assert_eq!(
        errors(&format!("stage compute\n{main}"), "stage compute\n"),
        ["E0802: no unit declares the local size"]
    );
}

#[test]
fn two_units_call_each_other_in_a_long_chain() {
    const LENGTH: usize = 2000;
    let mut units = ["entry &main\n".to_owned(), String::new()];
    for function in 0..LENGTH {
        let (own, next) = (function % 2, function + 1);
        units[own] += &format!(
            "fn &f{function}() -> void export \"f{function}()\" {{\n    call &f{next}\n    return\n}}\n"
        );
        if next < LENGTH {
            units[own] += &format!("fn &f{next}() -> void import \"f{next}()\"\n");
        }
    }
    let last = format!("fn &f{LENGTH}() -> void {{\n    return\n}}\n");
    units[(LENGTH - 1) % 2] += &last;
    units[0] += "fn &main() -> void {\n    call &f0\n    return\n}\n";
    let linked = link(&[&units[0], &units[1]]).unwrap();
    assert_eq!(linked.functions.len(), LENGTH + 2);
    assert!(!linked.is_unit());
}

#[test]
fn declarations_that_say_different_things_are_all_joined() {
    let unit = |location: &str, index: usize| {
        format!(
            "global @u: f32 uniform{location}\n\nfn &f{index}() -> f32 export \"f{index}()\" {{\n    \
            %0: f32 = load @u\n    return %0\n}}\n"
        )
    };
    let main = "entry &main\n\nfn &f0() -> f32 import \"f0()\"\nfn &main() -> void {\n    %0: f32 = call &f0\n    return\n}\n";
    let text = link(&[main, &unit("", 0), &unit("", 1), &unit(" location(3)", 2)]).unwrap().to_string();
    assert!(text.contains("global @u: f32 uniform location(3)"), "{text}");
    // The first declaration agrees with both others, which do not agree.
    fails(
        &[main, &unit("", 0), &unit(" location(3)", 1), &unit(" location(4)", 2)],
        &["E0803: `u` has `location = 4` in one unit and `location = 3` in another"],
    );
}

#[test]
fn a_unit_that_changes_is_compiled_again_alone() {
    let library = |body: &str| {
        format!(
            "fn &g(%a: f32 in) -> f32 export \"g(float)\" {{\n{body}}}\n\n\
            fn &f(%a: f32 in) -> f32 export \"f(float)\" {{\n    %0: f32 = call &g %a\n    return %0\n}}\n"
        )
    };
    let before = modules(&[MAIN, &library("    return %a\n")]);
    let after = modules(&[&library("    %0: f32 = fmul %a, 2.0f32\n    return %0\n")]);
    let joined = |units: [&Module; 2]| link_units(&units.map(Unit::new)).unwrap().to_string();
    let (old, new) = (joined([&before[0], &before[1]]), joined([&before[0], &after[0]]));
    assert!(!old.contains("fmul") && new.contains("fmul %a, 2.0f32"), "{new}");
    // An overload beside a function renames nothing.
    let overload = "fn &\"f(vec2)\"(%a: vec2<f32> in) -> vec2<f32> export \"f(vec2)\" {\n    return %a\n}\n";
    let beside = modules(&[&(library("    return %a\n") + overload)]);
    assert_eq!(joined([&before[0], &beside[0]]), old);
}

/// A module that calls an imported generic function.
const GENERIC: &str = "entry &main\nglobal @x: vec2<f32> private\n\n\
    fn &twice<$T: float>(%a: $T in) -> $T import \"twice($T)\"\n\n\
    fn &main() -> void {\n    %0: vec2<f32> = load @x\n    %1: vec2<f32> = call &twice<vec2<f32>> %0\n    store @x, %1\n    return\n}\n";

#[test]
fn generic_functions_are_linked_and_then_specialised() {
    let library = "fn &add<$T: float>(%a: $T in, %b: $T in) -> $T {\n    %r: $T = fadd %a, %b\n    return %r\n}\n\n\
        fn &twice<$T: float>(%a: $T in) -> $T export \"twice($T)\" {\n    %r: $T = call &add<$T> %a, %a\n    return %r\n}\n\n\
        fn &idle<$T: float>(%a: $T in) -> $T export \"idle($T)\" {\n    return %a\n}\n";
    let mut linked = link(&[GENERIC, library]).unwrap();
    assert_eq!(vitrum_ir::generics::specialize(&mut linked), Ok(2));
    vitrum_ir::verify(&linked).unwrap();
    let names: Vec<&str> = linked.functions.values().map(|it| linked.names.get(it.name)).collect();
    assert_eq!(names, ["main", "twice", "add"]);
    assert!(!linked.has_generics());
}

#[test]
fn generic_functions_have_equal_parameters_in_both_units() {
    let library = "fn &twice<$T: int>(%a: $T in) -> $T export \"twice($T)\" {\n    %r: $T = iadd %a, %a\n    return %r\n}\n";
    fails(
        &[GENERIC, library],
        &[
            "E0803: function `twice($T)` has the generic parameters <float> where it is imported, and <int> where it is defined",
        ],
    );
}

#[test]
fn imports_have_the_signature_of_the_export() {
    let export = |head: &str, result: &str| {
        format!("fn &f({head}) -> {result} export \"f(float)\" {{\n    return null {result}\n}}\n")
    };
    let text = |verb: &str, here: &str, there: &str| {
        format!(
            "E0803: function `f(float)` {verb} `{here}` where it is imported, and `{there}` where it is defined"
        )
    };
    fails(&[MAIN, &export("%a: f32 in", "i32")], &[&text("returns", "float", "int")]);
    fails(&[MAIN, &export("%a: i32 in", "f32")], &[&text("takes", "(float)", "(int)")]);
    fails(&[MAIN, &export("", "f32")], &[&text("takes", "(float)", "()")]);
    assert!(link(&[MAIN, &export("%a: f32 const_in", "f32")]).is_ok());
}

#[test]
fn generic_parameters_may_have_other_names_in_each_unit() {
    let library = "fn &twice<$U: float>(%a: $U in) -> $U export \"twice($T)\" {\n    %r: $U = fadd %a, %a\n    return %r\n}\n";
    assert!(link(&[GENERIC, library]).is_ok());
    let library = "fn &twice<$U: float>(%a: $U in) -> scalar_of<$U> export \"twice($T)\" {\n    return null scalar_of<$U>\n}\n";
    let errors = link(&[GENERIC, library]).unwrap_err();
    assert!(errors[0].contains("a generic function cannot be specialised: signature"), "{errors:?}");
}

#[test]
fn the_first_alternative_whose_condition_holds_is_taken() {
    let export = |name: &str, number: &str| {
        format!("fn &f(%a: f32 in) -> f32 export \"{name}\" {{\n    return {number}f32\n}}\n\n")
    };
    let library = export("f(float)@a", "1.0")
        + &export("f(float)@b", "2.0").replace("&f(", "&g(")
        + &export("f(float)", "3.0").replace("&f(", "&h(");
    let modules = modules(&[MAIN, &library]);
    let units: Vec<Unit<'_>> = modules.iter().map(Unit::new).collect();
    for (conditions, number) in [(&["a", "b"][..], "1.0"), (&["b"], "2.0"), (&[], "3.0")] {
        let linked = link_units_for(&units, &|name| conditions.contains(&name)).unwrap();
        vitrum_ir::verify(&linked).unwrap();
        let text = linked.to_string();
        assert!(text.contains(&format!("return {number}f32")), "{text}");
        assert_eq!(linked.functions.len(), 2);
    }
}

#[test]
fn functions_do_not_call_themselves_by_way_of_generic_ones() {
    let main = "entry &main\n\nfn &f() -> void import \"f()\"\n\nfn &g() -> void export \"g()\" {\n    call &f\n    return\n}\n\n\
        fn &main() -> void {\n    call &g\n    return\n}\n";
    let library = "fn &g() -> void import \"g()\"\n\nfn &again<$N: size>() -> void {\n    call &g\n    return\n}\n\n\
        fn &f() -> void export \"f()\" {\n    call &again<2>\n    return\n}\n";
    let errors = link(&[main, library]).unwrap_err();
    assert!(errors.iter().any(|error| error.contains("recursive call")), "{errors:?}");
}

#[test]
fn outputs_of_different_units_have_locations_of_their_own() {
    let main =
        "entry &main\nglobal @a: vec4<f32> output location(0)\n\nfn &main() -> void {\n    return\n}\n";
    let other = "global @b: vec4<f32> output location(0)\n";
    fails(
        &[main, other],
        &["E0803: declarations of two units conflict: location 0 is taken by another variable (globals)"],
    );
}
