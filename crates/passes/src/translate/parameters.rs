//! Parameters of passes: values that the application sets at run time, as loose uniforms or as members of a block.
//!
//! ```text
//! flip_y.source=block      global @0: #DriverUniforms uniform block(std140) set(0) binding(7)
//!                          struct #DriverUniforms { surface_flip: f32 }
//! flip_y.source=uniform    global @surface_flip: f32 uniform location(3)
//! ```
//!
//! Passes with the same block share it: each adds the members that are not there yet. A parameter of one name and type is one
//! parameter, whichever passes ask for it. This is ANGLE's driver uniform block, and what Tint and naga call a transform's
//! uniform or push constants.

use crate::framework::notes::{Assigned, Slot};
use crate::framework::rewrite::Rewriter;
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, PassOptions};
use std::any::Any;
use vitrum_ir::layout::Layouts;
use vitrum_ir::{
    Global, LayoutRule, Member, Module, Operand, Storage, Struct, StructData, Type, TypeData, Value,
};

/// The kind of variable that holds the parameters of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterSource {
    /// Loose uniforms, as OpenGL has them.
    Uniform,
    /// Members of a uniform block.
    Block,
    /// Members of the block of push constants, behind those that the shader declares.
    PushConstant,
}

/// The place of the parameters of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterPlace {
    /// The kind of variable; `None` if the pass takes constants where it can, and a uniform block otherwise.
    pub source: Option<ParameterSource>,
    /// The name of the block.
    pub name: String,
    /// The descriptor set of the block.
    pub set: Option<u32>,
    /// The binding of the block.
    pub binding: Option<u32>,
    /// The location of the first loose uniform; the others follow it.
    pub location: Option<u32>,
    /// The offset of the first parameter in the block, in bytes; the others follow it.
    pub offset: Option<u32>,
}

impl Default for ParameterPlace {
    fn default() -> Self {
        let name = "DriverUniforms".to_owned();
        Self { source: None, name, set: None, binding: None, location: None, offset: None }
    }
}

/// Options of a pass that has parameters.
pub(crate) trait HasPlace: Any + Send + Sync + Default + Clone {
    /// The place of its parameters.
    fn place(&mut self) -> &mut ParameterPlace;
}

/// The options of a pass with parameters: rows of its own, and those of their place.
macro_rules! with_place {
    ($options:ty; $($row:expr),* $(,)?) => {
        &[
            $($row,)*
            $crate::translate::parameters::source::<$options>(),
            $crate::translate::parameters::name::<$options>(),
            $crate::translate::parameters::set::<$options>(),
            $crate::translate::parameters::binding::<$options>(),
            $crate::translate::parameters::location::<$options>(),
            $crate::translate::parameters::offset::<$options>(),
        ]
    };
}
pub(crate) use with_place;

/// A row that sets a number of the place.
macro_rules! number_row {
    ($field:ident, $summary:literal) => {
        pub(crate) const fn $field<T: HasPlace>() -> PassOption {
            PassOption {
                name: stringify!($field),
                values: "N",
                summary: $summary,
                set: |options, text| {
                    let number = text.parse().ok()?;
                    options.change::<T>(|it| it.place().$field = Some(number));
                    Some(())
                },
            }
        }
    };
}

number_row!(set, "descriptor set of the block of parameters");
number_row!(binding, "binding of the block of parameters");
number_row!(location, "location of the first parameter, for `source=uniform`");
number_row!(offset, "offset of the first parameter in its block, in bytes");

pub(crate) const fn source<T: HasPlace>() -> PassOption {
    PassOption {
        name: "source",
        values: "constant|uniform|block|push_constant",
        summary: "where parameters come from: constants where the pass can do with them, loose uniforms, members of a block",
        set: set_source::<T>,
    }
}

