//! The pages: one with all suites, and one for each board.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::history::{History, Point};
use super::plot::{Dot, curve, number};
use super::read::{Board, KINDS, Part, Rate, Row};
use crate::bench;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("search.js");

/// Groups with more rows than this are closed at first.
const MOST_OPEN: usize = 12;

/// A text as it stands between tags.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text with what is between backquotes as code.
fn prose(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some((before, code, behind)) = rest
        .split_once('`')
        .and_then(|(before, rest)| rest.split_once('`').map(|(code, behind)| (before, code, behind)))
    {
        html.push_str(&format!("{}<code>{}</code>", escaped(before), escaped(code)));
        rest = behind;
    }
    html + &escaped(rest)
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n{body}\n<script>\n{SCRIPT}</script>\n</html>\n",
        escaped(title)
    )
}

fn bar(rate: &Rate) -> String {
    let share = rate.share();
    let class = if rate.passed == rate.of {
        "all"
    } else if share >= 99.0 {
        "most"
    } else {
        "some"
    };
    format!("<span class=\"bar {class}\"><i style=\"width:{share:.2}%\"></i></span>")
}

/// Percent, in which 100 means all.
fn percent(rate: &Rate) -> String {
    match rate.passed == rate.of {
        true => "100 %".to_owned(),
        false => format!("{:.2} %", (rate.share() * 100.0).floor() / 100.0),
    }
}

