//! Matrices that are not square become structs of their columns, for versions that have only square ones.
//!
//! ```text
//! global @m: mat2x3<f32> uniform             struct #Mat2x3 { c0: vec3<f32>  c1: vec3<f32> }
//!                                            global @m: #Mat2x3 uniform
//! %m: mat2x3<f32> = load @m             =>   %m: #Mat2x3 = load @m
//! %v: vec3<f32> = matrix_times_vector        %0 = extract.0 %m   %1 = extract.0 %p
//!     %m, %p                                 %2 = vector_times_scalar %0, %1 ...   %v = fadd %2, %5
//! ```
//!
//! Structs are values where arrays are none. A column with a variable index is chosen among all columns.

use crate::framework::notes::{Renamed, Role};
use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::retype::{retype, specializes, used_types};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    FunctionData, Inst, Member, Module, Op, Operand, Precision, Scalar, Storage, Struct, StructData,
    SwizzledStore, Type, TypeData, Value, typing,
};

/// True if the target lacks such matrices.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.chosen_glsl().is_some() && settings.lacks(module, Feature::Rectangular)
}

/// Runs the pass; gives the number of new names.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let renamed = lower_nonsquare(module, session);
    session.add_renamed(renamed)
}

/// Lowers them; gives what became of uniforms. Leaves a module as it is where a matrix is made of
/// specialisation constants, or a function gets the address of a column with a variable index.
fn lower_nonsquare(module: &mut Module, session: &mut Session) -> Vec<Renamed> {
    let used = used_types(module);
    let shapes: FxHashSet<_> = used.iter().filter_map(|&ty| shape(module.types.get(ty))).collect();
    if shapes.is_empty()
        || specializes(module, |ty| shape(module.types.get(ty)).is_some())
        || hands_on_columns(module)
    {
        return Vec::new();
    }
    rewrite(module, session, |_, _, _| Some(Lower { chosen: FxHashMap::default() }));
    let mut shapes = shapes;
    shapes.extend(used_types(module).into_iter().filter_map(|ty| shape(module.types.get(ty))));
    let before: Vec<Type> = module.globals.values().map(|data| data.ty).collect();
    let mut structs = FxHashMap::default();
    retype(
        module,
        |module, data| {
            let shape = shape(data).filter(|shape| shapes.contains(shape))?;
            Some(TypeData::Struct(columns_of(module, &mut structs, shape)))
        },
        |_, _, parts| parts,
    );
    renamed(module, &before)
}

/// The shape of a matrix that is not square: scalar, columns, rows.
fn shape(data: TypeData) -> Option<(Scalar, u32, u32)> {
    match data {
        TypeData::Matrix { scalar, columns, rows } if columns != rows => {
            Some((scalar, u32::from(columns), u32::from(rows)))
        }
        _ => None,
    }
}

/// The struct of a shape's columns.
fn columns_of(
    module: &mut Module,
    known: &mut FxHashMap<(Scalar, u32, u32), Struct>,
    shape: (Scalar, u32, u32),
) -> Struct {
    let (scalar, columns, rows) = shape;
    *known.entry(shape).or_insert_with(|| {
        let ty = module.types.vector(scalar, rows);
        let member = |module: &mut Module, index| Member::new(module.names.intern(&format!("c{index}")), ty);
        let members = (0..columns).map(|index| member(module, index)).collect();
        let name = module.names.intern(&format!("Mat{columns}x{rows}"));
        module.structs.alloc(StructData::new(name, members))
    })
}

/// The replacements of uniforms that were matrices or arrays of them. Inputs and outputs are split later.
fn renamed(module: &Module, before: &[Type]) -> Vec<Renamed> {
    let mut renamed = Vec::new();
    for (data, &old) in module.globals.values().zip(before) {
        if data.ty == old || data.block.is_some() || data.storage != Storage::Uniform {
            continue;
        }
        let ty = module.types.innermost(old);
        let name = module.names.get(data.name);
        let columns = shape(module.types.get(ty)).map_or(0, |shape| shape.1);
        renamed.extend(
            (0..columns)
                .map(|column| format!("{name}.c{column}"))
                .map(|name| Renamed::new(Role::Member, name.clone(), name)),
        );
    }
    renamed
}

