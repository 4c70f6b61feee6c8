//! Mutants in code: conditions that keep a pass from a change.
//!
//! A mutant only ever makes a condition more permissive, since a missed optimisation is no wrong code:
//!
//! - an operand of `&&` counts as true, except where the whole guards an early exit;
//! - a guard of an early exit (`if c { return None; }`) never exits, and an operand of `||` in one counts as false;
//! - the guard of a match arm counts as true;
//! - the test of `all`, `filter` and `is_some_and` counts as true, and that of `any` as false.
//!
//! Tests, constant functions, bodies of macros and conditions that bind (`if let`) are left out.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, ExprBinary, ExprIf, ExprMethodCall, Stmt};

use crate::mutant::{Kind, Mutant};

/// The folders whose code is mutated.
const FOLDERS: &[&str] = &["crates/passes/src"];

/// Files that decide profitability, not legality: a mutant there gives other code, not wrong code.
const LEFT_OUT: &[&str] = &[
    "cost.rs",
    "guard.rs",
    "tests.rs",
    "samples.rs",
    "typings.rs",
    "session.rs",
    "settings.rs",
    "table.rs",
    "pipelines.rs",
    "function_summaries.rs",
    "manager.rs",
];

/// A piece of text to insert.
#[derive(Clone, Debug)]
struct Edit {
    at: usize,
    /// True if it closes a parenthesis of another edit; closing edits come first at one place.
    closes: bool,
    text: String,
}

/// A file with its mutants.
pub(crate) struct File {
    /// Relative to the root.
    pub(crate) path: PathBuf,
    text: String,
    edits: Vec<Edit>,
    mutants: Vec<Mutant>,
}

impl File {
    /// The text with every mutant compiled in.
    pub(crate) fn instrumented(&self) -> String {
        let mut edits: Vec<&Edit> = self.edits.iter().collect();
        // Edits of one place keep their order: outer expressions are visited first, and closing edits are written in
        // reverse below.
        edits.sort_by_key(|edit| (edit.at, !edit.closes));
        let mut out = String::with_capacity(self.text.len() + 32 * edits.len());
        let mut from = 0;
        let mut rest = edits.as_slice();
        while let Some(first) = rest.first() {
            let same = rest.iter().take_while(|it| it.at == first.at && it.closes == first.closes).count();
            let (group, behind) = rest.split_at(same);
            out.push_str(self.text.get(from..first.at).unwrap_or_default());
            from = first.at;
            if first.closes {
                group.iter().rev().for_each(|edit| out.push_str(&edit.text));
            } else {
                group.iter().for_each(|edit| out.push_str(&edit.text));
            }
            rest = behind;
        }
        out.push_str(self.text.get(from..).unwrap_or_default());
        out
    }
}

/// Every mutant in code, in order of files and places.
pub(crate) fn mutants(root: &Path) -> Result<Vec<Mutant>> {
    Ok(files(root)?.into_iter().flat_map(|file| file.mutants).collect())
}

/// The files that hold mutants. Keys are numbered over all files, so that all must be read.
pub(crate) fn files(root: &Path) -> Result<Vec<File>> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        collect(&root.join(folder), &mut paths)?;
    }
    paths.sort();
    let mut files = Vec::new();
    let mut next = 1;
    for path in paths {
        let text = std::fs::read_to_string(&path)?;
        let parsed = syn::parse_file(&text).with_context(|| path.display().to_string())?;
        let relative = path.strip_prefix(root)?.to_path_buf();
        let label = FOLDERS.iter().find_map(|folder| relative.strip_prefix(folder).ok()).unwrap_or(&relative);
        let mut finder = Finder {
            label: label.display().to_string(),
            text: &text,
            next: &mut next,
            function: String::new(),
            edits: Vec::new(),
            mutants: Vec::new(),
        };
        finder.visit_file(&parsed);
        let Finder { edits, mutants, .. } = finder;
        if !mutants.is_empty() {
            files.push(File { path: relative, text, edits, mutants });
        }
    }
    Ok(files)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            if name != "tests" && name != "tables" {
                collect(&entry.path(), paths)?;
            }
        } else if name.ends_with(".rs") && !LEFT_OUT.contains(&name.as_str()) {
            paths.push(entry.path());
        }
    }
    Ok(())
}

struct Finder<'t> {
    label: String,
    text: &'t str,
    next: &'t mut u32,
    function: String,
    edits: Vec<Edit>,
    mutants: Vec<Mutant>,
}

