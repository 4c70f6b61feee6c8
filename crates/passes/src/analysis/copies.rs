//! Parallel copies in sequence, as an edge of control flow needs them.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The copies that have the effect of all copies at once, in an order in which each can be made after the other: `(to, from)`.
/// Targets are different from each other. A circle of copies goes through the temporary, one circle after the other.
///
/// ```
/// use vitrum_passes::analysis::copies::sequence;
///
/// assert_eq!(sequence(&[("b", "a"), ("c", "b")], "t"), [("c", "b"), ("b", "a")]);
/// assert_eq!(sequence(&[("a", "b"), ("b", "a")], "t"), [("t", "a"), ("a", "b"), ("b", "t")]);
/// ```
pub fn sequence<L: Copy + Eq + Hash>(copies: &[(L, L)], temporary: L) -> Vec<(L, L)> {
    let copies: Vec<(L, L)> = copies.iter().copied().filter(|(to, from)| to != from).collect();
    let by_target: FxHashMap<L, usize> = (0..).zip(&copies).map(|(index, copy)| (copy.0, index)).collect();
    // The number of copies to come that read each location.
    let mut readers: FxHashMap<L, u32> = FxHashMap::default();
    for &(_, from) in &copies {
        *readers.entry(from).or_default() += 1;
    }
    let is_free = |readers: &FxHashMap<L, u32>, to: L| readers.get(&to).copied().unwrap_or(0) == 0;
    let mut done = vec![false; copies.len()];
    let mut sequence = Vec::with_capacity(copies.len());
    let mut ready: Vec<usize> =
        (0..copies.len()).rev().filter(|&it| is_free(&readers, copies[it].0)).collect();
    let mut next = 0;
    loop {
        while let Some(index) = ready.pop() {
            let (to, from) = copies[index];
            if std::mem::replace(&mut done[index], true) {
                continue;
            }
            sequence.push((to, from));
            if let Some(count) = readers.get_mut(&from) {
                *count -= 1;
            }
            if is_free(&readers, from)
                && let Some(&waiting) = by_target.get(&from)
            {
                ready.push(waiting);
            }
        }
        // All that is left are circles: every target is read by one copy to come.
        let Some(start) = (next..copies.len()).find(|&index| !done[index]) else { return sequence };
        next = start;
        sequence.push((temporary, copies[start].0));
        // Those who read the target read the temporary now.
        let mut index = start;
        loop {
            let (to, from) = copies[index];
            done[index] = true;
            if from == copies[start].0 {
                sequence.push((to, temporary));
                break;
            }
            sequence.push((to, from));
            match by_target.get(&from) {
                Some(&following) if !done[following] => index = following,
                _ => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sequence;

    /// Every parallel copy between four locations gives what it says.
    #[test]
    fn sequences_have_the_effect_of_all_at_once() {
        for code in 0..5usize.pow(4) {
            // The source of each location; 4 for none.
            let sources: Vec<usize> = (0..4).map(|place| code / 5usize.pow(place) % 5).collect();
            let copies: Vec<(usize, usize)> =
                sources.iter().copied().enumerate().filter(|&(_, from)| from < 4).collect();
            let mut memory = [10, 11, 12, 13, 0];
            for (to, from) in sequence(&copies, 4) {
                memory[to] = memory[from];
            }
            for (to, from) in copies {
                assert_eq!(memory[to], 10 + from, "{sources:?}");
            }
        }
    }
}
