//! The layout rule of a block, from the offsets and strides of its struct.
//!
//! The first rule that gives the offsets and strides of all members is the block's. If none does, each member has its offset, and
//! the first rule that gives all else is the block's. Where none does, memory has another type (`strides`).

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op};
use vitrum_ir::layout::{Layouts, is_row_major};
use vitrum_ir::{LayoutRule, Storage, Type, TypeData};

use crate::error::Error;
use crate::reader::Reader;
use crate::strides::{Odd, Padded};
use crate::types::MAX_DEPTH;

/// The rules, in order of preference.
pub(crate) const RULES: [LayoutRule; 4] =
    [LayoutRule::Std430, LayoutRule::Std140, LayoutRule::Scalar, LayoutRule::Direct3d];

/// A place where a rule differs from what a type says: what would have to be odd, if that helps, and a description.
type Misfit = (Option<Odd>, String);

impl Reader<'_, '_> {
    /// The layout rule of a block with this type: the first that gives its strides and offsets, of which one is tried before the others.
    pub(crate) fn layout_rule(&mut self, id: u32, at: u32, first: LayoutRule) -> Result<LayoutRule, Error> {
        let ty = self.memory_type(id, at)?;
        let rules = || std::iter::once(first).chain(RULES);
        if let Some(rule) = rules().find(|&rule| self.misfits(id, ty, false, rule).is_empty()) {
            return Ok(rule);
        }
        self.state_offsets(id, ty);
        if let Some(rule) = rules().find(|&rule| self.misfits(id, ty, false, rule).is_empty()) {
            return Ok(rule);
        }
        self.memory.is_odd = true;
        let misfit = self.misfits(id, ty, false, LayoutRule::Scalar).into_iter().next();
        Err(Error::unsupported(at, misfit.map_or_else(String::new, |row| row.1)))
    }

    /// Gives each member of a block its offset.
    pub(crate) fn state_offsets(&mut self, id: u32, ty: Type) {
        let TypeData::Struct(own) = self.module.types.get(ty) else { return };
        let count = self.index.def(id).map_or(0, |def| def.words.len()) as u32;
        for position in 0..count {
            let offset = self.index.decoration(id, Some(position), Decoration::Offset);
            let place = self.member_place(own, position);
            if let Some(data) = self.module.structs[own].members.get_mut(place as usize) {
                data.decorations.offset = offset;
            }
        }
    }

    /// The places where a rule differs from what a type and those in it say.
    pub(crate) fn misfits(&self, root: u32, ty: Type, row_major: bool, rule: LayoutRule) -> Vec<Misfit> {
        let mut layouts = Layouts::new(&self.module, rule);
        let mut pending = vec![(root, ty, row_major)];
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        while let Some((id, ty, row_major)) = pending.pop() {
            if !seen.insert((id, row_major)) {
                continue;
            }
            let Some(def) = self.index.def(id) else { continue };
            match (def.known(), self.module.types.get(ty)) {
                (Some(Op::TypeArray | Op::TypeRuntimeArray), _) => {
                    let stride = self.index.decoration(id, None, Decoration::ArrayStride);
                    if stride.is_some() && stride != layouts.array_stride(ty, row_major) {
                        let what = format!("the array stride {} of %{id}", stride.unwrap_or(0));
                        found.push((Some(Odd::Array(id)), what));
                    }
                    if let (Some(&word), Some(element)) = (def.words.first(), self.element(ty)) {
                        pending.push((word, element, row_major));
                    }
                }
                (Some(Op::TypeStruct), TypeData::Struct(own)) => {
                    let offsets = layouts.members(ty, row_major).offsets;
                    let mut sorted = offsets.clone();
                    sorted.sort_unstable();
                    for (position, &word) in (0u32..).zip(def.words) {
                        let place = self.member_place(own, position) as usize;
                        let (Some(member), Some(&offset)) =
                            (self.module.structs[own].members.get(place), offsets.get(place))
                        else {
                            continue;
                        };
                        let said = |decoration| self.index.decoration(id, Some(position), decoration);
                        if said(Decoration::Offset).is_some_and(|said| said != offset) {
                            let said = said(Decoration::Offset).unwrap_or(0);
                            let what = format!("the offset {said} of member {position} of %{id}");
                            found.push(((id != root).then_some(Odd::Struct(id)), what));
                        }
                        let row_major = is_row_major(member, row_major);
                        let end = offset.saturating_add(layouts.size(member.ty, row_major));
                        let next = sorted.partition_point(|&other| other <= offset);
                        if sorted.get(next).is_some_and(|&next| next < end) {
                            let what = format!("member {position} of %{id}, which the next one overlaps,");
                            found.push((None, what));
                        }
                        if let Some(stride) = said(Decoration::MatrixStride)
                            && self.line_stride(&mut layouts, member.ty, row_major) != Some(stride)
                        {
                            let what = format!("the matrix stride {stride} of member {position} of %{id}");
                            found.push((Some(Odd::Matrix(id, position)), what));
                        }
                        pending.push((word, member.ty, row_major));
                    }
                }
                _ => {}
            }
        }
        found
    }