/// The page with all suites.
pub(super) fn index(boards: &[Board], history: &History) -> String {
    let mut suites: Vec<&str> =
        boards.iter().map(|board| board.suite.as_str()).filter(|it| !it.is_empty()).collect();
    suites.sort_unstable();
    suites.dedup();
    let kinds: Vec<_> = KINDS
        .iter()
        .filter(|kind| boards.iter().any(|it| it.kind == *kind && !it.suite.is_empty()))
        .collect();
    let mut body = String::from(
        "<header><h1>vitrum <b>boards</b></h1><input type=\"search\" id=\"search\" placeholder=\"Search all boards\" aria-label=\"Search all boards\"></header>\n\
         <main><ol id=\"found\" hidden></ol>\n<table class=\"suites\"><thead><tr><th>suite</th>",
    );
    for kind in kinds.iter().rev() {
        let _ = write!(body, "<th title=\"{}\">{}</th>", escaped(kind.about), escaped(kind.title));
    }
    body.push_str("</tr></thead><tbody>\n");
    for suite in suites {
        let _ = write!(body, "<tr><th>{}</th>", escaped(suite));
        for kind in kinds.iter().rev() {
            let board = boards.iter().find(|board| board.kind == *kind && board.suite == suite);
            let _ = write!(body, "<td>{}</td>", board.map_or_else(String::new, cell));
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</tbody></table>\n<p>");
    let others: Vec<String> = boards
        .iter()
        .filter(|board| board.suite.is_empty())
        .map(|board| {
            format!("<a href=\"{}.html\">{}</a>: {}", board.name, board.name, prose(board.kind.about))
        })
        .collect();
    let _ = writeln!(body, "{}</p>", others.join("<br>"));
    body.push_str(&benchmark(boards));
    body.push_str("<h2>Over commits</h2>\n");
    for board in boards {
        let name = format!("{}, {}", board.suite, board.kind.title);
        let rate = board.rates.first().map(|rate| rate.name.as_str()).unwrap_or_default();
        let plot = rate_plot(&name, &history.points(&board.name, rate));
        if !plot.is_empty() {
            let _ = writeln!(body, "<a class=\"plot\" href=\"{}.html\">{plot}</a>", board.name);
        }
    }
    let lines: Vec<(&str, String)> =
        boards.iter().flat_map(|board| board.lines().map(|line| (board.name.as_str(), line))).collect();
    let lines = serde_json::to_string(&lines).unwrap_or_default().replace('<', "\\u003c");
    let _ = write!(body, "</main>\n<script type=\"application/json\" id=\"lines\">{lines}</script>");
    page("vitrum boards", &body)
}

/// The cell of a board in the table of suites.
fn cell(board: &Board) -> String {
    let text = match board.rates.first() {
        Some(rate) => format!("{}{}", bar(rate), percent(rate)),
        None => match board.differing() {
            Some((count, words)) => {
                let class = if count == 0 { "none" } else { "few" };
                format!("<span class=\"{class}\">{count}</span> {words}")
            }
            None => "list".to_owned(),
        },
    };
    let about: Vec<String> =
        board.rates.iter().map(|rate| format!("{}: {} of {}", rate.name, rate.passed, rate.of)).collect();
    format!("<a href=\"{}.html\" title=\"{}\">{text}</a>", board.name, escaped(&about.join("\n")))
}

/// The page of a board.
pub(super) fn board(board: &Board, boards: &[Board], history: &History) -> String {
    let title = match board.suite.is_empty() {
        true => board.name.clone(),
        false => format!("{}: {}", board.suite, board.kind.title),
    };
    let mut body = format!(
        "<header><h1><a href=\"index.html\">vitrum <b>boards</b></a></h1><input type=\"search\" id=\"search\" \
         placeholder=\"Search this board\" aria-label=\"Search this board\"><span id=\"count\"></span></header>\n<main>\n<h2>{}</h2>\n<p>{}",
        escaped(&title),
        prose(board.kind.about)
    );
    board.notes.iter().for_each(|note| body.push_str(&format!(" {}", prose(note))));
    body.push_str("</p>\n<nav>");
    let is_beside =
        |other: &&Board| other.name != board.name && (other.suite == board.suite || other.kind == board.kind);
    let mut others: Vec<&Board> = boards.iter().filter(is_beside).collect();
    others.sort_by_key(|other| other.suite != board.suite);
    for other in others {
        let text = if other.suite == board.suite { other.kind.title } else { other.suite.as_str() };
        let class = if other.suite == board.suite { "same" } else { "other" };
        let _ = write!(body, "<a class=\"{class}\" href=\"{}.html\">{}</a> ", other.name, escaped(text));
    }
    body.push_str("</nav>\n");
    if !board.rates.is_empty() {
        body.push_str("<table class=\"rates\">\n");
        for rate in &board.rates {
            let (name, share) = (escaped(&rate.name), percent(rate));
            let _ = writeln!(
                body,
                "<tr><th>{name}</th><td>{}</td><td>{share}</td><td>{} of {}</td></tr>",
                bar(rate),
                rate.passed,
                rate.of
            );
        }
        body.push_str("</table>\n");
    }
    body.push_str(&benchmark(std::slice::from_ref(board)));
    for rate in &board.rates {
        body.push_str(&rate_plot(&rate.name, &history.points(&board.name, &rate.name)));
    }
    if board.name != bench::BOARD {
        board.parts.iter().for_each(|part| body.push_str(&section(part)));
    }
    body.push_str("</main>");
    page(&title, &body)
}

/// Cases that fail, or the share that passes, over commits: the cases are fewer.
fn rate_plot(name: &str, points: &[&Point]) -> String {
    let dot = |point: &&Point| Dot {
        title: format!("{} {}: {} of {}", point.date, point.commit, point.rate.passed, point.rate.of),
        value: (point.rate.of - point.rate.passed) as f64,
    };
    let dots: Vec<Dot> = points.iter().map(dot).collect();
    let date = |point: Option<&&Point>| point.map_or_else(String::new, |point| point.date.clone());
    curve(&format!("{name}: cases that fail"), &dots, &date(points.first()), &date(points.last()))
}

/// The curves of the benchmark, if it is among the boards.
fn benchmark(boards: &[Board]) -> String {
    let Some(board) = boards.iter().find(|board| board.name == bench::BOARD) else { return String::new() };
    let rows: Vec<bench::Record> = board
        .parts
        .iter()
        .flat_map(|part| &part.rows)
        .filter_map(|row| bench::Record::read(&row.cells.join("\t")))
        .collect();
    let mut figures: BTreeMap<&str, Vec<(&bench::Record, f64)>> = BTreeMap::new();
    for record in &rows {
        for (name, value) in &record.figures {
            figures.entry(name).or_default().push((record, *value));
        }
    }
    let mut html = String::from("<h2>Benchmark over commits</h2>\n<table class=\"rates\">\n");
    for (name, values) in &figures {
        if let Some((record, value)) = values.last() {
            let (name, date) = (escaped(name), escaped(&record.date));
            let _ = writeln!(
                html,
                "<tr><th>{name}</th><td>{}</td><td>{date}</td><td>{}</td></tr>",
                number(*value),
                record.commit
            );
        }
    }
    html.push_str("</table>\n");
    for (name, values) in figures {
        let dot = |(record, value): &(&bench::Record, f64)| Dot {
            title: format!("{} {}: {}", record.date, record.commit, number(*value)),
            value: *value,
        };
        let dots: Vec<Dot> = values.iter().map(dot).collect();
        let date =
            |row: Option<&(&bench::Record, f64)>| row.map_or_else(String::new, |row| row.0.date.clone());
        html.push_str(&curve(name, &dots, &date(values.first()), &date(values.last())));
    }
    html
}

/// A part: counted rows as a table, the others in groups by the folder of their case.
fn section(part: &Part) -> String {
    let mut html = String::from("<section>");
    if !part.title.is_empty() {
        let _ = write!(html, "<h3>{}</h3>", prose(&part.title));
    }
    let (counted, listed): (Vec<&Row>, Vec<&Row>) = part.rows.iter().partition(|row| row.count.is_some());
    if !counted.is_empty() {
        html.push_str("<table class=\"rows counted\">");
        for row in counted {
            let count = row.count.map_or_else(String::new, |count| count.to_string());
            let _ = write!(html, "<tr class=\"line\"><td>{count}</td>{}</tr>", cells(row));
        }
        html.push_str("</table>");
    }
    let mut groups: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in listed {
        groups.entry(group(row)).or_default().push(row);
    }
    for (name, rows) in groups {
        let table: String =
            rows.iter().map(|row| format!("<tr class=\"line\">{}</tr>", cells(row))).collect();
        let table = format!("<table class=\"rows\">{table}</table>");
        match name.is_empty() {
            true => html.push_str(&table),
            false => {
                let open = if rows.len() <= MOST_OPEN { " open" } else { "" };
                let _ = write!(
                    html,
                    "<details{open}><summary>{} <small>{}</small></summary>{table}</details>",
                    escaped(&name),
                    rows.len()
                );
            }
        }
    }
    html + "</section>\n"
}

fn cells(row: &Row) -> String {
    row.cells.iter().map(|cell| format!("<td>{}</td>", prose(cell))).collect()
}

/// The folder of a case; nothing for a line that names none.
fn group(row: &Row) -> String {
    let case = row.cells.first().map_or("", String::as_str);
    let path = case.split([' ', ':']).next().unwrap_or_default();
    path.rsplit_once('/')
        .map_or_else(String::new, |(folder, _)| folder.split('/').take(3).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::{Board, History, board, index, percent, prose};
    use crate::boards::read::Rate;

    #[test]
    fn only_all_cases_are_a_hundred_percent() {
        let rate = |passed, of| Rate { name: String::new(), passed, of };
        assert_eq!(percent(&rate(9999, 10000)), "99.99 %");
        assert_eq!(percent(&rate(999_999, 1_000_000)), "99.99 %");
        assert_eq!((percent(&rate(3, 3)).as_str(), percent(&rate(0, 0)).as_str()), ("100 %", "100 %"));
    }

    #[test]
    fn backquotes_are_code() {
        assert_eq!(prose("a `b<c>` d`"), "a <code>b&lt;c&gt;</code> d`");
    }

    #[test]
    fn pages_link_boards_of_a_suite_and_of_a_kind() {
        let text = "accept: 1 of 2 (50.00%)\n\nfailures:\na/b/c.frag\t</script> `x`\n";
        let boards = ["one", "two", "link-one"].map(|name| Board::read(name, text));
        let html = board(&boards[0], &boards, &History::default());
        assert!(
            html.contains("href=\"two.html\">two<") && html.contains("href=\"link-one.html\">Linked<"),
            "{html}"
        );
        assert!(
            html.contains("<summary>a/b <small>1</small>") && html.contains("&lt;/script&gt; <code>x</code>")
        );
        let html = index(&boards, &History::default());
        assert!(html.contains("href=\"link-one.html\"") && html.matches("</script>").count() == 2, "{html}");
    }
}
