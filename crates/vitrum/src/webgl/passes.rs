//! The passes that a translation runs, and the names that they leave.

use std::collections::BTreeMap;

use vitrum_passes::{PassInfo, PassOptions, pass};

use super::{Names, Options};
use crate::compilation::{Compilation, Error};

/// The passes, in order, and their options.
pub(super) fn of(options: &Options) -> Result<(Vec<&'static PassInfo>, PassOptions), Error> {
    let mut passes = Vec::new();
    let mut settings = options.pass_options.clone();
    let safety = options.safety;
    let rows = [
        (safety.initialize_memory, "initialize_memory"),
        (safety.bound_indices, "bound_indices"),
        (safety.bound_loops, "bound_loops"),
        (safety.define_arithmetic, "define_integer_arithmetic"),
    ];
    passes.extend(rows.into_iter().filter(|row| row.0).filter_map(|row| pass(row.1)));
    passes.extend(&options.transforms);
    match &options.names {
        Names::Keep => {}
        Names::Prefix(_) | Names::Hash(_) => passes.extend(pass("rename_symbols")),
    }
    let _ = &mut settings;
    Ok((passes, settings))
}

/// The names of the interface in the source that have others in the output; members are paths.
pub(super) fn name_map(compilation: &Compilation, is_text: bool) -> Result<BTreeMap<String, String>, Error> {
    let mut map = BTreeMap::new();
    for row in &compilation.renamed {
        map.insert(row.from.clone(), row.to.clone());
    }
    if is_text {
        let printed: BTreeMap<String, String> = compilation
            .glsl_names()?
            .into_iter()
            .filter_map(|row| Some((row.name, row.printed.into_iter().next()?)))
            .collect();
        for to in map.values_mut() {
            if let Some(name) = printed.get(to) {
                to.clone_from(name);
            }
        }
        for (from, to) in printed {
            map.entry(from).or_insert(to);
        }
    }
    Ok(map)
}
