//! The language server, asked by a client over stdio as an editor does.

mod common;
mod lsp_client;

use std::time::Instant;

use common::Folder;
use lsp_client::{Client, position, uri};
use serde_json::{Value, json};

const SHADER: &str = "\
#version 450
#extension GL_GOOGLE_include_directive : require
#include \"light.glsl\"
#define STRENGTH 0.5
// The camera.
layout(set = 0, binding = 1) uniform Camera {
    mat4 view;
    vec3 eye;
} camera;
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
const int COUNT = 2 + 1;

/// The brightness of a light.
float shade(Light light, vec3 n) {
    float lit = max(dot(light.direction, n), 0.0);
    return lit * STRENGTH;
}

void main() {
    Light sun = Light(normalize(camera.eye), 1.0);
    color = vec4(0.0);
    for (int i = 0; i < COUNT; i++) {
        color += vec4(shade(sun, normal) * sun.power);
    }
}
";

const LIGHT: &str = "struct Light {\n    vec3 direction;\n    float power;\n};\n";

/// A client with the shader open, and its folder.
fn opened(name: &str) -> (Client, Folder, String) {
    let folder = Folder::new(name);
    folder.write("light.glsl", LIGHT).write("a.frag", SHADER);
    let mut client = Client::start(&folder, json!({}));
    let uri = uri(&folder, "a.frag");
    client.open(&uri, SHADER);
    let found = client.diagnostics(&uri, 1);
    assert_eq!(found, Vec::<Value>::new());
    (client, folder, uri)
}

fn at(uri: &str, text: &str, needle: &str, offset: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": position(text, needle, offset) })
}

/// The text that a location names.
fn text_at<'t>(text: &'t str, range: &Value) -> &'t str {
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("{range}")) as usize;
    let offset = |place: &Value| {
        let line = number(&place["line"]);
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + number(&place["character"])
    };
    &text[offset(&range["start"])..offset(&range["end"])]
}

