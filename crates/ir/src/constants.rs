//! Constants: exact bits, composites of constants, null, undefined, and specialisation constants.
//!
//! Constants are interned by content. A specialisation constant and every operation on one stay symbolic.

use crate::Precision;
use crate::intrinsic::Intrinsic;
use crate::module::SpecConstant;
use crate::names::{Interner, Name};
use crate::ops::Op;
use crate::positions::Positions;
use crate::side_table::{IdSet, SideTable};
use crate::types::{Scalar, Type, TypeData, Types, common};

/// Id of a constant in a module's [`Constants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constant(pub(crate) u32);

impl Constant {
    /// Position in the table of constants.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The value of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstantKind {
    /// Bits of a scalar, zero-extended to 64; 0 or 1 for bool. The address of a buffer reference.
    Scalar(u64),
    /// One constant a component, column, element or member.
    Composite(Box<[Constant]>),
    /// All bits zero, of any type.
    Null,
    /// No particular value; each use may see another.
    Undef,
    /// A specialisation constant.
    Spec(SpecConstant),
    /// A pure operation on constants of which at least one is (or holds) a specialisation constant.
    SpecOp {
        /// The operation.
        op: Op,
        /// Its immediate, as in an instruction.
        imm: u32,
        /// Its operands.
        operands: Box<[Constant]>,
    },
    /// A number parameter of the generic function around it, of type `u32`.
    Param(Name),
}

impl ConstantKind {
    /// True if it is made of other constants.
    pub fn is_compound(&self) -> bool {
        match self {
            Self::Composite(_) | Self::SpecOp { .. } => true,
            Self::Scalar(_) | Self::Null | Self::Undef | Self::Spec(_) | Self::Param(_) => false,
        }
    }
}

/// The content of a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConstantData {
    /// Its type.
    pub ty: Type,
    /// The value.
    pub kind: ConstantKind,
}

/// The constants of a module.
#[derive(Clone, Debug)]
pub struct Constants {
    table: Interner<ConstantData>,
    /// True if each constant depends on a specialisation constant; kept, since asking a composite of
    /// shared parts again and again would take time exponential in its depth.
    spec: SideTable<Constant, bool>,
    /// The names that the source gives to constants, with the precision that it declares.
    declared: SideTable<Constant, Option<(Name, Precision)>>,
}

impl Default for Constants {
    fn default() -> Self {
        let mut constants = Self {
            table: Interner::new(Vec::with_capacity(32)),
            spec: SideTable::with_capacity(32),
            declared: SideTable::new(),
        };
        constants.undef(common::VOID);
        constants
    }
}

