//! The result as a table for a terminal, and as a page.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::timing::{geometric_mean, ratio};

/// One line of a table: the median time of each column.
pub(crate) struct Row {
    /// The shader or module.
    pub(crate) name: String,
    /// Its length in bytes.
    pub(crate) bytes: usize,
    /// In the order of the table's columns.
    pub(crate) times: Vec<Duration>,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// Its name.
    pub(crate) name: &'static str,
    /// The column of vitrum that it is compared with.
    pub(crate) beside: Option<usize>,
}

/// Rows under a title.
pub(crate) struct Table {
    /// The subject of the comparison.
    pub(crate) title: String,
    /// The kind of its rows, such as a shader.
    pub(crate) subject: &'static str,
    /// The columns.
    pub(crate) columns: Vec<Column>,
    /// The measurements.
    pub(crate) rows: Vec<Row>,
}

impl Table {
    /// For each peer: how many times as long as vitrum it takes, over all rows.
    pub(crate) fn mean_ratios(&self) -> Vec<(&'static str, f64)> {
        let peers = self.columns.iter().enumerate().filter(|(_, column)| column.beside.is_some());
        let mean = |(index, column): (usize, &Column)| {
            let ratios = self.rows.iter().filter_map(|row| self.ratio(row, index));
            (column.name, geometric_mean(ratios))
        };
        peers.map(mean).collect()
    }

    /// Time of a column relative to that of vitrum's; none for vitrum itself.
    fn ratio(&self, row: &Row, index: usize) -> Option<f64> {
        let beside = self.columns.get(index)?.beside?;
        Some(ratio(*row.times.get(index)?, *row.times.get(beside)?))
    }

    fn header(&self) -> Vec<String> {
        let mut cells = vec![self.subject.to_owned(), "bytes".to_owned()];
        for column in &self.columns {
            cells.push(format!("{} us", column.name));
            if column.beside.is_some() {
                cells.push("ratio".to_owned());
            }
        }
        cells
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let mut cells = vec![row.name.clone(), row.bytes.to_string()];
        for (index, time) in row.times.iter().enumerate() {
            cells.push(format!("{:.1}", time.as_secs_f64() * 1e6));
            cells.extend(self.ratio(row, index).map(|ratio| format!("{ratio:.2}x")));
        }
        cells
    }

    /// For a terminal.
    pub(crate) fn text(&self) -> String {
        let mut lines = vec![self.header()];
        lines.extend(self.rows.iter().map(|row| self.cells(row)));
        let mut widths = vec![0; lines.iter().map(Vec::len).max().unwrap_or(0)];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = (*width).max(cell.len());
            }
        }
        let mut text = self.title.clone();
        for line in &lines {
            text.push('\n');
            for (index, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                // Writing to a string cannot fail.
                let _ =
                    if index == 0 { write!(text, "{cell:width$}") } else { write!(text, "  {cell:>width$}") };
            }
        }
        text + "\n"
    }

    fn html(&self) -> String {
        let mut html = format!("<h2>{}</h2>\n<table>\n<tr>", escape(&self.title));
        for cell in self.header() {
            html += &format!("<th>{}", escape(&cell));
        }
        for row in &self.rows {
            html += "\n<tr>";
            for cell in self.cells(row) {
                html += &format!("<td>{}", escape(&cell));
            }
        }
        html += "\n</table>\n";
        for (peer, ratio) in self.mean_ratios() {
            html += &format!(
                "<p>{} takes <b>{ratio:.2}</b> times as long as vitrum (geometric mean)\n",
                escape(peer)
            );
        }
        html
    }
}

/// Writes all tables as one page, and says so.
pub(crate) fn write(file: &Path, tables: &[Table]) -> Result<()> {
    std::fs::write(file, page(tables)).with_context(|| format!("cannot write {}", file.display()))?;
    println!("written: {}", file.display());
    Ok(())
}

/// All tables as one page that needs nothing else.
fn page(tables: &[Table]) -> String {
    let style = "body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}\
                 td,th{padding:2px 10px;text-align:right}td:first-child,th:first-child{text-align:left}\
                 tr:nth-child(even){background:#f4f4f4}";
    let body: String = tables.iter().map(Table::html).collect();
    format!(
        "<!doctype html>\n<meta charset=utf-8>\n<title>vitrum bench</title>\n<style>{style}</style>\n\
         <h1>vitrum bench</h1>\n{body}"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
