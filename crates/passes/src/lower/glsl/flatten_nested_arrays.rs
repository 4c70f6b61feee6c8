//! Arrays of arrays become arrays, for versions that have no others.
//!
//! ```text
//! %a: ptr<function, array<array<f32, 3>, 2>> = var       %a: ptr<function, array<f32, 6>> = var
//! %p: ptr<function, f32> = access %a, %i, %j         =>  %0: i32 = imul %i, 3i32   %1: i32 = iadd %0, %j
//!                                                        %p: ptr<function, f32> = access %a, %1
//! %q: ptr<function, array<f32, 3>> = access %a, 1i32     %2: f32 = load (access %a, 3i32) ...
//! %v: array<f32, 3> = load %q                            %v: array<f32, 3> = construct %2, %3, %4
//! ```
//!
//! The elements of an array of arrays lie in a row anyway, by every layout rule. Where there is an array for each vertex,
//! arrays stay as they are.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::parts::index_i32;
use crate::lower::retype::{retype, specializes, used_types};
use rustc_hash::FxHashMap;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, ConstantKind, GlobalData, Inst, Length, Module, Op, Operand, Precision, Span, Stage, Storage,
    Type, TypeData, Value, typing,
};

/// Arrays of more elements are not copied element by element.
const COPIED: u32 = 64;

/// True if the target lacks arrays of arrays.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some() && settings.lacks(module, Feature::ArraysOfArrays)
}

/// Runs the pass; gives 1 if arrays were flattened. The extension that brings arrays of arrays is no longer needed then.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let flattened = flatten_nested(module, session);
    if flattened {
        let names = &module.names;
        module.extensions.retain(|of| names.get(of.name) != Extension::ArbArraysOfArrays.name());
    }
    usize::from(flattened)
}

/// Flattens them, unless something does not allow it; true if it did.
fn flatten_nested(module: &mut Module, session: &mut Session) -> bool {
    let used = used_types(module);
    let mut nested = used.iter().filter(|&&ty| is_nested(module, ty)).peekable();
    if nested.peek().is_none() {
        return false;
    }
    let is_kept = nested.any(|&ty| count(module, ty).is_none())
        || module.globals.values().any(|data| is_per_vertex(module, data) && is_nested(module, data.ty))
        || specializes(module, |ty| is_nested(module, ty));
    if is_kept {
        return false;
    }
    let before = module.clone();
    let failed = std::cell::Cell::new(false);
    rewrite(module, session, |_, _, _| {
        Some(Flatten { places: FxHashMap::default(), values: FxHashMap::default(), failed: &failed })
    });
    if failed.get() {
        *module = before;
        return false;
    }
    let flat = |module: &mut Module, data| match data {
        TypeData::Array { element, length: Length::Constant(outer) } => match module.types.get(element) {
            TypeData::Array { element, length: Length::Constant(inner) } => {
                Some(TypeData::Array { element, length: Length::Constant(outer.saturating_mul(inner)) })
            }
            _ => None,
        },
        _ => None,
    };
    retype(module, flat, |module, ty, parts| {
        if is_nested(module, ty) {
            parts.into_iter().flat_map(|part| elements(module, part)).collect()
        } else {
            parts
        }
    });
    true
}

fn is_nested(module: &Module, ty: Type) -> bool {
    module.types.element(ty).is_some_and(|inner| module.types.element(inner).is_some())
}

/// The number of innermost elements of arrays of arrays; 1 for any other type.
fn count(module: &Module, mut ty: Type) -> Option<u32> {
    let mut count = 1u32;
    while let TypeData::Array { element, length } = module.types.get(ty) {
        let Length::Constant(length) = length else { return None };
        count = count.checked_mul(length)?;
        ty = element;
    }
    (module.types.element(ty).is_none() && i32::try_from(count).is_ok()).then_some(count)
}

