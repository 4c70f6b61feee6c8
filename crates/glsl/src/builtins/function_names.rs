//! Function names by operation: an inverse of the function tables, built at compile time.

use super::index::TABLES;
use super::table::Lower;
use crate::version::NEVER;
use vitrum_ir::{Intrinsic, Op};

/// The function of an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntrinsicFunction {
    /// Its name.
    pub name: &'static str,
    /// The number of leading operands that are not arguments: scope and group operation.
    pub hidden: usize,
}

struct Names {
    ops: [Option<&'static str>; Op::ALL.len()],
    intrinsics: [Option<IntrinsicFunction>; Intrinsic::ALL.len()],
}

static NAMES: Names = build();

/// The function of an op. Functions that some version has precede those of extensions.
pub fn op_function(op: Op) -> Option<&'static str> {
    NAMES.ops[op as usize]
}

/// The function of an intrinsic, in the same order.
pub fn intrinsic_function(intrinsic: Intrinsic) -> Option<IntrinsicFunction> {
    NAMES.intrinsics[intrinsic as usize]
}

const fn build() -> Names {
    let mut names = Names { ops: [None; Op::ALL.len()], intrinsics: [None; Intrinsic::ALL.len()] };
    // Rows of versions, then rows of extensions.
    let mut of_extensions = false;
    loop {
        let mut table = 0;
        while table < TABLES.len() {
            let mut index = 0;
            while index < TABLES[table].len() {
                let row = &TABLES[table][index];
                if (row.since.desktop == NEVER && row.since.es == NEVER) == of_extensions {
                    add(&mut names, row.name, row.lower);
                }
                index += 1;
            }
            table += 1;
        }
        if of_extensions {
            return names;
        }
        of_extensions = true;
    }
}

/// Adds the name of a row for operations without one.
const fn add(names: &mut Names, name: &'static str, lower: Lower) {
    let (ops, intrinsics, hidden) = match lower {
        Lower::Op(op)
        | Lower::ConvertOut(op)
        | Lower::PairReturnFirst(op)
        | Lower::PairOut(op)
        | Lower::Interpolate(op) => ([Some(op), None, None, None], [None; 4], 0),
        Lower::ByKind { float, signed, unsigned, bool } => ([float, signed, unsigned, bool], [None; 4], 0),
        Lower::Atomic { float, signed, unsigned } => ([float, signed, unsigned, None], [None; 4], 0),
        Lower::BitQuery { signed, unsigned } => ([Some(signed), Some(unsigned), None, None], [None; 4], 0),
        Lower::Intrinsic(it)
        | Lower::RayQuery(it)
        | Lower::FragmentFetch(it)
        | Lower::GatherForm(it)
        | Lower::HitObject(it) => ([None; 4], [Some(it), None, None, None], 0),
        Lower::TraceRay => ([None; 4], [Some(Intrinsic::TraceRay), None, None, None], 0),
        Lower::TraceRayMotion => ([None; 4], [Some(Intrinsic::TraceRayMotion), None, None, None], 0),
        Lower::ExecuteCallable => ([None; 4], [Some(Intrinsic::ExecuteCallable), None, None, None], 0),
        Lower::Subgroup(it) => ([None; 4], [Some(it), None, None, None], 1),
        Lower::Group { float, signed, unsigned, bool, .. } => ([None; 4], [float, signed, unsigned, bool], 2),
        _ => return,
    };
    let mut index = 0;
    while index < 4 {
        if let Some(op) = ops[index]
            && names.ops[op as usize].is_none()
        {
            names.ops[op as usize] = Some(name);
        }
        if let Some(intrinsic) = intrinsics[index]
            && names.intrinsics[intrinsic as usize].is_none()
        {
            names.intrinsics[intrinsic as usize] = Some(IntrinsicFunction { name, hidden });
        }
        index += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{intrinsic_function, op_function};
    use vitrum_ir::{Intrinsic, Op};

    #[test]
    fn names_of_versions_come_before_those_of_extensions() {
        assert_eq!(op_function(Op::RoundEven), Some("roundEven"));
        assert_eq!(op_function(Op::FindUmsb), Some("findMSB"));
        assert_eq!(op_function(Op::Var), None);
        let vote = intrinsic_function(Intrinsic::VoteAnyKhr);
        assert_eq!(vote.map(|it| (it.name, it.hidden)), Some(("anyInvocation", 0)));
    }
}
