//! Reads modules in assembly: those in `read/` become the IR of their snapshots, those in `refuse/` give the error that their
//! last line names. A body stands in the frame of a shader, unless the file is a whole module.

use std::path::Path;

/// The frame of bodies: an integer in, an integer out.
const FRAME: &str = include_str!("frame.spvasm");

fn words(text: &str) -> Vec<u32> {
    let whole = if text.contains("OpCapability") {
        text.to_owned()
    } else {
        format!("{FRAME}{text}\n               OpFunctionEnd\n")
    };
    vitrum_spirv_text::parse(&whole).unwrap_or_else(|error| panic!("{error}"))
}

fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3);
    files
}

#[test]
fn modules_become_ir() {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        for file in files("read") {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&file).unwrap();
            let entries = vitrum_frontend_spirv::read(&words(&text));
            let entries = entries.unwrap_or_else(|error| panic!("{name}: {error}"));
            let printed: Vec<String> = entries.iter().map(|entry| vitrum_ir::print(&entry.module)).collect();
            insta::assert_snapshot!(name, printed.join("\n"));
        }
    });
}

#[test]
fn what_is_no_shader_is_refused() {
    for file in files("refuse") {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let expected = text.lines().last().and_then(|line| line.strip_prefix("; error: ")).unwrap();
        let error = vitrum_frontend_spirv::read(&words(&text)).expect_err(&name).to_string();
        assert!(error.contains(expected), "{name}: {error}");
    }
}

#[test]
fn nesting_is_bounded() {
    let kinds = [
        "OpSelectionMerge %join{} None\nOpBranchConditional %yes %in{} %join{}\n%in{} = OpLabel\n",
        "OpSelectionMerge %join{} None\nOpSwitch %x %join{} 1 %in{}\n%in{} = OpLabel\n",
        "OpBranch %loop{}\n%loop{} = OpLabel\nOpLoopMerge %join{} %next{} None\nOpBranchConditional %yes %in{} %join{}\n\
         %next{} = OpLabel\nOpBranch %loop{}\n%in{} = OpLabel\n",
    ];
    for kind in kinds {
        let nested = |depth: usize| {
            let mut text = String::from("%yes = OpSGreaterThan %bool %x %int_0\n");
            for level in 0..depth {
                text += &kind.replace("{}", &level.to_string());
            }
            for level in (0..depth).rev() {
                text += &format!("OpBranch %join{level}\n%join{level} = OpLabel\n");
            }
            vitrum_frontend_spirv::read(&words(&(text + "OpReturn\n")))
        };
        assert!(nested(256).is_ok());
        let error = nested(400).expect_err("deep").to_string();
        assert!(error.contains("more than 256 nested constructs"), "{error}");
    }
}