/// The parts of a constant, which is an array.
fn elements(module: &mut Module, constant: Constant) -> Vec<Constant> {
    let ty = module.constants.ty(constant);
    if let ConstantKind::Composite(parts) = &module.constants.get(constant).kind {
        return parts.to_vec();
    }
    let undefined = module.is_undefined(constant.into());
    let length = module.types.length(ty).unwrap_or(0);
    let element = module.types.element(ty).unwrap_or(ty);
    let part = if undefined { module.constants.undef(element) } else { module.constants.null(element) };
    vec![part; length as usize]
}

/// True if the outer array of a global has an element for each vertex.
fn is_per_vertex(module: &Module, data: &GlobalData) -> bool {
    match data.storage {
        Storage::Input => {
            matches!(module.stage, Stage::Geometry | Stage::TessControl | Stage::TessEvaluation)
        }
        Storage::Output => module.stage == Stage::TessControl,
        _ => false,
    }
}

/// An array within another.
#[derive(Clone)]
struct Within {
    /// Of an address base and indices before those of the array, of a value that alone.
    outer: Vec<Operand>,
    /// The index of its first element in the flat array.
    start: Operand,
    /// Its type.
    ty: Type,
}

struct Flatten<'a> {
    /// Addresses of arrays within others.
    places: FxHashMap<Value, Within>,
    /// Arrays taken out of others.
    values: FxHashMap<Value, Within>,
    failed: &'a std::cell::Cell<bool>,
}

impl Visitor for Flatten<'_> {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        let operands = rewriter.function.operands(inst).to_vec();
        let first = operands.first().copied();
        let place = first.and_then(|operand| self.places.get(&operand.value()?)).cloned();
        match (op, place, operands.as_slice()) {
            (Op::Access, _, _) => return self.access(rewriter, inst, &operands),
            (Op::Load, Some(place), _) => return self.load(rewriter, inst, &place),
            (Op::Store, Some(place), &[_, value]) => {
                let value = self.whole(rewriter, value);
                return self.store(rewriter, &place, value);
            }
            (Op::Extract, _, &[array]) => {
                let index = rewriter.function.insts[inst].imm;
                let index = i32::try_from(index).unwrap_or(0);
                let index = rewriter.module.constants.i32(index).into();
                return self.extract(rewriter, inst, array, index);
            }
            (Op::ExtractDynamic, _, &[array, index]) => return self.extract(rewriter, inst, array, index),
            _ => {}
        }
        let mut whole = Vec::with_capacity(operands.len());
        for &operand in &operands {
            if operand.value().is_some_and(|value| self.places.contains_key(&value)) {
                self.failed.set(true);
            }
            whole.push(self.whole(rewriter, operand));
        }
        let made = rewriter.function.result(inst).map(|result| rewriter.function.values[result].ty);
        let nested = |rewriter: &Rewriter<'_>, ty| is_nested(rewriter.module, ty);
        match op {
            Op::Construct if made.is_some_and(|ty| nested(rewriter, ty)) => {
                let mut parts = Vec::new();
                for &part in &whole {
                    parts.extend(self.parts(rewriter, part));
                }
                whole = parts;
            }
            Op::Insert | Op::InsertDynamic if made.is_some_and(|ty| nested(rewriter, ty)) => {
                self.failed.set(true);
            }
            Op::ArrayLength => self.failed.set(true),
            _ => {}
        }
        if whole != operands {
            rewriter.function.set_operands(inst, &whole);
        }
        Action::Keep
    }
}

/// An instruction whose operands are of types that change, so that it is not computed now.
fn push(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Operand], imm: u32, ty: Type) -> Operand {
    rewriter.push_at(Span::default(), op, operands, imm, (ty, Precision::None)).into()
}

/// `start + index * stride`
fn advance(rewriter: &mut Rewriter<'_>, start: Option<Operand>, index: Operand, stride: u32) -> Operand {
    let index = index_i32(rewriter, index);
    let scaled = if stride == 1 {
        index
    } else {
        let stride = rewriter.module.constants.i32(i32::try_from(stride).unwrap_or(1));
        rewriter.push(Op::Imul, &[index, stride.into()], 0, common::I32, Precision::None)
    };
    let zero = |at: Operand| at.constant().is_some_and(|it| rewriter.module.constants.is_zero(it));
    match start.filter(|&start| !zero(start)) {
        Some(start) if zero(scaled) => start,
        Some(start) => rewriter.push(Op::Iadd, &[start, scaled], 0, common::I32, Precision::None),
        None => scaled,
    }
}