impl Finder<'_> {
    /// Adds a mutant that puts `before` and `after` around a place; `%` stands for its test of being alive. The test comes
    /// last, so that it is asked only where the mutant would decide otherwise.
    fn add(&mut self, span: Span, what: &str, before: &str, after: &str) {
        let range = span.byte_range();
        let Some(source) = self.text.get(range.clone()) else { return };
        let short: Vec<&str> = source.split_whitespace().collect();
        let alive = format!("vitrum_ir::mutant::is_alive({})", self.next);
        if !before.is_empty() {
            self.edits.push(Edit { at: range.start, closes: false, text: before.to_owned() });
        }
        self.edits.push(Edit { at: range.end, closes: true, text: after.replace('%', &alive) });
        self.mutants.push(Mutant {
            name: format!("{} {}: {what} `{}`", self.label, self.function, short.join(" ")),
            key: self.next.to_string(),
            kind: Kind::Check,
        });
        *self.next += 1;
    }

    fn counts_as_true(&mut self, condition: &Expr) {
        if !binds(condition) && !is_literal(condition) {
            self.add(condition.span(), "always", "((", ") || %)");
        }
    }

    fn counts_as_false(&mut self, condition: &Expr) {
        if !binds(condition) && !is_literal(condition) {
            self.add(condition.span(), "never", "((", ") && !%)");
        }
    }

    /// The guard of an early exit, as a whole and by the operands of `||`.
    fn exit_guard(&mut self, condition: &Expr) {
        if let Expr::Binary(ExprBinary { left, op: BinOp::Or(_), right, .. }) = condition {
            self.exit_operand(left);
            self.exit_operand(right);
        } else if binds(condition) {
            // A chain of `let` takes one more condition behind it.
            self.add(condition.span(), "never exit for", "", " && !%");
        } else {
            self.counts_as_false(condition);
        }
    }

    fn exit_operand(&mut self, operand: &Expr) {
        if let Expr::Binary(ExprBinary { left, op: BinOp::Or(_), right, .. }) = operand {
            self.exit_operand(left);
            self.exit_operand(right);
        } else {
            self.counts_as_false(operand);
        }
    }

    /// The operands of `&&`.
    fn conjunction(&mut self, operand: &Expr) {
        if let Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) = operand {
            self.conjunction(left);
            self.conjunction(right);
        } else {
            self.counts_as_true(operand);
            visit::visit_expr(self, operand);
        }
    }

    fn in_function(&mut self, name: &str, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, name.to_owned());
        walk(self);
        self.function = outer;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.in_function(&item.sig.ident.to_string(), |this| visit::visit_item_fn(this, item));
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.in_function(&item.sig.ident.to_string(), |this| visit::visit_impl_item_fn(this, item));
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}

    fn visit_expr_if(&mut self, node: &'ast ExprIf) {
        if exits(&node.then_branch) && node.else_branch.is_none() {
            self.exit_guard(&node.cond);
            // A nested condition that is made more permissive makes the guard stricter.
            self.visit_block(&node.then_branch);
        } else {
            visit::visit_expr_if(self, node);
        }
    }

    fn visit_expr_binary(&mut self, node: &'ast ExprBinary) {
        if matches!(node.op, BinOp::And(_)) {
            self.conjunction(&node.left);
            self.conjunction(&node.right);
        } else {
            visit::visit_expr_binary(self, node);
        }
    }

    fn visit_pat_guard(&mut self, pattern: &'ast syn::PatGuard) {
        if !matches!(&*pattern.guard, Expr::Binary(ExprBinary { op: BinOp::And(_), .. })) {
            self.counts_as_true(&pattern.guard);
        }
        visit::visit_pat_guard(self, pattern);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(Expr::Closure(closure)) = call.args.first()
            && !matches!(&*closure.body, Expr::Block(_))
            && !matches!(&*closure.body, Expr::Binary(ExprBinary { op: BinOp::And(_), .. }))
        {
            match call.method.to_string().as_str() {
                "all" | "filter" | "is_some_and" | "is_none_or" => self.counts_as_true(&closure.body),
                "any" => self.counts_as_false(&closure.body),
                _ => {}
            }
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// If the condition has a `let` in its chain.
fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) => binds(left) || binds(right),
        _ => false,
    }
}

fn is_literal(condition: &Expr) -> bool {
    matches!(condition, Expr::Lit(_))
}

/// If the block does nothing but leave.
fn exits(block: &Block) -> bool {
    match block.stmts.as_slice() {
        [Stmt::Expr(last, _)] => matches!(last, Expr::Return(_) | Expr::Continue(_) | Expr::Break(_)),
        _ => false,
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instrument(text: &str) -> (String, Vec<String>) {
        let parsed = syn::parse_file(text).expect("the text is Rust");
        let mut next = 1;
        let mut finder = Finder {
            label: "a.rs".to_owned(),
            text,
            next: &mut next,
            function: String::new(),
            edits: Vec::new(),
            mutants: Vec::new(),
        };
        finder.visit_file(&parsed);
        let (edits, mutants) = (finder.edits, finder.mutants);
        let names = mutants.iter().map(|mutant| mutant.name.clone()).collect();
        let file = File { path: PathBuf::new(), text: text.to_owned(), edits, mutants };
        (file.instrumented().replace("vitrum_ir::mutant::is_alive", "alive"), names)
    }

    #[test]
    fn operands_of_and_count_as_true() {
        let (text, names) = instrument("fn f() { if a && b() { g(); } }");
        assert_eq!(text, "fn f() { if ((a) || alive(1)) && ((b()) || alive(2)) { g(); } }");
        assert_eq!(names, ["a.rs f: always `a`", "a.rs f: always `b()`"]);
    }

    #[test]
    fn early_exits_do_not_happen() {
        let (text, _) =
            instrument("fn f() { if a { return; } if b || c { continue; } if let Some(x) = y { return; } }");
        let expected = "fn f() { if ((a) && !alive(1)) { return; } if ((b) && !alive(2)) || ((c) && !alive(3)) { continue; } \
                        if let Some(x) = y && !alive(4) { return; } }";
        assert_eq!(text, expected);
    }

    #[test]
    fn closures_nest() {
        let (text, _) = instrument("fn f() -> bool { xs.iter().all(|x| x.ys.any(|y| y.bad())) }");
        let expected =
            "fn f() -> bool { xs.iter().all(|x| ((x.ys.any(|y| ((y.bad()) && !alive(2)))) || alive(1))) }";
        assert_eq!(text, expected);
    }

    #[test]
    fn tests_and_constants_stay() {
        for text in ["#[cfg(test)] mod t { fn f() { if a && b {} } }", "const fn f() -> bool { a && b }"] {
            assert_eq!(instrument(text).0, text);
        }
    }
}
