//! Copies of outputs that a shader can read and write at will, while an exit of the entry point writes the outputs themselves.

use crate::framework::session::Session;
use crate::lower::paths::Paths;
use vitrum_ir::edit::redirect_global;
use vitrum_ir::{
    BuiltIn, Decorations, Global, GlobalData, Length, Module, Op, Qualifiers, Storage, Type, TypeData, visit,
};

/// True if instructions refer to a global.
pub(super) fn is_used(module: &Module, global: Global) -> bool {
    module.functions.values().any(|function| {
        let mut insts = visit::insts(function).into_iter();
        insts.any(|(_, inst)| function.operands(inst).iter().any(|operand| operand.global() == Some(global)))
    })
}

/// Makes all that refers to an output, which does not begin with the value of the framebuffer, refer to a private copy instead. `None`, with an error, if a function is called with
/// the output's address.
pub(super) fn hide(module: &mut Module, session: &mut Session, output: Global) -> Option<Global> {
    let data = module.globals[output].clone();
    let name = module.names.get(data.name).to_owned();
    // Names that begin with `gl_` are reserved.
    let plain = name.strip_prefix("gl_").unwrap_or(&name);
    let copy = module.add_global(&format!("{plain}_value"), data.ty, Storage::Private);
    module.globals[copy].precision = data.precision;
    module.globals[copy].initializer = data.initializer;
    if !redirect_global(module, output, copy) {
        session.refuse(
            data.origin.span,
            format!("a function takes the address of `{name}`, expected its value"),
        );
        return None;
    }
    Some(copy)
}

/// Adds an output beside another, of another type at another location.
pub(super) fn add_beside(
    module: &mut Module,
    name: &str,
    like: &GlobalData,
    ty: Type,
    location: u32,
) -> Global {
    let output = module.add_global(name, ty, Storage::Output);
    let data = &mut module.globals[output];
    (data.precision, data.origin) = (like.precision, like.origin);
    data.decorations =
        Decorations { location: Some(location), component: None, builtin: None, ..like.decorations.clone() };
    output
}

/// The first location of an output: declared, or that of `gl_FragColor` and `gl_FragData`. Outputs with the value of the framebuffer
/// have none here.
pub(super) fn color_location(data: &GlobalData) -> Option<u32> {
    let is_fetched = data.decorations.qualifiers.contains(Qualifiers::FRAMEBUFFER_FETCH);
    if data.storage != Storage::Output || data.block.is_some() || is_fetched {
        return None;
    }
    match data.decorations.builtin {
        None => data.decorations.location,
        Some(BuiltIn::FragColor | BuiltIn::FragData) => Some(0),
        Some(_) => None,
    }
}

/// The element type of an output and its number of elements: 1 for what is no array.
pub(super) fn elements(module: &Module, ty: Type) -> (Type, u32) {
    match module.types.get(ty) {
        TypeData::Array { element, length: Length::Constant(length) } => (element, length),
        _ => (ty, 1),
    }
}

/// True if an instruction writes a global, as far as that can be seen: anything but a load of it or of a part.
pub(super) fn is_written(module: &Module, global: Global) -> bool {
    module.functions.values().any(|function| {
        let mut paths = Paths::default();
        visit::insts(function).into_iter().any(|(_, inst)| {
            if paths.learn(function, inst, |other| other == global).is_some() {
                return false;
            }
            let leads =
                function.operands(inst).iter().any(|&it| paths.of(it, |other| other == global).is_some());
            leads && function.op(inst) != Op::Load
        })
    })
}
