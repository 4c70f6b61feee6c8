//! Vectors that are split only to be reassembled, as coordinate and reference of a shadow lookup, as components of a
//! vector or as elements of a matrix; and matrices that are split to construct a matrix of another type. They stay one expression if no other
//! instruction is in between.

use super::Uses;
use crate::images::packs_reference;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::{
    Block, ConstantKind, FunctionData, ImageOperands, Inst, Module, Op, Operand, Scalar, Swizzle, TypeData,
    Value, typing,
};

/// The maximum number of instructions between the parts and the whole.
const NEAR: usize = 64;

/// Finds all such vectors and matrix conversions of a function.
pub(super) fn find(
    module: &Module,
    function: &FunctionData,
    uses: &Uses<'_>,
) -> (FxHashSet<Value>, FxHashMap<Inst, Value>) {
    let mut finder =
        Finder { module, function, uses, found: FxHashSet::default(), conversions: FxHashMap::default() };
    let mut blocks = vec![function.body];
    while let Some(block) = blocks.pop() {
        finder.block(block);
        for &inst in &function.blocks[block].insts {
            blocks.extend(function.control(inst).iter().flat_map(|control| control.blocks()));
        }
    }
    (finder.found, finder.conversions)
}

struct Finder<'a> {
    module: &'a Module,
    function: &'a FunctionData,
    uses: &'a Uses<'a>,
    found: FxHashSet<Value>,
    conversions: FxHashMap<Inst, Value>,
}

