//! The passes that a translation runs, and the names that they leave.

use std::collections::BTreeMap;

use vitrum_glsl::features::Feature;
use vitrum_passes::{
    MemoryInitialization, NameStyle, PassInfo, PassOptions, RenameSymbols, ResourceLimits, pass, rows,
};

use super::{Names, Options, Output};
use crate::compilation::{Compilation, Error};

/// The limits that browsers have on every device; those of names and structs are the front end's, those of interfaces are counted
/// by use.
const LIMITS: ResourceLimits = ResourceLimits {
    struct_nesting: None,
    name_length: None,
    reserves_names: false,
    ..ResourceLimits::WEBGL_2
};

/// The passes, in order, and their options.
pub(super) fn of(options: &Options) -> Result<(Vec<&'static PassInfo>, PassOptions), Error> {
    let safety = options.safety;
    let rows = [
        (true, &rows::LIMIT_RESOURCES),
        (safety.initialize_memory, &rows::INITIALIZE_MEMORY),
        (safety.bound_loops, &rows::BOUND_LOOPS),
        (safety.define_arithmetic, &rows::DEFINE_INTEGER_ARITHMETIC),
    ];
    let mut passes: Vec<&PassInfo> = rows.into_iter().filter(|row| row.0).map(|row| row.1).collect();
    if safety.bound_indices {
        passes.extend(pass("bound_indices"));
    }
    let mut settings = options.pass_options.clone();
    if settings.find::<ResourceLimits>().is_none() {
        settings = settings.with(LIMITS);
    }
    // Versions without values of arrays have no initialisers of arrays either: loops clear them.
    if let Output::Glsl { version, .. } = options.output
        && !Feature::ArrayValues.is_in(version)
        && settings.find::<MemoryInitialization>().is_none()
    {
        settings = settings.with(MemoryInitialization { largest: 0, ..MemoryInitialization::default() });
    }
    let renaming = match &options.names {
        Names::Keep => None,
        Names::Prefix(prefix) => Some((NameStyle::Prefix, prefix)),
        Names::Hash(prefix) => Some((NameStyle::Hash, prefix)),
    };
    if let Some((style, prefix)) = renaming {
        passes.push(&rows::RENAME_SYMBOLS);
        settings.change(|it: &mut RenameSymbols| {
            it.style = style;
            it.prefix = Some(prefix.clone());
        });
    }
    // They bring names for the application, which stay.
    passes.extend(&options.transforms);
    Ok((passes, settings))
}

/// The names of a shader in the output.
#[derive(Debug, Default)]
pub(super) struct NameMap {
    /// By name in the source, what `rename_symbols` made of it, wherever it stands.
    symbols: BTreeMap<String, String>,
    /// By path in the module, what other passes and the printer made of it; `block.member` for a member.
    paths: BTreeMap<String, String>,
}

impl NameMap {
    /// Those that a compilation leaves.
    pub(super) fn of(compilation: &Compilation, is_text: bool) -> Result<Self, Error> {
        let mut map = Self::default();
        for row in &compilation.renamed {
            let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
            if row.pass == rows::RENAME_SYMBOLS.name {
                map.symbols.insert(last(&row.from), last(&row.to));
            } else {
                map.paths.insert(row.from.clone(), row.to.clone());
            }
        }
        if is_text {
            for row in compilation.glsl_names()? {
                map.paths.extend(row.printed.into_iter().next().map(|printed| (row.name, printed)));
            }
        }
        Ok(map)
    }

    /// The name in the module after passes of one in the source.
    pub(super) fn symbol(&self, name: &str) -> String {
        self.symbols.get(name).map_or(name, String::as_str).to_owned()
    }

    /// The name in the output of a path in the module, if it is another one.
    pub(super) fn path(&self, path: &str) -> Option<&String> {
        self.paths.get(path)
    }
}
