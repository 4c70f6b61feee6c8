//! Mutants in the tables of rewrite rules: a condition is dropped, or a mark becomes `exact`.
//!
//! The copy of the tree changes the tables when they are first used, so that everything that looks at a rule, the tests of
//! the rules among them, sees the mutant.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::mutant::{Kind, Mutant};

/// The list of the tables.
const LIST: &str = "crates/passes/src/rules/tables.rs";

/// The names of the tables, in order.
fn tables(root: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root.join(LIST)).context(LIST)?;
    let names: Vec<String> =
        text.lines().filter_map(|line| line.trim().strip_suffix("::RULES,")).map(str::to_owned).collect();
    if names.is_empty() {
        bail!("{LIST} lists no table");
    }
    Ok(names)
}

/// Every mutant of a rule.
pub(crate) fn mutants(root: &Path) -> Result<Vec<Mutant>> {
    let mut mutants = Vec::new();
    for (table, name) in tables(root)?.iter().enumerate() {
        let path = root.join(LIST).with_extension("").join(format!("{name}.rs"));
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let (_, rows) = text.split_once("rules! {").with_context(|| format!("{name} has no table"))?;
        let rows = rows.split(';').map(without_comments).filter(|row| row.contains("=>"));
        let rows = rows.flat_map(|row| members(&row.split_whitespace().collect::<Vec<_>>().join(" ")));
        for (number, row) in rows.enumerate() {
            for (condition, text) in conditions(&row).into_iter().enumerate() {
                mutants.push(Mutant {
                    name: format!("{name} `{row}`: drop {text}"),
                    key: format!("rule:{table}:{number}:{condition}"),
                    kind: Kind::RuleCondition,
                });
            }
            if !row.starts_with("exact") {
                mutants.push(Mutant {
                    name: format!("{name} `{row}`: mark it exact"),
                    key: format!("mark:{table}:{number}"),
                    kind: Kind::RuleMark,
                });
            }
        }
    }
    Ok(mutants)
}

fn without_comments(row: &str) -> String {
    row.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join(" ")
}

/// The rules of a row: for each member of its family one with that member alone.
fn members(row: &str) -> Vec<String> {
    let Some((mark, rule)) = row.split_once(':') else { return Vec::new() };
    match mark.split_once('[') {
        Some((mark, list)) => {
            let members =
                list.trim_end_matches([' ', ']']).split(',').map(str::trim).filter(|it| !it.is_empty());
            members.map(|member| format!("{mark}[{member}]:{rule}")).collect()
        }
        None => vec![row.to_owned()],
    }
}

/// The conditions of a rule: the text in `if [...]`, split at commas outside of parentheses.
fn conditions(row: &str) -> Vec<String> {
    let Some((_, list)) = row.split_once("if [") else { return Vec::new() };
    let list = list.rsplit_once(']').map_or(list, |(list, _)| list);
    let mut depth = 0;
    let mut conditions = vec![String::new()];
    for letter in list.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                conditions.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = conditions.last_mut() {
            last.push(letter);
        }
    }
    conditions.iter().map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

/// The list of tables in the copy: made when it is first used. The index of the rules stays, for no mutant changes a left side.
pub(crate) fn instrumented(text: &str) -> Result<String> {
    let start = "pub static STANDARD: RuleSet = rule_set![";
    let (before, list) =
        text.split_once(start).with_context(|| format!("{LIST}: the list has another form"))?;
    let (list, after) = list.split_once("];").with_context(|| format!("{LIST}: the list does not end"))?;
    Ok(format!(
        "{before}pub static STANDARD: std::sync::LazyLock<RuleSet> = std::sync::LazyLock::new(|| {{\n\
         static SET: RuleSet = rule_set![{list}];\n\
         RuleSet {{ tables: mutated(SET.tables), ..SET }}\n}});\n{MUTATED}\n{after}"
    ))
}

/// Makes the change in the copy.
const MUTATED: &str = r#"
fn mutated(tables: &[&'static [crate::rules::Rule]]) -> &'static [&'static [crate::rules::Rule]] {
    let key = vitrum_ir::mutant::key();
    let numbers: Vec<usize> = key.split(':').skip(1).filter_map(|it| it.parse().ok()).collect();
    let mut tables = tables.to_vec();
    let (kind, wanted) = (key.split(':').next().unwrap_or_default(), numbers.as_slice());
    if matches!(kind, "rule" | "mark") {
        let mut rules = tables[wanted[0]].to_vec();
        let rule = &mut rules[wanted[1]];
        if kind == "mark" {
            rule.exactness = crate::rules::Exactness::Exact;
        } else {
            let mut conditions = rule.conditions.to_vec();
            conditions.remove(wanted[2]);
            rule.conditions = conditions.leak();
        }
        tables[wanted[0]] = rules.leak();
    }
    tables.leak()
}
"#;

#[cfg(test)]
mod tests {
    use super::{conditions, members};

    #[test]
    fn each_member_of_a_family_is_a_rule() {
        let rows = ["zero [A/B]: X(Y(a)) => a", "zero [C/D]: X(Y(a)) => a"];
        assert_eq!(members("zero [A/B, C/D]: X(Y(a)) => a"), rows);
        assert_eq!(members("exact: F(a) => a"), ["exact: F(a) => a"]);
    }

    #[test]
    fn conditions_are_apart() {
        let row = "zero: F(a, k) => a, if [at_most(k, l), positive(k)]";
        assert_eq!(conditions(row), ["at_most(k, l)", "positive(k)"]);
        assert!(conditions("exact: F(a) => a").is_empty());
    }
}