impl Finder<'_> {
    fn block(&mut self, block: Block) {
        let insts = &self.function.blocks[block].insts;
        let mut run = 0;
        for (index, &inst) in insts.iter().enumerate() {
            let op = self.function.op(inst);
            // Older instructions are never matched.
            let parts = insts.get(run.max(index.saturating_sub(NEAR))..index).unwrap_or(&[]);
            match op {
                Op::ImageSample => self.shadow(inst, parts),
                Op::Construct => {
                    self.vector(inst, parts);
                    self.matrix(inst, parts);
                }
                _ => {}
            }
            if !matches!(op, Op::Extract | Op::Swizzle | Op::Construct | Op::Fconvert) {
                run = index + 1;
            }
        }
    }

    /// The vector and components of a part with one use, if one of these instructions extracts it.
    fn part(&self, operand: Operand, among: &[Inst]) -> Option<(Value, Vec<u8>)> {
        let value = operand.value()?;
        let def = self.function.definition(operand)?;
        let data = self.uses.value(value);
        if data.count != 1 || data.elsewhere || !among.contains(&def) {
            return None;
        }
        let &[vector] = self.function.operands(def) else { return None };
        let vector = vector.value()?;
        let imm = self.function.insts[def].imm;
        match self.function.op(def) {
            Op::Extract => Some((vector, vec![u8::try_from(imm).ok()?])),
            Op::Swizzle => Some((vector, Swizzle::from_bits(imm).components().to_vec())),
            _ => None,
        }
    }

    /// Adds a vector with this number of uses and no others, unless its own expression would be split.
    fn note(&mut self, vector: Value, uses: usize) {
        let data = self.uses.value(vector);
        let divisible = self.function.definition(vector.into()).is_none_or(|def| {
            matches!(
                self.function.op(def),
                Op::Extract | Op::Swizzle | Op::Shuffle | Op::Insert | Op::InsertDynamic
            )
        });
        if data.count as usize == uses && !data.elsewhere && !divisible {
            self.found.insert(vector);
        }
    }

    fn shadow(&mut self, inst: Inst, parts: &[Inst]) {
        let flags = ImageOperands::from_bits(self.function.insts[inst].imm);
        let &[image, coordinate, reference, ..] = self.function.operands(inst) else { return };
        if !flags.contains(ImageOperands::DREF) {
            return;
        }
        let ty = typing::operand_type(self.module, self.function, image);
        let Some(image) = typing::image_type(self.module, ty) else { return };
        // Both must immediately precede the lookup.
        let near = parts.get(parts.len().saturating_sub(2)..).unwrap_or(&[]);
        let (Some((vector, first)), Some((other, second))) =
            (self.part(coordinate, near), self.part(reference, near))
        else {
            return;
        };
        let size = self.module.types.vector_size(self.function.values[vector].ty);
        let is_projected = flags.contains(ImageOperands::PROJ);
        let whole = packs_reference(image, is_projected, &first, &second, size);
        if whole && vector == other {
            self.note(vector, 2);
        }
    }

    /// Matches a vector with several components of another one side by side: `vec4(f().xyz, 1.0)`.
    fn vector(&mut self, inst: Inst, parts: &[Inst]) {
        let result = self.function.result_data(inst).map(|result| self.module.types.get(result.ty));
        if !matches!(result, Some(TypeData::Vector { .. })) {
            return;
        }
        let operands = self.function.operands(inst).iter();
        let cells: Vec<_> = operands.map(|&cell| Some(self.part(cell, parts)?.0)).collect();
        for run in cells.chunk_by(|a, b| a == b) {
            if let (Some(Some(vector)), true) = (run.first(), run.len() > 1) {
                self.note(*vector, run.len());
            }
        }
    }

    /// Matches a matrix whose columns are all constructors.
    fn matrix(&mut self, inst: Inst, parts: &[Inst]) {
        let Some(result) = self.function.result(inst) else { return };
        let TypeData::Matrix { rows, .. } = self.module.types.get(self.function.values[result].ty) else {
            return;
        };
        if self.columns_of_another(inst, parts) || self.resized(inst, u32::from(rows), parts) {
            return;
        }
        let mut cells = Vec::new();
        for column in self.function.operands(inst) {
            let Some(value) = column.value() else {
                cells.resize(cells.len() + usize::from(rows), None);
                continue;
            };
            let data = self.uses.value(value);
            let Some(def) = self.function.definition(*column) else { return };
            let spelled = self.function.op(def) == Op::Construct && parts.contains(&def);
            if !spelled || data.count != 1 || data.elsewhere {
                return;
            }
            cells.extend(self.function.operands(def).iter().map(|&cell| self.part(cell, parts)));
        }
        let mut rest = cells.as_slice();
        while let Some((first, following)) = rest.split_first() {
            let whole = first.as_ref().and_then(|(vector, _)| {
                let size = self.module.types.vector_size(self.function.values[*vector].ty)? as usize;
                let all = rest.get(..size)?.iter().enumerate().all(|(index, cell)| {
                    cell.as_ref()
                        .is_some_and(|(from, part)| from == vector && part.as_slice() == [index as u8])
                });
                all.then_some((*vector, size))
            });
            match whole {
                Some((vector, size)) => {
                    self.note(vector, size);
                    rest = rest.get(size..).unwrap_or(&[]);
                }
                None => rest = following,
            }
        }
    }

    /// The definition of an operand with this op, if it is among these instructions and all uses are in its block.
    fn definition_among(&self, operand: Operand, among: &[Inst], op: Op) -> Option<Inst> {
        let value = operand.value()?;
        let def = self.function.definition(operand)?;
        let matches = self.function.op(def) == op && among.contains(&def);
        (matches && !self.uses.value(value).elsewhere).then_some(def)
    }

    /// The matrix of which an instruction extracts column `index`.
    fn column_of(&self, inst: Inst, index: usize) -> Option<Value> {
        let &[matrix] = self.function.operands(inst) else { return None };
        let matrix = matrix.value()?;
        let is_matrix =
            matches!(self.module.types.get(self.function.values[matrix].ty), TypeData::Matrix { .. });
        (is_matrix && self.function.insts[inst].imm as usize == index).then_some(matrix)
    }

    /// Matches a matrix with the columns of another matrix, converted or shortened: `dmat2(m)`, `mat3(m)`.
    fn columns_of_another(&mut self, inst: Inst, parts: &[Inst]) -> bool {
        let columns = self.function.operands(inst);
        let is_single =
            |operand: Operand| operand.value().is_some_and(|value| self.uses.value(value).count == 1);
        let source = |index: usize, column: Operand| {
            let convert = self.definition_among(column, parts, Op::Fconvert);
            let shorten = self.definition_among(column, parts, Op::Swizzle).filter(|&swizzle| {
                let swizzle = Swizzle::from_bits(self.function.insts[swizzle].imm);
                (0..).zip(swizzle.components()).all(|(index, &component)| index == component)
            });
            let old = match convert.or(shorten) {
                Some(change) => *self.function.operands(change).first()?,
                None => column,
            };
            let extract = self.definition_among(old, parts, Op::Extract)?;
            self.column_of(extract, index).filter(|_| is_single(column) && is_single(old))
        };
        let all: Option<Vec<Value>> =
            columns.iter().enumerate().map(|(index, &column)| source(index, column)).collect();
        let Some(&first) = all.as_ref().and_then(|all| all.first()) else { return false };
        if all.is_some_and(|all| all.iter().any(|&matrix| matrix != first)) {
            return false;
        }
        self.conversions.insert(inst, first);
        self.note(first, columns.len());
        true
    }

    /// Matches a matrix with the elements of another one and else of the identity, `mat3(m)`, or with one scalar on
    /// the diagonal, `mat3(s)`.
    fn resized(&mut self, inst: Inst, rows: u32, parts: &[Inst]) -> bool {
        let columns = self.function.operands(inst);
        let mut source = None;
        let mut taken: Vec<(Value, u32)> = Vec::new();
        let mut shape = None;
        for (index, &column) in columns.iter().enumerate() {
            let mut column_value = None;
            for row in 0..rows {
                let Some(cell) = self.cell(column, row, parts) else { return false };
                if let Some(bits) = cell.constant().and_then(|constant| self.module.constants.bits(constant))
                {
                    let one = row as usize == index;
                    let expected = match shape {
                        // Outside of the other matrix.
                        Some((width, height)) => {
                            (index as u32 >= width || row >= height) && self.is_one_or_zero(cell, one)
                        }
                        // Off the diagonal.
                        None => !one && bits == 0,
                    };
                    if !expected {
                        return false;
                    }
                    continue;
                }
                let Some(value) = cell.value() else { return false };
                let from = self.definition_among(cell, parts, Op::Extract).and_then(|extract| {
                    let &[vector] = self.function.operands(extract) else { return None };
                    let outer = self.definition_among(vector, parts, Op::Extract)?;
                    let matrix = self.column_of(outer, index)?;
                    let single = self.uses.value(value).count == 1;
                    (single && self.function.insts[extract].imm == row).then_some((matrix, vector.value()?))
                });
                let (matrix, vector) = match from {
                    Some((matrix, vector)) => (matrix, Some(vector)),
                    // Only the diagonal may be a scalar.
                    None if row as usize == index && shape.is_none() => (value, None),
                    None => return false,
                };
                if source.is_some_and(|source| source != matrix) {
                    return false;
                }
                source = Some(matrix);
                if let TypeData::Matrix { columns, rows, .. } =
                    self.module.types.get(self.function.values[matrix].ty)
                {
                    shape = Some((u32::from(columns), u32::from(rows)));
                    let inside = shape.is_some_and(|(width, height)| (index as u32) < width && row < height);
                    if vector.is_none() || !inside || column_value.is_some_and(|known| Some(known) != vector)
                    {
                        return false;
                    }
                }
                match vector {
                    Some(vector) => column_value = Some(vector),
                    None => taken.push((value, 1)),
                }
            }
            if let Some(vector) = column_value {
                let cells = shape.map_or(rows, |(_, height)| height.min(rows));
                taken.push((vector, cells));
            }
        }
        let Some(source) = source else { return false };
        let diagonal = columns.len().min(rows as usize);
        match shape {
            None if taken.len() != diagonal => return false,
            Some((width, _)) if taken.len() != columns.len().min(width as usize) => return false,
            _ => {}
        }
        self.conversions.insert(inst, source);
        self.note(source, taken.len());
        if shape.is_some() {
            for (vector, cells) in taken {
                let data = self.uses.value(vector);
                if data.count == cells && !data.elsewhere {
                    self.found.insert(vector);
                }
            }
        }
        true
    }

    /// An element of a column that is a constant or a constructor.
    fn cell(&self, column: Operand, row: u32, parts: &[Inst]) -> Option<Operand> {
        if let Some(constant) = column.constant() {
            return match &self.module.constants.get(constant).kind {
                ConstantKind::Composite(cells) => cells.get(row as usize).map(|&cell| cell.into()),
                _ => None,
            };
        }
        let construct = self.definition_among(column, parts, Op::Construct)?;
        let single = column.value().is_some_and(|value| self.uses.value(value).count == 1);
        self.function.operands(construct).get(row as usize).copied().filter(|_| single)
    }

    /// True if a constant is one (or zero) of its type.
    fn is_one_or_zero(&self, cell: Operand, one: bool) -> bool {
        let Some(constant) = cell.constant() else { return false };
        let Some(bits) = self.module.constants.bits(constant) else { return false };
        let scalar = self.module.types.scalar_of(self.module.constants.ty(constant));
        let expected = match (one, scalar) {
            (false, _) => 0,
            (true, Some(Scalar::F32)) => u64::from(1f32.to_bits()),
            (true, Some(Scalar::F64)) => 1f64.to_bits(),
            (true, Some(Scalar::F16)) => 0x3c00,
            (true, _) => return false,
        };
        bits == expected
    }
}