/// The position of a variable index that selects a column in an address, and the number of columns.
fn variable_column(module: &Module, function: &FunctionData, inst: Inst) -> Option<(usize, u32)> {
    if function.op(inst) != Op::Access {
        return None;
    }
    let operands = function.operands(inst);
    let base = typing::operand_type(module, function, *operands.first()?);
    let mut ty = module.types.pointee(base)?;
    for (position, &index) in operands.iter().enumerate().skip(1) {
        let is_known = module.as_int(index).is_some();
        if let (Some((_, columns, _)), false) = (shape(module.types.get(ty)), is_known) {
            return Some((position, columns));
        }
        ty = typing::indexed_type(module, ty, index)?;
    }
    None
}

/// True if a column with a variable index is used otherwise than to load, store or go on.
fn hands_on_columns(module: &Module) -> bool {
    module.functions.values().any(|function| {
        let mut columns: FxHashSet<Value> = FxHashSet::default();
        vitrum_ir::visit::insts(function).into_iter().any(|(_, inst)| {
            let op = function.op(inst);
            let takes = |operand: &Operand| operand.value().is_some_and(|value| columns.contains(&value));
            let through = function.operands(inst).iter().any(takes);
            if (variable_column(module, function, inst).is_some() || through && op == Op::Access)
                && let Some(result) = function.result(inst)
            {
                columns.insert(result);
                return false;
            }
            through && !matches!(op, Op::Load | Op::Store | Op::StoreSwizzle)
        })
    })
}

/// The address of a part of a column with a variable index.
#[derive(Clone)]
struct Chosen {
    /// Base and indices before that of the column.
    before: Vec<Operand>,
    column: Operand,
    columns: u32,
    /// Indices behind it.
    behind: Vec<Operand>,
    /// The type of the address.
    pointer: Type,
}

struct Lower {
    chosen: FxHashMap<Value, Chosen>,
}

impl Visitor for Lower {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        match op {
            Op::Access => return self.access(rewriter, inst),
            Op::Load | Op::Store | Op::StoreSwizzle => return self.memory(rewriter, inst, op),
            _ => {}
        }
        let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
        let data = &rewriter.function.values[result];
        let (ty, precision, flags) = (data.ty, data.precision, data.flags);
        let operands = rewriter.function.operands(inst).to_vec();
        match (Build { rewriter, precision }).op(op, &operands, ty) {
            Some(operand) => {
                if let Some(new) = operand.value() {
                    rewriter.function.values[new].flags = flags;
                }
                rewriter.replace_named(inst, operand)
            }
            None => Action::Keep,
        }
    }
}

impl Lower {
    fn access(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
        let pointer = rewriter.function.values[result].ty;
        let operands = rewriter.function.operands(inst).to_vec();
        let Some((&base, rest)) = operands.split_first() else { return Action::Keep };
        if let Some(mut chosen) = base.value().and_then(|base| self.chosen.get(&base)).cloned() {
            chosen.behind.extend_from_slice(rest);
            chosen.pointer = pointer;
            self.chosen.insert(result, chosen);
            return Action::Remove;
        }
        let Some((position, columns)) = variable_column(rewriter.module, &rewriter.function, inst) else {
            return Action::Keep;
        };
        let (before, behind) = operands.split_at(position);
        let Some((&column, behind)) = behind.split_first() else { return Action::Keep };
        let chosen = Chosen { before: before.to_vec(), column, columns, behind: behind.to_vec(), pointer };
        self.chosen.insert(result, chosen);
        Action::Remove
    }

    fn memory(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, op: Op) -> Action {
        let operands = rewriter.function.operands(inst).to_vec();
        let imm = rewriter.function.insts[inst].imm;
        let access = rewriter.function.insts[inst].memory_access().bits();
        let chosen = operands.first().and_then(|pointer| self.chosen.get(&pointer.value()?));
        let Some(chosen) = chosen.cloned() else { return Action::Keep };
        let pointee = rewriter.module.types.pointee(chosen.pointer).unwrap_or(chosen.pointer);
        let result = rewriter.function.result(inst);
        let precision = result.map_or(Precision::None, |result| rewriter.function.values[result].precision);
        let mut build = Build { rewriter, precision };
        let mut found: Option<Operand> = None;
        for column in 0..chosen.columns {
            let pointer = build.address(&chosen, column);
            let old = build.rewriter.push(Op::Load, &[pointer], access, pointee, precision);
            let is_it = build.is(chosen.column, column);
            match (operands.get(1), found) {
                // An index beyond the columns may lead anywhere.
                (None, None) => found = Some(old),
                (None, Some(other)) => {
                    found = Some(build.push(Op::Select, &[is_it, old, other], 0, pointee));
                }
                (Some(&new), _) => {
                    let (old, ty) = match op {
                        Op::StoreSwizzle => build.swizzled(old, imm, pointee),
                        _ => (old, pointee),
                    };
                    let value = build.push(Op::Select, &[is_it, new, old], 0, ty);
                    build.rewriter.push_effect(op, &[pointer, value], imm);
                }
            }
        }
        if let (Some(result), Some(found)) = (result, found) {
            rewriter.forward(result, found);
        }
        Action::Remove
    }
}