    /// The element of an array, which may be padded.
    pub(crate) fn element(&self, ty: Type) -> Option<Type> {
        let element = self.module.types.element(ty)?;
        match self.padding_of(element) {
            Some(_) => self.module.members(element).first().map(|member| member.ty),
            None => Some(element),
        }
    }

    /// The bytes from one line of a matrix to the next, or of the matrices of an array.
    pub(crate) fn line_stride(
        &self,
        layouts: &mut Layouts<'_>,
        mut ty: Type,
        row_major: bool,
    ) -> Option<u32> {
        loop {
            if matches!(self.module.types.get(ty), TypeData::Matrix { .. }) {
                return layouts.matrix_stride(ty, row_major);
            }
            let padding = self.module.types.element(ty).and_then(|element| self.padding_of(element));
            if matches!(padding, Some(Padded::Column | Padded::Row)) {
                return layouts.array_stride(ty, row_major);
            }
            ty = self.element(ty)?;
        }
    }

    /// The bytes of an object of a type, as its offsets and strides say; none if they do not.
    pub(crate) fn bytes(&mut self, id: u32) -> Option<u32> {
        self.bytes_within(id, 0, &mut FxHashMap::default())
    }

    fn bytes_within(&mut self, id: u32, depth: u32, known: &mut FxHashMap<u32, u32>) -> Option<u32> {
        if let Some(&bytes) = known.get(&id) {
            return Some(bytes);
        }
        let def = self.index.def(id).filter(|_| depth < MAX_DEPTH)?;
        let first = *def.words.first()?;
        let bytes = match def.known()? {
            Op::TypeInt | Op::TypeFloat => first / 8,
            Op::TypeVector => self.bytes_within(first, depth + 1, known)?.checked_mul(*def.words.get(1)?)?,
            Op::TypeArray => {
                let stride = match self.index.decoration(id, None, Decoration::ArrayStride) {
                    Some(stride) => stride,
                    None => self.bytes_within(first, depth + 1, known)?,
                };
                self.number(*def.words.get(1)?, def.at).ok()?.checked_mul(stride)?
            }
            Op::TypeStruct => {
                let mut end = 0;
                for (position, &member) in (0u32..).zip(def.words) {
                    let offset = self.index.decoration(id, Some(position), Decoration::Offset)?;
                    end = offset.checked_add(self.bytes_within(member, depth + 1, known)?)?.max(end);
                }
                end
            }
            _ => return None,
        };
        known.insert(id, bytes);
        Some(bytes)
    }

    /// Finds the layouts behind the parameters of a function that point into blocks of other modules.
    pub(crate) fn lay_out_parameters(&mut self, id: u32) -> Result<(), Error> {
        let (Some(function), Some(&own)) = (self.index.functions.get(&id), self.functions.get(&id)) else {
            return Ok(());
        };
        for (position, param) in function.params.iter().enumerate() {
            let ty = self.index.passed_pointer(param).unwrap_or(param.ty);
            let pointer = self.index.def_for(ty, param.at)?;
            if !pointer.is(Op::TypePointer) {
                continue;
            }
            let first = match self.storage(pointer)? {
                Storage::Uniform => LayoutRule::Std140,
                Storage::Buffer | Storage::PushConstant => LayoutRule::Std430,
                _ => continue,
            };
            let rule = self.layout_rule(pointer.word(1)?, param.at, first)?;
            if let Some(data) = self.module.functions[own].params.get_mut(position) {
                data.layout = Some(rule);
            }
        }
        Ok(())
    }

    /// Finds the layouts of the blocks that addresses lead to.
    pub(crate) fn lay_out_references(&mut self) -> Result<(), Error> {
        for position in 0..self.references.len() {
            let Some(&(ty, target)) = self.references.get(position) else { break };
            let at = self.index.def(target).map_or(0, |def| def.at);
            let is_struct = self.index.def(target).is_some_and(|def| def.is(Op::TypeStruct));
            // Anything but a struct lies at the start of its block.
            let first = if is_struct { LayoutRule::Std430 } else { LayoutRule::Scalar };
            let rule = self.layout_rule(target, at, first)?;
            let TypeData::BufferReference { block, .. } = self.module.types.get(ty) else { continue };
            let Some(block) = self.module.types.find(TypeData::Struct(block)) else { continue };
            let align = Layouts::new(&self.module, LayoutRule::Scalar).align(block, false);
            self.module.types.set_reference_layout(ty, rule, align);
        }
        Ok(())
    }
}
