//! The results of operations on floats lie within their computed bounds.

use super::{FloatBounds, FloatQuery};
use crate::analysis::ranges::Bounds;
use std::collections::BTreeMap;
use vitrum_ir::eval::scalar::FloatFormat;
use vitrum_ir::fold::{Components, evaluate_components};
use vitrum_ir::types::common;
use vitrum_ir::{FunctionData, Module, Op, Operand, Precision, Scalar, Span, Stage, Type};

const ONE: &[Op] = &[Op::Fneg, Op::Fabs, Op::Floor, Op::Ceil, Op::Trunc, Op::RoundEven];
const TWO: &[Op] =
    &[Op::Fadd, Op::Fsub, Op::Fmul, Op::Fdiv, Op::Fmin, Op::Fmax, Op::Nmin, Op::Nmax, Op::Step];
const THREE: &[Op] = &[Op::Fclamp, Op::Nclamp];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[(self.next() >> 20) as usize % all.len()]
    }

    fn number(&mut self) -> f32 {
        match self.next() >> 30 & 7 {
            0 => 0.0,
            1 => f32::from_bits(self.next() as u32),
            2 => -1e30,
            3 => 3e38,
            _ => ((self.next() >> 40) as f32 / 16384.0) - 512.0,
        }
    }
}

/// A function of one block, and the bits of its values in some runs.
struct Program {
    module: Module,
    function: FunctionData,
    values: Vec<(Operand, Scalar, Vec<u64>)>,
}

const RUNS: usize = 24;

impl Program {
    fn new(random: &mut Random) -> Self {
        let mut module = Module::new(Stage::Fragment);
        let name = module.names.intern("test");
        let mut function = FunctionData::new(name, common::VOID);
        let body = function.body;
        let mut values = Vec::new();
        for scalar in [Scalar::F32, Scalar::F32, Scalar::U32, Scalar::I32] {
            let param = function.add_param(body, common::scalar(scalar), Precision::None);
            let runs = (0..RUNS).map(|_| match scalar {
                Scalar::F32 => u64::from(random.number().to_bits()),
                _ => random.next() & 0xff_ffff,
            });
            values.push((param.into(), scalar, runs.collect()));
        }
        for _ in 0..6 {
            let number = f64::from(random.number());
            if number.is_finite() {
                let constant = module.constants.f32(number as f32);
                values.push((constant.into(), Scalar::F32, vec![u64::from((number as f32).to_bits()); RUNS]));
            }
        }
        Self { module, function, values }
    }

    fn add(&mut self, random: &mut Random) {
        let (op, count) = match random.next() >> 20 & 7 {
            0 => (random.of(&[Op::UtoF, Op::StoF]), 0),
            1 => (random.of(ONE), 1),
            2 | 3 => (random.of(THREE), 3),
            _ => (random.of(TWO), 2),
        };
        let wanted = match op {
            Op::UtoF => Scalar::U32,
            Op::StoF => Scalar::I32,
            _ => Scalar::F32,
        };
        let candidates: Vec<usize> =
            (0..self.values.len()).filter(|&at| self.values[at].1 == wanted).collect();
        let chosen: Vec<usize> = (0..count.max(1)).map(|_| random.of(&candidates)).collect();
        let operands: Vec<Operand> = chosen.iter().map(|&at| self.values[at].0).collect();
        let mut runs = Vec::new();
        for run in 0..RUNS {
            let parts: Vec<Components> = chosen
                .iter()
                .map(|&at| Components {
                    scalar: self.values[at].1,
                    rows: 1,
                    bits: vec![self.values[at].2[run]],
                })
                .collect();
            let Some(bits) = evaluate_components(op, &parts, Scalar::F32).and_then(|it| it.first().copied())
            else {
                return;
            };
            runs.push(bits);
        }
        let ty: Type = common::F32;
        let (_, value) = self.function.new_value(op, &operands, 0, Span::default(), (ty, Precision::None));
        self.values.push((value.into(), Scalar::F32, runs));
    }
}

#[test]
fn floats_lie_within_their_bounds() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..3000 {
        let mut program = Program::new(&mut random);
        for _ in 0..10 {
            program.add(&mut random);
        }
        let integers = |_: Operand| Some(Bounds { least: 0, greatest: 0xff_ffff });
        let query = FloatQuery {
            module: &program.module,
            function: &program.function,
            integers: &integers,
            chosen: None,
        };
        for (operand, scalar, runs) in &program.values {
            let Some(inst) = program.function.definition(*operand).filter(|_| *scalar == Scalar::F32) else {
                continue;
            };
            let found = query.bounds(*operand);
            if found == FloatBounds::ANYTHING {
                continue;
            }
            let op = program.function.op(inst).info().mnemonic;
            *said.entry(op).or_default() += 1;
            for &bits in runs {
                let number = FloatFormat::F32.decode(bits);
                let fine = match number.is_nan() {
                    true => found.may_be_nan,
                    false => (found.least..=found.greatest).contains(&number),
                };
                assert!(fine, "{op} gives {number:e}, which is not in {found:?}");
            }
        }
    }
    for op in [ONE, TWO, THREE, &[Op::UtoF, Op::StoF]].concat() {
        let name = op.info().mnemonic;
        assert!(said.get(name).is_some_and(|&count| count > 10), "{name}: {said:?}");
    }
}

#[test]
fn conversions_hold_the_integers_between_the_ends() {
    let bounds = |least, greatest, may_be_nan| FloatBounds { least, greatest, may_be_nan };
    assert_eq!(bounds(0.5, 255.9, false).truncated(Scalar::U8), Some((0, 255)));
    assert_eq!(bounds(0.0, 256.0, false).truncated(Scalar::U8), None);
    assert_eq!(bounds(-1.0, 4.0, false).truncated(Scalar::U32), None);
    assert_eq!(bounds(-0.5, 4.0, false).truncated(Scalar::U32), None);
    assert_eq!(bounds(-0.5, 4.0, false).truncated(Scalar::I32), Some((0, 4)));
    assert_eq!(bounds(0.0, 4.0, true).truncated(Scalar::I32), None);
    assert_eq!(bounds(0.0, f64::INFINITY, false).truncated(Scalar::I32), None);
    assert_eq!(bounds(0.0, 2_147_483_648.0, false).truncated(Scalar::I32), None);
    assert_eq!(bounds(-2_147_483_648.0, 0.0, false).truncated(Scalar::I32), Some((-2_147_483_648, 0)));
}
