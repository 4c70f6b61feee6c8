//! The linear scan: classes in order of the text get the first registers that are free in all their intervals.

use super::classes::Classes;
use super::{Allocation, File, Place, RegisterFiles};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// A register: its occupied intervals by first position, with the class of each.
#[derive(Default)]
struct Register {
    live: BTreeMap<u32, (u32, usize)>,
    /// The classes that jumps write to it whichever way they go.
    dispatched: FxHashSet<usize>,
}

/// A file as it fills.
struct Filling {
    file: File,
    limit: Option<u32>,
    registers: Vec<Register>,
}

/// Gives every class a place.
pub(super) fn assign(classes: &mut Classes, files: &RegisterFiles, allocation: &mut Allocation) {
    let mut words = Filling { file: File::Words, limit: files.words, registers: Vec::new() };
    let mut booleans = Filling { file: File::Booleans, limit: files.booleans, registers: Vec::new() };
    let mut slots = Filling { file: File::Slots, limit: None, registers: Vec::new() };
    let mut spilled = Vec::new();
    for class in classes.in_order() {
        match classes.get(class).file {
            File::Words | File::Slots => words.place(classes, class, &mut spilled),
            File::Booleans => booleans.place(classes, class, &mut spilled),
            File::Whole => {
                let first = allocation.wholes.len() as u32;
                allocation.wholes.push(classes.get(class).value);
                classes.set_place(class, Some(Place { file: File::Whole, first, count: 1 }));
            }
            // They hold no values.
            File::Arrays => {}
        }
    }
    for class in spilled {
        slots.place(classes, class, &mut Vec::new());
    }
    for filling in [words, booleans, slots] {
        if !filling.registers.is_empty() {
            allocation.used.insert(filling.file, filling.registers.len() as u32);
        }
    }
    if !allocation.wholes.is_empty() {
        allocation.used.insert(File::Whole, allocation.wholes.len() as u32);
    }
}

impl Filling {
    /// The classes that keep a class out of consecutive registers.
    fn rivals(&self, classes: &Classes, class: usize, first: u32) -> FxHashSet<usize> {
        let mut rivals = FxHashSet::default();
        let of = classes.live(class);
        for register in self.registers.iter().skip(first as usize).take(classes.get(class).count as usize) {
            for (&start, &end) in &of.live {
                // Intervals of a register lie apart, so those that overlap end behind the start.
                let before = register.live.range(..=end).rev();
                rivals.extend(before.take_while(|row| row.1.0 >= start).map(|row| row.1.1));
            }
            rivals.extend(register.dispatched.iter().filter(|&&other| classes.is_overwritten(other, class)));
            for &(_, position) in of.dispatched.values() {
                let holder = register.live.range(..=position).next_back().filter(|row| row.1.0 >= position);
                rivals
                    .extend(holder.map(|row| row.1.1).filter(|&other| classes.is_overwritten(class, other)));
            }
        }
        rivals
    }

    fn place(&mut self, classes: &mut Classes, class: usize, spilled: &mut Vec<usize>) {
        let count = classes.get(class).count;
        let most = self.limit.unwrap_or(u32::MAX);
        let end = (self.registers.len() as u32).min(most.saturating_sub(count));
        let mut cheapest: Option<(u64, u32, Vec<usize>)> = None;
        if count <= most {
            for first in 0..=end {
                let rivals = self.rivals(classes, class, first);
                if rivals.is_empty() {
                    self.put(classes, class, first);
                    return;
                }
                // If registers are few, those of the values go that are used least.
                if self.limit.is_some() {
                    let cost = rivals.iter().map(|&rival| priority(classes, rival)).max().unwrap_or(0);
                    if cheapest.as_ref().is_none_or(|best| cost < best.0) {
                        let mut rivals: Vec<usize> = rivals.into_iter().collect();
                        rivals.sort_unstable();
                        cheapest = Some((cost, first, rivals));
                    }
                }
            }
        }
        match cheapest {
            Some((cost, first, rivals)) if cost < priority(classes, class) => {
                for rival in rivals {
                    self.take_out(classes, rival);
                    spilled.push(rival);
                }
                self.put(classes, class, first);
            }
            _ => spilled.push(class),
        }
    }

    fn put(&mut self, classes: &mut Classes, class: usize, first: u32) {
        let count = classes.get(class).count;
        let needed = (first + count) as usize;
        if self.registers.len() < needed {
            self.registers.resize_with(needed, Register::default);
        }
        for register in self.registers.iter_mut().skip(first as usize).take(count as usize) {
            let live = classes.live(class).live.iter();
            register.live.extend(live.map(|(&start, &end)| (start, (end, class))));
            if !classes.live(class).dispatched.is_empty() {
                register.dispatched.insert(class);
            }
        }
        classes.set_place(class, Some(Place { file: self.file, first, count }));
    }

    fn take_out(&mut self, classes: &mut Classes, class: usize) {
        let Some(place) = classes.place(class) else { return };
        for register in self.registers.iter_mut().skip(place.first as usize).take(place.count as usize) {
            register.live.retain(|_, row| row.1 != class);
            register.dispatched.remove(&class);
        }
        classes.set_place(class, None);
    }
}

/// Uses for the length of the text that a class keeps a register.
fn priority(classes: &Classes, class: usize) -> u64 {
    let of = classes.live(class);
    let length: u64 = of.live.iter().map(|(&start, &end)| u64::from(end.saturating_sub(start)) + 1).sum();
    classes.get(class).weight.saturating_mul(1 << 16) / length.max(1)
}
