//! Operations of the small machine among the lanes of a subgroup.

use vitrum_ir::{Inst, Intrinsic, Op};

use super::alu;
use super::core::Core;
use super::host::SUBGROUP;

/// The operation that combines the words of lanes, and the word that changes nothing.
fn combining(intrinsic: Intrinsic) -> Option<(Op, u32)> {
    Some(match intrinsic {
        Intrinsic::SubgroupIadd => (Op::Iadd, 0),
        Intrinsic::SubgroupFadd => (Op::Fadd, 0),
        Intrinsic::SubgroupImul => (Op::Imul, 1),
        Intrinsic::SubgroupFmul => (Op::Fmul, 1.0f32.to_bits()),
        Intrinsic::SubgroupSmin => (Op::Smin, i32::MAX as u32),
        Intrinsic::SubgroupUmin => (Op::Umin, u32::MAX),
        Intrinsic::SubgroupFmin => (Op::Fmin, f32::INFINITY.to_bits()),
        Intrinsic::SubgroupSmax => (Op::Smax, i32::MIN as u32),
        Intrinsic::SubgroupUmax => (Op::Umax, 0),
        Intrinsic::SubgroupFmax => (Op::Fmax, f32::NEG_INFINITY.to_bits()),
        Intrinsic::SubgroupIand => (Op::Iand, u32::MAX),
        Intrinsic::SubgroupIor => (Op::Ior, 0),
        Intrinsic::SubgroupIxor => (Op::Ixor, 0),
        Intrinsic::SubgroupAnd => (Op::And, 1),
        Intrinsic::SubgroupOr => (Op::Or, 0),
        Intrinsic::SubgroupXor => (Op::Bne, 0),
        _ => return None,
    })
}

impl Core<'_> {
    /// Executes an operation among lanes; false if it is none.
    pub(super) fn subgroup(
        &mut self,
        inst: Inst,
        intrinsic: Intrinsic,
        active: &[usize],
    ) -> Result<bool, String> {
        let name = intrinsic.name();
        let is_of_quad = matches!(intrinsic, Intrinsic::QuadAll | Intrinsic::QuadAny);
        let is_of_extension = name.ends_with("_khr") || intrinsic == Intrinsic::SubgroupPartition;
        if !name.starts_with("subgroup_") && !is_of_quad && !is_of_extension {
            return Ok(false);
        }
        let skipped = usize::from(!is_of_quad && !is_of_extension);
        let size = SUBGROUP as usize;
        let result = self.function.result(inst).ok_or("no result")?;
        let operands = self.function.operands(inst).get(skipped..).unwrap_or(&[]).to_vec();
        let mut rows: Vec<(usize, Vec<Vec<u32>>)> = Vec::new();
        for &lane in active {
            rows.push((lane, operands.iter().map(|&it| self.read(it, lane)).collect::<Result<_, _>>()?));
        }
        for (lane, own) in &rows {
            let first = lane / size * size;
            let group: Vec<_> = rows.iter().filter(|row| row.0 / size * size == first).collect();
            let of = |number: u32| {
                let found = group.iter().find(|row| row.0 - first == number as usize);
                found.map_or_else(|| vec![0; own[0].len()], |row| row.1[0].clone())
            };
            let me = (lane - first) as u32;
            let word = |index: usize| own.get(index).and_then(|words| words.first()).copied().unwrap_or(0);
            let least = group.first().map_or(0, |row| (row.0 - first) as u32);
            let all = |index: usize| group.iter().map(move |row| row.1[index][0]);
            let words = match intrinsic {
                Intrinsic::SubgroupElect => vec![u32::from(me == least)],
                Intrinsic::SubgroupAll | Intrinsic::VoteAllKhr | Intrinsic::QuadAll => {
                    vec![u32::from(all(0).all(|word| word != 0))]
                }
                Intrinsic::SubgroupAny | Intrinsic::VoteAnyKhr | Intrinsic::QuadAny => {
                    vec![u32::from(all(0).any(|word| word != 0))]
                }
                Intrinsic::SubgroupAllEqual | Intrinsic::VoteAllEqualKhr => {
                    vec![u32::from(group.windows(2).all(|pair| pair[0].1[0] == pair[1].1[0]))]
                }
                Intrinsic::SubgroupBroadcast | Intrinsic::SubgroupShuffle | Intrinsic::ReadInvocationKhr => {
                    of(word(1))
                }
                Intrinsic::SubgroupBroadcastFirst | Intrinsic::FirstInvocationKhr => of(least),
                Intrinsic::SubgroupShuffleXor => of(me ^ word(1)),
                Intrinsic::SubgroupShuffleUp => of(me.wrapping_sub(word(1))),
                Intrinsic::SubgroupShuffleDown => of(me.wrapping_add(word(1))),
                Intrinsic::SubgroupRotate => {
                    let cluster = if own.len() > 2 { word(2).max(1) } else { SUBGROUP };
                    let start = me / cluster * cluster;
                    of(start + (me - start).wrapping_add(word(1)) % cluster)
                }
                Intrinsic::SubgroupQuadBroadcast => of((me & !3).wrapping_add(word(1))),
                Intrinsic::SubgroupQuadSwap => of(me ^ (word(1).wrapping_add(1) & 3)),
                Intrinsic::SubgroupBallot | Intrinsic::BallotKhr => {
                    let bits = group.iter().fold(0, |bits, row| bits | row.1[0][0] << (row.0 - first));
                    vec![bits, 0, 0, 0]
                }
                Intrinsic::SubgroupPartition => {
                    let same = group.iter().filter(|row| row.1[0] == own[0]);
                    vec![same.fold(0, |bits, row| bits | 1 << (row.0 - first)), 0, 0, 0]
                }
                Intrinsic::SubgroupInverseBallot => vec![word(0) >> me & 1],
                Intrinsic::SubgroupBallotBitExtract => {
                    let index = word(1).min(127);
                    vec![own[0].get(index as usize / 32).map_or(0, |word| word >> (index % 32) & 1)]
                }
                Intrinsic::SubgroupBallotBitCount => {
                    let ballot = own[1][0] & ((1 << SUBGROUP) - 1);
                    let below = [u32::MAX, (2 << me) - 1, (1 << me) - 1][(word(0) as usize).min(2)];
                    vec![(ballot & below).count_ones()]
                }
                Intrinsic::SubgroupBallotFindLsb => vec![own[0][0].trailing_zeros()],
                Intrinsic::SubgroupBallotFindMsb => vec![31u32.wrapping_sub(own[0][0].leading_zeros())],
                _ => {
                    let (op, neutral) = combining(intrinsic).ok_or("the machine lacks it")?;
                    let cluster = if own.len() > 2 { word(2).max(1) } else { u32::MAX };
                    // Parts of a partition, by their ballot.
                    let in_part = |other: u32| word(0) < 6 || word(2) >> other & 1 == 1;
                    let takes = |other: u32| match if word(0) < 6 { word(0) } else { word(0) - 6 } {
                        0 => true,
                        1 => other <= me,
                        2 => other < me,
                        _ => other / cluster == me / cluster,
                    };
                    let mut total = vec![neutral; own[1].len()];
                    for row in group.iter().filter(|row| {
                        let other = (row.0 - first) as u32;
                        in_part(other) && takes(other)
                    }) {
                        for (sum, &word) in total.iter_mut().zip(&row.1[1]) {
                            *sum = alu::combined(op, *sum, word).ok_or("the machine lacks it")?;
                        }
                    }
                    total
                }
            };
            self.write(result, *lane, &words)?;
        }
        Ok(true)
    }
}
