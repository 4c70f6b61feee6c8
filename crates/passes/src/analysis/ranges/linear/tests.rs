//! Sums of masks, minima, remainders and multiples lie below what is said of them, in numbers of few bits, which wrap often.

use crate::analysis::ranges::scoped::each;
use vitrum_ir::fold::{Components, evaluate_components};
use vitrum_ir::types::common;
use vitrum_ir::{FunctionData, List, Module, Op, Operand, Precision, Scalar, Span, Stage};

const RUNS: usize = 256;

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
}

/// A function of one block, and the bits of its values in some runs.
struct Program {
    module: Module,
    function: FunctionData,
    values: Vec<(Operand, Scalar, Vec<u64>)>,
}

impl Program {
    fn new(random: &mut Random) -> Self {
        let mut module = Module::new(Stage::Fragment);
        let name = module.names.intern("test");
        let mut function = FunctionData::new(name, common::VOID);
        let body = function.body;
        let mut values = Vec::new();
        for scalar in [Scalar::U8, Scalar::U8, Scalar::I8] {
            let param = function.add_param(body, common::scalar(scalar), Precision::None);
            values.push((param.into(), scalar, (0..RUNS).map(|_| random.next() >> 30 & 255).collect()));
        }
        let mut program = Self { module, function, values };
        // Numbers of few bits, so that something is known.
        for at in 0..3 {
            let scalar = program.values[at].1;
            let mask = (random.next() >> 25 & 15) | 1;
            let mask = program.constant(scalar, mask);
            program.push(Op::Iand, &[at, mask]);
        }
        program
    }

    fn constant(&mut self, scalar: Scalar, bits: u64) -> usize {
        let constant = self.module.constants.scalar(scalar, bits & 255);
        self.values.push((constant.into(), scalar, vec![bits & 255; RUNS]));
        self.values.len() - 1
    }

    fn push(&mut self, op: Op, chosen: &[usize]) {
        let operands: Vec<Operand> = chosen.iter().map(|&at| self.values[at].0).collect();
        let from = self.values[chosen[0]].1;
        let to = match (op, from) {
            (Op::Bitcast, Scalar::U8) => Scalar::I8,
            (Op::Bitcast, _) => Scalar::U8,
            _ => from,
        };
        let mut runs = Vec::new();
        for run in 0..RUNS {
            let part = |&at: &usize| {
                let (_, scalar, bits) = &self.values[at];
                Components { scalar: *scalar, rows: 1, bits: vec![bits[run]] }
            };
            let parts: Vec<Components> = chosen.iter().map(part).collect();
            // A remainder of 0 may be anything.
            let result = evaluate_components(op, &parts, to).and_then(|it| it.first().copied());
            runs.push(result.unwrap_or(0xc5));
        }
        let ty = common::scalar(to);
        let (inst, value) = self.function.new_value(op, &operands, 0, Span::default(), (ty, Precision::None));
        let body = self.function.body;
        let insts = self.function.blocks[body].insts.iter().copied().chain([inst]);
        self.function.blocks[body].insts = insts.collect::<List<_>>();
        self.values.push((value.into(), to, runs));
    }

    fn add(&mut self, random: &mut Random) {
        let (op, count) = random.of(&[
            (Op::Iadd, 2),
            (Op::Iadd, 2),
            (Op::Isub, 2),
            (Op::Isub, 2),
            (Op::Iand, 2),
            (Op::Umin, 2),
            (Op::Umod, 2),
            (Op::Imul, 2),
            (Op::Shl, 2),
            (Op::Ineg, 1),
            (Op::Bitcast, 1),
        ]);
        let first = (random.next() >> 20) as usize % self.values.len();
        let scalar = self.values[first].1;
        let mut chosen = vec![first];
        if count == 2 {
            let small = random.next() >> 25 & 7;
            let second = match op {
                Op::Imul | Op::Shl => self.constant(scalar, small),
                Op::Umod => self.constant(scalar, small + (random.next() >> 25 & 1)),
                _ => {
                    let alike: Vec<usize> =
                        (0..self.values.len()).filter(|&at| self.values[at].1 == scalar).collect();
                    random.of(&alike)
                }
            };
            chosen.push(second);
        }
        if !matches!(op, Op::Umin | Op::Umod) || scalar == Scalar::U8 {
            self.push(op, &chosen);
        }
    }
}

#[test]
fn sums_lie_below_what_is_said() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    // The bounds of sums that those of their operations do not have.
    let mut said = 0;
    for _ in 0..400 {
        let mut program = Program::new(&mut random);
        for _ in 0..14 {
            program.add(&mut random);
        }
        let last = program.function.new_inst(Op::Return, &[], 0, Span::default());
        let body = program.function.body;
        let insts = program.function.blocks[body].insts.iter().copied().chain([last]);
        program.function.blocks[body].insts = insts.collect::<List<_>>();
        each(&program.module, &program.function, u64::MAX, |ranges, inst| {
            if inst != last {
                return;
            }
            for (operand, _, runs) in &program.values {
                if !ranges.is_sum_below(*operand, 255) {
                    continue;
                }
                let (mut below, mut step) = (255, 128);
                while step > 0 {
                    if below > step && ranges.is_sum_below(*operand, below - step) {
                        below -= step;
                    }
                    step /= 2;
                }
                let greatest = runs.iter().copied().max().unwrap_or(0);
                assert!(
                    greatest < below,
                    "{greatest} is not below {below}: {operand:?} of {:?}",
                    program.values
                );
                let known = ranges.bounds(*operand).map_or(255, |row| row.1.greatest);
                said += usize::from(below <= known);
            }
        });
    }
    assert!(said > 200, "{said}");
}
