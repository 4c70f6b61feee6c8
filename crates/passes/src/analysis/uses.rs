//! Def-use chains: the users of each value.

use vitrum_ir::{FunctionData, Inst, SideTable, Value, visit};

/// The uses of every value by instructions that are not garbage.
#[derive(Clone, Debug)]
pub struct Uses {
    /// Start and end of the users of each value.
    ranges: SideTable<Value, (u32, u32)>,
    users: Vec<Inst>,
}

impl Uses {
    /// Of a function.
    pub fn new(function: &FunctionData) -> Self {
        let insts = visit::insts(function);
        let mut ranges: SideTable<Value, (u32, u32)> = SideTable::filled(function.values.len(), (0, 0));
        let used = |inst: Inst| function.used_values(inst);
        for &(_, inst) in &insts {
            for value in used(inst) {
                ranges.entry(value).1 += 1;
            }
        }
        let mut total = 0;
        for (start, end) in ranges.values_mut() {
            *start = total;
            total += *end;
            *end = *start;
        }
        let mut users = Vec::new();
        if let Some(&(_, first)) = insts.first() {
            users.resize(total as usize, first);
        }
        for &(_, inst) in &insts {
            for value in used(inst) {
                let (_, end) = ranges.entry(value);
                users[*end as usize] = inst;
                *end += 1;
            }
        }
        Self { ranges, users }
    }

    /// The instructions that use a value, in text order; one that uses it twice is there twice.
    pub fn users(&self, value: Value) -> &[Inst] {
        let (start, end) = self.ranges.at(value);
        self.users.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// The number of operands that name a value.
    pub fn count(&self, value: Value) -> usize {
        self.users(value).len()
    }

    /// True if exactly one operand names a value.
    pub fn is_used_once(&self, value: Value) -> bool {
        self.count(value) == 1
    }
}
