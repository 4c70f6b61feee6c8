//! The results of operations lie within their computed bounds.

use super::{Bounds, Query, bounds_of, bounds_of_bitcast};
use vitrum_ir::eval::convert::bitcast;
use vitrum_ir::eval::scalar::ones;
use vitrum_ir::fold::{Components, evaluate_components};
use vitrum_ir::types::common;
use vitrum_ir::{FunctionData, Module, Op, Operand, Precision, Scalar, Span, Stage};

/// Each op with the scalar types of its operands for a type.
fn operands(op: Op, ty: Scalar) -> Vec<Scalar> {
    match op {
        Op::UbitExtract => vec![ty, Scalar::I32, Scalar::I32],
        Op::Uclamp | Op::Sclamp => vec![ty; 3],
        Op::Sabs | Op::Splat => vec![ty],
        _ => vec![ty; 2],
    }
}

const OF_ALL: &[Op] = &[
    Op::Iadd,
    Op::Isub,
    Op::Imul,
    Op::Iand,
    Op::Ior,
    Op::Ixor,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::UbitExtract,
];
const OF_SIGNED: &[Op] = &[Op::Sdiv, Op::Srem, Op::Smod, Op::Smin, Op::Smax, Op::Sclamp, Op::Sabs];
const OF_UNSIGNED: &[Op] = &[Op::Udiv, Op::Umod, Op::Umin, Op::Umax, Op::Uclamp];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Bounds in a type, narrow or wide, often near an edge.
    fn bounds(&mut self, scalar: Scalar) -> Bounds {
        let width = if scalar == Scalar::Bool { 1 } else { scalar.width() };
        let all = ones(width);
        let number = |this: &mut Self| match this.next() >> 20 & 3 {
            0 => this.next() & ones((this.next() >> 30) as u32 % (width + 1)),
            1 => ((this.next() >> 40) % 40) & all,
            2 => (all >> 1).wrapping_add((this.next() >> 40) % 5).wrapping_sub(2) & all,
            _ => this.next() & all,
        };
        let (a, b) = (number(self), number(self));
        let b = if self.next() >> 33 & 3 == 0 { a } else { b };
        Bounds { least: a.min(b), greatest: a.max(b) }
    }

    /// A number within bounds.
    fn within(&mut self, bounds: Bounds) -> u64 {
        match self.next() >> 20 & 3 {
            0 => bounds.least,
            1 => bounds.greatest,
            _ => match (bounds.greatest - bounds.least).checked_add(1) {
                Some(count) => bounds.least + self.next() % count,
                None => self.next(),
            },
        }
    }
}

/// Checks an operation with many bounds of its operands; how often something was said of its result.
fn check(op: Op, from: &[Scalar], to: Scalar, random: &mut Random) -> usize {
    let mut module = Module::new(Stage::Fragment);
    let name = module.names.intern("test");
    let mut function = FunctionData::new(name, common::VOID);
    let body = function.body;
    let params: Vec<Operand> = from
        .iter()
        .map(|&scalar| function.add_param(body, common::scalar(scalar), Precision::None).into())
        .collect();
    let inst = function.new_inst(op, &params, 0, Span::default());
    function.add_results(inst, &[(common::scalar(to), Precision::None)]);
    let mut said = 0;
    for _ in 0..400 {
        let bounds: Vec<Bounds> = from.iter().map(|&scalar| random.bounds(scalar)).collect();
        let known = |operand| params.iter().position(|&it| it == operand).map(|at| bounds[at]);
        let query = Query {
            module: &module,
            function: &function,
            known: &|_| None,
            is_strict: false,
            largest_dispatch: u64::MAX,
        };
        let Some(found) = bounds_of(&query, inst, to, &known) else { continue };
        assert!(found.least <= found.greatest, "{op:?} of {bounds:x?}: {found:x?}");
        for _ in 0..20 {
            let numbers: Vec<u64> = bounds.iter().map(|&it| random.within(it)).collect();
            let parts: Vec<Components> = numbers
                .iter()
                .zip(from)
                .map(|(&bits, &scalar)| Components { scalar, rows: 1, bits: vec![bits] })
                .collect();
            let Some(result) = evaluate_components(op, &parts, to).and_then(|it| it.first().copied()) else {
                continue;
            };
            let fine = (found.least..=found.greatest).contains(&result);
            assert!(
                fine,
                "{op:?} {to:?} of {numbers:x?} within {bounds:x?}: {result:x} is not in {found:x?}"
            );
            said += 1;
        }
    }
    said
}

#[test]
fn bitcasts_between_widths_lie_within_their_bounds() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let all = [Scalar::U8, Scalar::I16, Scalar::U32, Scalar::I64];
    for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (*from, *to))) {
        let mut said = 0;
        for _ in 0..2000 {
            let bounds = random.bounds(from);
            let Some(found) = bounds_of_bitcast(bounds, from.width(), to.width()) else { continue };
            let count = (to.width() / from.width()).max(1);
            let parts: Vec<u64> = (0..count).map(|_| random.within(bounds)).collect();
            let results = bitcast(from.width(), to.width(), &parts).unwrap_or_default();
            assert!(!results.is_empty(), "{from:?} to {to:?}");
            for bits in results {
                let fine = (found.least..=found.greatest).contains(&bits);
                assert!(fine, "{from:?} to {to:?} of {parts:x?}: {bits:x} is not in {found:x?}");
                said += 1;
            }
        }
        assert!(said > 0, "{from:?} to {to:?}");
    }
}

#[test]
fn results_lie_within_their_bounds() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let signed = [Scalar::I32, Scalar::I64];
    let unsigned = [Scalar::U32, Scalar::U16, Scalar::U64];
    for (ops, types) in
        [(OF_ALL, &signed[..]), (OF_ALL, &unsigned), (OF_SIGNED, &signed), (OF_UNSIGNED, &unsigned)]
    {
        for (&op, &ty) in ops.iter().flat_map(|op| types.iter().map(move |ty| (op, ty))) {
            assert!(check(op, &operands(op, ty), ty, &mut random) > 0, "{op:?}");
        }
    }
    let all = [Scalar::I32, Scalar::I64, Scalar::U32, Scalar::U16, Scalar::U64];
    for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (*from, *to))) {
        for op in [Op::Sconvert, Op::Uconvert] {
            check(op, &[from], to, &mut random);
        }
    }
    assert!(check(Op::BitCount, &[Scalar::U32], Scalar::I32, &mut random) > 0);
    assert!(check(Op::BtoI, &[Scalar::Bool], Scalar::I32, &mut random) > 0);
}