#[test]
fn hover_shows_types_layouts_values_and_docs() {
    let (mut client, _folder, uri) = opened("lsp_hover");
    let mut hover = |needle: &str, offset: usize| {
        let result = client.request("textDocument/hover", at(&uri, SHADER, needle, offset));
        result["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let variable = hover("normal) * sun", 1);
    assert!(variable.contains("layout(location = 0) in vec3 normal"), "{variable}");
    let member = hover("camera.eye", 8);
    assert!(
        member.contains("vec3 Camera.eye") && member.contains("offset 64, size 12, align 16"),
        "{member}"
    );
    let block = hover("Camera {", 1);
    assert!(block.contains("layout(std140, set = 0, binding = 1) uniform Camera {"), "{block}");
    assert!(block.contains("mat4 view;  // offset 0, size 64, align 16, matrix stride 16"), "{block}");
    assert!(block.contains("} camera") && block.contains("The camera."), "{block}");
    let constant = hover("COUNT; i++", 1);
    assert!(constant.contains("const int COUNT = 3"), "{constant}");
    let function = hover("shade(sun", 1);
    assert!(function.contains("float shade(Light light, vec3 n)"), "{function}");
    assert!(function.contains("The brightness of a light."), "{function}");
    let built_in = hover("dot(", 1);
    assert!(built_in.contains("float dot(genFType x, genFType y)"), "{built_in}");
    assert!(built_in.contains("dot product"), "{built_in}");
    let of_macro = hover("STRENGTH;", 1);
    assert!(of_macro.contains("#define STRENGTH 0.5"), "{of_macro}");
    let included = hover("sun.power", 5);
    assert!(
        included.contains("float Light.power") && included.contains("std140: offset 12, size 4"),
        "{included}"
    );
    assert_eq!(hover("The camera", 5), "", "a comment");
    assert_eq!(hover("0.5", 1), "", "a number");
}

#[test]
fn completion_knows_scopes_members_layouts_and_directives() {
    let (mut client, _folder, uri) = opened("lsp_completion");
    let mut version = 1;
    let mut complete = |text: &str, needle: &str| {
        version += 1;
        client.change_all(&uri, version, text);
        let end = needle.len();
        let result = client.request("textDocument/completion", at(&uri, text, needle, end));
        let items = result.as_array().cloned().unwrap_or_default();
        let detail = |it: &Value| it["detail"].as_str().unwrap_or_default().to_owned();
        let name = |it: &Value| it["label"].as_str().unwrap_or_default().to_owned();
        items.iter().map(|it| (name(it), detail(it))).collect::<Vec<_>>()
    };
    let find =
        |items: &[(String, String)], name: &str| items.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    let text = SHADER.replace("color = vec4(0.0);", "color = s");
    let found = complete(&text, "color = s");
    assert_eq!(find(&found, "sun").as_deref(), Some("Light sun"));
    assert_eq!(find(&found, "shade").as_deref(), Some("float shade(Light light, vec3 n)"));
    assert_eq!(find(&found, "normal").as_deref(), Some("layout(location = 0) in vec3 normal"));
    assert!(find(&found, "smoothstep").is_some_and(|it| it.starts_with("genFType smoothstep(")), "{found:?}");
    assert!(find(&found, "gl_FragCoord").is_some() && find(&found, "gl_VertexIndex").is_none());
    assert!(find(&found, "return").is_some() && find(&found, "STRENGTH").is_some());
    assert_eq!(find(&found, "lit"), None, "a local variable of another function");
    assert_eq!(find(&found, "i"), None, "a variable of a loop that comes later");
    let text = SHADER.replace("color = vec4(0.0);", "sun.");
    let found = complete(&text, "sun.");
    assert_eq!(found, [("direction", "vec3"), ("power", "float")].map(|(a, b)| (a.to_owned(), b.to_owned())));
    let text = SHADER.replace("color = vec4(0.0);", "color.x");
    let found = complete(&text, "color.x");
    assert!(find(&found, "xyz").is_some_and(|it| it == "vec3") && find(&found, "a").is_some());
    let text = SHADER.replace("layout(location = 0) out", "layout() out");
    let found = complete(&text, "layout(");
    assert!(find(&found, "location").is_some(), "{found:?}");
    let text = SHADER.replace("#define STRENGTH 0.5", "#de\n#define STRENGTH 0.5");
    assert!(find(&complete(&text, "#de"), "define").is_some());
    let text = SHADER.replace("#define STRENGTH 0.5", "#extension GL_\n#define STRENGTH 0.5");
    let found = complete(&text, "#extension GL_\n".trim_end());
    assert!(find(&found, "GL_EXT_buffer_reference").is_some(), "{found:?}");
    assert!(complete(SHADER, "// The cam").is_empty());
}

#[test]
fn signatures_follow_the_argument() {
    let (mut client, _folder, uri) = opened("lsp_signatures");
    let help = client.request("textDocument/signatureHelp", at(&uri, SHADER, "shade(sun, ", 11));
    assert_eq!(help["signatures"][0]["label"], "float shade(Light light, vec3 n)");
    assert_eq!(help["activeParameter"], 1);
    assert_eq!(help["signatures"][0]["parameters"][1]["label"], json!([25, 31]));
    let help = client.request("textDocument/signatureHelp", at(&uri, SHADER, "dot(light.direction, ", 21));
    assert!(help["signatures"][0]["label"].as_str().is_some_and(|it| it.starts_with("float dot(")), "{help}");
    let help =
        client.request("textDocument/signatureHelp", at(&uri, SHADER, "Light(normalize(camera.eye), ", 29));
    assert_eq!(help["signatures"][0]["label"], "Light(vec3 direction, float power)");
    let none = client.request("textDocument/signatureHelp", at(&uri, SHADER, "for (int", 5));
    assert_eq!(none, Value::Null);
    let text = SHADER
        .replace("#define STRENGTH 0.5", "#define STRENGTH 0.5\n#define SCALE(value, by) ((value) * (by))");
    let text = text.replace("vec4(0.0);", "vec4(SCALE(1.0, 2.0));");
    client.change_all(&uri, 2, &text);
    let help = client.request("textDocument/signatureHelp", at(&uri, &text, "SCALE(1.0, ", 11));
    assert_eq!(
        (&help["signatures"][0]["label"], &help["activeParameter"]),
        (&json!("SCALE(value, by)"), &json!(1))
    );
}

#[test]
fn names_lead_to_declarations_and_uses() {
    let (mut client, folder, uri) = opened("lsp_navigation");
    let light = lsp_client::uri(&folder, "light.glsl");
    let definition = client.request("textDocument/definition", at(&uri, SHADER, "shade(sun", 1));
    assert_eq!(text_at(SHADER, &definition["range"]), "shade");
    assert_eq!(definition["range"]["start"]["line"], 14);
    let included = client.request("textDocument/definition", at(&uri, SHADER, "sun.power", 5));
    assert_eq!((&included["uri"], text_at(LIGHT, &included["range"])), (&json!(light), "power"));
    let file = client.request("textDocument/definition", at(&uri, SHADER, "\"light.glsl", 3));
    assert_eq!(file["uri"], json!(light));
    let of_macro = client.request("textDocument/definition", at(&uri, SHADER, "STRENGTH;", 1));
    assert_eq!(of_macro["range"]["start"]["line"], 3);
    let of_type = client.request("textDocument/typeDefinition", at(&uri, SHADER, "sun, normal", 1));
    assert_eq!((&of_type["uri"], text_at(LIGHT, &of_type["range"])), (&json!(light), "Light"));
    let mut params = at(&uri, SHADER, "Light sun", 1);
    params["context"] = json!({ "includeDeclaration": true });
    let references = client.request("textDocument/references", params.clone());
    let places: Vec<_> = references.as_array().into_iter().flatten().map(|it| &it["uri"]).collect();
    assert_eq!(places.len(), 4, "{references}");
    assert_eq!(places.iter().filter(|it| **it == &json!(light)).count(), 1);
    params["context"] = json!({ "includeDeclaration": false });
    assert_eq!(client.request("textDocument/references", params).as_array().map(Vec::len), Some(3));
    let mut params = at(&uri, SHADER, "STRENGTH;", 1);
    params["context"] = json!({ "includeDeclaration": true });
    assert_eq!(client.request("textDocument/references", params).as_array().map(Vec::len), Some(2));
    let declaration = client.request("textDocument/declaration", at(&uri, SHADER, "COUNT; i++", 1));
    assert_eq!(declaration["range"]["start"]["line"], 11);
    let highlights = client.request("textDocument/documentHighlight", at(&uri, SHADER, "lit * ", 1));
    let texts: Vec<_> =
        highlights.as_array().into_iter().flatten().map(|it| text_at(SHADER, &it["range"])).collect();
    assert_eq!(texts, ["lit", "lit"]);
}

#[test]
fn renaming_changes_every_file_and_refuses_clashes() {
    let (mut client, folder, uri) = opened("lsp_rename");
    let light = lsp_client::uri(&folder, "light.glsl");
    let prepared = client.request("textDocument/prepareRename", at(&uri, SHADER, "sun.power", 5));
    assert_eq!((text_at(SHADER, &prepared["range"]), &prepared["placeholder"]), ("power", &json!("power")));
    let rename = |needle: &str, offset: usize, new: &str| {
        let mut params = at(&uri, SHADER, needle, offset);
        params["newName"] = json!(new);
        params
    };
    let edit = client.request("textDocument/rename", rename("sun.power", 5, "strength"));
    let mut shader = SHADER.to_owned();
    lsp_client::apply(&mut shader, &edit["changes"][&uri]);
    let mut header = LIGHT.to_owned();
    lsp_client::apply(&mut header, &edit["changes"][&light]);
    assert!(shader.contains("sun.strength") && header.contains("float strength;"), "{edit}");
    folder.write("light.glsl", &header).write("a.frag", &shader);
    let ran = folder.run("a.frag -o a.spv");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    // A local name hides nothing, and a macro is a word like any other.
    let edit = client.request("textDocument/rename", rename("STRENGTH;", 1, "FACTOR"));
    assert_eq!(edit["changes"][&uri].as_array().map(Vec::len), Some(2), "{edit}");
    for (needle, offset, new, why) in [
        ("dot(", 1, "scalar", "of the language"),
        ("vec4(shade", 1, "four", "of the language"),
        ("for (", 1, "loop", "of the language"),
        ("main(", 1, "start", "where a shader begins"),
        ("lit * ", 1, "float", "a word of the language"),
        ("lit * ", 1, "gl_lit", "reserved"),
        ("lit * ", 1, "2nd", "not a name"),
        ("lit * ", 1, "mix", "a name of the language"),
        ("lit * ", 1, "STRENGTH", "a macro"),
        ("lit * ", 1, "normal", "declared in this shader already"),
        ("sun.power", 5, "direction", "declared in this shader already"),
    ] {
        let error = client.fail("textDocument/rename", rename(needle, offset, new));
        assert!(error.1.contains(why), "{needle} to {new}: {error:?}");
    }
}

#[test]
fn paths_of_includes_are_completed() {
    let folder = Folder::new("lsp_include_paths");
    for name in [
        "light.glsl",
        "b.frag",
        "notes.txt",
        ".hidden.glsl",
        "deep/far.glsl",
        "inc/light.glsl",
        "inc/shared.h",
    ] {
        folder.write(name, LIGHT);
    }
    let mut client = Client::start(&folder, json!({ "includeFolders": ["inc"] }));
    let uri = uri(&folder, "a.frag");
    let mut complete = |line: &str| -> Vec<String> {
        let text = format!("#version 450\n{line}\nvoid main() {}\n", "{ }");
        client.open(&uri, &text);
        let result = client.request("textDocument/completion", at(&uri, &text, line, line.len()));
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
        let items = result.as_array().into_iter().flatten();
        items.map(|it| it["textEdit"]["newText"].as_str().unwrap_or("no path").to_owned()).collect()
    };
    assert_eq!(complete("#include \""), ["b.frag", "deep/", "inc/", "light.glsl", "shared.h"]);
    assert_eq!(complete("#include <li"), ["b.frag", "deep/", "inc/", "light.glsl", "shared.h"]);
    assert_eq!(complete("  # include \"deep/f"), ["far.glsl"]);
    assert_eq!(complete("#include \"none/"), [""; 0]);
    assert!(complete("#include").iter().all(|it| it == "no path"));
}

#[test]
fn symbols_folds_and_tokens_describe_the_document() {
    let (mut client, _folder, uri) = opened("lsp_symbols");
    let document = json!({ "textDocument": { "uri": uri } });
    let symbols = client.request("textDocument/documentSymbol", document.clone());
    let names: Vec<_> =
        symbols.as_array().into_iter().flatten().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["STRENGTH", "Camera", "camera", "normal", "color", "COUNT", "shade", "main"]);
    assert_eq!(symbols[1]["children"][1]["name"], "eye");
    assert_eq!(symbols[6]["range"]["end"]["line"], 17);
    let folds = client.request("textDocument/foldingRange", document.clone());
    let lines: Vec<_> = folds.as_array().into_iter().flatten().map(|it| it["startLine"].as_u64()).collect();
    assert_eq!(lines, [5, 14, 19, 22].map(Some), "{folds}");
    let tokens = client.request("textDocument/semanticTokens/full", document);
    let legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"].clone();
    let decoded = lsp_client::decode_tokens(SHADER, &tokens["data"], &legend);
    let class = |needle: &str, word: &str| {
        let start = SHADER.find(needle).unwrap_or_else(|| panic!("{needle}"));
        let found = decoded.iter().find(|it| it.0 >= start && it.1 == word);
        found.map(|it| it.2.as_str()).unwrap_or_default()
    };
    assert_eq!(class("Light sun", "Light"), "struct");
    assert_eq!(class("shade(sun", "shade"), "function");
    assert_eq!(class("n) {", "n"), "parameter");
    assert_eq!(class("camera.eye", "eye"), "property");
    assert_eq!(class("STRENGTH;", "STRENGTH"), "macro");
    assert_eq!(class("for (", "for"), "keyword");
    assert_eq!(class("in vec3", "in"), "modifier");
    assert_eq!(class("in vec3", "vec3"), "type");
    assert_eq!(class("// The", "// The camera."), "comment");
    assert_eq!(class("0.5", "0.5"), "number");
    let part = json!({ "textDocument": { "uri": uri },
        "range": { "start": { "line": 15, "character": 0 }, "end": { "line": 16, "character": 0 } } });
    let some = client.request("textDocument/semanticTokens/range", part);
    let first = lsp_client::decode_tokens(SHADER, &some["data"], &legend);
    assert_eq!(first.first().map(|it| it.1.as_str()), Some("float"));
    assert_eq!(first.last().map(|it| it.1.as_str()), Some("0.0"));
}

