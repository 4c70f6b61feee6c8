//! A sample of the mutants, the same for the same seed.

use crate::mutant::{Kind, Mutant};

/// Takes `count` mutants, each kind by its share; kinds that have fewer leave their places to the others.
pub(crate) fn choose<'m>(candidates: &[&'m Mutant], count: usize, seed: u64) -> Vec<&'m Mutant> {
    let mut pools: Vec<Vec<&Mutant>> = Kind::SHARES
        .iter()
        .map(|(kind, _)| {
            let mut pool: Vec<&Mutant> = candidates.iter().copied().filter(|it| it.kind == *kind).collect();
            pool.sort_by_key(|mutant| hash(&mutant.name, seed));
            pool
        })
        .collect();
    let mut chosen = Vec::new();
    for (pool, (_, share)) in pools.iter_mut().zip(Kind::SHARES) {
        let taken = pool.len().min((count * share).div_ceil(100));
        chosen.extend(pool.drain(..taken));
    }
    let mut rest: Vec<&Mutant> = pools.into_iter().flatten().collect();
    rest.sort_by_key(|mutant| hash(&mutant.name, seed));
    chosen.extend(rest);
    chosen.truncate(count);
    chosen.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    chosen
}

/// A hash of a name (FNV-1a with a final mix), so that a mutant's place does not depend on the others.
fn hash(name: &str, seed: u64) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = name.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (hash ^ hash >> 31).wrapping_mul(0x7fb5_d329_728e_a185)
}
