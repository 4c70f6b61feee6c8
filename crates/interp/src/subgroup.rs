//! Operations among the lanes of a subgroup.

use vitrum_ir::types::common;
use vitrum_ir::{Inst, Intrinsic, Op, Type};

use crate::error::{Error, invalid};
use crate::machine::{Frame, Machine};
use crate::mask::Mask;
use crate::value::{Numbers, Value};

/// Group operation: reduction.
const REDUCE: u64 = 0;
const INCLUSIVE_SCAN: u64 = 1;
const EXCLUSIVE_SCAN: u64 = 2;
/// The same three within the part of a partition.
const PARTITIONED: u64 = 6;

/// The op that a group operation combines values with.
fn combining(intrinsic: Intrinsic) -> Option<Op> {
    Some(match intrinsic {
        Intrinsic::SubgroupIadd => Op::Iadd,
        Intrinsic::SubgroupFadd => Op::Fadd,
        Intrinsic::SubgroupImul => Op::Imul,
        Intrinsic::SubgroupFmul => Op::Fmul,
        Intrinsic::SubgroupSmin => Op::Smin,
        Intrinsic::SubgroupUmin => Op::Umin,
        Intrinsic::SubgroupFmin => Op::Fmin,
        Intrinsic::SubgroupSmax => Op::Smax,
        Intrinsic::SubgroupUmax => Op::Umax,
        Intrinsic::SubgroupFmax => Op::Fmax,
        Intrinsic::SubgroupIand => Op::Iand,
        Intrinsic::SubgroupIor => Op::Ior,
        Intrinsic::SubgroupIxor => Op::Ixor,
        Intrinsic::SubgroupAnd => Op::And,
        Intrinsic::SubgroupOr => Op::Or,
        Intrinsic::SubgroupXor => Op::Bne,
        _ => return None,
    })
}

/// The value that changes nothing when combined by `op`, as bits of a component `width` bits wide.
fn identity(op: Op, numbers: &Numbers) -> u64 {
    use vitrum_ir::eval::FloatFormat;
    use vitrum_ir::eval::scalar::{ones, signed_min};
    let width = numbers.scalar.width();
    let float = |value: f64| FloatFormat::of(numbers.scalar).map_or(0, |format| format.encode(value));
    match op {
        Op::Imul => 1,
        Op::Fmul => float(1.0),
        Op::Smin => ones(width - 1),
        Op::Smax => signed_min(width),
        Op::Umin | Op::Iand => ones(width),
        Op::And => 1,
        Op::Fmin => float(f64::INFINITY),
        Op::Fmax => float(f64::NEG_INFINITY),
        _ => 0,
    }
}

/// The bits of a ballot in the first two components.
fn ballot_bits(value: &Value) -> Option<u128> {
    let numbers = value.numbers()?;
    let words = numbers.bits.iter().take(4).enumerate();
    Some(words.fold(0, |bits, (index, &word)| bits | u128::from(word & 0xffff_ffff) << (32 * index)))
}

pub(crate) fn ballot_value(bits: u128) -> Value {
    Value::uints(&[bits as u32, (bits >> 32) as u32, (bits >> 64) as u32, (bits >> 96) as u32])
}

/// One subgroup at an instruction.
struct Group<'a> {
    /// The first lane's number.
    first: usize,
    /// Active lanes, numbered within the subgroup, with their operands.
    active: &'a [(usize, Vec<Value>)],
}

impl Group<'_> {
    fn find(&self, lane: u64) -> Option<&[Value]> {
        self.active.iter().find(|row| row.0 as u64 == lane).map(|row| &row.1[..])
    }
}

impl<'m> Machine<'m> {
    /// Executes a subgroup intrinsic; false if it is none.
    pub(crate) fn execute_subgroup(
        &mut self,
        frame: &mut Frame<'m>,
        inst: Inst,
        intrinsic: Intrinsic,
        mask: &Mask,
    ) -> Result<bool, Error> {
        let Some(result) = frame.function.result(inst) else { return Ok(false) };
        let ty = frame.function.values[result].ty;
        let size = self.subgroup_size.max(1);
        for first in (0..mask.count()).step_by(size) {
            let mut active = Vec::new();
            for lane in mask.lanes().filter(|&lane| lane >= first && lane < first + size) {
                active.push((lane - first, self.operands(frame, inst, lane)?));
            }
            let group = Group { first, active: &active };
            for (lane, operands) in &active {
                let Some(value) = self.subgroup_lane(intrinsic, &group, *lane, operands, ty)? else {
                    return Ok(false);
                };
                frame.set(result, group.first + lane, value);
            }
        }
        Ok(true)
    }