fn set_source<T: HasPlace>(options: &mut PassOptions, text: &str) -> Option<()> {
    let source = match text {
        "constant" => None,
        "uniform" => Some(ParameterSource::Uniform),
        "block" => Some(ParameterSource::Block),
        "push_constant" => Some(ParameterSource::PushConstant),
        _ => return None,
    };
    options.change::<T>(|it| it.place().source = source);
    Some(())
}

pub(crate) const fn name<T: HasPlace>() -> PassOption {
    PassOption {
        name: "name",
        values: "NAME",
        summary: "name of the block of parameters",
        set: |options, text| {
            options.change::<T>(|it| it.place().name = text.to_owned());
            (!text.is_empty()).then_some(())
        },
    }
}

/// A parameter: a loose uniform, or a member of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    global: Global,
    member: Option<u32>,
}

impl Parameter {
    /// Builds its address.
    pub(crate) fn address(self, rewriter: &mut Rewriter<'_>) -> Operand {
        match self.member {
            None => self.global.into(),
            Some(member) => {
                let index = rewriter.module_mut().constants.i32(member as i32);
                rewriter.access(self.global, &[index.into()])
            }
        }
    }

    /// Its variable.
    pub(crate) fn global(self) -> Global {
        self.global
    }

    /// Its first byte in its block; 0 for a loose uniform.
    pub(crate) fn offset(self, module: &Module) -> u32 {
        let data = &module.globals[self.global];
        let Some(member) = self.member else { return 0 };
        let rule = data.block.unwrap_or(LayoutRule::Std140);
        let offsets = Layouts::new(module, rule).members(data.ty, false).offsets;
        offsets.get(member as usize).copied().unwrap_or(0)
    }

    /// Builds a load of it.
    pub(crate) fn load(self, rewriter: &mut Rewriter<'_>) -> Operand {
        let address = self.address(rewriter);
        rewriter.load(address)
    }
}

/// The parameters that a pass adds to a module.
#[derive(Debug)]
pub(crate) struct Parameters<'p> {
    place: &'p ParameterPlace,
    added: u32,
}

impl<'p> Parameters<'p> {
    pub(crate) fn at(place: &'p ParameterPlace) -> Self {
        Self { place, added: 0 }
    }

    /// Finds or adds a parameter, and reports where it lies.
    pub(crate) fn add(
        &mut self,
        module: &mut Module,
        session: &mut Session,
        name: &str,
        ty: Type,
    ) -> Parameter {
        let index = self.added;
        self.added += 1;
        match self.place.source.unwrap_or(ParameterSource::Block) {
            ParameterSource::Uniform => self.uniform(module, session, index, (name, ty)),
            ParameterSource::Block => self.member(module, session, index, Storage::Uniform, (name, ty)),
            ParameterSource::PushConstant => {
                self.member(module, session, index, Storage::PushConstant, (name, ty))
            }
        }
    }

    fn uniform(
        &self,
        module: &mut Module,
        session: &mut Session,
        index: u32,
        (name, ty): (&str, Type),
    ) -> Parameter {
        let known = module.globals.iter().find(|(_, data)| {
            data.storage == Storage::Uniform
                && data.block.is_none()
                && data.ty == ty
                && module.names.get(data.name) == name
        });
        if let Some((global, _)) = known {
            return Parameter { global, member: None };
        }
        let global = module.add_global(name, ty, Storage::Uniform);
        let location = self.place.location.map(|first| first.saturating_add(index));
        module.globals[global].decorations.location = location;
        if let Some(location) = location {
            let assigned = Assigned::new(module, global, name.to_owned(), Slot::Location(location));
            session.add_assigned(vec![assigned]);
        }
        Parameter { global, member: None }
    }