#[test]
fn actions_mend_a_shader() {
    let folder = Folder::new("lsp_actions");
    let mut client = Client::start(&folder, json!({}));
    let uri = uri(&folder, "a.frag");
    let mut text = SHADER.replace("#include \"light.glsl\"\n", LIGHT).replace("normalize(", "normalise(");
    text = text.replace("return lit * STRENGTH;", "return lit * STRENGTH");
    client.open(&uri, &text);
    for version in 2..6 {
        let found = client.diagnostics(&uri, version - 1);
        let Some(first) = found.first() else { break };
        assert_eq!(first["source"], "vitrum");
        let params = json!({ "textDocument": { "uri": uri }, "range": first["range"], "context": { "diagnostics": [first] } });
        let actions = client.request("textDocument/codeAction", params);
        let action = &actions[0];
        assert_eq!(action["kind"], "quickfix", "{first}");
        assert_eq!(action["diagnostics"][0]["code"], first["code"]);
        if first["message"].as_str().is_some_and(|it| it.contains("missing `;`")) {
            assert_eq!(action["isPreferred"], true);
        }
        lsp_client::apply(&mut text, &action["edit"]["changes"][&uri]);
        client.change_all(&uri, version, &text);
    }
    folder.write("a.frag", &text);
    let ran = folder.run("a.frag -o a.spv");
    assert_eq!(ran.code, Some(0), "{}\n{text}", ran.stderr);
    let only = json!({ "textDocument": { "uri": uri }, "range": { "start": { "line": 0, "character": 0 },
        "end": { "line": 9, "character": 0 } }, "context": { "diagnostics": [], "only": ["refactor"] } });
    assert_eq!(client.request("textDocument/codeAction", only), json!([]));
}

