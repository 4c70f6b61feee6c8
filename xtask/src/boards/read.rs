//! Reads scoreboards. They are written by several programs, and have rates, counted reasons and lists of cases in common.

/// The kinds of boards: text before and behind the suite in the name, and a title with a line about it. The first that fits counts.
pub(super) const KINDS: &[Kind] = &[
    kind("", "-explained", "Explained", "Differences that are right, with their reasons."),
    kind(
        "glsl-versions-",
        "",
        "GLSL, all versions",
        "Shaders printed for each version of GLSL, and taken back.",
    )
    .counting("refused", "refused"),
    kind("glsl-", "", "GLSL", "Shaders printed in their own version, and taken back.")
        .counting("refused", "refused"),
    kind(
        "run-beside-",
        "",
        "Run beside glslang",
        "Each shader runs in every form and as glslang's module; outputs are equal bit by bit.",
    ),
    kind(
        "beside-",
        "",
        "Facts beside glslang",
        "Modes, capabilities, decorations and memory operands beside those of glslang's modules.",
    )
    .counting("differences", "differ"),
    kind("spirv-", "", "Valid SPIR-V", "Modules for each target that spirv-val takes.")
        .counting("invalid", "invalid"),
    kind(
        "verdicts-",
        "",
        "Verdicts beside glslang",
        "Shaders that vitrum and glslang judge differently, by cause.",
    )
    .counting("with another verdict", "differ"),
    kind("webgl-", "", "WebGL", "Shaders of pages, translated as a browser does.")
        .counting("faults", "faults"),
    kind("wgpu-", "", "naga", "Modules for the target wgpu that naga's reader and validator take.")
        .counting("invalid", "invalid"),
    kind("link-", "", "Linked", "Programs whose stages link, or do not, as the suite expects."),
    kind("", "-executed", "Executed", "Programs that give the expected results on a driver, in each form."),
    kind("mutation", "", "Mutation", "Mutants of the passes, and the nets that notice them."),
    kind("bench", "", "Benchmark", "Figures that `cargo xtask bench --record` measured."),
    kind("", "", "Compiled", "Shaders that compile, or do not, as the suite expects."),
];

/// A kind of boards.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Kind {
    before: &'static str,
    behind: &'static str,
    pub(super) title: &'static str,
    pub(super) about: &'static str,
    /// The words behind the number of cases that differ, if the board has no rates.
    counts: &'static str,
    /// The same in short.
    short: &'static str,
}

const fn kind(before: &'static str, behind: &'static str, title: &'static str, about: &'static str) -> Kind {
    Kind { before, behind, title, about, counts: "", short: "" }
}

impl Kind {
    const fn counting(self, counts: &'static str, short: &'static str) -> Self {
        Self { counts, short, ..self }
    }

    /// The suite of a board of this kind.
    fn suite<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_prefix(self.before)?.strip_suffix(self.behind)
    }
}

/// Some of a number of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    pub(super) name: String,
    pub(super) passed: u64,
    pub(super) of: u64,
}

impl Rate {
    /// The rate of a line `NAME: N of M (P%)`, the colon and the share being optional.
    pub(super) fn read(line: &str) -> Option<Self> {
        let (before, behind) = line.split_once(" of ")?;
        let (name, passed) = before.rsplit_once(' ')?;
        let of = behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        let is_share = behind.contains('%') && behind.ends_with(')');
        let passed = passed.parse().ok().filter(|passed| is_share && *passed <= of)?;
        Some(Self { name: name.trim_end_matches(':').to_owned(), passed, of })
    }

    /// Percent.
    pub(super) fn share(&self) -> f64 {
        if self.of == 0 { 100.0 } else { 100.0 * self.passed as f64 / self.of as f64 }
    }
}

/// A line of a board below a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The number in front of it.
    pub(super) count: Option<u64>,
    pub(super) cells: Vec<String>,
}

/// Lines below a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) title: String,
    pub(super) rows: Vec<Row>,
}

/// A board.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) name: String,
    pub(super) suite: String,
    pub(super) kind: &'static Kind,
    /// Lines about the file, such as the command that writes it.
    pub(super) notes: Vec<String>,
    pub(super) rates: Vec<Rate>,
    pub(super) parts: Vec<Part>,
}

