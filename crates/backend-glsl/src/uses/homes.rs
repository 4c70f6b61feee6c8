//! Where variables can be declared: in the innermost block that holds every use, but outside of loops that they were
//! outside of, since a variable keeps its value from one round to the next.

use vitrum_ir::{Block, FunctionData, Op, OperandKind, Value, ValueDef};

/// The blocks that hold a use of a variable, from that of its definition inwards.
struct Home {
    /// How many blocks there were around the variable.
    level: usize,
    chain: Vec<Block>,
    used: bool,
}

/// The innermost block for each variable of a function that has no initialiser; uses in what is `dead` are none.
pub(super) fn of(function: &FunctionData, dead: &[bool]) -> Vec<Option<Block>> {
    let mut homes: Vec<Option<Home>> = Vec::new();
    homes.resize_with(function.values.len(), || None);
    let mut path: Vec<(Block, bool)> = vec![(function.body, false)];
    let mut stack: Vec<(_, Vec<(Block, bool)>)> =
        vec![(function.blocks[function.body].insts.iter(), Vec::new())];
    // A block's iterator is on the stack, with the inner blocks of its last instruction still to be visited.
    while let Some((insts, inner)) = stack.last_mut() {
        if let Some((block, is_loop)) = inner.pop() {
            path.push((block, is_loop));
            stack.push((function.blocks[block].insts.iter(), Vec::new()));
            continue;
        }
        let Some(&inst) = insts.next() else {
            stack.pop();
            path.pop();
            continue;
        };
        if dead.get(super::dead::number(inst)).copied().unwrap_or(false) {
            continue;
        }
        for operand in function.operands(inst) {
            if let OperandKind::Value(value) = operand.kind()
                && let Some(Some(home)) = homes.get_mut(super::raw(base(function, value)))
            {
                narrow(home, &path);
            }
        }
        let op = function.insts[inst].op;
        if op == Op::Var
            && function.operands(inst).is_empty()
            && let Some(var) = function.result(inst)
            && let Some(slot) = homes.get_mut(super::raw(var))
        {
            *slot = Some(Home { level: path.len(), chain: Vec::new(), used: false });
        }
        if let Some(control) = function.control(inst) {
            let mut blocks: Vec<_> = control.blocks().map(|block| (block, op == Op::Loop)).collect();
            blocks.reverse();
            *inner = blocks;
        }
    }
    homes.into_iter().map(|home| home?.chain.last().copied()).collect()
}

/// The variable that a pointer points into.
fn base(function: &FunctionData, mut value: Value) -> Value {
    while let ValueDef::Result { inst, .. } = function.values[value].def()
        && function.insts[inst].op == Op::Access
        && let Some(pointer) = function.operands(inst).first().and_then(|operand| operand.value())
    {
        value = pointer;
    }
    value
}

fn narrow(home: &mut Home, path: &[(Block, bool)]) {
    let inner = path.get(home.level..).unwrap_or(&[]).iter().take_while(|(_, is_loop)| !is_loop);
    if home.used {
        let same = home.chain.iter().zip(inner).take_while(|(known, (block, _))| *known == block).count();
        home.chain.truncate(same);
    } else {
        home.used = true;
        home.chain = inner.map(|(block, _)| *block).collect();
    }
}