#[test]
fn included_files_are_checked_as_part_of_shaders() {
    let (mut client, folder, uri) = opened("lsp_includes");
    let light = lsp_client::uri(&folder, "light.glsl");
    // The open document wins over the file, and its changes reach those who include it.
    client.open(&light, LIGHT);
    client.diagnostics(&light, 1);
    client.change_all(&light, 2, &LIGHT.replace("power", "strength"));
    let found = client.diagnostics_where(&uri, |list| !list.is_empty());
    assert!(found[0]["message"].as_str().is_some_and(|it| it.contains("no member `power`")), "{found:?}");
    client.change_all(&light, 3, &LIGHT.replace("vec3 direction", "vec3x direction"));
    let found = client.diagnostics_where(&light, |list| !list.is_empty());
    assert!(
        found[0]["message"].as_str().is_some_and(|it| it.contains("`vec3x` is not declared")),
        "{found:?}"
    );
    assert_eq!(found[0]["relatedInformation"][0]["message"], "included here");
    assert_eq!(found[0]["relatedInformation"][0]["location"]["uri"], json!(uri));
    let hover = client.request("textDocument/hover", at(&light, LIGHT, "power", 1));
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|it| it.contains("float Light.power")),
        "{hover}"
    );
    // Closed, the file counts again.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": light } }));
    client.diagnostics_where(&uri, |list| list.is_empty());
    folder.write("light.glsl", LIGHT.replace("float power;", "float power"));
    let change = json!({ "changes": [{ "uri": light, "type": 2 }] });
    client.notify("workspace/didChangeWatchedFiles", change);
    let found = client.diagnostics_where(&light, |list| !list.is_empty());
    assert!(found[0]["message"].as_str().is_some_and(|it| it.contains(";")), "{found:?}");
}