    /// The result for one lane of a subgroup; none for other intrinsics.
    fn subgroup_lane(
        &mut self,
        intrinsic: Intrinsic,
        group: &Group<'_>,
        lane: usize,
        operands: &[Value],
        ty: Type,
    ) -> Result<Option<Value>, Error> {
        // Those of extensions lack the scope that those of SPIR-V begin with.
        let has_scope = !matches!(
            intrinsic,
            Intrinsic::QuadAll
                | Intrinsic::QuadAny
                | Intrinsic::BallotKhr
                | Intrinsic::SubgroupPartition
                | Intrinsic::FirstInvocationKhr
                | Intrinsic::ReadInvocationKhr
                | Intrinsic::VoteAllKhr
                | Intrinsic::VoteAnyKhr
                | Intrinsic::VoteAllEqualKhr
        );
        let skipped = usize::from(has_scope);
        let operand = |index: usize| operands.get(index + skipped);
        let of =
            |lane: u64, index: usize| group.find(lane).and_then(|operands| operands.get(index + skipped));
        let quad = |lane: usize| lane & !3..=lane | 3;
        let all_of = |index: usize, lanes: &mut dyn Iterator<Item = usize>| -> Vec<Value> {
            lanes.filter_map(|lane| of(lane as u64, index).cloned()).collect()
        };
        let everyone = || group.active.iter().map(|row| row.0);
        let first = group.active.first().map_or(0, |row| row.0);
        let index_of =
            |value: Option<&Value>| value.and_then(Value::as_int).map_or(u64::MAX, |index| index as u64);
        let ballot = |index| operand(index).and_then(ballot_bits).unwrap_or(0);
        let me = lane as u64;

        let value = match intrinsic {
            Intrinsic::SubgroupElect => Value::bool(lane == first),
            Intrinsic::SubgroupAll | Intrinsic::VoteAllKhr => {
                self.combine_all(Op::And, all_of(0, &mut everyone()), ty)?
            }
            Intrinsic::SubgroupAny | Intrinsic::VoteAnyKhr => {
                self.combine_all(Op::Or, all_of(0, &mut everyone()), ty)?
            }
            Intrinsic::QuadAll => self.combine_all(Op::And, all_of(0, &mut quad(lane)), ty)?,
            Intrinsic::QuadAny => self.combine_all(Op::Or, all_of(0, &mut quad(lane)), ty)?,
            Intrinsic::SubgroupAllEqual | Intrinsic::VoteAllEqualKhr => {
                let values = all_of(0, &mut everyone());
                let mut equal = Value::bool(true);
                for value in values.iter().skip(1) {
                    let same =
                        self.evaluate(Op::Equal, 0, &[values[0].clone(), value.clone()], common::BOOL)?;
                    equal = self.evaluate(Op::And, 0, &[equal, same], common::BOOL)?;
                }
                equal
            }
            Intrinsic::SubgroupBroadcast | Intrinsic::SubgroupShuffle | Intrinsic::ReadInvocationKhr => {
                self.value_or_undefined(of(index_of(operand(1)), 0).cloned(), ty)?
            }
            Intrinsic::SubgroupBroadcastFirst | Intrinsic::FirstInvocationKhr => {
                self.value_or_undefined(of(first as u64, 0).cloned(), ty)?
            }
            Intrinsic::SubgroupShuffleXor => {
                self.value_or_undefined(of(me ^ index_of(operand(1)), 0).cloned(), ty)?
            }
            Intrinsic::SubgroupShuffleUp => {
                self.value_or_undefined(of(me.wrapping_sub(index_of(operand(1))), 0).cloned(), ty)?
            }
            Intrinsic::SubgroupShuffleDown => {
                self.value_or_undefined(of(me.wrapping_add(index_of(operand(1))), 0).cloned(), ty)?
            }
            Intrinsic::SubgroupRotate => {
                let cluster =
                    operand(2).map_or(self.subgroup_size as u64, |size| index_of(Some(size))).max(1);
                let start = me - me % cluster;
                let from = start + (me - start).wrapping_add(index_of(operand(1))) % cluster;
                self.value_or_undefined(of(from, 0).cloned(), ty)?
            }
            Intrinsic::SubgroupQuadBroadcast => {
                let from = index_of(operand(1)).checked_add(me & !3);
                self.value_or_undefined(from.and_then(|from| of(from, 0).cloned()), ty)?
            }
            Intrinsic::SubgroupQuadSwap => {
                // Across x, y, both.
                let from = me ^ (index_of(operand(1)).wrapping_add(1) & 3);
                self.value_or_undefined(of(from, 0).cloned(), ty)?
            }
            Intrinsic::SubgroupBallot | Intrinsic::BallotKhr => {
                let mut bits = 0u128;
                for lane in everyone() {
                    let vote = of(lane as u64, 0).and_then(Value::bits).unwrap_or(0);
                    bits |= u128::from(vote).checked_shl(lane as u32).unwrap_or(0);
                }
                ballot_value(bits)
            }
            Intrinsic::SubgroupPartition => {
                let mut bits = 0u128;
                for other in everyone() {
                    let (Some(mine), Some(value)) = (operand(0), of(other as u64, 0)) else { continue };
                    let same = self.evaluate(Op::Equal, 0, &[mine.clone(), value.clone()], common::BOOL)?;
                    let same = same.bits().unwrap_or(0);
                    bits |= u128::from(same).checked_shl(other as u32).unwrap_or(0);
                }
                ballot_value(bits)
            }
            Intrinsic::SubgroupInverseBallot => Value::bool(ballot(0) >> lane.min(127) & 1 == 1),
            Intrinsic::SubgroupBallotBitExtract => {
                let index = index_of(operand(1)).min(127);
                Value::bool(ballot(0) >> index & 1 == 1)
            }
            Intrinsic::SubgroupBallotBitCount => {
                let below = match operand(0).and_then(Value::bits) {
                    Some(INCLUSIVE_SCAN) => (2u128 << lane.min(126)) - 1,
                    Some(EXCLUSIVE_SCAN) => (1u128 << lane.min(127)) - 1,
                    _ => u128::MAX,
                };
                let within = (1u128 << self.subgroup_size.min(127)) - 1;
                Value::u32((ballot(1) & below & within).count_ones())
            }
            Intrinsic::SubgroupBallotFindLsb => match ballot(0) {
                0 => self.undefined(ty)?,
                bits => Value::u32(bits.trailing_zeros()),
            },
            Intrinsic::SubgroupBallotFindMsb => match ballot(0) {
                0 => self.undefined(ty)?,
                bits => Value::u32(127 - bits.leading_zeros()),
            },
            _ => {
                let Some(op) = combining(intrinsic) else { return Ok(None) };
                let kind = operand(0).and_then(Value::bits);
                let cluster = match operand(2) {
                    Some(size) => index_of(Some(size)).max(1) as usize,
                    None => usize::MAX,
                };
                let start = lane - lane % cluster;
                let chosen: Vec<usize> = match kind {
                    Some(REDUCE) => everyone().collect(),
                    Some(INCLUSIVE_SCAN) => everyone().filter(|&other| other <= lane).collect(),
                    Some(EXCLUSIVE_SCAN) => everyone().filter(|&other| other < lane).collect(),
                    Some(kind) if kind >= PARTITIONED => {
                        let part = ballot(2);
                        let is_chosen = |other: usize| match kind - PARTITIONED {
                            INCLUSIVE_SCAN => other <= lane,
                            EXCLUSIVE_SCAN => other < lane,
                            _ => true,
                        };
                        let is_there = |other: usize| part >> other.min(127) & 1 == 1;
                        everyone().filter(|&other| is_there(other) && is_chosen(other)).collect()
                    }
                    _ => everyone().filter(|&other| other >= start && other - start < cluster).collect(),
                };
                let Some(mine) = operand(1) else { return invalid("a group operation without a value") };
                let mut total = mine.clone();
                if let Value::Numbers(numbers) = &mut total {
                    let neutral = identity(op, numbers);
                    numbers.bits.fill(neutral);
                    numbers.undefined = 0;
                }
                for value in all_of(1, &mut chosen.into_iter()) {
                    total = self.evaluate(op, 0, &[total, value], ty)?;
                }
                total
            }
        };
        Ok(Some(value))
    }

    fn combine_all(&mut self, op: Op, values: Vec<Value>, ty: Type) -> Result<Value, Error> {
        let mut values = values.into_iter();
        let Some(mut total) = values.next() else { return self.undefined(ty) };
        for value in values {
            total = self.evaluate(op, 0, &[total, value], ty)?;
        }
        Ok(total)
    }

    fn value_or_undefined(&mut self, value: Option<Value>, ty: Type) -> Result<Value, Error> {
        match value {
            Some(value) => Ok(value),
            None => self.undefined(ty),
        }
    }
}
