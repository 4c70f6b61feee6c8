//! Operations on subgroups whose operand is the same for all invocations.
//!
//! ```text
//! %x: f32 = load @push                                         %x: f32 = load @push
//! %1: f32 = intrinsic.subgroup_broadcast_first 3u32, %x        use %x
//! use %1
//! ```
//!
//! Divergence analysis proves the operand uniform. Then all invocations that take part have it, and a broadcast, a shuffle, a vote, and a
//! minimum, a maximum, `and` and `or` of them give just that. A sum depends on their number, and an exclusive scan on those before, so these
//! stay. A comparison of all stays for floats, since a NaN is not equal to itself.
//!
//! NIR: `nir_opt_uniform_subgroup`.

use crate::analysis::Analyses;
use crate::analysis::uniformity::Uniformity;
use crate::framework::rewrite::{Action, rewrite_in};
use crate::framework::session::Session;
use rustc_hash::FxHashMap;
use vitrum_ir::{Function, FunctionData, Inst, Intrinsic, Module, Op, Operand, Scalar, ValueFlags, typing};

/// Runs the pass; gives the number of operations that went.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let data = &module.functions[function];
    if !data.may_have(&[Op::Intrinsic]) {
        return 0;
    }
    let intrinsics = data.insts.iter().filter(|row| row.1.op == Op::Intrinsic).map(|row| row.0);
    let mut found: FxHashMap<Inst, Given> =
        intrinsics.filter_map(|inst| Some((inst, Given::of(module, data, inst)?))).collect();
    if found.is_empty() {
        return 0;
    }
    let facts = Analyses::new(module, data);
    let uniformity = Uniformity::new(module, data, facts.nesting(), facts.flow());
    found.retain(|&inst, given| {
        let (Given::Operand(operand) | Given::True(operand)) = *given;
        facts.nesting().block(inst).is_some() && uniformity.is_uniform(operand)
    });
    if found.is_empty() {
        return 0;
    }
    rewrite_in(module, function, session, |rewriter, inst| {
        let Some(given) = found.get(&inst).filter(|_| rewriter.may_change()) else { return Action::Keep };
        let operand = match *given {
            // The operand may have been replaced meanwhile.
            Given::Operand(operand) => rewriter.resolve(operand),
            Given::True(_) => rewriter.module.constants.bool(true).into(),
        };
        rewriter.replace(inst, operand)
    })
}

/// The result of an operation on a subgroup whose invocations all have this operand.
#[derive(Clone, Copy)]
enum Given {
    /// The operand itself.
    Operand(Operand),
    /// True.
    True(Operand),
}

impl Given {
    fn of(module: &Module, function: &FunctionData, inst: Inst) -> Option<Self> {
        let operands = function.operands(inst);
        let operand = *operands.get(Self::position(function, inst)?)?;
        let is_marked =
            function.results(inst).any(|it| function.values[it].flags.contains(ValueFlags::NONUNIFORM));
        if is_marked {
            return None;
        }
        let intrinsic = function.intrinsic(inst)?;
        match intrinsic {
            Intrinsic::SubgroupAllEqual | Intrinsic::VoteAllEqualKhr => {
                let ty = typing::operand_type(module, function, operand);
                let scalar = module.types.scalar_of(ty)?;
                (scalar == Scalar::Bool || scalar.is_integer()).then_some(Self::True(operand))
            }
            _ if takes_group(intrinsic) => {
                let form = module.constant_index(*operands.get(1)?)?;
                FORMS.contains(&form).then_some(Self::Operand(operand))
            }
            _ => Some(Self::Operand(operand)),
        }
    }

    /// The position of the operand.
    fn position(function: &FunctionData, inst: Inst) -> Option<usize> {
        match function.intrinsic(inst)? {
            Intrinsic::VoteAllKhr | Intrinsic::VoteAnyKhr | Intrinsic::VoteAllEqualKhr => Some(0),
            Intrinsic::SubgroupAll
            | Intrinsic::SubgroupAny
            | Intrinsic::SubgroupAllEqual
            | Intrinsic::SubgroupBroadcast
            | Intrinsic::SubgroupBroadcastFirst
            | Intrinsic::SubgroupShuffle
            | Intrinsic::SubgroupShuffleXor
            | Intrinsic::SubgroupShuffleUp
            | Intrinsic::SubgroupShuffleDown
            | Intrinsic::SubgroupRotate
            | Intrinsic::SubgroupQuadBroadcast
            | Intrinsic::SubgroupQuadSwap => Some(1),
            intrinsic if takes_group(intrinsic) => Some(2),
            _ => None,
        }
    }
}

/// Reductions, inclusive scans, reductions in clusters, and both of these within the parts of a partition.
const FORMS: [u32; 5] = [0, 1, 3, 6, 7];

/// True for operations on a group that give what all have if it is the same.
fn takes_group(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::SubgroupSmin
            | Intrinsic::SubgroupUmin
            | Intrinsic::SubgroupFmin
            | Intrinsic::SubgroupSmax
            | Intrinsic::SubgroupUmax
            | Intrinsic::SubgroupFmax
            | Intrinsic::SubgroupIand
            | Intrinsic::SubgroupIor
            | Intrinsic::SubgroupAnd
            | Intrinsic::SubgroupOr
    )
}