impl Board {
    pub(super) fn read(name: &str, text: &str) -> Self {
        let found = KINDS.iter().find_map(|kind| Some((kind, kind.suite(name)?)));
        // The last kind fits every name.
        let (kind, suite) = found.unwrap_or((&KINDS[KINDS.len() - 1], name));
        // Lists of reasons are for all suites.
        let suite = if kind.behind == "-explained" { "" } else { suite };
        let mut board = Self {
            name: name.to_owned(),
            suite: suite.to_owned(),
            kind,
            notes: Vec::new(),
            rates: Vec::new(),
            parts: Vec::new(),
        };
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let next = lines.get(at + 1).copied().unwrap_or_default();
            board.line(line.trim_end(), at == 0, next);
        }
        board.parts.retain(|part| !part.title.is_empty() || !part.rows.is_empty());
        board
    }

    fn line(&mut self, line: &str, is_first: bool, next: &str) {
        if line.is_empty() {
            self.parts.push(Part::default());
        } else if line.starts_with('#') || is_first && line.starts_with("Written by") {
            self.notes.push(line.trim_start_matches(['#', ' ']).to_owned());
        } else if let Some(rate) = Rate::read(line) {
            self.rates.push(rate);
        } else if line.ends_with(':') && !line.contains('\t') || !is_counted(line) && is_counted(next) {
            self.parts.push(Part { title: line.trim_end_matches(':').to_owned(), rows: Vec::new() });
        } else {
            if self.parts.is_empty() {
                self.parts.push(Part::default());
            }
            if let Some(part) = self.parts.last_mut() {
                part.rows.push(row(line));
            }
        }
    }

    /// The number of cases that differ, with the words for it, of a board without rates: the sum over its lines.
    pub(super) fn differing(&self) -> Option<(u64, &'static str)> {
        let counts = self.kind.counts;
        let numbers = |text: &str| -> u64 {
            let before = text
                .match_indices(counts)
                .filter_map(|(at, _)| text.get(..at)?.trim_end().rsplit(' ').next());
            before.filter_map(|word| word.parse::<u64>().ok()).sum()
        };
        let texts = || {
            let titles = self.parts.iter().map(|part| part.title.clone());
            titles.chain(self.lines()).filter(|text| text.contains(counts))
        };
        (!counts.is_empty() && texts().next().is_some())
            .then(|| (texts().map(|text| numbers(&text)).sum(), self.kind.short))
    }

    /// The texts of all lines, for a search.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.parts.iter().flat_map(|part| part.rows.iter().map(|row| row.cells.join(" ")))
    }
}

/// True for `   12 reason`.
fn is_counted(line: &str) -> bool {
    line.starts_with(' ') && row(line).count.is_some()
}

fn row(line: &str) -> Row {
    let text = line.trim_start();
    let count = text.split_once(' ').filter(|_| line.starts_with(' '));
    let count = count.and_then(|(count, rest)| Some((count.parse().ok()?, rest)));
    let (count, text) = count.map_or((None, text), |(count, rest)| (Some(count), rest));
    Row { count, cells: text.split('\t').map(|cell| cell.trim().to_owned()).collect() }
}

#[cfg(test)]
mod tests {
    use super::{Board, Rate};

    #[test]
    fn names_tell_kind_and_suite() {
        for (name, kind, suite) in [
            ("deqp", "Compiled", "deqp"),
            ("glslang", "Compiled", "glslang"),
            ("glsl-glslang", "GLSL", "glslang"),
            ("glsl-versions-own", "GLSL, all versions", "own"),
            ("piglit-shader-executed", "Executed", "piglit-shader"),
            ("run-beside-explained", "Explained", ""),
            ("mutation", "Mutation", ""),
        ] {
            let board = Board::read(name, "");
            assert_eq!((board.kind.title, board.suite.as_str()), (kind, suite), "{name}");
        }
    }

    #[test]
    fn rates_are_read() {
        let rate = |name: &str, passed, of| Some(Rate { name: name.to_owned(), passed, of });
        assert_eq!(Rate::read("all forms: 1253 of 1263 (99.20%)"), rate("all forms", 1253, 1263));
        assert_eq!(Rate::read("noticed 196 of 200 (98.0 %)"), rate("noticed", 196, 200));
        assert_eq!(Rate::read("224 of them by listed causes"), None);
        assert_eq!(Rate::read("3090 shaders, 236 with another verdict, 224 of them by listed causes"), None);
    }

    #[test]
    fn cases_that_differ_are_summed() {
        let board = Board::read(
            "spirv-x",
            "vulkan1.0: 5 shaders accepted, 3 invalid\n     2 no\n\nvulkan1.1: 1 invalid\n",
        );
        assert_eq!(board.differing(), Some((4, "invalid")));
        let board =
            Board::read("verdicts-x", "14 shaders, 8 with another verdict, 7 of them by listed causes\n");
        assert_eq!(board.differing(), Some((8, "differ")));
        assert_eq!(Board::read("deqp", "accept: 1 of 1 (100%)").differing(), None);
    }

    #[test]
    fn lines_stand_below_their_titles() {
        let text = "Written by `x`; never edited by hand.\n\naccept: 2 of 3 (66.67%)\nnot applicable: 2\n     2 is odd\n\nfailures:\na/b.frag\twhy\n";
        let board = Board::read("deqp", text);
        assert_eq!((board.notes.len(), board.rates.len(), board.parts.len()), (1, 1, 2));
        assert_eq!(
            (board.parts[0].title.as_str(), board.parts[0].rows[0].count),
            ("not applicable: 2", Some(2))
        );
        assert_eq!(board.parts[1].rows[0].cells, ["a/b.frag", "why"]);
        assert_eq!(board.lines().collect::<Vec<_>>(), ["is odd", "a/b.frag why"]);
    }
}
