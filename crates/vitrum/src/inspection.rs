//! A shader as an editor sees it: diagnostics, and its names with their declarations and uses.

use vitrum_frontend_glsl::index::Index;
use vitrum_ir::Module;

use crate::compilation::{Diagnosed, Error, with_front_end};
use crate::lowered::Lowered;
use crate::options::Options;
use crate::program::api;
use crate::spirv::SpirvOptions;
use crate::warnings;

/// A shader that was looked at, right or wrong.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inspection {
    /// Everything that was found, and every file that was read.
    pub diagnosed: Diagnosed,
    /// The module, which is cut off if there was an error: its types, structs and constants are whole. `None` if the source was
    /// not read at all.
    pub module: Option<Module>,
    /// The names of the shader. Its types are those of the module.
    pub index: Option<Box<Index>>,
}

/// Looks at a shader. Unlike [`compile`](crate::compile) it tells something of a wrong one, too; it makes no output.
///
/// ```
/// use vitrum::{Options, Stage, inspect};
///
/// let source = "#version 450\nconst float HALF = 0.5;\nvoid main() { float x = HALF; y = x }\n";
/// let inspection = inspect(source, &Options::new(Stage::Fragment));
/// assert!(inspection.diagnosed.has_errors());
/// let index = inspection.index.expect("names are known all the same");
/// assert_eq!(index.items[0].name, "HALF");
/// let uses = index.occurrences.iter().filter(|it| index.items[it.item.0 as usize].name == "HALF");
/// assert_eq!(uses.count(), 2);
/// ```
pub fn inspect(source: &str, options: &Options) -> Inspection {
    inspect_unless(source, options, &|| false)
}

/// The same, unless `cancelled` says meanwhile that nobody wants it any more: it is asked before each declaration and statement, and
/// between phases. What it gives then is cut off, and of no use.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use vitrum::{Options, Stage, inspect_unless};
///
/// let is_old = AtomicBool::new(true);
/// let source = "#version 450\nvoid main() { x = 1; }\n";
/// let inspection =
///     inspect_unless(source, &Options::new(Stage::Fragment), &|| is_old.load(Ordering::Relaxed));
/// assert!(inspection.index.is_none_or(|index| index.items.is_empty()));
/// ```
pub fn inspect_unless(source: &str, options: &Options, cancelled: &dyn Fn() -> bool) -> Inspection {
    let mut output = with_front_end(source, options, None, |source, front| {
        let front =
            vitrum_frontend_glsl::Options { index: true, cancelled: Some(cancelled), ..front.clone() };
        let mut output = vitrum_frontend_glsl::compile(source, &front);
        if cancelled() {
            return output;
        }
        warnings::extend(&mut output, &options.levels, front.limits.diagnostics);
        output
    });
    if let Some(module) = output.module.as_ref().filter(|_| !cancelled()) {
        let shared = vitrum_link::check_bindings(module, api(options, module));
        output.diagnostics.extend(shared.into_iter().filter_map(|it| options.levels.apply(it)));
    }
    let diagnosed = Diagnosed { diagnostics: output.diagnostics, sources: output.source_map };
    let partial = output.index.as_mut().and_then(|index| index.partial.take());
    Inspection { diagnosed, module: output.module.or(partial), index: output.index }
}

impl Inspection {
    /// Checks that the target of the options can express the shader, which has no errors.
    ///
    /// # Errors
    /// If the target cannot express it.
    pub fn check_target(&self, options: &Options) -> Result<(), Error> {
        let Some(module) = self.module.as_ref().filter(|_| !self.diagnosed.has_errors()) else {
            return Ok(());
        };
        let sources = self.diagnosed.sources.clone();
        Lowered::new(module.clone(), SpirvOptions::new(options), sources)?.spirv().map(drop)
    }
}