impl Constants {
    /// Forgets all constants but the first, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        let Self { table, spec, declared } = self;
        table.truncate(0);
        spec.clear();
        declared.clear();
        self.undef(common::VOID);
    }

    /// The id of a constant, new or old.
    pub fn intern(&mut self, data: ConstantData) -> Constant {
        let is_it = |other: &ConstantData| *other == data;
        let (id, is_new) = self.table.find_or_add(hash_of(&data), is_it, || data.clone());
        self.noted(id, is_new)
    }

    /// Makes room for so many more constants.
    pub fn reserve(&mut self, more: usize) {
        self.table.reserve(more);
        self.spec.reserve_exact(more);
    }

    /// The constant with this number in the table; if it is new, takes note of what it depends on.
    fn noted(&mut self, id: u32, is_new: bool) -> Constant {
        let constant = Constant(id);
        if is_new {
            let is_spec = match &self.get(constant).kind {
                ConstantKind::Spec(_) | ConstantKind::SpecOp { .. } => true,
                ConstantKind::Composite(parts) => parts.iter().any(|&part| self.is_spec(part)),
                ConstantKind::Scalar(_)
                | ConstantKind::Null
                | ConstantKind::Undef
                | ConstantKind::Param(_) => false,
            };
            self.spec.push(is_spec);
        }
        constant
    }

    /// Gives specialisation constants other ids, and clears those without one and what is made of them: nothing refers to these any more
    /// but lengths of unused types. Cleared scalars become 1, others undefined.
    pub fn renumber_specialized(
        &mut self,
        types: &Types,
        id_of: impl Fn(SpecConstant) -> Option<SpecConstant>,
    ) {
        let mut cleared: IdSet<Constant> = IdSet::new();
        for index in 0..self.table.items().len() {
            let constant = Constant(index as u32);
            let data = self.get(constant);
            let is_cleared = match &data.kind {
                ConstantKind::Spec(spec) => match id_of(*spec) {
                    Some(id) => {
                        let content = ConstantData { ty: data.ty, kind: ConstantKind::Spec(id) };
                        self.table.replace_hashed(constant.0, hash_of(&content), content);
                        continue;
                    }
                    None => true,
                },
                ConstantKind::SpecOp { operands: parts, .. } => parts.iter().any(|&it| cleared.contains(it)),
                ConstantKind::Composite(parts) => parts.iter().any(|&it| cleared.contains(it)),
                ConstantKind::Scalar(_)
                | ConstantKind::Null
                | ConstantKind::Undef
                | ConstantKind::Param(_) => false,
            };
            if is_cleared {
                let is_scalar = matches!(types.get(data.ty), TypeData::Scalar(_));
                let kind = if is_scalar { ConstantKind::Scalar(1) } else { ConstantKind::Undef };
                let content = ConstantData { ty: data.ty, kind };
                cleared.insert(constant);
                self.table.replace_hashed(constant.0, hash_of(&content), content);
                self.spec.set(constant, false);
                self.declared.set(constant, None);
            }
        }
    }

    /// The content of `constant`; undefined `void` for an id of another module.
    #[inline]
    pub fn get(&self, constant: Constant) -> &ConstantData {
        static VOID: ConstantData = ConstantData { ty: common::VOID, kind: ConstantKind::Undef };
        self.table.get(constant.0).unwrap_or(&VOID)
    }

    /// The type of `constant`.
    #[inline]
    pub fn ty(&self, constant: Constant) -> Type {
        self.get(constant).ty
    }

    /// True if the id belongs to this table.
    pub fn contains(&self, constant: Constant) -> bool {
        constant.index() < self.table.items().len()
    }

    /// Number of constants.
    pub fn len(&self) -> usize {
        self.table.items().len()
    }

    /// Never true: the undefined `void` is always there.
    pub fn is_empty(&self) -> bool {
        self.table.items().is_empty()
    }

    /// Every constant in order of creation; a composite comes after its parts.
    pub fn iter(&self) -> impl Iterator<Item = (Constant, &ConstantData)> {
        self.table.items().iter().enumerate().map(|(index, data)| (Constant(index as u32), data))
    }

    /// The scalar of type `ty` with these bits (already cut to its width).
    pub fn scalar(&mut self, scalar: Scalar, bits: u64) -> Constant {
        let ty = common::scalar(scalar);
        let is_it = |data: &ConstantData| match data.kind {
            ConstantKind::Scalar(other) => other == bits && data.ty == ty,
            _ => false,
        };
        let new = || ConstantData { ty, kind: ConstantKind::Scalar(bits) };
        let (id, is_new) = self.table.find_or_add(hash_scalar(ty, bits), is_it, new);
        self.noted(id, is_new)
    }

    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Constant {
        self.scalar(Scalar::Bool, u64::from(value))
    }

    /// An `int`.
    pub fn i32(&mut self, value: i32) -> Constant {
        self.scalar(Scalar::I32, u64::from(value as u32))
    }

    /// A `uint`.
    pub fn u32(&mut self, value: u32) -> Constant {
        self.scalar(Scalar::U32, u64::from(value))
    }

    /// A `float`.
    pub fn f32(&mut self, value: f32) -> Constant {
        self.scalar(Scalar::F32, u64::from(value.to_bits()))
    }

    /// A `double`.
    pub fn f64(&mut self, value: f64) -> Constant {
        self.scalar(Scalar::F64, value.to_bits())
    }

    /// A composite of `parts`. If all are zero it is the null of its type, so that equal values have equal ids.
    pub fn composite(&mut self, ty: Type, parts: &[Constant]) -> Constant {
        if parts.iter().all(|&part| self.is_zero(part)) {
            return self.null(ty);
        }
        // Looked up before it is made: most often it is there.
        let is_it = |data: &ConstantData| {
            data.ty == ty && matches!(&data.kind, ConstantKind::Composite(other) if **other == *parts)
        };
        let new = || ConstantData { ty, kind: ConstantKind::Composite(parts.into()) };
        let (id, is_new) = self.table.find_or_add(hash_composite(ty, parts), is_it, new);
        self.noted(id, is_new)
    }

    /// True if all bits are zero.
    pub fn is_zero(&self, constant: Constant) -> bool {
        matches!(self.get(constant).kind, ConstantKind::Scalar(0) | ConstantKind::Null)
    }

    /// The undefined value of a type.
    pub fn undef(&mut self, ty: Type) -> Constant {
        self.intern(ConstantData { ty, kind: ConstantKind::Undef })
    }

    /// The all-zero value of a type. Scalars get explicit bits, so that equal values have equal ids.
    pub fn null(&mut self, ty: Type) -> Constant {
        match common::as_scalar(ty) {
            Some(scalar) => self.scalar(scalar, 0),
            None => self.intern(ConstantData { ty, kind: ConstantKind::Null }),
        }
    }

    /// The components that an invocation holds of a cooperative matrix, which the device knows when it specialises.
    pub fn matrix_length(&mut self, matrix: Type) -> Constant {
        let operands = [self.null(matrix)].into();
        let imm = Intrinsic::CooperativeMatrixLength as u32;
        let kind = ConstantKind::SpecOp { op: Op::Intrinsic, imm, operands };
        self.intern(ConstantData { ty: common::U32, kind })
    }

    /// The condition of which an integer constant is the number: 1 if it holds, and else 0.
    pub fn condition(&self, constant: Constant) -> Option<Constant> {
        let ConstantKind::SpecOp { op: Op::Select, operands, .. } = &self.get(constant).kind else {
            return None;
        };
        match operands[..] {
            [condition, one, zero] if self.bits(one) == Some(1) && self.bits(zero) == Some(0) => {
                Some(condition)
            }
            _ => None,
        }
    }

    /// The bits of a scalar constant that is neither undefined nor specialised.
    pub fn bits(&self, constant: Constant) -> Option<u64> {
        match self.get(constant).kind {
            ConstantKind::Scalar(bits) => Some(bits),
            ConstantKind::Null
            | ConstantKind::Composite(_)
            | ConstantKind::Undef
            | ConstantKind::Spec(_)
            | ConstantKind::SpecOp { .. }
            | ConstantKind::Param(_) => None,
        }
    }

    /// The value of an integer scalar constant, sign-extended if its type is signed.
    pub fn as_int(&self, constant: Constant) -> Option<i64> {
        let bits = self.bits(constant)?;
        let ty = self.ty(constant);
        match common::as_scalar(ty)? {
            Scalar::I8 => Some(i64::from(bits as i8)),
            Scalar::I16 => Some(i64::from(bits as i16)),
            Scalar::I32 => Some(i64::from(bits as i32)),
            Scalar::I64 => Some(bits as i64),
            scalar if scalar.is_unsigned() => i64::try_from(bits).ok(),
            _ => None,
        }
    }

    /// Records the source's name and precision of a composite. Since all that are equal are one, the first name and
    /// the best precision stay.
    pub fn declare(&mut self, constant: Constant, name: Name, precision: Precision) {
        let declared = self.declared.entry(constant);
        *declared = Some(match *declared {
            None | Some((Name::EMPTY, _)) => (name, precision),
            // To have none is to be as good as it gets.
            Some((first, other)) if precision == Precision::None || other == Precision::None => {
                (first, Precision::None)
            }
            Some((first, other)) => (first, precision.max(other)),
        });
    }

    /// Gives a constant that has a name another one.
    pub fn rename(&mut self, constant: Constant, name: Name) {
        if let Some(row) = self.declared.entry(constant) {
            row.0 = name;
        }
    }

    /// The name that the source gives to `constant`; empty for most.
    pub fn name(&self, constant: Constant) -> Name {
        self.declared.at(constant).map_or(Name::EMPTY, |row| row.0)
    }

    /// The precision that the source declares `constant` with.
    pub fn precision(&self, constant: Constant) -> Precision {
        self.declared.at(constant).map_or(Precision::None, |row| row.1)
    }

    /// True if the value depends on a specialisation constant.
    pub fn is_spec(&self, constant: Constant) -> bool {
        self.spec.at(constant)
    }
}

/// The hash of a constant.
fn hash_of(data: &ConstantData) -> u64 {
    match &data.kind {
        ConstantKind::Scalar(bits) => hash_scalar(data.ty, *bits),
        ConstantKind::Composite(parts) => hash_composite(data.ty, parts),
        _ => Positions::hash(data),
    }
}

/// The hash of a scalar, from its type and bits.
fn hash_scalar(ty: Type, bits: u64) -> u64 {
    Positions::hash(&(ty, bits))
}

/// The hash of a composite, from its type and parts.
fn hash_composite(ty: Type, parts: &[Constant]) -> u64 {
    Positions::hash(&(ty, parts))
}
