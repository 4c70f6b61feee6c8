//! `vitrum fix`, and fixes in the formats for tools.

mod common;

use common::Folder;
use serde_json::Value;

const INCLUDING: &str =
    "#version 450\n#include \"a.glsl\"\n##define ONE 1\nvoid main() { subgroupBarrier(); f(); }\n";
const INCLUDED: &str = "##define TWO 2\nvoid f() { norm(); }\n";

#[test]
fn certain_fixes_are_applied_to_every_file() {
    let folder = Folder::new("fix");
    folder.write("a.comp", INCLUDING).write("a.glsl", INCLUDED);
    let ran = folder.run("fix a.comp");
    assert_eq!(ran.code, Some(1), "an error without a certain fix is left: {}", ran.stderr);
    assert_eq!(
        folder.text("a.comp"),
        "#version 450\n#extension GL_KHR_shader_subgroup_basic : require\n#include \"a.glsl\"\n#define ONE 1\n\
         void main() { subgroupBarrier(); f(); }\n"
    );
    assert_eq!(folder.text("a.glsl"), "#define TWO 2\nvoid f() { norm(); }\n");
    assert!(ran.stderr.contains("a.glsl: use a single `#`\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("note: included at a.comp:3:10"), "{}", ran.stderr);
}

#[test]
fn a_dry_run_shows_the_changes_only() {
    let folder = Folder::new("fix_dry");
    folder.write("a.comp", INCLUDING).write("a.glsl", INCLUDED);
    let ran = folder.run("fix --dry-run a.comp");
    assert!(ran.stdout.contains("--- a/a.glsl\n+++ b/a.glsl\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("-##define TWO 2\n+#define TWO 2\n"), "{}", ran.stdout);
    assert_eq!((folder.text("a.comp").as_str(), folder.text("a.glsl").as_str()), (INCLUDING, INCLUDED));
}

#[test]
fn text_that_a_macro_made_is_not_fixed() {
    let folder = Folder::new("fix_macro");
    let text = "#version 450\n#define CALL colr\nvoid main() { float color; CALL = 1.0; }\n";
    folder.write("a.comp", text);
    let json = folder.run("--emit none --error-format json a.comp").stderr;
    let report: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!((&report["code"], &report["fixes"]), (&"E0300".into(), &Value::Array(Vec::new())));
}

#[test]
fn a_sarif_log_has_places_and_fixes() {
    let folder = Folder::new("sarif");
    folder.write("a.comp", INCLUDING).write("a.glsl", INCLUDED);
    let text = folder.run("--emit none --error-format sarif a.comp").stderr;
    let log: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let results = run["results"].as_array().map(Vec::as_slice).unwrap_or_default();
    let places: Vec<_> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap_or(9) as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            (place["artifactLocation"]["uri"].as_str(), place["region"]["startLine"].as_u64())
        })
        .collect();
    // Sorted by position: what is included comes where it is included.
    let expected = [("a.glsl", 1), ("a.glsl", 2), ("a.comp", 3), ("a.comp", 4)];
    assert_eq!(places, expected.map(|(file, line)| (Some(file), Some(line))));
    let related = &results[0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"];
    assert_eq!(related, &Value::from(2));
    let fix = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(fix["insertedContent"]["text"], "#");
    assert_eq!(fix["deletedRegion"]["endColumn"], 3);
}

/// The properties that the schema of SARIF 2.1.0 requires of the parts that vitrum writes, by the path of the objects.
const REQUIRED: &[(&str, &[&str])] = &[
    ("", &["version", "runs"]),
    ("runs", &["tool", "results"]),
    ("runs/tool/driver", &["name"]),
    ("runs/tool/driver/rules", &["id"]),
    ("runs/results", &["message", "level", "locations"]),
    ("runs/results/message", &["text"]),
    ("runs/results/fixes", &["artifactChanges"]),
    ("runs/results/fixes/artifactChanges", &["artifactLocation", "replacements"]),
    ("runs/results/fixes/artifactChanges/replacements", &["deletedRegion", "insertedContent"]),
    ("runs/results/locations/physicalLocation", &["artifactLocation", "region"]),
    ("runs/results/relatedLocations/physicalLocation", &["artifactLocation", "region"]),
];

/// The objects at a path; an array on the way stands for its elements.
fn objects<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    let mut found = vec![value];
    for name in path.split('/').filter(|name| !name.is_empty()) {
        let inner = found.into_iter().filter_map(|value| value.get(name));
        found = inner
            .flat_map(|value| value.as_array().map_or(vec![value], |all| all.iter().collect()))
            .collect();
    }
    found
}

#[test]
fn a_sarif_log_has_what_its_schema_requires() {
    let folder = Folder::new("sarif-schema");
    folder.write("a.comp", INCLUDING).write("a.glsl", INCLUDED);
    folder.write("b.frag", "#version 450\nvoid main() { /* é */ int unused; vec3 v = float3(1.0); }\n");
    folder.write("c.frag", "#version 450\nvoid main() { int unused; }\n");
    let text = folder.run("-Wall --emit none --error-format sarif a.comp b.frag c.frag missing.frag").stderr;
    let log: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    for (path, properties) in REQUIRED {
        let objects = objects(&log, path);
        assert!(!objects.is_empty(), "{path}: {text}");
        for object in objects {
            for property in *properties {
                assert!(object.get(property).is_some(), "{path}: no {property}: {object}");
            }
        }
    }
    let locations =
        ["locations", "relatedLocations"].map(|it| format!("runs/results/{it}/physicalLocation/region"));
    for region in locations.iter().flat_map(|path| objects(&log, path)) {
        let number = |name: &str| region[name].as_u64().unwrap_or_default();
        let (start, end) = (number("startLine"), number("endLine"));
        assert!(
            start >= 1 && number("startColumn") >= 1 && number("endColumn") >= 1 && end >= start,
            "{region}"
        );
        assert!(end > start || number("endColumn") >= number("startColumn"), "{region}");
    }
    let results = objects(&log, "runs/results");
    let levels: Vec<_> = results.iter().filter_map(|it| it["level"].as_str()).collect();
    assert!(levels.contains(&"warning") && levels.contains(&"error"), "{levels:?}");
    let unread = results
        .iter()
        .find(|it| it["message"]["text"].as_str().is_some_and(|it| it.contains("missing.frag")));
    let unread = unread.unwrap_or_else(|| panic!("{text}"));
    assert_eq!(unread.get("ruleId"), None, "a file that cannot be read is against no rule");
}