/// Builds what stands for one instruction.
struct Build<'r, 'm> {
    rewriter: &'r mut Rewriter<'m>,
    precision: Precision,
}

impl Build<'_, '_> {
    fn push(&mut self, op: Op, operands: &[Operand], imm: u32, ty: Type) -> Operand {
        self.rewriter.push(op, operands, imm, ty, self.precision)
    }

    fn shape(&self, operand: Operand) -> Option<(Scalar, u32, u32)> {
        let ty = self.rewriter.ty(operand);
        match self.rewriter.module.types.get(ty) {
            TypeData::Matrix { scalar, columns, rows } => Some((scalar, columns.into(), rows.into())),
            _ => None,
        }
    }

    fn is_wide(&self, operand: Operand) -> bool {
        self.shape(operand).is_some_and(|(_, columns, rows)| columns != rows)
    }

    fn column(&mut self, matrix: Operand, index: u32) -> Operand {
        let (scalar, _, rows) = self.shape(matrix).unwrap_or((Scalar::F32, 0, 4));
        let ty = self.rewriter.module.types.vector(scalar, rows);
        self.push(Op::Extract, &[matrix], index, ty)
    }

    /// True if an index is that of a column.
    fn is(&mut self, index: Operand, column: u32) -> Operand {
        let ty = self.rewriter.ty(index);
        let scalar = self.rewriter.module.types.scalar_of(ty).unwrap_or(Scalar::I32);
        let number = self.rewriter.module.constants.scalar(scalar, u64::from(column));
        self.push(Op::Ieq, &[index, number.into()], 0, common::BOOL)
    }

    /// The address of a part of one column.
    fn address(&mut self, chosen: &Chosen, column: u32) -> Operand {
        let mut operands = chosen.before.clone();
        operands.push(self.rewriter.module.constants.i32(column as i32).into());
        operands.extend_from_slice(&chosen.behind);
        self.push(Op::Access, &operands, 0, chosen.pointer)
    }

    /// The components of a vector that a store names.
    fn swizzled(&mut self, vector: Operand, imm: u32, ty: Type) -> (Operand, Type) {
        let scalar = self.rewriter.module.types.scalar_of(ty).unwrap_or(Scalar::F32);
        let swizzle = SwizzledStore::from_bits(imm).swizzle;
        let ty = self.rewriter.module.types.vector(scalar, swizzle.components().len() as u32);
        (self.push(Op::Swizzle, &[vector], swizzle.bits(), ty), ty)
    }

