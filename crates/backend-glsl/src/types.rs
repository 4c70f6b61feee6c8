//! Prints types.

use crate::context::Context;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use vitrum_glsl::builtin_types::{BuiltinType, cooperative_matrix_name};
use vitrum_glsl::features::Feature;
use vitrum_ir::{Constant, GlobalData, Length, Module, Precision, Struct, Type, TypeData, visit};
use vitrum_passes::has_implied_size;

/// The type of the innermost elements of an array, or the type itself.
pub(crate) fn innermost(module: &Module, ty: Type) -> TypeData {
    module.types.get(module.types.innermost(ty))
}

/// A type and the types of all its parts, in no particular order.
pub(crate) fn parts(module: &Module, ty: Type) -> impl Iterator<Item = TypeData> {
    let mut stack = vec![ty];
    std::iter::from_fn(move || {
        let ty = stack.pop()?;
        stack.extend(module.types.element(ty));
        stack.extend(module.members(ty).iter().map(|member| member.ty));
        Some(module.types.get(ty))
    })
}

/// The struct a type is, or is an array of.
pub(crate) fn struct_of(module: &Module, ty: Type) -> Option<Struct> {
    match innermost(module, ty) {
        TypeData::Struct(id) => Some(id),
        _ => None,
    }
}

/// The struct of a type, or the block behind a descriptor.
pub(crate) fn struct_or_block(module: &Module, ty: Type) -> Option<Struct> {
    match innermost(module, ty) {
        TypeData::Struct(id) | TypeData::Descriptor { block: id, .. } => Some(id),
        _ => None,
    }
}

/// The struct of a block, or of an array of blocks.
pub(crate) fn block_of(module: &Module, global: &GlobalData) -> Option<Struct> {
    let is_block = global.block.is_some() || module.is_structured_heap(global);
    struct_of(module, global.ty).filter(|_| is_block)
}

