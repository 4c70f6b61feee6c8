//! Observers: functions that see the module while passes run.

use vitrum_ir::Module;
use vitrum_passes::{Observer, PassInfo};

/// A function that is shown the module after each pass, with the pass's name. Without one, passes on functions all go over one
/// function before they go over the next, which finds it in caches.
pub type Observe<'a> = Option<&'a mut dyn FnMut(&str, &Module)>;

/// Shows a module.
pub(crate) fn show(observe: &mut Observe<'_>, name: &str, module: &Module) {
    if let Some(observe) = observe {
        observe(name, module);
    }
}

/// The observer as passes take it, but for a reference.
pub(crate) fn by_pass<'a>(observe: &'a mut Observe<'_>) -> Option<impl FnMut(&PassInfo, &Module) + 'a> {
    observe.as_mut().map(|observe| move |pass: &PassInfo, module: &Module| observe(pass.name, module))
}

/// The same, with the reference.
pub(crate) fn observer<'a>(
    by_pass: &'a mut Option<impl FnMut(&PassInfo, &Module)>,
) -> Option<&'a mut Observer<'a>> {
    by_pass.as_mut().map(|observe| observe as &mut Observer<'_>)
}