    /// The replacement of an operation on matrices of which one is not square.
    fn op(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        let made = match self.rewriter.module.types.get(ty) {
            TypeData::Matrix { scalar, columns, rows } => Some((scalar, u32::from(columns), u32::from(rows))),
            _ => None,
        };
        let makes_wide = made.is_some_and(|(_, columns, rows)| columns != rows);
        if !makes_wide && !operands.iter().any(|&operand| self.is_wide(operand)) {
            return None;
        }
        let (scalar, columns, rows) = made.or_else(|| operands.iter().find_map(|&it| self.shape(it)))?;
        let component = common::scalar(scalar);
        let column_ty = self.rewriter.module.types.vector(scalar, rows);
        Some(match (op, operands) {
            (Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fneg, _) => {
                self.by_columns(ty, |this, column| {
                    let columns: Vec<Operand> = operands.iter().map(|&it| this.column(it, column)).collect();
                    this.push(op, &columns, 0, column_ty)
                })
            }
            (Op::Splat, &[number]) => {
                let column = self.push(Op::Splat, &[number], 0, column_ty);
                self.by_columns(ty, |_, _| column)
            }
            (Op::MatrixTimesScalar, &[matrix, factor]) => self.by_columns(ty, |this, column| {
                let vector = this.column(matrix, column);
                this.push(Op::VectorTimesScalar, &[vector, factor], 0, column_ty)
            }),
            (Op::MatrixTimesVector, &[matrix, vector]) => self.times_vector(matrix, vector, ty)?,
            (Op::VectorTimesMatrix, &[vector, matrix]) => self.by_columns(ty, |this, column| {
                let other = this.column(matrix, column);
                this.push(Op::Dot, &[vector, other], 0, component)
            }),
            (Op::MatrixTimesMatrix, &[left, right]) => self.by_columns(ty, |this, column| {
                let vector = this.column(right, column);
                this.times_vector(left, vector, column_ty).unwrap_or(vector)
            }),
            (Op::OuterProduct, &[column, row]) => self.by_columns(ty, |this, index| {
                let factor = this.push(Op::Extract, &[row], index, component);
                this.push(Op::VectorTimesScalar, &[column, factor], 0, column_ty)
            }),
            (Op::Transpose, &[matrix]) => self.by_columns(ty, |this, row| {
                let components = (0..rows).map(|column| {
                    let vector = this.column(matrix, column);
                    this.push(Op::Extract, &[vector], row, component)
                });
                let components: Vec<Operand> = components.collect();
                this.push(Op::Construct, &components, 0, column_ty)
            }),
            (Op::ExtractDynamic, &[matrix, index]) => {
                let mut found = self.column(matrix, 0);
                for column in 1..columns {
                    let is_it = self.is(index, column);
                    let vector = self.column(matrix, column);
                    found = self.push(Op::Select, &[is_it, vector, found], 0, column_ty);
                }
                found
            }
            (Op::InsertDynamic, &[matrix, new, index]) => self.by_columns(ty, |this, column| {
                let is_it = this.is(index, column);
                let old = this.column(matrix, column);
                this.push(Op::Select, &[is_it, new, old], 0, column_ty)
            }),
            // Structs do the same.
            _ => return None,
        })
    }

    /// A matrix of these columns, or a vector of these components.
    fn by_columns(&mut self, ty: Type, mut column: impl FnMut(&mut Self, u32) -> Operand) -> Operand {
        let count = self.rewriter.module.types.length(ty).unwrap_or(0);
        let columns: Vec<Operand> = (0..count).map(|index| column(self, index)).collect();
        self.push(Op::Construct, &columns, 0, ty)
    }

    /// A matrix times a vector, as a sum of columns if the matrix is not square.
    fn times_vector(&mut self, matrix: Operand, vector: Operand, ty: Type) -> Option<Operand> {
        if !self.is_wide(matrix) {
            return Some(self.push(Op::MatrixTimesVector, &[matrix, vector], 0, ty));
        }
        let (scalar, columns, _) = self.shape(matrix)?;
        let mut sum: Option<Operand> = None;
        for index in 0..columns {
            let column = self.column(matrix, index);
            let factor = self.push(Op::Extract, &[vector], index, common::scalar(scalar));
            let product = self.push(Op::VectorTimesScalar, &[column, factor], 0, ty);
            sum = Some(match sum {
                Some(sum) => self.push(Op::Fadd, &[sum, product], 0, ty),
                None => product,
            });
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::lower_nonsquare;
    use crate::framework::session::Session;

    #[test]
    fn matrix_becomes_struct_of_columns() {
        let text = "vir 1\nstage fragment\nentry &main\nglobal @m: mat2x3<f32> uniform\nglobal @k: i32 uniform\n\
            global @p: vec2<f32> input location(0)\nglobal @o: vec3<f32> output location(0)\n\
            fn &main() -> void {\n    %m: mat2x3<f32> = load @m\n    %p: vec2<f32> = load @p\n    \
            %v: vec3<f32> = matrix_times_vector %m, %p\n    store @o, %v\n    %k: i32 = load @k\n    \
            %a: ptr<uniform, vec3<f32>> = access @m, %k\n    %b: vec3<f32> = load %a\n    store @o, %b\n    \
            %x: mat2x3<f32> = matrix_times_scalar %m, 2.0f32\n    %y: bool = equal %x, %m\n    return\n}\n";
        let mut module = vitrum_ir_text::parse(text).unwrap();
        let renamed = lower_nonsquare(&mut module, &mut Session::default());
        assert_eq!(renamed.len(), 2);
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("mat2x3") && text.contains("global @m: #Mat2x3 uniform"), "{text}");
        assert!(lower_nonsquare(&mut module, &mut Session::default()).is_empty());
    }
}