#[test]
fn a_file_that_nobody_includes_has_only_errors_of_its_own() {
    let folder = Folder::new("lsp_header");
    let mut client = Client::start(&folder, json!({}));
    let uri = uri(&folder, "common.glsl");
    let text = "float twice(float x) { return factor * x; }\nfloat broken( { }\n";
    client.open(&uri, text);
    let found = client.diagnostics(&uri, 1);
    let lines: Vec<_> = found.iter().map(|it| it["range"]["start"]["line"].as_u64()).collect();
    assert_eq!(lines, [Some(1)], "{found:?}");
    let hover = client.request("textDocument/hover", at(&uri, text, "twice", 1));
    assert!(
        hover["contents"]["value"].as_str().is_some_and(|it| it.contains("float twice(float x)")),
        "{hover}"
    );
}

/// A shader whose check takes long.
fn long_shader() -> String {
    let mut text = "#version 450\nlayout(location = 0) in vec3 normal;\nlayout(location = 0) out vec4 color;\nvoid main() {\n    vec3 sum = normal;\n".to_owned();
    for number in 0..60_000 {
        text.push_str(&format!("    sum = sum * {number}.5 + normalize(sum.zxy - normal);\n"));
    }
    text + "    color = vec4(sum, 1.0);\n}\n"
}

