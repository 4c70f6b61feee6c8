//! Random functions over the whole op table.
//!
//! The operands of an op follow from its typing rule ([`Sig`]), so an op that is added to the table is generated without a
//! change here. Functions are straight lines, branches, loops and switches with block parameters, in a fragment shader
//! with an input and a uniform of four components of every scalar type.

use vitrum_ir::types::common;
use vitrum_ir::typing::{self, operand_type};
use vitrum_ir::{
    Block, Builder, Case, Class, ControlHints, ControlKind, Cursor, Effects, Function, FunctionData, Global,
    Inst, Interpolation, Length, MemoryAccess, Module, Op, Operand, Precision, Scalar, Shuffle, Sig, Span,
    Stage, Storage, Swizzle, Type, TypeData,
};

use super::random::Random;

/// The scalar types of inputs.
pub(super) const SCALARS: &[Scalar] = &[
    Scalar::I8,
    Scalar::U8,
    Scalar::I16,
    Scalar::U16,
    Scalar::I32,
    Scalar::U32,
    Scalar::I64,
    Scalar::U64,
    Scalar::F16,
    Scalar::F32,
    Scalar::F64,
];

/// Values that are stored to outputs.
const OUTPUTS: usize = 12;

/// A random shader.
pub(super) fn program(seed: u64) -> Module {
    let mut module = Module::new(Stage::Fragment);
    let main = module.names.intern("main");
    let function = module.functions.alloc(FunctionData::new(main, common::VOID));
    module.entry = Some(function);
    let mut sources = Vec::new();
    for &scalar in SCALARS {
        let ty = module.types.vector(scalar, 4);
        for (prefix, storage) in [("in", Storage::Input), ("uniform", Storage::Uniform)] {
            let source = module.add_global(&name(prefix, scalar), ty, storage);
            if storage == Storage::Input {
                module.globals[source].decorations.interpolation = Some(Interpolation::Flat);
            }
            sources.push(source);
        }
    }
    let body = module.functions[function].body;
    let cursor = Cursor { function, block: Some(body), span: Span::default(), precise: true };
    let mut maker = Maker {
        module,
        function,
        cursor,
        random: Random::new(seed),
        pool: Vec::new(),
        around: Vec::new(),
        room: 60,
        stored: 0,
        turn: seed as usize * 29,
    };
    maker.load(&sources);
    maker.fill(0);
    maker.finish();
    maker.module
}

/// The name of an input or uniform of a scalar type.
pub(super) fn name(prefix: &str, scalar: Scalar) -> String {
    format!("{prefix}_{scalar:?}")
}

/// The ops that are generated as operations: those whose value depends on their operands alone, and derivatives.
pub(super) fn ops() -> impl Iterator<Item = Op> {
    Op::ALL.iter().copied().filter(|op| is_generated(*op))
}

fn is_generated(op: Op) -> bool {
    match op.info().sig {
        // It gives floats of 8 bits, which the functions lack.
        Sig::Convert(..) if op == Op::FconvertSaturated => false,
        Sig::Unary(_)
        | Sig::Binary(_)
        | Sig::Ternary(_)
        | Sig::Compare(_)
        | Sig::Test(_)
        | Sig::Reduce
        | Sig::Shift
        | Sig::BitExtract
        | Sig::BitInsert
        | Sig::BitQuery
        | Sig::Wide(_)
        | Sig::Modf
        | Sig::Frexp
        | Sig::Ldexp
        | Sig::Select
        | Sig::Convert(..)
        | Sig::Bitcast
        | Sig::Dot
        | Sig::Length
        | Sig::Distance
        | Sig::Cross
        | Sig::Refract
        | Sig::VectorTimesScalar
        | Sig::MatrixTimesScalar
        | Sig::VectorTimesMatrix
        | Sig::MatrixTimesVector
        | Sig::MatrixTimesMatrix
        | Sig::OuterProduct
        | Sig::Transpose
        | Sig::Determinant
        | Sig::Inverse
        | Sig::Pack
        | Sig::Equal
        | Sig::Construct
        | Sig::Splat
        | Sig::Extract
        | Sig::Insert
        | Sig::ExtractDynamic
        | Sig::InsertDynamic
        | Sig::Swizzle
        | Sig::Shuffle => true,
        // Memory, images, calls and control have shapes of their own, or results that no analysis looks into.
        Sig::Var
        | Sig::Access
        | Sig::Load
        | Sig::Store
        | Sig::StoreSwizzle
        | Sig::ArrayLength
        | Sig::AtomicLoad
        | Sig::AtomicStore
        | Sig::AtomicRmw(_)
        | Sig::AtomicCompare
        | Sig::TexelPointer
        | Sig::Combine
        | Sig::ImageOf
        | Sig::Image
        | Sig::ImageWrite
        | Sig::ImageSize
        | Sig::ImageQuery
        | Sig::QueryLod
        | Sig::Interpolate
        | Sig::Call
        | Sig::Intrinsic
        | Sig::Control
        | Sig::Terminator => false,
    }
}

