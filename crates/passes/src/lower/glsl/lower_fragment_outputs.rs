//! Outputs of fragment shaders between versions that have them by name and those that have `gl_FragColor` and
//! `gl_FragData`.
//!
//! ```text
//! global @color: vec4<f32> output location(0)      =>  global @gl_FragColor: vec4<f32> output builtin(frag_color)
//! ```
//!
//! With several outputs each becomes an element of `gl_FragData`; one that is no `vec4` is kept in a variable of the
//! shader's own, and written where `main` ends.

use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use rustc_hash::FxHashMap;
use vitrum_glsl::features::Feature;
use vitrum_ir::edit::{remove_globals, replace_globals};
use vitrum_ir::types::common;
use vitrum_ir::{
    BuiltIn, Decorations, Global, GlobalData, Inst, Module, Name, Op, Operand, OperandKind, Origin,
    Precision, Scalar, Stage, Storage, Type,
};

/// The outputs of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outputs {
    /// Those that the shader declares.
    Declared,
    /// `gl_FragColor` and `gl_FragData`.
    Fixed,
    /// Both; nothing has to be done.
    Both,
}

/// True for a fragment shader and a chosen version.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some() && module.stage == Stage::Fragment
}

/// Runs the pass; gives the number of new names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let Some(target) = session.settings.chosen_glsl() else { return 0 };
    let has_fixed = Feature::FragColor.is_in(target.version) && !session.settings.vulkan;
    let outputs = match (has_fixed, Feature::InAndOut.is_in(target.version)) {
        (true, true) => Outputs::Both,
        (true, false) => Outputs::Fixed,
        (false, _) => Outputs::Declared,
    };
    let renamed = lower_fragment_outputs(module, session, outputs);
    session.add_renamed(renamed)
}

/// Makes fragment outputs those that the target has; gives what became of each that changed.
fn lower_fragment_outputs(module: &mut Module, session: &mut Session, outputs: Outputs) -> Vec<Renamed> {
    if module.stage != Stage::Fragment {
        return Vec::new();
    }
    match outputs {
        Outputs::Both => Vec::new(),
        Outputs::Declared => declare(module),
        Outputs::Fixed => fix(module, session),
    }
}

/// Declares outputs in place of the built-in ones.
fn declare(module: &mut Module) -> Vec<Renamed> {
    let mut renamed = Vec::new();
    let length = used_elements(module);
    let mut named = Vec::new();
    for (id, data) in module.globals.iter() {
        let (name, index) = match data.decorations.builtin {
            Some(BuiltIn::FragColor) => ("fragColor", None),
            Some(BuiltIn::FragData) => ("fragData", None),
            Some(BuiltIn::SecondaryFragColor) => ("secondaryFragColor", Some(1)),
            Some(BuiltIn::SecondaryFragData) => ("secondaryFragData", Some(1)),
            _ => continue,
        };
        if data.storage == Storage::Output {
            // Both names may have been declared if nothing is written.
            let location = named.iter().filter(|&&(_, _, taken, _)| taken == index).count() as u32;
            named.push((id, name, index, location));
        }
    }
    for (id, name, index, location) in named {
        let name = free_name(module, name);
        let text = |name| module.names.get(name).to_owned();
        renamed.push(Renamed::new(Role::Output, text(module.globals[id].name), text(name)));
        if let (Some(BuiltIn::FragData), Some(length)) = (module.globals[id].decorations.builtin, length) {
            let ty = module.types.array(common::VEC4, length);
            module.globals[id].ty = ty;
            module.globals[id].pointer = module.types.pointer(Storage::Output, ty);
        }
        let data = &mut module.globals[id];
        data.name = name;
        data.decorations = Decorations { location: Some(location), index, ..Decorations::default() };
    }
    renamed
}

/// One more than the largest index into `gl_FragData`, if all are constant.
fn used_elements(module: &Module) -> Option<u32> {
    let mut length = 1;
    for (_, function) in module.functions.iter() {
        for (inst, _) in function.insts.iter() {
            let operands = function.operands(inst);
            let is_data = |operand: &Operand| match operand.kind() {
                OperandKind::Global(global) => {
                    module.globals[global].decorations.builtin == Some(BuiltIn::FragData)
                }
                _ => false,
            };
            if !operands.iter().any(is_data) {
                continue;
            }
            let index = operands.get(1)?.constant()?;
            let index = u32::try_from(module.constants.as_int(index)?).ok()?;
            length = length.max(index.checked_add(1)?);
        }
    }
    Some(length)
}