#[test]
fn the_newest_text_is_not_delayed_by_the_check_of_an_older_one() {
    let folder = Folder::new("lsp_newest");
    let mut client = Client::start(&folder, json!({}));
    let uri = uri(&folder, "a.frag");
    let long = long_shader();
    let started = Instant::now();
    client.open(&uri, &long);
    client.diagnostics(&uri, 1);
    let whole = started.elapsed();
    // Each edit comes while the text before it is looked at; the last text has an error.
    for version in 2..6 {
        client.change_all(&uri, version, &long);
        std::thread::sleep(whole / 8);
    }
    let symbols = client.send("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    std::thread::sleep(whole / 8);
    let started = Instant::now();
    client.change_all(&uri, 6, "#version 450\nvoid main() { x = 1; }\n");
    let published = client.published(&uri);
    assert_eq!(
        (&published["version"], published["diagnostics"].as_array().map(Vec::len)),
        (&json!(6), Some(1))
    );
    assert!(started.elapsed() < whole / 2, "{:?} of {whole:?}", started.elapsed());
    let (code, reason) = client.wait(symbols).err().unwrap_or_default();
    assert_eq!(code, -32801, "a request about an old text has no answer: {reason}");
    // A long check of one document does not delay another one.
    client.change_all(&uri, 7, &long);
    let other = lsp_client::uri(&folder, "b.frag");
    std::thread::sleep(whole / 8);
    client.open(&other, "#version 450\nvoid main() {}\n");
    let first = client.notification("textDocument/publishDiagnostics");
    assert_eq!(first["uri"], json!(other));
    // A request that is cancelled while it waits is answered at once.
    let symbols = client.send("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    client.notify("$/cancelRequest", json!({ "id": symbols }));
    assert_eq!(client.wait(symbols).err().unwrap_or_default().0, -32800);
    assert_eq!(client.diagnostics(&uri, 7), Vec::<Value>::new());
}

#[test]
fn a_file_is_checked_with_a_closed_shader_that_includes_it() {
    let folder = Folder::new("lsp_hosts");
    let common = "float twice(float x) { return factor * x; }\n";
    folder.write("shaders/common.glsl", common);
    folder.write("shaders/deep/all.glsl", "const float factor = 2.0;\n#include \"../common.glsl\"\n");
    folder.write("a.frag", "#version 450\n#include \"shaders/other/common.glsl\"\nvoid main() {}\n");
    folder
        .write("node_modules/b.frag", "#version 450\n#include \"../shaders/common.glsl\"\nvoid main() {}\n");
    let mut client = Client::start(&folder, json!({}));
    let uri = uri(&folder, "shaders/common.glsl");
    client.open(&uri, common);
    let hover = |client: &mut Client, text: &str| {
        let result = client.request("textDocument/hover", at(&uri, text, "factor", 1));
        result["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    // No shader includes it: a library.
    assert_eq!(client.diagnostics(&uri, 1), Vec::<Value>::new());
    assert_eq!(hover(&mut client, common), "");
    // A shader that includes it by way of another file has come.
    let host = "#version 450\n#include \"shaders/deep/all.glsl\"\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(twice(1.0)) + y; }\n";
    folder.write("z.frag", host);
    let watched = |client: &mut Client, name: &str, kind: u32| {
        let change = json!({ "changes": [{ "uri": lsp_client::uri(&folder, name), "type": kind }] });
        client.notify("workspace/didChangeWatchedFiles", change);
    };
    watched(&mut client, "z.frag", 1);
    assert!(hover(&mut client, common).contains("const float factor"));
    // Errors that depend on the shader are found, and only those of open documents are shown.
    let wrong = common.replace("factor * x", "factor * x + z");
    client.change_all(&uri, 2, &wrong);
    let found = client.diagnostics(&uri, 2);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0]["message"].as_str().is_some_and(|it| it.contains("`z` is not declared")), "{found:?}");
    // An open shader is preferred; closed again, the file in the folder counts.
    let open = lsp_client::uri(&folder, "o.frag");
    client.open(&open, "#version 450\nconst float factor = 1.0, z = 0.0;\n#include \"shaders/common.glsl\"\nvoid main() {}\n");
    client.diagnostics_where(&uri, |list| list.is_empty());
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": open } }));
    let found = client.diagnostics_where(&uri, |list| !list.is_empty());
    assert_eq!(found.len(), 1, "{found:?}");
    // The shader changes on the disk, and is removed: a library again.
    folder.write("z.frag", host.replace("450\n", "450\nconst float z = 1.0;\n"));
    watched(&mut client, "z.frag", 2);
    client.diagnostics_where(&uri, |list| list.is_empty());
    std::fs::remove_file(folder.path().join("z.frag")).unwrap_or_else(|error| panic!("{error}"));
    watched(&mut client, "z.frag", 3);
    assert_eq!(hover(&mut client, &wrong), "");
    // Closed, nothing is left of it.
    client.change_all(&uri, 3, "float broken( {\n");
    client.diagnostics_where(&uri, |list| !list.is_empty());
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    client.diagnostics_where(&uri, |list| list.is_empty());
}

#[test]
fn settings_choose_warnings_targets_folders_and_macros() {
    let folder = Folder::new("lsp_settings");
    folder.write("inc/one.glsl", "const float ONE = 1.0;\n");
    let options = json!({ "includeFolders": ["inc"], "defines": ["DEFINED=2"], "warnings": ["all", "no-unused-variable"],
        "targetEnv": "vulkan1.0", "stages": { ".pix": "fragment" } });
    let mut client = Client::start(&folder, options);
    let uri = uri(&folder, "a.pix");
    let text = "#version 450\n#include <one.glsl>\n#if DEFINED != 2\n#error no\n#endif\nlayout(location = 0) out float o;\n\
        void main() { float unused; o = ONE; o == 2.0; }\n";
    client.open(&uri, text);
    let found = client.diagnostics(&uri, 1);
    let codes: Vec<_> = found.iter().filter_map(|it| it["code"].as_str()).collect();
    assert_eq!(codes, ["E1005"], "{found:?}");
    assert_eq!(found[0]["severity"], 2);
    client.change_all(
        &uri,
        2,
        "#version 450\n#extension GL_KHR_shader_subgroup_basic : require\n\
        layout(location = 0) out float o;\nvoid main() { o = subgroupElect() ? 1.0 : 0.0; }\n",
    );
    let found = client.diagnostics(&uri, 2);
    assert!(found[0]["message"].as_str().is_some_and(|it| it.contains("vulkan1.1")), "{found:?}");
    let settings =
        json!({ "settings": { "vitrum": { "targetEnv": "vulkan1.3", "stages": { "pix": "frag" } } } });
    client.notify("workspace/didChangeConfiguration", settings);
    assert!(client.diagnostics_where(&uri, |list| list.is_empty()).is_empty());
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "vitrum": { "targetEnv": "psp" } } }),
    );
    let shown = client.notification("window/showMessage");
    assert!(shown["message"].as_str().is_some_and(|it| it.contains("unknown target `psp`")), "{shown}");
}

