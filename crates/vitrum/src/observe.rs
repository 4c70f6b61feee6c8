//! Observers: functions that see the module while passes run.

use vitrum_ir::Module;
use vitrum_passes::{Observer, PassInfo};

/// A function that is shown the module after each pass, with the pass's name.
///
/// Without one, and without `verify`, `remarks` and `fuel`, consecutive passes on functions run on one function before they run on
/// the next, which keeps it in caches. The result is the same.
pub type Observe<'a> = Option<&'a mut dyn FnMut(&str, &Module)>;

/// Shows a module.
pub(crate) fn show(observe: &mut Observe<'_>, name: &str, module: &Module) {
    if let Some(observe) = observe {
        observe(name, module);
    }
}

/// The observer as a function of passes; the caller keeps it.
pub(crate) fn by_pass<'a>(observe: &'a mut Observe<'_>) -> Option<impl FnMut(&PassInfo, &Module) + 'a> {
    observe.as_mut().map(|observe| move |pass: &PassInfo, module: &Module| observe(pass.name, module))
}

/// That function as `RunOptions` takes it.
pub(crate) fn observer<'a>(
    by_pass: &'a mut Option<impl FnMut(&PassInfo, &Module)>,
) -> Option<&'a mut Observer<'a>> {
    by_pass.as_mut().map(|observe| observe as &mut Observer<'_>)
}
