//! Who uses each value.

use vitrum_ir::{FunctionData, Inst, Value, visit};

/// The uses of every value by instructions that are not garbage.
#[derive(Clone, Debug)]
pub struct Uses {
    /// For each value, where its users start; one more at the end.
    starts: Vec<u32>,
    users: Vec<Inst>,
}

impl Uses {
    /// Of a function.
    pub fn new(function: &FunctionData) -> Self {
        let insts = visit::insts(function);
        let mut starts = vec![0u32; function.values.len() + 1];
        let used = |inst: Inst| function.operands(inst).iter().filter_map(|operand| operand.value());
        for &(_, inst) in &insts {
            for value in used(inst) {
                starts[index(value) + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut users = Vec::new();
        if let Some((&(_, first), &total)) = insts.first().zip(starts.last()) {
            users.resize(total as usize, first);
        }
        let mut next = starts.clone();
        for &(_, inst) in &insts {
            for value in used(inst) {
                let slot = &mut next[index(value)];
                users[*slot as usize] = inst;
                *slot += 1;
            }
        }
        Self { starts, users }
    }

    /// The instructions that use a value, in text order; one that uses it twice is there twice.
    pub fn users(&self, value: Value) -> &[Inst] {
        let bounds = self.starts.get(index(value)..index(value) + 2).unwrap_or(&[]);
        let &[start, end] = bounds else { return &[] };
        self.users.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// How many operands name a value.
    pub fn count(&self, value: Value) -> usize {
        self.users(value).len()
    }

    /// Whether exactly one operand names a value.
    pub fn is_used_once(&self, value: Value) -> bool {
        self.count(value) == 1
    }
}

fn index(value: Value) -> usize {
    value.into_raw().into_u32() as usize
}