#[test]
fn columns_are_those_of_the_client() {
    let text = "#version 450\n/* é𝄞 */ float x;\nvoid main() { /* 𝄞 */ x = 1.0; }\n";
    for (encoding, column, length) in [("utf-16", 10, 1), ("utf-8", 13, 1)] {
        let folder = Folder::new(&format!("lsp_columns_{encoding}"));
        let mut client =
            Client::start_with(&folder, json!({}), json!({ "general": { "positionEncodings": [encoding] } }));
        assert_eq!(client.capabilities["positionEncoding"], encoding);
        let uri = uri(&folder, "a.frag");
        client.open(&uri, text);
        let place = if encoding == "utf-8" { 25 } else { 23 };
        let params = json!({ "textDocument": { "uri": uri }, "position": { "line": 2, "character": place } });
        let found = client.request("textDocument/definition", params);
        let start = json!({ "line": 1, "character": column + 6 });
        let end = json!({ "line": 1, "character": column + 6 + length });
        assert_eq!(found["range"], json!({ "start": start, "end": end }), "{encoding}");
        // An edit behind the characters that are wide.
        let range = json!({ "start": start, "end": end });
        client.change(&uri, 2, json!([{ "range": range, "text": "y" }]));
        let found = client.diagnostics(&uri, 2);
        assert!(
            found
                .iter()
                .any(|it| it["message"].as_str().is_some_and(|it| it.contains("`x` is not declared"))),
            "{found:?}"
        );
    }
}

