//! The messages for common mistakes, beside those of other compilers: `tests/mistakes` of the repository.
//!
//! Each shader there has one mistake, which its first comment names. `README.md` is made of what vitrum says today, of
//! `peers.txt`, what others said when `cargo xtask mistakes` asked them, and of `verdicts.txt`, who is better and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const PEERS: [&str; 3] = ["glslangValidator", "glslc", "naga"];

/// A shader and the messages of the compilers.
struct Mistake {
    name: String,
    what: String,
    vitrum: String,
    peers: [String; 3],
    /// Against each peer, and why.
    verdict: ([String; 3], String),
}

#[test]
fn the_table_is_current_and_each_mistake_is_one_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mistakes");
    let peers = read(&folder, "peers.txt");
    let verdicts = read(&folder, "verdicts.txt");
    let mistakes: Vec<Mistake> =
        shaders(&folder).iter().map(|file| mistake(file, &peers, &verdicts)).collect();
    let several: Vec<&str> = mistakes
        .iter()
        .filter(|mistake| mistake.vitrum.matches("error[E").count() != 1)
        .map(|mistake| mistake.name.as_str())
        .collect();
    assert!(several.is_empty(), "not one error: {several:?}");
    let table = table(&mistakes, &peers);
    let readme = folder.join("README.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&readme, &table).expect("the table can be written");
    }
    let known = std::fs::read_to_string(&readme).unwrap_or_default();
    assert!(
        known == table,
        "tests/mistakes/README.md is not current: run with UPDATE_EXPECT=1 and read `git diff`"
    );
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

fn shaders(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("it can be read").path()).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "frag" || kind == "vert"));
    files.sort();
    files
}

fn mistake(file: &Path, peers: &str, verdicts: &str) -> Mistake {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = String::from_utf8_lossy(&std::fs::read(file).expect("it can be read"))
        .replace(['\0', '\u{fffd}'], "");
    let target = if source.contains("#version 450") { "vulkan1.3" } else { "opengl4.5" };
    let ran = Command::new(env!("CARGO_BIN_EXE_vitrum"))
        .current_dir(file.parent().unwrap_or(Path::new(".")))
        .args(["--emit", "none", "--target-env", target, &name])
        .output()
        .expect("vitrum runs");
    let text = String::from_utf8_lossy(&ran.stderr).into_owned();
    let lines: Vec<&str> = text.lines().filter(|line| !line.ends_with(" generated.")).collect();
    let said = |peer: &str| {
        let head = format!("=== {name} {peer}\n");
        let text = peers.split_once(&head).map_or("", |(_, rest)| rest);
        let end = text.find("\n=== ").unwrap_or(text.len());
        text[..end].trim_end().to_owned()
    };
    let verdict = verdicts.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    let verdict = verdict.unwrap_or_else(|| panic!("verdicts.txt has no line for {name}"));
    let (words, why) = verdict.split_once(" - ").expect("three words, ` - ` and a reason");
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    assert!(words.iter().all(|word| ["better", "equal", "worse"].contains(&word.as_str())), "{verdict}");
    Mistake {
        what: source.lines().find_map(|line| line.strip_prefix("// ")).unwrap_or_default().to_owned(),
        vitrum: lines.join("\n").trim().to_owned(),
        peers: PEERS.map(said),
        verdict: (words.try_into().expect("one word for each peer"), why.to_owned()),
        name,
    }
}

fn table(mistakes: &[Mistake], peers: &str) -> String {
    let mut text = String::from(
        "# Messages for common mistakes\n\n\
         Each shader of this folder has one mistake, which its first comment names. This table is made by\n\
         `UPDATE_EXPECT=1 cargo test -p vitrum-cli --test mistakes`; a test checks that it is current. The messages of the\n\
         other compilers are renewed by `cargo xtask mistakes`; the verdicts, by the messages alone, are in `verdicts.txt`.\n\n",
    );
    let versions = peers.lines().take(PEERS.len());
    versions.for_each(|line| writeln!(text, "- {line}").expect("text grows"));
    text.push_str("\n| vitrum's message is | ");
    writeln!(text, "{} |\n|---|---|---|---|", PEERS.join(" | ")).expect("text grows");
    for word in ["better", "equal", "worse"] {
        let count = |peer: usize| mistakes.iter().filter(|it| it.verdict.0[peer] == word).count();
        writeln!(text, "| {word} | {} | {} | {} |", count(0), count(1), count(2)).expect("text grows");
    }
    text.push_str("\n| mistake | glslangValidator | glslc | naga | why |\n|---|---|---|---|---|\n");
    for Mistake { name, what, verdict: ([a, b, c], why), .. } in mistakes {
        let anchor = name.replace('.', "");
        writeln!(text, "| [{what}](#{anchor}) | {a} | {b} | {c} | {why} |").expect("text grows");
    }
    let mut seen = BTreeMap::new();
    for mistake in mistakes {
        assert!(seen.insert(&mistake.name, ()).is_none(), "a name occurs once");
        writeln!(text, "\n## {}\n\n{}\n", mistake.name, mistake.what).expect("text grows");
        let said = [("vitrum", &mistake.vitrum)].into_iter().chain(PEERS.into_iter().zip(&mistake.peers));
        for (compiler, said) in said {
            let said = if said.is_empty() { "(accepted without a message)" } else { said };
            writeln!(text, "{compiler}:\n\n```text\n{said}\n```\n").expect("text grows");
        }
        while text.ends_with("\n\n") {
            text.pop();
        }
    }
    text
}