    fn member(
        &self,
        module: &mut Module,
        session: &mut Session,
        index: u32,
        storage: Storage,
        (name, ty): (&str, Type),
    ) -> Parameter {
        let (global, block) = match find_block(module, storage, &self.place.name) {
            Some(found) => found,
            None => {
                let others = module.globals_that(|data| data.storage == Storage::PushConstant);
                if let (Storage::PushConstant, Some(&other)) = (storage, others.first()) {
                    let message =
                        "the block of push constants is used as a whole, so that it takes no parameters";
                    session.refuse(module.globals[other].origin.span, message);
                }
                self.add_block(module, session, storage)
            }
        };
        let known = (0..).zip(&module.structs[block].members);
        let mut known = known.filter(|(_, member)| member.ty == ty && module.names.get(member.name) == name);
        if let Some((member, _)) = known.next() {
            return Parameter { global, member: Some(member) };
        }
        let mut member = Member::new(module.names.intern(name), ty);
        if index == 0 {
            member.decorations.offset = self.place.offset;
        }
        module.structs[block].members.push(member);
        let member = (module.structs[block].members.len() - 1) as u32;
        let data = &module.globals[global];
        let offsets =
            Layouts::new(module, data.block.unwrap_or(LayoutRule::Std140)).members(data.ty, false).offsets;
        let offset = offsets.last().copied().unwrap_or(0);
        let name = format!("{}.{name}", module.names.get(module.structs[block].name));
        let assigned = Assigned::new(module, global, name, Slot::Offset(offset));
        session.add_assigned(vec![assigned]);
        Parameter { global, member: Some(member) }
    }

    fn add_block(&self, module: &mut Module, session: &mut Session, storage: Storage) -> (Global, Struct) {
        let name = module.names.intern(&self.place.name);
        let block = module.structs.alloc(StructData::new(name, Vec::new()));
        let ty = module.types.intern(TypeData::Struct(block));
        // Members without an instance would share the names of the shader's variables.
        let global = module.add_global(&instance_name(&self.place.name), ty, storage);
        let data = &mut module.globals[global];
        if storage == Storage::PushConstant {
            data.block = Some(LayoutRule::Std430);
            return (global, block);
        }
        data.block = Some(LayoutRule::Std140);
        (data.decorations.set, data.decorations.binding) = (self.place.set, self.place.binding);
        if let Some(binding) = self.place.binding {
            let slot = Slot::Binding { set: self.place.set.unwrap_or(0), binding };
            let assigned = Assigned::new(module, global, self.place.name.clone(), slot);
            session.add_assigned(vec![assigned]);
        }
        (global, block)
    }
}

/// The name of a block's instance: that of the block in lower case, with underscores between words.
pub(super) fn instance_name(block: &str) -> String {
    let mut name = String::new();
    for letter in block.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    // A block without capitals has another name than its instance.
    if name == block { format!("{name}_block") } else { name }
}

/// A block that takes more members: the one of this name, or the one of push constants. Nothing may load it as a whole, and its struct
/// may lie nowhere else.
fn find_block(module: &Module, storage: Storage, name: &str) -> Option<(Global, Struct)> {
    let (global, block) = module.globals.iter().find_map(|(id, data)| {
        let TypeData::Struct(block) = module.types.get(data.ty) else { return None };
        let is_named = || module.names.get(module.structs[block].name) == name;
        let fits = data.storage == storage && data.block.is_some();
        (fits && (storage == Storage::PushConstant || is_named())).then_some((id, block))
    })?;
    let ty = module.globals[global].ty;
    let holds = |other: Type| module.types.innermost(other) == ty;
    let is_value = |function: &vitrum_ir::FunctionData| {
        function.values.iter().any(|(_, value): (Value, _)| holds(value.ty))
    };
    let is_elsewhere = module.functions.values().any(is_value)
        || module.constants.iter().any(|(_, constant)| holds(constant.ty))
        || module.globals.iter().any(|(id, data)| id != global && holds(data.ty))
        || module.structs.values().any(|data| data.members.iter().any(|member| holds(member.ty)))
        || module
            .types
            .iter()
            .any(|(_, data)| matches!(data, TypeData::BufferReference { block: of, .. } if of == block));
    (!is_elsewhere).then_some((global, block))
}