#[test]
fn the_protocol_is_kept_whatever_comes() {
    let folder = Folder::new("lsp_protocol");
    let mut client = Client::spawn(&folder);
    assert_eq!(client.fail("textDocument/hover", json!({})).0, -32002, "before `initialize`");
    client.initialize(&folder, json!({ "targetEnv": "nonsense" }), json!({}));
    assert_eq!(client.fail("initialize", json!({ "capabilities": {} })).0, -32600, "twice");
    assert_eq!(client.fail("textDocument/none", json!({})).0, -32601, "unknown");
    assert_eq!(client.fail("textDocument/hover", json!({ "position": 3 })).0, -32602, "malformed");
    client.send_raw("{ this is no JSON");
    assert_eq!(client.malformed(), -32700);
    client.send_raw("[1, 2]");
    assert_eq!(client.malformed(), -32600);
    // Notifications that make no sense have no answer, and do no harm.
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "file:///none", "version": 2 }, "contentChanges": [] }),
    );
    client.notify("textDocument/didOpen", json!({}));
    client.notify("$/unknown", json!(null));
    let uri = uri(&folder, "a.frag");
    client.open(&uri, SHADER);
    // A request that is cancelled while others wait is answered as such, or in full if it was faster.
    let first = client.send("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    let second = client.send("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
    client.notify("$/cancelRequest", json!({ "id": second }));
    assert!(client.wait(first).is_ok());
    match client.wait(second) {
        Ok(_) => {}
        Err((code, _)) => assert_eq!(code, -32800),
    }
    let none = client.request(
        "textDocument/hover",
        json!({ "textDocument": { "uri": "file:///none.frag" }, "position": { "line": 0, "character": 0 } }),
    );
    assert_eq!(none, Value::Null);
    assert_eq!(client.request("shutdown", json!(null)), Value::Null);
    assert_eq!(client.fail("textDocument/hover", json!({})).0, -32600, "after `shutdown`");
    client.notify("exit", json!(null));
    assert_eq!(client.status(), Some(0));
    let mut client = Client::start(&folder, json!({}));
    client.notify("exit", json!(null));
    assert_eq!(client.status(), Some(1), "without `shutdown`");
}

#[test]
fn no_text_ends_the_server() {
    let (mut client, _folder, uri) = opened("lsp_garbage");
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below.max(1) as u64) as usize
    };
    const PIECES: &[&str] = &[
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ".",
        "#",
        "#define A(",
        "#if",
        "#endif",
        "/*",
        "*/",
        "\"",
        "\\\n",
        "é𝄞",
        "\0",
        "struct S {",
        "layout(",
        "float",
        "x.",
        "main",
        "\r\n",
        "#include \"light.glsl\"\n",
        "##",
        "1e",
        "// ",
        "in",
    ];
    let mut text = SHADER.to_owned();
    for version in 2..200 {
        let mut cut = |below: usize| {
            let mut at = next(below + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (from, to) = (cut(text.len()), cut(text.len()));
        let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 40));
        let to = (to..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
        let piece = PIECES[next(PIECES.len())];
        let range = json!({ "start": lsp_client::position_at(&text, from), "end": lsp_client::position_at(&text, to) });
        client.change(&uri, version, json!([{ "range": range, "text": piece }]));
        text.replace_range(from..to, piece);
        if text.len() < 40 {
            text = SHADER.to_owned();
            client.change_all(&uri, version, &text);
        }
        let place = lsp_client::position_at(&text, (from + piece.len()).min(text.len()));
        let params = json!({ "textDocument": { "uri": uri }, "position": place, "newName": "other",
            "context": { "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false }, "range": { "start": place, "end": place } });
        let methods = [
            "hover",
            "completion",
            "signatureHelp",
            "definition",
            "references",
            "rename",
            "documentSymbol",
            "semanticTokens/full",
            "codeAction",
            "foldingRange",
            "documentHighlight",
            "prepareRename",
        ];
        let method = methods[version as usize % methods.len()];
        let id = client.send(&format!("textDocument/{method}"), params);
        if let Err((code, message)) = client.wait(id) {
            assert_eq!(code, -32803, "{method}: {message}\n{text}");
        }
    }
    // The server has the text that the client has.
    client.change_all(&uri, 200, SHADER);
    assert!(client.diagnostics(&uri, 200).is_empty());
}
