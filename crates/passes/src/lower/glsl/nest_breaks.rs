//! A case of a switch that is left from within becomes one that is left at its end only, as an arm of an `if` is.
//!
//! ```text
//! if %a { ... break } else { merge }        if %a { ... merge } else {
//! X                                     =>      X
//! break                                         merge
//!                                           }
//!                                           break
//! ```
//!
//! Code behind an `if` moves into the arm that does not leave. If an arm leaves on some paths only, a variable says whether it
//! did:
//!
//! ```text
//! if %a { if %b { break } else { merge } Y merge }      %left = var   store %left, false
//! else { Z merge }                                      if %a { if %b { store %left, true merge } else { Y merge } merge }
//! X                                                 =>  else { Z merge }
//! break                                                 %0 = load %left   if %0 { merge } else { X merge }
//!                                                       break
//! ```

use crate::framework::rewrite::Rewriter;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::types::common;
use vitrum_ir::{
    Block, ControlData, ControlKind, FunctionData, Inst, List, Op, Operand, Precision, Span, Storage, Type,
};

/// The ways in which the end of a block is reached.
#[derive(Clone, Debug, Default)]
struct Ways {
    /// By going on.
    merges: bool,
    /// By leaving the case: the blocks whose `break` became a `merge`.
    breaks: Vec<Block>,
}

/// Makes a case one that is left at its end only; gives the block that ends as the case did.
pub(super) fn nest_breaks(rewriter: &mut Rewriter<'_>, case: Block) -> Block {
    let mut order = Vec::new();
    let mut stack = vec![case];
    while let Some(block) = stack.pop() {
        order.push(block);
        let insts = &rewriter.function.blocks[block].insts;
        stack.extend(insts.iter().filter_map(|&inst| rewriter.function.arms(inst)).flatten());
    }
    let mut nest = Nest {
        no: rewriter.module.constants.bool(false).into(),
        yes: rewriter.module.constants.bool(true).into(),
        pointer: rewriter.module.types.pointer(Storage::Function, common::BOOL),
        function: &mut rewriter.function,
        left: None,
        told: FxHashSet::default(),
        ways: FxHashMap::default(),
        end: case,
    };
    // Inner blocks come behind those around them.
    for block in order.into_iter().rev() {
        let ways = nest.block(block, block == case);
        nest.ways.insert(block, ways);
    }
    if let Some((var, pointer)) = nest.left {
        let store = nest.function.new_inst(Op::Store, &[pointer, nest.no], 0, Span::default());
        nest.function.blocks[case].insts.insert_many(0, [var, store]);
    }
    nest.end
}

struct Nest<'a> {
    no: Operand,
    yes: Operand,
    /// To a bool.
    pointer: Type,
    function: &'a mut FunctionData,
    /// The declaration of the variable that says whether the case was left, and its address.
    left: Option<(Inst, Operand)>,
    /// Blocks that tell the variable that they leave.
    told: FxHashSet<Block>,
    ways: FxHashMap<Block, Ways>,
    /// The block that ends the case.
    end: Block,
}

impl Nest<'_> {
    /// Puts what follows an `if` that leaves the case where it belongs; the end of the case itself stays.
    fn block(&mut self, block: Block, is_case: bool) -> Ways {
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        let mut ways = Ways::default();
        let mut out = List::with_capacity(insts.len());
        // The block that gets what follows, if not this one; what this one has then.
        let mut at = block;
        let mut done: Vec<(Block, List<Inst>)> = Vec::new();
        for inst in insts {
            let op = self.function.op(inst);
            if op.is_terminator() {
                self.end(inst, at, is_case && at == block, &mut ways, &mut out);
                if is_case {
                    self.end = at;
                }
                break;
            }
            out.push(inst);
            let Some([then, other]) = self.function.arms(inst) else { continue };
            let (first, second) = (self.taken(then), self.taken(other));
            if first.breaks.is_empty() && second.breaks.is_empty() {
                continue;
            }
            let span = self.function.insts[inst].span();
            let next = match (first.merges, second.merges) {
                (false, false) => None,
                (true, false) if first.breaks.is_empty() => Some(then),
                (false, true) if second.breaks.is_empty() => Some(other),
                (true, _) | (_, true) => {
                    for &block in first.breaks.iter().chain(&second.breaks) {
                        self.tell(block);
                    }
                    Some(self.guard(span, &mut out))
                }
            };
            ways.breaks.extend(first.breaks);
            ways.breaks.extend(second.breaks);
            let merge = self.function.new_inst(Op::Merge, &[], 0, span);
            out.push(merge);
            done.push((at, std::mem::take(&mut out)));
            let Some(next) = next else { break };
            at = next;
            out = std::mem::take(&mut self.function.blocks[at].insts);
            // The `merge` at its end.
            out.pop();
        }
        if !out.is_empty() {
            done.push((at, out));
        }
        for (at, insts) in done {
            self.function.blocks[at].insts = insts;
        }
        ways
    }

    /// Puts the terminator of a block at the end of that which got what follows.
    fn end(&mut self, last: Inst, at: Block, is_case: bool, ways: &mut Ways, out: &mut List<Inst>) {
        match self.function.op(last) {
            Op::Merge => {
                ways.merges = true;
                out.push(last);
            }
            Op::Break if !is_case => {
                let span = self.function.insts[last].span();
                out.push(self.function.new_inst(Op::Merge, &[], 0, span));
                ways.breaks.push(at);
            }
            _ => out.push(last),
        }
    }

    fn taken(&mut self, block: Block) -> Ways {
        self.ways.remove(&block).unwrap_or_default()
    }

    /// The variable, which is declared at the start of the case.
    fn left(&mut self) -> Operand {
        let ty = (self.pointer, Precision::None);
        let declare = || {
            let (inst, value) = self.function.new_value(Op::Var, &[], 0, Span::default(), ty);
            (inst, value.into())
        };
        self.left.get_or_insert_with(declare).1
    }

    /// A block that leaves says so.
    fn tell(&mut self, block: Block) {
        if self.told.insert(block) {
            let pointer = self.left();
            let store = self.function.new_inst(Op::Store, &[pointer, self.yes], 0, Span::default());
            let insts = &mut self.function.blocks[block].insts;
            let end = insts.len().saturating_sub(1);
            insts.insert(end, store);
        }
    }

    /// A block that runs unless the case was left.
    fn guard(&mut self, span: Span, out: &mut List<Inst>) -> Block {
        let pointer = self.left();
        let (load, condition) =
            self.function.new_value(Op::Load, &[pointer], 0, span, (common::BOOL, Precision::None));
        let [then, other] = [(); 2].map(|()| {
            let merge = self.function.new_inst(Op::Merge, &[], 0, span);
            self.function.new_block(&[merge])
        });
        let control = ControlData::new(ControlKind::If { then, other });
        out.push(load);
        out.push(self.function.new_control(Op::If, &[condition.into()], control, span));
        other
    }
}