/// The targets of `break` and `continue`.
#[derive(Clone)]
enum Around {
    Loop { results: Vec<Type>, continued: Vec<Type> },
    Switch { results: Vec<Type> },
}

struct Maker {
    module: Module,
    function: Function,
    cursor: Cursor,
    random: Random,
    /// Values that can be used, newest last.
    pool: Vec<Operand>,
    around: Vec<Around>,
    /// Instructions that may still be added.
    room: usize,
    stored: usize,
    /// The next op that has its turn.
    turn: usize,
}

type Typed = (Vec<Operand>, u32, Vec<Type>);

impl Maker {
    fn builder(&mut self) -> Builder<'_> {
        Builder::new(&mut self.module, &mut self.cursor)
    }

    fn ty(&self, operand: Operand) -> Type {
        operand_type(&self.module, &self.module.functions[self.function], operand)
    }

    fn data(&self, ty: Type) -> TypeData {
        self.module.types.get(ty)
    }

    fn push(&mut self, op: Op, operands: &[Operand], imm: u32, types: &[Type]) -> Vec<Operand> {
        let results: Vec<(Type, Precision)> = types.iter().map(|&ty| (ty, Precision::None)).collect();
        let inst = self.builder().push(op, operands, imm, &results);
        let function = &self.module.functions[self.function];
        let made: Vec<Operand> =
            inst.into_iter().flat_map(|inst| function.results(inst)).map(Operand::from).collect();
        self.pool.extend(&made);
        made
    }

    fn one(&mut self, op: Op, operands: &[Operand], imm: u32, ty: Type) -> Operand {
        match self.push(op, operands, imm, &[ty]).first() {
            Some(&made) => made,
            None => self.module.constants.undef(ty).into(),
        }
    }

    fn load(&mut self, sources: &[Global]) {
        for &global in sources {
            let ty = self.module.globals[global].ty;
            self.one(Op::Load, &[global.into()], 0, ty);
        }
        // Booleans of each lane, and of all.
        for at in [10, 11] {
            if let Some(&source) = self.pool.get(at) {
                let ty = self.ty(source);
                let one = self.constant(ty, 1);
                let bit = self.one(Op::Iand, &[source, one], 0, ty);
                let zero = self.constant(ty, 0);
                let bools = self.module.types.vector(Scalar::Bool, 4);
                self.one(Op::Ine, &[bit, zero], 0, bools);
            }
        }
    }

    /// The same bits in each component.
    fn constant(&mut self, ty: Type, bits: u64) -> Operand {
        let Some(scalar) = self.module.types.scalar_of(ty) else {
            return self.module.constants.null(ty).into();
        };
        let one = self.module.constants.scalar(scalar, bits);
        match self.data(ty) {
            TypeData::Vector { size, .. } => {
                self.module.constants.composite(ty, &vec![one; usize::from(size)]).into()
            }
            TypeData::Scalar(_) => one.into(),
            _ => self.module.constants.null(ty).into(),
        }
    }

    fn random_constant(&mut self, ty: Type) -> Operand {
        match self.data(ty) {
            TypeData::Scalar(scalar) => {
                let bits = self.random.bits(scalar);
                self.module.constants.scalar(scalar, bits).into()
            }
            TypeData::Vector { scalar, size } => {
                let same = self.random.chance(2).then(|| self.random.bits(scalar));
                let parts: Vec<_> = (0..size)
                    .map(|_| {
                        let bits = same.unwrap_or_else(|| self.random.bits(scalar));
                        self.module.constants.scalar(scalar, bits)
                    })
                    .collect();
                self.module.constants.composite(ty, &parts).into()
            }
            TypeData::Matrix { scalar, rows, columns } => {
                let column = self.module.types.vector(scalar, u32::from(rows));
                let parts: Vec<_> =
                    (0..columns).filter_map(|_| self.random_constant(column).constant()).collect();
                self.module.constants.composite(ty, &parts).into()
            }
            TypeData::Array { element, .. } => {
                let count = self.module.types.length(ty).unwrap_or(1);
                let parts: Vec<_> =
                    (0..count).filter_map(|_| self.random_constant(element).constant()).collect();
                self.module.constants.composite(ty, &parts).into()
            }
            _ => self.module.constants.null(ty).into(),
        }
    }

    /// Something of a type, of which sometimes more is known than the type says.
    fn operand(&mut self, ty: Type) -> Operand {
        let from = self.plain(ty);
        let (TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. }) = self.data(ty) else { return from };
        if !self.random.chance(5) || scalar == Scalar::Bool {
            return from;
        }
        if scalar.is_float() {
            let op = [Op::Fabs, Op::Floor, Op::Fract][self.random.below(3)];
            return self.one(op, &[from], 0, ty);
        }
        let op = [Op::Iand, Op::Iand, Op::Ior][self.random.below(3)];
        let bits = (1 << self.random.below(scalar.width() as usize)) - 1;
        let mask = self.constant(ty, bits);
        self.one(op, &[from, mask], 0, ty)
    }

    fn plain(&mut self, ty: Type) -> Operand {
        let fits: Vec<Operand> = self.pool.iter().copied().filter(|&it| self.ty(it) == ty).collect();
        if !fits.is_empty() && !self.random.chance(4) {
            // Newer values are better: what they rest on is deeper.
            let from = if self.random.chance(2) { fits.len().saturating_sub(4) } else { 0 };
            return fits[from + self.random.below(fits.len() - from)];
        }
        if self.random.chance(3) {
            return self.random_constant(ty);
        }
        self.made(ty)
    }

    /// Something of a type that is no constant, made for the purpose.
    fn made(&mut self, ty: Type) -> Operand {
        match self.data(ty) {
            TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } => {
                let size = self.module.types.vector_size(ty).unwrap_or(1);
                let wide = self.module.types.vector(scalar, 4);
                let all: Vec<Operand> = self.pool.iter().copied().filter(|&it| self.ty(it) == wide).collect();
                let Some(&from) = self.random.pick(&all) else { return self.random_constant(ty) };
                if size == 4 {
                    return from;
                }
                let components: Vec<u32> = (0..size).map(|_| self.random.below(4) as u32).collect();
                match Swizzle::new(&components) {
                    Some(_) if size == 1 => self.one(Op::Extract, &[from], components[0], ty),
                    Some(swizzle) => self.one(Op::Swizzle, &[from], swizzle.bits(), ty),
                    None => self.random_constant(ty),
                }
            }
            TypeData::Matrix { scalar, rows, columns } => {
                let column = self.module.types.vector(scalar, u32::from(rows));
                let parts: Vec<Operand> = (0..columns).map(|_| self.operand(column)).collect();
                self.one(Op::Construct, &parts, 0, ty)
            }
            TypeData::Array { element, .. } => {
                let count = self.module.types.length(ty).unwrap_or(1);
                let parts: Vec<Operand> = (0..count).map(|_| self.operand(element)).collect();
                self.one(Op::Construct, &parts, 0, ty)
            }
            _ => self.random_constant(ty),
        }
    }

    fn scalar(&mut self, class: Class) -> Scalar {
        let fits: Vec<Scalar> = SCALARS
            .iter()
            .copied()
            .filter(|scalar| match class {
                Class::Bool => false,
                Class::Signed => scalar.is_integer() && scalar.is_signed(),
                Class::Unsigned => scalar.is_integer() && !scalar.is_signed(),
                Class::Int => scalar.is_integer(),
                Class::Float | Class::FloatOrMatrix => scalar.is_float(),
                Class::Numeric => true,
            })
            .collect();
        self.random.pick(&fits).copied().unwrap_or(Scalar::Bool)
    }

    fn sized(&mut self, scalar: Scalar, size: u32) -> Type {
        self.module.types.vector(scalar, size)
    }

    /// A scalar or vector of a class, often that of something recent.
    fn of_class(&mut self, class: Class) -> Type {
        if class == Class::FloatOrMatrix && self.random.chance(6) {
            return self.matrix();
        }
        let recent: Vec<Type> = self.pool.iter().rev().take(12).map(|&it| self.ty(it)).collect();
        let fits = |ty: &Type| {
            let (TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. }) = self.data(*ty) else {
                return false;
            };
            match class {
                Class::Bool => scalar == Scalar::Bool,
                Class::Signed => scalar.is_integer() && scalar.is_signed(),
                Class::Unsigned => scalar.is_integer() && !scalar.is_signed(),
                Class::Int => scalar.is_integer(),
                Class::Float | Class::FloatOrMatrix => scalar.is_float(),
                Class::Numeric => scalar != Scalar::Bool,
            }
        };
        let recent: Vec<Type> = recent.into_iter().filter(|ty| fits(ty)).collect();
        if let Some(&ty) = self.random.pick(&recent)
            && !self.random.chance(4)
        {
            return ty;
        }
        let (scalar, size) = (self.scalar(class), 1 + self.random.below(4) as u32);
        self.sized(scalar, size)
    }

    fn matrix(&mut self) -> Type {
        let (columns, rows) = (2 + self.random.below(3) as u8, 2 + self.random.below(3) as u8);
        self.module.types.intern(TypeData::Matrix { scalar: Scalar::F32, columns, rows })
    }

    fn any(&mut self) -> Type {
        match self.random.below(12) {
            0 => self.matrix(),
            1 => self.of_class(Class::Bool),
            2 => {
                let element = self.of_class(Class::Numeric);
                let length = Length::Constant(2 + self.random.below(3) as u32);
                self.module.types.intern(TypeData::Array { element, length })
            }
            _ => self.of_class(Class::Numeric),
        }
    }

    /// A small number, as an operand of an integer type.
    fn small(&mut self, ty: Type, end: usize) -> Operand {
        if self.random.chance(3) {
            return self.operand(ty);
        }
        let bits = self.random.below(end.max(1)) as u64;
        let limit = self.constant(ty, bits);
        if self.random.chance(2) {
            return limit;
        }
        let mask = self.constant(ty, (end.next_power_of_two() - 1) as u64);
        let from = self.operand(ty);
        self.one(Op::Iand, &[from, mask], 0, ty)
    }

    fn width(&self, ty: Type) -> usize {
        self.module.types.scalar_of(ty).map_or(32, |scalar| scalar.width() as usize)
    }

    fn like(&mut self, ty: Type, scalar: Scalar) -> Type {
        self.module.types.with_scalar(ty, scalar).unwrap_or(ty)
    }

    /// Operands, immediate and result types for an op.
    fn typed(&mut self, op: Op) -> Option<Typed> {
        let sig = op.info().sig;
        let mut given = None;
        let mut imm = 0;
        let operands = match sig {
            Sig::Unary(class) | Sig::Test(class) => {
                let ty = self.of_class(class);
                vec![self.operand(ty)]
            }
            Sig::Binary(class) | Sig::Compare(class) | Sig::Wide(class) => {
                let ty = self.of_class(class);
                let first = self.operand(ty);
                let second = if self.random.chance(12) { first } else { self.operand(ty) };
                vec![first, second]
            }
            Sig::Ternary(class) => {
                let ty = self.of_class(class);
                (0..3).map(|_| self.operand(ty)).collect()
            }
            Sig::Reduce => {
                let ty = self.of_class(Class::Bool);
                vec![self.operand(ty)]
            }
            Sig::Shift => {
                let ty = self.of_class(Class::Int);
                let (scalar, size) = (self.scalar(Class::Int), self.module.types.vector_size(ty)?);
                let by = self.sized(scalar, size);
                let first = self.operand(ty);
                vec![first, self.small(by, self.width(ty))]
            }
            Sig::BitExtract | Sig::BitInsert => {
                let ty = self.of_class(Class::Int);
                let count = if sig == Sig::BitInsert { 2 } else { 1 };
                let mut operands: Vec<Operand> = (0..count).map(|_| self.operand(ty)).collect();
                let half = self.width(ty) / 2;
                operands.push(self.small(common::I32, half));
                operands.push(self.small(common::I32, half));
                operands
            }
            Sig::BitQuery => {
                let ty = self.of_class(Class::Int);
                vec![self.operand(ty)]
            }
            Sig::Modf | Sig::Frexp => {
                let ty = self.of_class(Class::Float);
                vec![self.operand(ty)]
            }
            Sig::Ldexp => {
                let ty = self.of_class(Class::Float);
                let by = self.like(ty, Scalar::I32);
                vec![self.operand(ty), self.operand(by)]
            }
            Sig::Select => {
                let ty = self.any();
                let wide = matches!(self.data(ty), TypeData::Vector { .. }) && self.random.chance(2);
                let condition = if wide { self.like(ty, Scalar::Bool) } else { common::BOOL };
                vec![self.operand(condition), self.operand(ty), self.operand(ty)]
            }
            Sig::Convert(from, to) => {
                let ty = self.of_class(from);
                let scalar = if to == Class::Bool { Scalar::Bool } else { self.scalar(to) };
                given = Some(self.like(ty, scalar));
                vec![self.operand(ty)]
            }
            Sig::Bitcast => {
                let ty = self.of_class(Class::Numeric);
                let bits = self.width(ty) as u32 * self.module.types.vector_size(ty)?;
                let fits: Vec<(Scalar, u32)> = SCALARS
                    .iter()
                    .map(|&scalar| (scalar, bits / scalar.width()))
                    .filter(|&(scalar, size)| (1..=4).contains(&size) && size * scalar.width() == bits)
                    .collect();
                let &(scalar, size) = self.random.pick(&fits)?;
                given = Some(self.sized(scalar, size));
                vec![self.operand(ty)]
            }
            Sig::Dot | Sig::Distance => {
                let ty = self.of_class(Class::Float);
                vec![self.operand(ty), self.operand(ty)]
            }
            Sig::Length => {
                let ty = self.of_class(Class::Float);
                vec![self.operand(ty)]
            }
            Sig::Cross => {
                let scalar = self.scalar(Class::Float);
                let ty = self.sized(scalar, 3);
                vec![self.operand(ty), self.operand(ty)]
            }
            Sig::Refract => {
                let ty = self.of_class(Class::Float);
                let scalar = common::scalar(self.module.types.scalar_of(ty)?);
                vec![self.operand(ty), self.operand(ty), self.operand(scalar)]
            }
            Sig::VectorTimesScalar => {
                let scalar = self.scalar(Class::Float);
                let size = 2 + self.random.below(3) as u32;
                let ty = self.sized(scalar, size);
                vec![self.operand(ty), self.operand(common::scalar(scalar))]
            }
            Sig::MatrixTimesScalar => {
                let ty = self.matrix();
                vec![self.operand(ty), self.operand(common::F32)]
            }
            Sig::VectorTimesMatrix | Sig::MatrixTimesVector | Sig::MatrixTimesMatrix | Sig::Transpose => {
                let ty = self.matrix();
                let TypeData::Matrix { scalar, columns, rows } = self.data(ty) else { return None };
                let matrix = self.operand(ty);
                match sig {
                    Sig::VectorTimesMatrix => {
                        let vector = self.sized(scalar, u32::from(rows));
                        vec![self.operand(vector), matrix]
                    }
                    Sig::MatrixTimesVector => {
                        let vector = self.sized(scalar, u32::from(columns));
                        vec![matrix, self.operand(vector)]
                    }
                    Sig::MatrixTimesMatrix => {
                        let other = 2 + self.random.below(3) as u8;
                        let other = TypeData::Matrix { scalar, columns: other, rows: columns };
                        let other = self.module.types.intern(other);
                        vec![matrix, self.operand(other)]
                    }
                    _ => vec![matrix],
                }
            }
            Sig::OuterProduct => {
                let (a, b) = (2 + self.random.below(3) as u32, 2 + self.random.below(3) as u32);
                let (a, b) = (self.sized(Scalar::F32, a), self.sized(Scalar::F32, b));
                vec![self.operand(a), self.operand(b)]
            }
            Sig::Determinant | Sig::Inverse => {
                let size = 2 + self.random.below(3) as u8;
                let ty = TypeData::Matrix { scalar: Scalar::F32, columns: size, rows: size };
                let ty = self.module.types.intern(ty);
                vec![self.operand(ty)]
            }
            Sig::Pack => vec![self.operand(typing::pack_types(op)?.0)],
            Sig::Equal => {
                let ty = self.any();
                vec![self.operand(ty), self.operand(ty)]
            }
            Sig::Construct => {
                let ty = self.any();
                given = Some(ty);
                match self.data(ty) {
                    TypeData::Vector { scalar, size } => {
                        let mut parts = Vec::new();
                        let mut left = u32::from(size);
                        while left > 0 {
                            let count = 1 + self.random.below(left.min(3) as usize) as u32;
                            let part = self.sized(scalar, count);
                            parts.push(self.operand(part));
                            left -= count;
                        }
                        parts
                    }
                    TypeData::Matrix { .. } | TypeData::Array { .. } => {
                        let count = self.module.types.length(ty)?;
                        let part = typing::part_type(&self.module, ty, 0)?;
                        (0..count).map(|_| self.operand(part)).collect()
                    }
                    _ => return None,
                }
            }
            Sig::Splat => {
                let size = 2 + self.random.below(3) as u32;
                let scalar = self.scalar(Class::Numeric);
                given = Some(self.sized(scalar, size));
                vec![self.operand(common::scalar(scalar))]
            }
            Sig::Extract | Sig::Insert | Sig::ExtractDynamic => {
                let ty = self.any();
                let count = self.module.types.length(ty)? as usize;
                let part = typing::part_type(&self.module, ty, 0)?;
                let whole = self.operand(ty);
                match sig {
                    Sig::ExtractDynamic => vec![whole, self.small(common::U32, count)],
                    Sig::Insert => {
                        imm = self.random.below(count) as u32;
                        vec![whole, self.operand(part)]
                    }
                    _ => {
                        imm = self.random.below(count) as u32;
                        vec![whole]
                    }
                }
            }
            Sig::InsertDynamic => {
                let size = 2 + self.random.below(3) as u32;
                let scalar = self.scalar(Class::Numeric);
                let ty = self.sized(scalar, size);
                vec![
                    self.operand(ty),
                    self.operand(common::scalar(scalar)),
                    self.small(common::I32, size as usize),
                ]
            }
            Sig::Swizzle => {
                let ty = self.of_class(Class::Numeric);
                let size = self.module.types.vector_size(ty)? as usize;
                let components: Vec<u32> =
                    (0..2 + self.random.below(3)).map(|_| self.random.below(size) as u32).collect();
                imm = Swizzle::new(&components)?.bits();
                vec![self.operand(ty)]
            }
            Sig::Shuffle => {
                let scalar = self.scalar(Class::Numeric);
                let sizes = [2 + self.random.below(3), 2 + self.random.below(3)];
                let [a, b] = sizes.map(|size| self.sized(scalar, size as u32));
                let components: Vec<u32> = (0..2 + self.random.below(3))
                    .map(|_| self.random.below(sizes[0] + sizes[1]) as u32)
                    .collect();
                imm = Shuffle::new(&components)?.bits();
                vec![self.operand(a), self.operand(b)]
            }
            _ => return None,
        };
        let types: Vec<Type> = operands.iter().map(|&operand| self.ty(operand)).collect();
        let results = match typing::infer_pair(&mut self.module, op, &types) {
            Some(pair) => pair.to_vec(),
            None => vec![given.or_else(|| typing::infer(&mut self.module, op, &types, imm))?],
        };
        Some((operands, imm, results))
    }

    /// Instructions up to the end of a block, without its terminator.
    fn fill(&mut self, depth: usize) {
        let all: Vec<Op> = ops().collect();
        let count = if depth == 0 { self.room } else { 2 + self.random.below(8) };
        for _ in 0..count {
            if self.room == 0 || self.cursor.block.is_none() {
                return;
            }
            self.room -= 1;
            match self.random.below(24) {
                0 | 1 if depth < 4 => self.branch(depth),
                2 if depth < 3 => self.repeat(depth),
                3 if depth < 3 => self.switch(depth),
                4 => self.store(),
                _ => {
                    // Half of them in turn, so that a few functions have them all.
                    self.turn += 1;
                    let at = if self.random.chance(2) { self.turn } else { self.random.below(all.len()) };
                    let Some(&op) = all.get(at % all.len().max(1)) else { return };
                    // Derivatives need all lanes of the quad.
                    let derivative = op.effects().contains(Effects::DERIVATIVE);
                    if derivative && (depth > 0 || !self.around.is_empty()) {
                        continue;
                    }
                    if let Some((operands, imm, results)) = self.typed(op) {
                        self.push(op, &operands, imm, &results);
                    }
                }
            }
        }
    }

    fn store(&mut self) {
        let numbers: Vec<Operand> = self
            .pool
            .iter()
            .rev()
            .copied()
            .filter(|&it| {
                it.value().is_some()
                    && matches!(self.data(self.ty(it)), TypeData::Scalar(_) | TypeData::Vector { .. })
            })
            .take(20)
            .collect();
        if self.stored >= OUTPUTS {
            return;
        }
        if let Some(&value) = self.random.pick(&numbers) {
            let value = self.number(value);
            let ty = self.ty(value);
            let output = self.module.add_global(&format!("out{}", self.stored), ty, Storage::Output);
            // It is defined even if nothing stores it.
            self.module.globals[output].initializer = Some(self.module.constants.null(ty));
            self.stored += 1;
            self.builder().store(output.into(), value, MemoryAccess::NONE);
        }
    }

    /// The integers that bools are, as outputs are numbers.
    fn number(&mut self, value: Operand) -> Operand {
        let ty = self.ty(value);
        if self.module.types.scalar_of(ty) != Some(Scalar::Bool) {
            return value;
        }
        let size = self.module.types.vector_size(ty).unwrap_or(1);
        let ints = self.module.types.vector(Scalar::I32, size);
        let (one, zero) = (self.module.constants.i32(1), self.module.constants.null(ints));
        let ones =
            if size == 1 { one } else { self.module.constants.composite(ints, &vec![one; size as usize]) };
        self.builder().op(Op::Select, &[value, ones.into(), zero.into()], Precision::None)
    }

    fn values(&mut self, types: &[Type]) -> Vec<Operand> {
        types.iter().map(|&ty| self.operand(ty)).collect()
    }

    fn types(&mut self, most: usize) -> Vec<Type> {
        let count = self.random.below(most + 1);
        (0..count)
            .map(|_| if self.random.chance(6) { self.any() } else { self.of_class(Class::Numeric) })
            .collect()
    }

    /// Enters a block; gives what the pool held.
    fn enter(&mut self, block: Block) -> usize {
        self.cursor.block = Some(block);
        let length = self.pool.len();
        let params = self.module.functions[self.function].blocks[block].params.iter().copied();
        self.pool.extend(params.map(Operand::from));
        length
    }

    fn leave(&mut self, length: usize, after: Option<Block>) {
        self.pool.truncate(length);
        self.cursor.block = after;
    }

    fn params(&mut self, types: &[Type]) -> Block {
        let params: Vec<(Type, Precision)> = types.iter().map(|&ty| (ty, Precision::None)).collect();
        self.builder().block(&params).0
    }

    /// Adds a control instruction with results behind what its blocks hold.
    fn control(&mut self, op: Op, operands: &[Operand], kind: ControlKind) -> Option<Inst> {
        self.builder().control(op, operands, kind, ControlHints::default())
    }

    fn results(&mut self, control: Option<Inst>, types: &[Type]) {
        let Some(control) = control else { return };
        let results: Vec<(Type, Precision)> = types.iter().map(|&ty| (ty, Precision::None)).collect();
        let function = &mut self.module.functions[self.function];
        function.add_results(control, &results);
        let made: Vec<Operand> = function.results(control).map(Operand::from).collect();
        self.pool.extend(made);
    }

    /// Ends an arm: by going on behind it with values of these types, or out of what is around.
    fn end_arm(&mut self, types: &[Type]) {
        if self.cursor.block.is_none() {
            return;
        }
        let way = self.random.below(10);
        let innermost = self.around.last().cloned();
        let repeated = self.around.iter().rev().find_map(|around| match around {
            Around::Loop { continued, .. } => Some(continued.clone()),
            Around::Switch { .. } => None,
        });
        match (way, innermost, repeated) {
            (0, Some(Around::Loop { results, .. } | Around::Switch { results }), _) => {
                let values = self.values(&results);
                self.builder().terminate(Op::Break, &values);
            }
            (1, _, Some(continued)) => {
                let values = self.values(&continued);
                self.builder().terminate(Op::Continue, &values);
            }
            (2, _, _) if self.random.chance(6) => {
                let op = if self.random.chance(2) { Op::Return } else { Op::Terminate };
                self.builder().terminate(op, &[]);
            }
            _ => {
                let values = self.values(types);
                self.builder().terminate(Op::Merge, &values);
            }
        }
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.operand(common::BOOL);
        let types = self.types(2);
        let (then, other) = (self.params(&[]), self.params(&[]));
        let after = self.cursor.block;
        let control = self.control(Op::If, &[condition], ControlKind::If { then, other });
        for block in [then, other] {
            let length = self.enter(block);
            self.fill(depth + 1);
            self.end_arm(&types);
            self.leave(length, after);
        }
        self.results(control, &types);
    }

    /// A loop of a counter, whose law and test are made up and often end it soon.
    fn repeat(&mut self, depth: usize) {
        let carried: Vec<Type> = std::iter::once(common::I32).chain(self.types(2)).collect();
        let results = self.types(2);
        let passed = if self.random.chance(2) { self.types(1) } else { Vec::new() };
        let at_end = self.random.chance(3);
        let has_continuing = at_end || self.random.chance(3) || !passed.is_empty();
        let continued = if has_continuing { passed.clone() } else { carried.clone() };
        let start = self.random.below(4) as u64;
        let mut first: Vec<Operand> = vec![self.constant(common::I32, start)];
        let rest = carried.get(1..).unwrap_or(&[]).to_vec();
        first.extend(self.values(&rest));
        let body = self.params(&carried);
        let continuing = has_continuing.then(|| self.params(&passed));
        let after = self.cursor.block;
        let control = self.control(Op::Loop, &first, ControlKind::Loop { body, continuing });
        let floor = self.pool.len();
        self.around.push(Around::Loop { results: results.clone(), continued });
        let length = self.enter(body);
        let counter = self.pool.get(length).copied();
        let counter = counter.unwrap_or_else(|| self.module.constants.i32(0).into());
        let step = |this: &mut Self| {
            let op = if this.random.chance(12) { Op::Imul } else { Op::Iadd };
            let by = 1 + this.random.below(3) as u64;
            let by = this.constant(common::I32, by);
            this.one(op, &[counter, by], 0, common::I32)
        };
        if self.random.chance(3) {
            self.fill(depth + 1);
        }
        // The test, unless the arms before have left.
        let test = |this: &mut Self, of: Operand| {
            let op =
                [Op::Sge, Op::Sgt, Op::Ieq][if this.random.chance(12) { 2 } else { this.random.below(2) }];
            let end = 2 + this.random.below(3) as u64;
            let end = this.constant(common::I32, end);
            this.one(op, &[of, end], 0, common::BOOL)
        };
        if !at_end && self.cursor.block.is_some() {
            let condition = test(self, counter);
            let (then, other) = (self.params(&[]), self.params(&[]));
            let here = self.cursor.block;
            self.control(Op::If, &[condition], ControlKind::If { then, other });
            let inner = self.enter(then);
            let values = self.values(&results);
            self.builder().terminate(Op::Break, &values);
            self.leave(inner, here);
            let inner = self.enter(other);
            self.builder().terminate(Op::Merge, &[]);
            self.leave(inner, here);
        }
        self.fill(depth + 1);
        // Values of the body are visible in the continuing block only if nothing went past it.
        let next = step(self);
        if self.cursor.block.is_some() {
            let values = if has_continuing {
                self.values(&passed)
            } else {
                let mut values = vec![next];
                values.extend(self.values(&rest));
                values
            };
            self.builder().terminate(Op::Continue, &values);
        }
        self.pool.truncate(length + carried.len());
        if let Some(continuing) = continuing {
            let inner = self.enter(continuing);
            let around = self.around.pop();
            self.fill_straight();
            let next = step(self);
            let mut values = vec![next];
            values.extend(self.values(&rest));
            if at_end {
                let condition = test(self, next);
                let mut operands = vec![condition];
                operands.extend(self.values(&results));
                operands.extend(values);
                self.builder().push(Op::BreakIf, &operands, results.len() as u32, &[]);
            } else {
                self.builder().terminate(Op::Next, &values);
            }
            self.around.extend(around);
            self.pool.truncate(inner);
        }
        self.around.pop();
        self.leave(floor, after);
        self.results(control, &results);
    }

    /// A few operations, no control flow.
    fn fill_straight(&mut self) {
        let all: Vec<Op> = ops().filter(|op| !op.effects().contains(Effects::DERIVATIVE)).collect();
        for _ in 0..self.random.below(3) {
            if let Some(&op) = self.random.pick(&all)
                && let Some((operands, imm, results)) = self.typed(op)
            {
                self.push(op, &operands, imm, &results);
            }
        }
    }

    fn switch(&mut self, depth: usize) {
        let selector = self.small(common::I32, 4);
        let results = self.types(2);
        let passed = if self.random.chance(2) { self.types(2) } else { Vec::new() };
        let count = 2 + self.random.below(3);
        let default = self.random.below(count);
        let cases: Vec<Case> = (0..count)
            .map(|at| {
                let value = self.module.constants.i32(at as i32);
                let values = if at == default && self.random.chance(2) { Vec::new() } else { vec![value] };
                Case { values, default: at == default, block: self.params(&passed) }
            })
            .collect();
        let mut operands = vec![selector];
        operands.extend(self.values(&passed));
        let blocks: Vec<Block> = cases.iter().map(|case| case.block).collect();
        let after = self.cursor.block;
        let control = self.control(Op::Switch, &operands, ControlKind::Switch { cases });
        self.around.push(Around::Switch { results: results.clone() });
        for (at, &block) in blocks.iter().enumerate() {
            let length = self.enter(block);
            self.fill(depth + 1);
            if self.cursor.block.is_some() {
                let falls = at + 1 < blocks.len() && self.random.chance(3);
                let (op, types) = if falls { (Op::Fallthrough, &passed) } else { (Op::Break, &results) };
                let values = self.values(types);
                self.builder().terminate(op, &values);
            }
            self.leave(length, after);
        }
        self.around.pop();
        self.results(control, &results);
    }

    /// Stores the newest values, and returns.
    fn finish(&mut self) {
        for _ in 0..OUTPUTS {
            if self.cursor.block.is_some() {
                self.store();
            }
        }
        if self.cursor.block.is_some() {
            self.builder().terminate(Op::Return, &[]);
        }
    }
}