impl Flatten<'_> {
    fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, operands: &[Operand]) -> Action {
        let (Some((&base, indices)), Some(result)) = (operands.split_first(), rewriter.function.result(inst))
        else {
            return Action::Keep;
        };
        let place = base.value().and_then(|base| self.places.get(&base)).cloned();
        let changes = place.is_some();
        let (mut outer, mut start, mut ty) = match place {
            Some(Within { outer, start, ty }) => (outer, Some(start), ty),
            None => {
                let pointer = rewriter.ty(base);
                (vec![base], None, rewriter.module.types.pointee(pointer).unwrap_or(pointer))
            }
        };
        for &index in indices {
            let Some(part) = typing::indexed_type(rewriter.module, ty, index) else { return Action::Keep };
            if start.is_some() || is_nested(rewriter.module, ty) {
                let stride = count(rewriter.module, part).unwrap_or(1);
                let at = advance(rewriter, start, index, stride);
                start = Some(at);
                if rewriter.module.types.element(part).is_none() {
                    outer.push(at);
                    start = None;
                }
            } else {
                outer.push(index);
            }
            ty = part;
        }
        if let Some(start) = start {
            self.places.insert(result, Within { outer, start, ty });
            return Action::Remove;
        }
        if changes || outer != operands {
            rewriter.function.set_operands(inst, &outer);
        }
        Action::Keep
    }

    /// The addresses of the elements of an array within another.
    fn addresses(&self, rewriter: &mut Rewriter<'_>, place: &Within) -> Vec<Operand> {
        let Some(count) = self.copied(rewriter, place.ty) else { return Vec::new() };
        let base = place.outer.first().copied();
        let storage = base.map(|base| rewriter.ty(base));
        let Some(TypeData::Pointer { storage, .. }) = storage.map(|ty| rewriter.module.types.get(ty)) else {
            return Vec::new();
        };
        let element = rewriter.module.types.innermost(place.ty);
        let pointer = rewriter.module.types.pointer(storage, element);
        let mut addresses = Vec::new();
        for index in 0..count {
            let index = rewriter.module.constants.i32(index as i32).into();
            let at = advance(rewriter, Some(place.start), index, 1);
            let mut operands = place.outer.clone();
            operands.push(at);
            addresses.push(push(rewriter, Op::Access, &operands, 0, pointer));
        }
        addresses
    }

    /// The number of elements of an array that is copied one by one.
    fn copied(&self, rewriter: &Rewriter<'_>, ty: Type) -> Option<u32> {
        let count = count(rewriter.module, ty).filter(|&count| count <= COPIED);
        if count.is_none() {
            self.failed.set(true);
        }
        count
    }

    fn load(&self, rewriter: &mut Rewriter<'_>, inst: Inst, place: &Within) -> Action {
        let imm = rewriter.function.insts[inst].imm;
        let element = rewriter.module.types.innermost(place.ty);
        let addresses = self.addresses(rewriter, place);
        let mut parts = Vec::with_capacity(addresses.len());
        for address in addresses {
            parts.push(push(rewriter, Op::Load, &[address], imm, element));
        }
        let value = push(rewriter, Op::Construct, &parts, 0, place.ty);
        rewriter.replace(inst, value)
    }

    fn store(&self, rewriter: &mut Rewriter<'_>, place: &Within, value: Operand) -> Action {
        let parts = self.parts(rewriter, value);
        let addresses = self.addresses(rewriter, place);
        for (address, part) in addresses.into_iter().zip(parts) {
            rewriter.push_effect(Op::Store, &[address, part], 0);
        }
        Action::Remove
    }

    /// All elements of an array, which is flat by then.
    fn parts(&self, rewriter: &mut Rewriter<'_>, array: Operand) -> Vec<Operand> {
        let ty = rewriter.ty(array);
        if let Some(constant) = array.constant().filter(|_| !is_nested(rewriter.module, ty)) {
            return elements(rewriter.module, constant).into_iter().map(Operand::from).collect();
        }
        let Some(count) = self.copied(rewriter, ty) else { return Vec::new() };
        let element = rewriter.module.types.innermost(ty);
        (0..count).map(|index| push(rewriter, Op::Extract, &[array], index, element)).collect()
    }

    fn extract(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, array: Operand, index: Operand) -> Action {
        let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
        let (outer, start, ty) = match array.value().and_then(|array| self.values.get(&array)).cloned() {
            Some(Within { outer, start, ty }) => (outer, Some(start), ty),
            None => {
                let ty = rewriter.ty(array);
                if !is_nested(rewriter.module, ty) {
                    return Action::Keep;
                }
                (vec![array], None, ty)
            }
        };
        let Some(part) = rewriter.module.types.element(ty) else { return Action::Keep };
        let stride = count(rewriter.module, part).unwrap_or(1);
        let start = advance(rewriter, start, index, stride);
        let within = Within { outer, start, ty: part };
        if rewriter.module.types.element(part).is_some() {
            self.values.insert(result, within);
            return Action::Remove;
        }
        let value = taken(rewriter, &within, 0);
        if let Some(value) = value.value() {
            rewriter.function.values[value].precision = rewriter.function.values[result].precision;
        }
        rewriter.replace_named(inst, value)
    }

    /// An array out of another as a value of its own; other operands as they are.
    fn whole(&self, rewriter: &mut Rewriter<'_>, operand: Operand) -> Operand {
        let Some(within) = operand.value().and_then(|value| self.values.get(&value)) else { return operand };
        let Some(count) = self.copied(rewriter, within.ty) else { return operand };
        let parts: Vec<Operand> = (0..count).map(|index| taken(rewriter, within, index)).collect();
        push(rewriter, Op::Construct, &parts, 0, within.ty)
    }
}

