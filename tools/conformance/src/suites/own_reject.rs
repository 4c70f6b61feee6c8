//! The shaders of `tests/reject`, for comparisons with other compilers; their other tests are in `tests`.

use std::path::Path;

use anyhow::Result;

use crate::case::{Case, Expect};
use crate::suite::{self, Suite};
use crate::suites::own;

/// The row.
pub(crate) const SUITE: Suite = Suite {
    name: "own-reject",
    what: "the shaders of tests/reject, all of them wrong",
    folder: || suite::root().join("tests/reject"),
    cases,
    ..own::SUITE
};

fn cases(data: &Path, file: &str) -> Result<Vec<Case>> {
    let cases = own::cases(data, file)?.into_iter();
    Ok(cases.map(|case| Case { expect: Expect::Reject, ..case }).collect())
}