/// The name, or a longer one if it is taken.
fn free_name(module: &mut Module, name: &str) -> Name {
    let mut text = name.to_owned();
    while module.globals.iter().any(|(_, data)| module.names.get(data.name) == text) {
        text.push('_');
    }
    module.names.intern(&text)
}

/// The target of an output.
struct Target {
    /// The output as it was, now a variable of the shader's own unless it is all of an element.
    old: Global,
    direct: bool,
    location: u32,
    size: u32,
}

fn fix(module: &mut Module, session: &mut Session) -> Vec<Renamed> {
    let mut outputs: Vec<(Global, u32, u32)> = Vec::new();
    for (id, data) in module.globals.iter() {
        if data.storage != Storage::Output || data.decorations.builtin.is_some() {
            continue;
        }
        // Outputs that are not vectors of floats stay; the printer refuses them by name.
        let (Some(size), Some(Scalar::F32)) =
            (module.types.vector_size(data.ty), module.types.scalar_of(data.ty))
        else {
            return Vec::new();
        };
        if data.decorations.index.is_some() || data.decorations.component.is_some() {
            return Vec::new();
        }
        let next = outputs.len() as u32;
        outputs.push((id, data.decorations.location.unwrap_or(next), size));
    }
    if outputs.is_empty()
        || module.globals.iter().any(|(_, data)| {
            matches!(data.decorations.builtin, Some(BuiltIn::FragColor | BuiltIn::FragData))
                && data.storage == Storage::Output
        })
    {
        return Vec::new();
    }
    let alone = matches!(outputs.as_slice(), [(_, 0, _)]);
    let (name, ty, builtin) = if alone {
        ("gl_FragColor", common::VEC4, BuiltIn::FragColor)
    } else {
        let length = outputs.iter().map(|output| output.1 + 1).max().unwrap_or(1);
        ("gl_FragData", module.types.array(common::VEC4, length), BuiltIn::FragData)
    };
    let fixed = GlobalData {
        name: module.names.intern(name),
        ty,
        pointer: module.types.pointer(Storage::Output, ty),
        storage: Storage::Output,
        precision: Precision::None,
        block: None,
        decorations: Decorations { builtin: Some(builtin), ..Decorations::default() },
        initializer: None,
        origin: Origin::default(),
    };
    let to = |location: u32| if alone { name.to_owned() } else { format!("{name}[{location}]") };
    let rename = |&(id, location, _): &(Global, u32, u32)| {
        let from = module.names.get(module.globals[id].name).to_owned();
        Renamed::new(Role::Output, from, to(location))
    };
    let renamed = outputs.iter().map(rename).collect();
    let Some(&(first, ..)) = outputs.first() else { return Vec::new() };
    let mut replacements = FxHashMap::default();
    for &(id, ..) in &outputs {
        let mut data = module.globals[id].clone();
        data.storage = Storage::Private;
        data.pointer = module.types.pointer(Storage::Private, data.ty);
        data.decorations = Decorations::default();
        let parts = if id == first { vec![data, fixed.clone()] } else { vec![data] };
        replacements.insert(id, parts);
    }
    let replaced = replace_globals(module, replacements);
    let Some(&fixed) = replaced.get(&first).and_then(|parts| parts.get(1)) else { return Vec::new() };
    let targets: Vec<Target> = outputs
        .iter()
        .filter_map(|&(id, location, size)| {
            let old = *replaced.get(&id)?.first()?;
            Some(Target { old, direct: size == 4, location, size })
        })
        .collect();
    let entry = module.entry;
    rewrite(module, session, |_, id, _| {
        Some(Redirect { targets: &targets, fixed, alone, is_main: Some(id) == entry })
    });
    remove_globals(module, |global| targets.iter().any(|target| target.direct && target.old == global));
    renamed
}

struct Redirect<'a> {
    targets: &'a [Target],
    fixed: Global,
    alone: bool,
    is_main: bool,
}