/// An element of an array out of another.
fn taken(rewriter: &mut Rewriter<'_>, within: &Within, index: u32) -> Operand {
    let element = rewriter.module.types.innermost(within.ty);
    let index = rewriter.module.constants.i32(i32::try_from(index).unwrap_or(0)).into();
    let at = advance(rewriter, Some(within.start), index, 1);
    let mut operands = within.outer.clone();
    match rewriter.module.constant_index(at) {
        Some(known) => push(rewriter, Op::Extract, &operands, known, element),
        None => {
            operands.push(at);
            push(rewriter, Op::ExtractDynamic, &operands, 0, element)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::flatten_nested;
    use crate::framework::session::Session;

    #[test]
    fn elements_lie_in_a_row() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @k: i32 uniform\nglobal @o: f32 output location(0)\n\
            fn &main() -> void {\n    %k: i32 = load @k\n    \
            %a: ptr<function, array<array<f32, 3>, 2>> = var\n    \
            %p: ptr<function, array<f32, 3>> = access %a, %k\n    \
            store %p, array<f32, 3>(1.0f32, 2.0f32, 3.0f32)\n    %v: array<f32, 3> = load %p\n    \
            %w: array<array<f32, 3>, 2> = construct %v, %v\n    store %a, %w\n    \
            %e: array<f32, 3> = extract_dynamic %w, %k\n    %f: f32 = extract.2 %e\n    store @o, %f\n    \
            %q: ptr<function, f32> = access %p, 1i32\n    %x: f32 = load %q\n    store @o, %x\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert!(flatten_nested(&mut module, &mut Session::default()));
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("array<array") && text.contains("array<f32, 6>"), "{text}");
        assert!(!flatten_nested(&mut module, &mut Session::default()));
    }

    #[test]
    fn per_vertex_arrays_stay() {
        let text = "vir 1\nstage geometry\nentry &main\nglobal @v: array<array<f32, 3>, 2> input location(0)\n\
            fn &main() -> void {\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        assert!(!flatten_nested(&mut module, &mut Session::default()));
    }
}
