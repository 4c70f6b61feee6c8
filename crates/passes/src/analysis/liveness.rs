//! Liveness: the parts of the text in which each value must be kept, for every value (live intervals with holes).
//!
//! Instructions and blocks are numbered in text order. An instruction reads its operands at an even position and writes its
//! results at the odd one behind it. The results of a control instruction come into being behind its blocks, and the parameters of
//! a block at its start. What a jump passes on is read at the jump. A value that a loop reads is live to the end of the loop.
//!
//! ```text
//! let liveness = Liveness::new(&function);
//! liveness.intervals(&function, value)      [(3, 8), (14, 20)]
//! liveness.interferes(&function, a, b)      whether both must be kept at once
//! liveness.pressure(&function, weight)      the most that is live at once, by a weight of each value
//! ```

use super::positions::Positions;
use vitrum_ir::{FunctionData, Inst, SideTable, Value, visit};

/// First and last position of a part of the text.
pub type Interval = (u32, u32);

/// See the module.
#[derive(Debug)]
pub struct Liveness {
    intervals: SideTable<Value, Vec<Interval>>,
    positions: Positions,
    /// The values of the function in order of definition.
    values: Vec<Value>,
}

impl Liveness {
    /// Of a function.
    pub fn new(function: &FunctionData) -> Self {
        let positions = Positions::of(function);
        let mut intervals = SideTable::filled(function.values.len(), Vec::new());
        let mut values = function.blocks[function.body].params.to_vec();
        for (_, inst) in visit::insts(function) {
            for block in function.control(inst).into_iter().flat_map(|control| control.blocks()) {
                values.extend(function.blocks[block].params.iter().copied());
            }
            values.extend(function.results(inst));
        }
        for &value in &values {
            intervals.set(value, positions.live(function, value));
        }
        Self { intervals, positions, values }
    }

    /// The values of the function: parameters and results, garbage left out.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The parts of the text in which a value is live, in order and apart from each other.
    pub fn intervals(&self, value: Value) -> &[Interval] {
        self.intervals.get(value).map_or(&[], Vec::as_slice)
    }

    /// The position at which an instruction reads; it writes at the next one. `None` for garbage.
    pub fn position(&self, inst: Inst) -> Option<u32> {
        self.positions.start(inst).map(|position| 2 * position)
    }

    /// The number of operands that name a value.
    pub fn use_count(&self, value: Value) -> usize {
        self.positions.use_count(value)
    }

    /// True if two values are live at once.
    pub fn interferes(&self, a: Value, b: Value) -> bool {
        overlap(self.intervals(a), self.intervals(b))
    }

    /// True if a value is live behind an instruction: it is needed after that.
    pub fn is_live_behind(&self, value: Value, inst: Inst) -> bool {
        let Some(position) = self.position(inst) else { return false };
        self.intervals(value).iter().any(|&(start, end)| start <= position + 1 && end > position)
    }

    /// The greatest sum of weights of values that are live at once.
    pub fn pressure(&self, weight: impl Fn(Value) -> u32) -> u32 {
        let mut events: Vec<(u32, bool, u32)> = Vec::new();
        for &value in &self.values {
            let weight = weight(value);
            for &(start, end) in self.intervals(value) {
                events.push((start, true, weight));
                events.push((end + 1, false, weight));
            }
        }
        // Ends come before starts at the same position.
        events.sort_unstable();
        let (mut now, mut most) = (0u32, 0);
        for (_, starts, weight) in events {
            now = if starts { now + weight } else { now.saturating_sub(weight) };
            most = most.max(now);
        }
        most
    }

    pub(crate) fn positions(&self) -> &Positions {
        &self.positions
    }
}

/// True if two lists of intervals have a position in common.
pub(crate) fn overlap(a: &[Interval], b: &[Interval]) -> bool {
    let (mut x, mut y) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(&&(start_a, end_a)), Some(&&(start_b, end_b))) = (x.peek(), y.peek()) {
        if start_a <= end_b && start_b <= end_a {
            return true;
        }
        if end_a < end_b {
            x.next();
        } else {
            y.next();
        }
    }
    false
}