impl Visitor for Redirect<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        if self.is_main && rewriter.function.op(inst) == Op::Return {
            for target in self.targets.iter().filter(|target| !target.direct) {
                self.write_back(rewriter, target);
            }
            return Action::Keep;
        }
        let op = rewriter.function.op(inst);
        let mut operands = rewriter.function.operands(inst).to_vec();
        let mut changed = false;
        let mut index = 0;
        while let Some(&operand) = operands.get(index) {
            if let Some(global) = operand.global()
                && let Some(target) = self.targets.iter().find(|target| target.old == global)
            {
                if target.direct {
                    changed = true;
                    if self.alone {
                        operands[index] = self.fixed.into();
                    } else if op == Op::Access {
                        let location = rewriter.module.constants.i32(target.location as i32);
                        operands.splice(0..1, [Operand::from(self.fixed), location.into()]);
                    } else {
                        operands[index] = self.element(rewriter, target);
                    }
                } else if op == Op::Access {
                    return self.retype(rewriter, inst, &operands);
                }
            }
            index += 1;
        }
        if changed {
            rewriter.function.set_operands(inst, &operands);
            rewriter.changes += 1;
        }
        Action::Keep
    }
}

impl Redirect<'_> {
    /// The pointer to a part of an output is one to a part of a variable now.
    fn retype(&self, rewriter: &mut Rewriter<'_>, inst: Inst, operands: &[Operand]) -> Action {
        let Some(data) = rewriter.function.result_data(inst) else { return Action::Keep };
        let Some(pointee) = rewriter.module.types.pointee(data.ty) else { return Action::Keep };
        let ty = rewriter.module.types.pointer(Storage::Private, pointee);
        let new = rewriter.push(Op::Access, operands, 0, ty, data.precision);
        rewriter.replace(inst, new)
    }

    fn element(&self, rewriter: &mut Rewriter<'_>, target: &Target) -> Operand {
        if self.alone {
            return self.fixed.into();
        }
        let location = rewriter.module.constants.i32(target.location as i32);
        let ty: Type = rewriter.module.types.pointer(Storage::Output, common::VEC4);
        rewriter.push(Op::Access, &[self.fixed.into(), location.into()], 0, ty, Precision::None)
    }

    fn write_back(&self, rewriter: &mut Rewriter<'_>, target: &Target) {
        let data = &rewriter.module.globals[target.old];
        let (ty, precision) = (data.ty, data.precision);
        let value = rewriter.push(Op::Load, &[target.old.into()], 0, ty, precision);
        let zero = rewriter.module.constants.f32(0.0);
        let one = rewriter.module.constants.f32(1.0);
        let mut parts = vec![value];
        for component in target.size..4 {
            parts.push(if component == 3 { one.into() } else { zero.into() });
        }
        let whole = rewriter.push(Op::Construct, &parts, 0, common::VEC4, precision);
        let element = self.element(rewriter, target);
        rewriter.push_effect(Op::Store, &[element, whole], 0);
    }
}

#[cfg(test)]
mod tests {
    use super::{Outputs, lower_fragment_outputs};
    use crate::framework::session::Session;

    #[test]
    fn color_output_becomes_frag_color() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @color: vec4<f32> output location(0)\n\
            fn &main() -> void {\n    store @color, vec4<f32>(1.0f32, 1.0f32, 1.0f32, 1.0f32)\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert_eq!(lower_fragment_outputs(&mut module, &mut Session::default(), Outputs::Fixed).len(), 1);
        vitrum_ir::verify(&module).unwrap();
        assert!(vitrum_ir::print(&module).contains("store @gl_FragColor"));
        assert_eq!(lower_fragment_outputs(&mut module, &mut Session::default(), Outputs::Declared).len(), 1);
        vitrum_ir::verify(&module).unwrap();
        assert!(vitrum_ir::print(&module).contains("store @fragColor"));
    }

    #[test]
    fn short_vector_is_written_at_the_end() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @a: vec2<f32> output location(0)\n\
            global @b: vec4<f32> output location(1)\nfn &main() -> void {\n    \
            store @a, vec2<f32>(1.0f32, 1.0f32)\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert_eq!(lower_fragment_outputs(&mut module, &mut Session::default(), Outputs::Fixed).len(), 2);
        vitrum_ir::verify(&module).unwrap();
        assert!(vitrum_ir::print(&module).contains("access @gl_FragData, 0i32"));
    }
}
