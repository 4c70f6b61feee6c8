//! The layout rule of a block, from the offsets and strides of its struct.
//!
//! The first rule that gives the offsets and strides of all members is the block's. If none does, each member has its offset, and
//! the first rule that gives the strides is the block's.

use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, Op};
use vitrum_ir::layout::{Layouts, is_row_major};
use vitrum_ir::{LayoutRule, Struct, Type, TypeData};

use crate::error::Error;
use crate::reader::Reader;
use crate::types::MAX_DEPTH;

/// The rules, in order of preference.
const RULES: [LayoutRule; 4] =
    [LayoutRule::Std430, LayoutRule::Std140, LayoutRule::Scalar, LayoutRule::Direct3d];

impl Reader<'_, '_> {
    /// The layout rule of a block with this struct type. Uniform blocks of OpenGL have std140 if that fits.
    pub(crate) fn layout_rule(
        &mut self,
        id: u32,
        at: u32,
        prefers_std140: bool,
    ) -> Result<LayoutRule, Error> {
        let ty = self.ty(id, at)?;
        let mut rules = RULES;
        if prefers_std140 {
            rules.swap(0, 1);
        }
        let fits = |reader: &Self| rules.into_iter().find(|&rule| reader.misfit(id, ty, rule).is_none());
        if let Some(rule) = fits(self) {
            return Ok(rule);
        }
        self.state_offsets(id)?;
        fits(self).ok_or_else(|| {
            let misfit = self.misfit(id, ty, LayoutRule::Scalar).unwrap_or_default();
            Error::unsupported(at, misfit)
        })
    }

    /// Gives each member of a struct, and of those in it, its offset.
    fn state_offsets(&mut self, id: u32) -> Result<(), Error> {
        let mut pending = vec![id];
        let mut seen = FxHashSet::default();
        while let Some(id) = pending.pop() {
            let Some(def) = self.index.def(id).filter(|def| def.is(Op::TypeStruct)) else { continue };
            if !seen.insert(id) {
                continue;
            }
            let own: Struct = self.struct_of(def)?;
            for (position, &member) in (0u32..).zip(def.words) {
                pending.push(self.innermost(member));
                let offset = self.index.decoration(id, Some(position), Decoration::Offset);
                if let Some(data) = self.module.structs[own].members.get_mut(position as usize) {
                    data.decorations.offset = offset;
                }
            }
        }
        Ok(())
    }

    /// A place where a rule differs from what the struct says.
    fn misfit(&self, id: u32, ty: Type, rule: LayoutRule) -> Option<String> {
        let mut layouts = Layouts::new(&self.module, rule);
        let mut pending = vec![(id, ty, false)];
        let mut seen = FxHashSet::default();
        while let Some((id, ty, row_major)) = pending.pop() {
            if !seen.insert((id, row_major)) {
                continue;
            }
            let def = self.index.def(id)?;
            match (def.known(), self.module.types.get(ty)) {
                (Some(Op::TypeArray | Op::TypeRuntimeArray), _) => {
                    let stride = self.index.decoration(id, None, Decoration::ArrayStride);
                    if stride.is_some() && stride != layouts.array_stride(ty, row_major) {
                        return Some(format!("the array stride {} of %{id}", stride.unwrap_or(0)));
                    }
                    if let Some(element) = self.module.types.element(ty) {
                        pending.push((def.words.first().copied()?, element, row_major));
                    }
                }
                (Some(Op::TypeStruct), TypeData::Struct(own)) => {
                    let offsets = layouts.members(ty, row_major).offsets;
                    let mut sorted = offsets.clone();
                    sorted.sort_unstable();
                    let members = self.module.structs[own].members.iter();
                    for (position, (member, (&word, offset))) in
                        (0u32..).zip(members.zip(def.words.iter().zip(offsets.iter().copied())))
                    {
                        let said = |decoration| self.index.decoration(id, Some(position), decoration);
                        if said(Decoration::Offset).is_some_and(|said| said != offset) {
                            let said = said(Decoration::Offset).unwrap_or(0);
                            return Some(format!("the offset {said} of member {position} of %{id}"));
                        }
                        let row_major = is_row_major(member, row_major);
                        let end = offset.saturating_add(layouts.size(member.ty, row_major));
                        let next = sorted.partition_point(|&other| other <= offset);
                        if sorted.get(next).is_some_and(|&next| next < end) {
                            return Some(format!("member {position} of %{id}, which the next one overlaps,"));
                        }
                        if let Some(stride) = said(Decoration::MatrixStride)
                            && layouts.matrix_stride(member.ty, row_major) != Some(stride)
                        {
                            return Some(format!("the matrix stride {stride} of member {position} of %{id}"));
                        }
                        pending.push((word, member.ty, row_major));
                    }
                }
                _ => {}
            }
        }
        None
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

    /// Finds the layouts of the blocks that addresses lead to.
    pub(crate) fn lay_out_references(&mut self) -> Result<(), Error> {
        for position in 0..self.references.len() {
            let Some(&(ty, target)) = self.references.get(position) else { break };
            let at = self.index.def(target).map_or(0, |def| def.at);
            let is_struct = self.index.def(target).is_some_and(|def| def.is(Op::TypeStruct));
            // Anything but a struct lies at the start of its block.
            let rule = if is_struct { self.layout_rule(target, at, false)? } else { LayoutRule::Scalar };
            let TypeData::BufferReference { block, .. } = self.module.types.get(ty) else { continue };
            let Some(block) = self.module.types.find(TypeData::Struct(block)) else { continue };
            let align = Layouts::new(&self.module, LayoutRule::Scalar).align(block, false);
            self.module.types.set_reference_layout(ty, rule, align);
        }
        Ok(())
    }
}