impl<'a> Context<'a> {
    /// A type with its brackets: `vec4`, `float[3]`.
    pub(crate) fn type_name(&self, ty: Type) -> &'a str {
        match self.type_parts(ty) {
            (name, "") => name,
            (name, brackets) => self.arena.format(format_args!("{name}{brackets}")),
        }
    }

    /// The name of the innermost element type, and the brackets.
    pub(crate) fn type_parts(&self, ty: Type) -> (&'a str, &'a str) {
        let known = self.type_names.get(ty);
        known.map_or(("void", ""), |known| *known.get_or_init(|| self.spell_type(ty)))
    }

    fn spell_type(&self, ty: Type) -> (&'a str, &'a str) {
        let mut brackets = String::new();
        let mut ty = ty;
        loop {
            match self.module.types.get(ty) {
                TypeData::Array { element, length } => {
                    let _ = match length {
                        Length::Constant(length) => write!(brackets, "[{length}]"),
                        Length::Spec(constant) => write!(brackets, "[{}]", self.constant_text(constant)),
                    };
                    ty = element;
                }
                TypeData::RuntimeArray { element } => {
                    brackets.push_str("[]");
                    ty = element;
                }
                data => return (self.base_name(data), self.arena.keep(&brackets)),
            }
        }
    }

    fn base_name(&self, data: TypeData) -> &'a str {
        let arena = self.arena;
        match data {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } | TypeData::Matrix { scalar, .. } => {
                self.needs_scalar(scalar)
            }
            _ => {}
        }
        match data {
            TypeData::Struct(id) => self.structure(id),
            TypeData::Pointer { pointee: of, .. } | TypeData::Handle { resource: of } => self.type_name(of),
            TypeData::Spirv(item) => arena.keep(&self.spirv_type(item)),
            TypeData::HitObject => self.hit_word("hitObjectEXT", "hitObjectNV"),
            TypeData::Tensor { element, rank } => {
                self.needs_scalar(element);
                self.needs_type(Feature::Tensors);
                arena.format(format_args!("tensorARM<{}, {rank}>", element.glsl_names().0))
            }
            TypeData::LongVector { scalar, length, cooperative } => {
                self.needs_scalar(scalar);
                if !cooperative {
                    self.needs_type(Feature::LongVectors);
                }
                let word = if cooperative { "coopvecNV" } else { "vector" };
                let scalar = scalar.glsl_names().0;
                match length {
                    Length::Constant(length) => arena.format(format_args!("{word}<{scalar}, {length}>")),
                    Length::Spec(length) => {
                        arena.format(format_args!("{word}<{scalar}, {}>", self.constant_text(length)))
                    }
                }
            }
            TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } => {
                // The grammar of GL_NV_cooperative_matrix has no operators there.
                let text = |constant: Constant| {
                    let text = self.constant_text(self.without_cast(constant));
                    if text.contains(' ') { format!("({text})") } else { text }
                };
                self.needs_scalar(scalar);
                arena.keep(&cooperative_matrix_name(scalar, [scope, rows, columns].map(text), usage))
            }
            TypeData::TensorLayout { dimensions, clamp } => {
                let text = |constant: Constant| self.constant_text(constant);
                arena.format(format_args!("tensorLayoutNV<{}, {}>", text(dimensions), text(clamp)))
            }
            TypeData::TensorView { dimensions, sized, order } => {
                let order: String = order.dimensions().map(|number| format!(", {number}")).collect();
                let dimensions = self.constant_text(dimensions);
                arena.format(format_args!("tensorViewNV<{dimensions}, {sized}{order}>"))
            }
            TypeData::BufferReference { block, .. } | TypeData::Descriptor { block, .. } => {
                self.structure(block)
            }
            data => self.ray_word(BuiltinType::of(data).map_or("void", BuiltinType::name)),
        }
    }

    /// `mediump float name[3]`
    pub(crate) fn declaration(&self, ty: Type, precision: Precision, name: &str) -> String {
        let mut text = String::new();
        self.declare(&mut text, ty, precision, name);
        text
    }

    /// The brackets of a global: arrays of vertices may have no size in the text.
    pub(crate) fn global_brackets(&self, global: &GlobalData) -> &'a str {
        let brackets = self.type_parts(global.ty).1;
        match brackets.split_once(']') {
            Some((_, rest)) if has_implied_size(self.module, global) => self.arena.keep(&format!("[]{rest}")),
            _ => brackets,
        }
    }

    /// Adds `mediump float name[3]`.
    pub(crate) fn declare(&self, out: &mut String, ty: Type, precision: Precision, name: &str) {
        let ty = self.module.types.pointee(ty).unwrap_or(ty);
        let (base, brackets) = self.type_parts(ty);
        out.push_str(self.precision_prefix(ty, precision));
        out.push_str(base);
        out.push(' ');
        out.push_str(name);
        out.push_str(brackets);
    }
}

/// The structs that the globals and the code of a module have a use for, with those within.
pub(crate) fn used_structs(module: &Module) -> FxHashSet<Struct> {
    let mut stack: Vec<Type> = module.globals.values().map(|global| global.ty).collect();
    for function in module.functions.values() {
        stack.push(function.result);
        stack.extend(function.blocks[function.body].params.iter().map(|&param| function.values[param].ty));
        for (_, inst) in visit::insts(function) {
            stack.extend(function.results(inst).map(|result| function.values[result].ty));
            let constants = function.operands(inst).iter().filter_map(|operand| operand.constant());
            stack.extend(constants.map(|constant| module.constants.ty(constant)));
        }
    }
    let mut used = FxHashSet::default();
    let mut seen = FxHashSet::default();
    while let Some(ty) = stack.pop() {
        if !seen.insert(ty) {
            continue;
        }
        let ty = module.types.innermost(module.types.pointee(ty).unwrap_or(ty));
        if let TypeData::Struct(id)
        | TypeData::BufferReference { block: id, .. }
        | TypeData::Descriptor { block: id, .. } = module.types.get(ty)
            && used.insert(id)
        {
            stack.extend(module.structs[id].members.iter().map(|member| member.ty));
        }
    }
    used
}

/// True if a type is opaque or an array of opaque values.
pub(crate) fn is_opaque(module: &Module, ty: Type) -> bool {
    matches!(
        innermost(module, ty),
        TypeData::Image(_)
            | TypeData::Sampler { .. }
            | TypeData::SampledImage(_)
            | TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::Tensor { .. }
            | TypeData::Descriptor { .. }
            | TypeData::HitObject
    )
}