#[test]
fn groups_of_decorations_are_bounded() {
    let read = |decorations: &str| {
        let frame = FRAME.replacen("%void = OpTypeVoid", &format!("{decorations}\n%void = OpTypeVoid"), 1);
        vitrum_frontend_spirv::read(&words(&format!("{frame}OpReturn\nOpFunctionEnd\n")))
    };
    let group = |decorations: usize, targets: usize| {
        let decorations = "OpDecorate %group RelaxedPrecision\n".repeat(decorations);
        format!(
            "{decorations}%group = OpDecorationGroup\nOpGroupDecorate %group{}",
            " %int_0".repeat(targets)
        )
    };
    assert!(read(&group(1024, 1024)).is_ok());
    for (decorations, expected) in [
        (group(1024, 1025), "more than 1048576 decorations by groups"),
        (group(1024, 1024) + " %int_0", "more than 1048576 decorations by groups"),
        (group(1, 1) + " %group", "is a group, which decorates no group"),
        ("OpGroupDecorate %int_0 %x".to_owned(), "is no group of decorations"),
    ] {
        let error = read(&decorations).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn choices_are_bounded() {
    let chosen = |places: u32| {
        let (mut text, mut before) = (String::new(), String::from("%v0"));
        let globals: String =
            (0..places).map(|at| format!("%v{at} = OpVariable %to_private Private\n")).collect();
        for place in 1..places {
            text += &format!("%p{place} = OpSelect %to_private %yes {before} %v{place}\n");
            before = format!("%p{place}");
        }
        let frame = FRAME.replacen(
            "%int_0 = OpConstant",
            &format!("%to_private = OpTypePointer Private %int\n{globals}%int_0 = OpConstant"),
            1,
        );
        let text = format!(
            "{frame}%yes = OpSGreaterThan %bool %x %int_0\n{text}%last = OpLoad %int {before}\nOpReturn\nOpFunctionEnd\n"
        );
        vitrum_frontend_spirv::read(&words(&text))
    };
    assert!(chosen(64).is_ok());
    let error = chosen(65).expect_err("many").to_string();
    assert!(error.contains("a choice between more than 64 places"), "{error}");
}

/// The file, line and column of the last instruction, behind strings and sources of the module and a line.
fn last_place(strings: &str, line: &str) -> Option<(String, u32, u32)> {
    let frame = FRAME.replacen("OpName", &format!("{strings}\nOpName"), 1);
    let text = format!("{frame}{line}\nOpReturn\nOpFunctionEnd\n");
    let entry =
        vitrum_frontend_spirv::read(&words(&text)).unwrap_or_else(|error| panic!("{error}")).remove(0);
    let function = entry.module.functions.values().last()?;
    let span = function.insts.values().last()?.span();
    let place = entry.sources.location(span.start).filter(|_| !span.is_nowhere())?;
    Some((place.file.to_owned(), place.line, place.column))
}

#[test]
fn lines_become_spans() {
    let name = "%name = OpString \"a.frag\"";
    let place = |line, column| Some(("a.frag".to_owned(), line, column));
    // Blanks stand for a text that is not there.
    assert_eq!(last_place(name, "OpLine %name 7 3"), place(7, 3));
    assert_eq!(last_place(name, "OpLine %name 7 0"), place(7, 1));
    assert_eq!(last_place(name, "OpLine %name 7 3\nOpNoLine"), None);
    // One of gigabytes does not.
    assert_eq!(last_place(name, "OpLine %name 4000000000 1"), None);
    assert_eq!(last_place(name, "OpLine %name 1 4294967295"), None);
    // Of an unknown column it is the whole line; columns behind it are brought back.
    let text = format!("{name}\nOpSource GLSL 450 %name \"one\n  two\"");
    assert_eq!(last_place(&text, "OpLine %name 2 0"), place(2, 3));
    assert_eq!(last_place(&text, "OpLine %name 2 900"), place(2, 6));
    assert_eq!(last_place(&text, "OpLine %name 3 1"), None);
    // The lines that glslang writes above the text do not count.
    let text =
        format!("{name}\nOpSource GLSL 450 %name \"// OpModuleProcessed entry-point main\n#line 1\nx\n y\"");
    assert_eq!(last_place(&text, "OpLine %name 2 0"), place(2, 2));
}

#[test]
fn local_variables_have_the_places_of_their_declarations() {
    let text = FRAME.replacen(
        "OpMemoryModel",
        "OpExtension \"SPV_KHR_non_semantic_info\"\n%set = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\nOpMemoryModel",
        1,
    );
    let text = text.replacen("OpName", "%file = OpString \"a.frag\"\n%name = OpString \"count\"\nOpName", 1);
    let text = text.replacen(
        "%int_0 = OpConstant",
        "%u0 = OpConstant %uint 0\n%u3 = OpConstant %uint 3\n%u5 = OpConstant %uint 5\n%local_ptr = OpTypePointer Function %int\n\
         %source = OpExtInst %void %set DebugSource %file\n%none = OpExtInst %void %set DebugInfoNone\n\
         %expression = OpExtInst %void %set DebugExpression\n\
         %local = OpExtInst %void %set DebugLocalVariable %name %none %source %u5 %u3 %none %u0\n%int_0 = OpConstant",
        1,
    );
    let text = text.replacen("%entry = OpLabel", "%entry = OpLabel\n%v = OpVariable %local_ptr Function", 1);
    let text =
        text + "%d = OpExtInst %void %set DebugDeclare %local %v %expression\nOpReturn\nOpFunctionEnd\n";
    let entry =
        vitrum_frontend_spirv::read(&words(&text)).unwrap_or_else(|error| panic!("{error}")).remove(0);
    let function = entry.module.functions.values().last().unwrap();
    let mut variables = function.insts.values().filter(|inst| inst.op == vitrum_ir::Op::Var);
    let span = variables.next().unwrap().span();
    let place = entry.sources.location(span.start).unwrap();
    assert_eq!((place.file.to_string().as_str(), place.line, place.column), ("a.frag", 5, 3));
}
