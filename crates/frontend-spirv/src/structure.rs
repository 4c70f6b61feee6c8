//! Structured control flow: the blocks of a function as a tree of constructs (SPIR-V section 2.11).
//!
//! A [`Seq`] is a run of blocks and constructs that ends where it leaves its construct. Selections, loops and switches are
//! found by their merge instructions. A branch without one has a target that leaves a construct:
//!
//! - a break or continue becomes an arm of its own, and the other target goes on behind it;
//! - a branch to where the run would end anyhow becomes a selection that joins there.
//!
//! Arms that meet in front of the merge block of their selection become a selection that joins there, and lies with all behind it
//! in another one, which is always taken.
//!
//! A break out of a loop from within a switch has no form in the IR. The switch then gives a flag, and a branch behind it breaks.
//! No block is ever copied.

use rustc_hash::FxHashMap;
use spirv::Op;

use crate::error::Error;
use crate::index::{Function, Index};
use crate::words::Inst;

/// The number of constructs that may be nested. The universal limit of SPIR-V is 1,023; this reader and others behind it recurse.
pub(crate) const MAX_NESTING: usize = 256;

/// A run of blocks and constructs.
#[derive(Debug)]
pub(crate) struct Seq {
    /// Its number, and the number behind the last of those within it.
    pub(crate) region: u32,
    pub(crate) nodes: Vec<Node>,
    pub(crate) end: End,
}

/// A part of a run.
#[derive(Debug)]
pub(crate) enum Node {
    /// The instructions of a block but for its end.
    Block(usize),
    If(Box<If>),
    Loop(Box<Loop>),
    Switch(Box<Switch>),
}

/// A selection between two runs, by the condition of the branch that ends a block.
#[derive(Debug)]
pub(crate) struct If {
    pub(crate) construct: u32,
    pub(crate) block: usize,
    /// True if the first run is taken whatever the condition is.
    pub(crate) always: bool,
    /// True if the selection has a merge instruction, with the author's hints.
    pub(crate) merge: Option<usize>,
    pub(crate) then: Seq,
    pub(crate) other: Seq,
    /// The block where both go on, if its phis are to be given.
    pub(crate) join: Option<u32>,
    /// True if something goes on behind it.
    pub(crate) joined: bool,
}

/// A loop.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(crate) construct: u32,
    pub(crate) header: usize,
    /// The position of its merge instruction.
    pub(crate) merge_inst: usize,
    pub(crate) merge: u32,
    /// The target of `continue`.
    pub(crate) target: u32,
    pub(crate) body: Seq,
    /// The run from the target to the back edge, if it is not the header and something continues.
    pub(crate) continuing: Option<Seq>,
    pub(crate) joined: bool,
}

/// A switch.
#[derive(Debug)]
pub(crate) struct Switch {
    pub(crate) construct: u32,
    pub(crate) block: usize,
    pub(crate) merge: u32,
    pub(crate) cases: Vec<CaseTree>,
    pub(crate) joined: bool,
    /// The merge block and the construct of the loop that some of its cases break out of.
    pub(crate) outer: Option<(u32, u32)>,
}

/// A case of a switch.
#[derive(Debug)]
pub(crate) struct CaseTree {
    /// Positions of its literals among those of the switch.
    pub(crate) literals: Vec<usize>,
    pub(crate) is_default: bool,
    /// Its first block; none for a case that only breaks.
    pub(crate) target: Option<u32>,
    pub(crate) seq: Seq,
}

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) exit: Exit,
    /// The label that is branched to.
    pub(crate) label: u32,
    /// The block that branches; none if the phis of the label are given already.
    pub(crate) from: Option<usize>,
}

/// The way in which a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Goes on behind the innermost selection.
    Join,
    /// Leaves the innermost loop or switch.
    Break,
    /// Leaves the innermost loop from within switches.
    BreakOut,
    /// Goes to the target of the innermost loop.
    Continue,
    /// Goes to the next case.
    Fallthrough,
    /// The back edge.
    Next,
    /// Leaves the loop if the condition of the block holds (or does not), else the back edge.
    BreakIf { negated: bool },
    /// The last instruction of the block leaves the function.
    Leave,
    /// Nothing gets here.
    Nowhere,
}

/// A run in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) parent: Option<u32>,
    /// The number behind the last region within.
    pub(crate) end: u32,
    /// The construct that it belongs to.
    pub(crate) construct: u32,
    pub(crate) kind: RegionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RegionKind {
    Function,
    Arm,
    Body,
    Continuing,
    Case,
}

/// The tree of a function.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) root: Seq,
    pub(crate) regions: Vec<Region>,
    /// The region of each block, if it is reached.
    pub(crate) block_regions: Vec<Option<u32>>,
    pub(crate) constructs: u32,
    pub(crate) labels: FxHashMap<u32, usize>,
}

impl Tree {
    /// True if a region is another one or lies around it.
    pub(crate) fn encloses(&self, outer: u32, inner: u32) -> bool {
        let end = self.regions.get(outer as usize).map_or(0, |region| region.end);
        outer <= inner && inner < end
    }

    /// The region of the block with a label.
    pub(crate) fn region_of(&self, label: u32) -> Option<u32> {
        let block = self.labels.get(&label)?;
        self.block_regions.get(*block).copied().flatten()
    }
}

enum Frame {
    If { join: Option<u32>, joined: bool },
    Loop { merge: u32, target: u32, construct: u32, broken: bool, continued: bool },
    Continuing { header: u32, merge: u32 },
    Case { merge: u32, next: Option<u32>, broken: bool, outer: Option<(u32, u32)> },
}

struct Walk<'f, 'w> {
    index: &'f Index<'w>,
    function: &'f Function<'w>,
    frames: Vec<Frame>,
    regions: Vec<Region>,
    block_regions: Vec<Option<u32>>,
    constructs: u32,
    labels: FxHashMap<u32, usize>,
}

/// Finds the constructs of a function.
pub(crate) fn structure(index: &Index<'_>, function: &Function<'_>) -> Result<Tree, Error> {
    let labels = function.blocks.iter().enumerate().map(|(index, block)| (block.label, index)).collect();
    let mut walk = Walk {
        index,
        function,
        frames: Vec::new(),
        regions: Vec::new(),
        block_regions: vec![None; function.blocks.len()],
        constructs: 1,
        labels,
    };
    let first = function.blocks.first().ok_or_else(|| function.inst.invalid("the function has no block"))?;
    let start = Start { label: first.label, from: None, is_header: false };
    let root = walk.seq(start, None, 0, RegionKind::Function)?;
    let Walk { regions, block_regions, constructs, labels, .. } = walk;
    Ok(Tree { root, regions, block_regions, constructs, labels })
}

/// The beginning of a run.
#[derive(Clone, Copy)]
struct Start {
    label: u32,
    from: Option<usize>,
    /// True if it is the header of the loop whose body begins.
    is_header: bool,
}

impl<'w> Walk<'_, 'w> {
    fn inst(&self, position: usize) -> Option<Inst<'w>> {
        self.index.insts.get(position).copied()
    }

    /// The block with a label.
    fn block(&self, label: u32) -> Result<usize, Error> {
        let found = self.labels.get(&label).copied();
        found.ok_or_else(|| self.function.inst.invalid(format!("%{label} is no block of the function")))
    }

    /// The instruction that ends a block, the position of its merge instruction, and that instruction.
    fn ending(&self, block: usize) -> Result<(Inst<'w>, Option<(usize, Inst<'w>)>), Error> {
        let range = self.function.blocks.get(block).map(|block| block.insts.clone()).unwrap_or_default();
        let last = range.end.checked_sub(1).and_then(|at| self.inst(at));
        let last = last.ok_or_else(|| self.function.inst.invalid("a block is empty"))?;
        let before = range.end.checked_sub(2).filter(|at| range.contains(at));
        let merge = before.and_then(|at| Some((at, self.inst(at)?)));
        Ok((last, merge.filter(|(_, inst)| inst.is(Op::SelectionMerge) || inst.is(Op::LoopMerge))))
    }

    fn open(&mut self, parent: Option<u32>, construct: u32, kind: RegionKind) -> u32 {
        let region = self.regions.len() as u32;
        self.regions.push(Region { parent, end: region + 1, construct, kind });
        region
    }

    fn close(&mut self, region: u32) {
        let end = self.regions.len() as u32;
        if let Some(region) = self.regions.get_mut(region as usize) {
            region.end = end;
        }
    }

    fn new_construct(&mut self) -> u32 {
        self.constructs += 1;
        self.constructs - 1
    }

    /// The construct that a branch to a label leaves, and how.
    fn exit(&self, label: u32) -> Option<Exit> {
        let mut switches = 0;
        for (depth, frame) in self.frames.iter().rev().enumerate() {
            match *frame {
                Frame::If { join, .. } if depth == 0 && join == Some(label) => return Some(Exit::Join),
                Frame::If { .. } => {}
                Frame::Case { merge, next, .. } => {
                    if depth == 0 && next == Some(label) {
                        return Some(Exit::Fallthrough);
                    }
                    if switches == 0 && merge == label {
                        return Some(Exit::Break);
                    }
                    switches += 1;
                }
                Frame::Loop { merge, target, .. } => {
                    return if label == target {
                        Some(Exit::Continue)
                    } else if label != merge {
                        None
                    } else if switches == 0 {
                        Some(Exit::Break)
                    } else {
                        Some(Exit::BreakOut)
                    };
                }
                Frame::Continuing { header, .. } => {
                    return (depth == 0 && header == label).then_some(Exit::Next);
                }
            }
        }
        None
    }

    /// Notes that a run ends in this way.
    fn note(&mut self, exit: Exit) {
        let mut out = None;
        if exit == Exit::BreakOut {
            out = self.frames.iter().rev().find_map(|frame| match *frame {
                Frame::Loop { merge, construct, .. } => Some((merge, construct)),
                _ => None,
            });
        }
        for (depth, frame) in self.frames.iter_mut().rev().enumerate() {
            match (exit, frame) {
                (Exit::Join, Frame::If { joined, .. }) if depth == 0 => {
                    *joined = true;
                    return;
                }
                (Exit::Break, Frame::Case { broken, .. } | Frame::Loop { broken, .. })
                | (Exit::BreakOut, Frame::Loop { broken, .. })
                | (Exit::Continue, Frame::Loop { continued: broken, .. }) => {
                    *broken = true;
                    return;
                }
                (Exit::BreakOut, Frame::Case { outer, .. }) => *outer = out,
                _ => {}
            }
        }
    }

    fn seq(
        &mut self,
        start: Start,
        parent: Option<u32>,
        construct: u32,
        kind: RegionKind,
    ) -> Result<Seq, Error> {
        if self.frames.len() > MAX_NESTING {
            return Err(self.too_deep());
        }
        let region = self.open(parent, construct, kind);
        let mut nodes = Vec::new();
        let end = self.run(start, region, &mut nodes)?;
        self.note(end.exit);
        self.close(region);
        Ok(Seq { region, nodes, end })
    }

    /// A run of nothing.
    fn empty(&mut self, end: End, parent: u32, construct: u32, kind: RegionKind) -> Seq {
        let region = self.open(Some(parent), construct, kind);
        self.note(end.exit);
        Seq { region, nodes: Vec::new(), end }
    }

    /// Adds blocks and constructs to a run until it ends.
    fn run(&mut self, start: Start, region: u32, nodes: &mut Vec<Node>) -> Result<End, Error> {
        const NOWHERE: End = End { exit: Exit::Nowhere, label: 0, from: None };
        let Start { mut label, mut from, mut is_header } = start;
        loop {
            if !is_header && let Some(exit) = self.exit(label) {
                return Ok(End { exit, label, from });
            }
            let block = self.block(label)?;
            let (last, merge) = self.ending(block)?;
            if let Some((position, inst)) = merge.filter(|(_, inst)| inst.is(Op::LoopMerge) && !is_header) {
                let node = self.begin_loop(block, label, position, inst, region)?;
                let (joined, merge) = (node.joined, node.merge);
                nodes.push(Node::Loop(Box::new(node)));
                if !joined {
                    return Ok(NOWHERE);
                }
                (label, from) = (merge, None);
                continue;
            }
            is_header = false;
            let slot = self.block_regions.get_mut(block);
            if slot.is_some_and(|slot| slot.replace(region).is_some()) {
                return Err(last
                    .invalid(format!("the block %{label} is reached from places that no construct joins")));
            }
            nodes.push(Node::Block(block));
            let selection = merge.filter(|(_, inst)| inst.is(Op::SelectionMerge));
            match last.known() {
                Some(Op::Branch) => (label, from) = (last.word(0)?, Some(block)),
                Some(Op::BranchConditional) if last.word(1)? == last.word(2)? => {
                    let target = last.word(1)?;
                    let join = selection.map(|row| row.1.word(0)).transpose()?.filter(|&join| join != target);
                    match (join, selection) {
                        (Some(join), Some((position, _))) => {
                            let meet = Meet { label: target, targets: None };
                            match self.enclose(block, meet, join, position, region, nodes)? {
                                Next::Goes { to, by } => (label, from) = (to, by),
                                Next::Ends(end) => return Ok(end),
                            }
                        }
                        _ => (label, from) = (target, Some(block)),
                    }
                }
                Some(Op::BranchConditional) => match self.branch(block, last, selection, region, nodes)? {
                    Next::Goes { to, by } => (label, from) = (to, by),
                    Next::Ends(end) => return Ok(end),
                },
                Some(Op::Switch) => {
                    let Some((_, inst)) = selection else {
                        return Err(last.invalid("OpSwitch has no OpSelectionMerge in front of it"));
                    };
                    let node = self.begin_switch(block, last, inst.word(0)?, region)?;
                    let (joined, merge) = (node.joined, node.merge);
                    nodes.push(Node::Switch(Box::new(node)));
                    if !joined {
                        return Ok(NOWHERE);
                    }
                    (label, from) = (merge, None);
                }
                _ => return Ok(End { exit: Exit::Leave, label: 0, from: Some(block) }),
            }
        }
    }

    fn branch(
        &mut self,
        block: usize,
        last: Inst<'w>,
        selection: Option<(usize, Inst<'w>)>,
        region: u32,
        nodes: &mut Vec<Node>,
    ) -> Result<Next, Error> {
        let (yes, no) = (last.word(1)?, last.word(2)?);
        if let Some((position, inst)) = selection {
            let join = inst.word(0)?;
            if let Some(label) = self.meet([yes, no], join)? {
                let meet = Meet { label, targets: Some([yes, no]) };
                return self.enclose(block, meet, join, position, region, nodes);
            }
            return self.select(block, [yes, no], Some(join), Some(position), region, nodes);
        }
        if let Some(&Frame::Continuing { header, merge }) = self.frames.last()
            && [[header, merge], [merge, header]].contains(&[yes, no])
        {
            let exit = Exit::BreakIf { negated: yes == header };
            return Ok(Next::Ends(End { exit, label: merge, from: Some(block) }));
        }
        let exits = [self.exit(yes), self.exit(no)];
        let jumps = |exit: &Option<Exit>| matches!(exit, Some(Exit::Break | Exit::BreakOut | Exit::Continue));
        // The arm of a jump; the other target goes on.
        if let Some(arm) = exits.iter().position(jumps) {
            let (label, other) = if arm == 0 { (yes, no) } else { (no, yes) };
            let exit = exits.get(arm).copied().flatten().unwrap_or(Exit::Nowhere);
            let construct = self.new_construct();
            let jump = End { exit, label, from: Some(block) };
            let stay = End { exit: Exit::Join, label: 0, from: None };
            let ends = if arm == 0 { [jump, stay] } else { [stay, jump] };
            self.frames.push(Frame::If { join: None, joined: false });
            let [then, other_arm] = ends.map(|end| self.empty(end, region, construct, RegionKind::Arm));
            self.frames.pop();
            nodes.push(Node::If(Box::new(If {
                construct,
                block,
                always: false,
                merge: None,
                then,
                other: other_arm,
                join: None,
                joined: true,
            })));
            return Ok(Next::Goes { to: other, by: Some(block) });
        }
        // The end of the run joins both.
        let join = if exits[0].is_some() {
            Some(yes)
        } else if exits[1].is_some() {
            Some(no)
        } else {
            None
        };
        self.select(block, [yes, no], join, None, region, nodes)
    }

    fn select(
        &mut self,
        block: usize,
        targets: [u32; 2],
        join: Option<u32>,
        merge: Option<usize>,
        region: u32,
        nodes: &mut Vec<Node>,
    ) -> Result<Next, Error> {
        let construct = self.new_construct();
        self.frames.push(Frame::If { join, joined: false });
        let start = |label| Start { label, from: Some(block), is_header: false };
        let then = self.seq(start(targets[0]), Some(region), construct, RegionKind::Arm)?;
        let other = self.seq(start(targets[1]), Some(region), construct, RegionKind::Arm)?;
        let joined = matches!(self.frames.pop(), Some(Frame::If { joined: true, .. }));
        let always = false;
        nodes.push(Node::If(Box::new(If { construct, block, always, merge, then, other, join, joined })));
        Ok(behind(join, joined))
    }

    /// The first block, in the order of the function, that both targets of a branch lead to without leaving the selection.
    fn meet(&self, targets: [u32; 2], join: u32) -> Result<Option<u32>, Error> {
        if targets.contains(&join) {
            return Ok(None);
        }
        let leaves = |label: u32| label == join || self.exit(label).is_some();
        let mut reached: FxHashMap<usize, usize> = FxHashMap::default();
        let mut first: Option<usize> = None;
        for (arm, target) in targets.into_iter().enumerate() {
            let mut pending = vec![target];
            while let Some(label) = pending.pop() {
                if leaves(label) {
                    continue;
                }
                let block = self.block(label)?;
                match reached.get(&block) {
                    Some(&other) if other != arm => {
                        // All behind it is reached by both, too.
                        first = Some(first.map_or(block, |first| first.min(block)));
                        continue;
                    }
                    Some(_) => continue,
                    None => {}
                }
                reached.insert(block, arm);
                let (end, _) = self.ending(block)?;
                pending.extend(successors(self.index, end)?);
            }
        }
        Ok(first.and_then(|first| self.function.blocks.get(first)).map(|block| block.label))
    }

    /// A selection that is always taken, around what lies in front of its merge block.
    fn enclose(
        &mut self,
        block: usize,
        meet: Meet,
        join: u32,
        merge: usize,
        region: u32,
        nodes: &mut Vec<Node>,
    ) -> Result<Next, Error> {
        if self.frames.len() > MAX_NESTING {
            return Err(self.too_deep());
        }
        let construct = self.new_construct();
        self.frames.push(Frame::If { join: Some(join), joined: false });
        let own = self.open(Some(region), construct, RegionKind::Arm);
        let mut inner = Vec::new();
        let start = match meet.targets {
            Some(targets) => match self.select(block, targets, Some(meet.label), None, own, &mut inner)? {
                Next::Goes { to, by } => Ok(Start { label: to, from: by, is_header: false }),
                Next::Ends(end) => Err(end),
            },
            None => Ok(Start { label: meet.label, from: Some(block), is_header: false }),
        };
        let end = match start {
            Ok(start) => self.run(start, own, &mut inner)?,
            Err(end) => end,
        };
        self.note(end.exit);
        self.close(own);
        let then = Seq { region: own, nodes: inner, end };
        let nowhere = End { exit: Exit::Nowhere, label: 0, from: None };
        let other = self.empty(nowhere, region, construct, RegionKind::Arm);
        let joined = matches!(self.frames.pop(), Some(Frame::If { joined: true, .. }));
        let (always, merge, join) = (true, Some(merge), Some(join));
        nodes.push(Node::If(Box::new(If { construct, block, always, merge, then, other, join, joined })));
        Ok(behind(join, joined))
    }

    fn too_deep(&self) -> Error {
        Error::too_large(self.function.inst.at, format!("more than {MAX_NESTING} nested constructs"))
    }

    fn begin_loop(
        &mut self,
        header: usize,
        label: u32,
        merge_inst: usize,
        inst: Inst<'w>,
        region: u32,
    ) -> Result<Loop, Error> {
        let (merge, target) = (inst.word(0)?, inst.word(1)?);
        let construct = self.new_construct();
        self.frames.push(Frame::Loop { merge, target, construct, broken: false, continued: false });
        let start = Start { label, from: None, is_header: true };
        let body = self.seq(start, Some(region), construct, RegionKind::Body)?;
        let (mut joined, continued) = match self.frames.pop() {
            Some(Frame::Loop { broken, continued, .. }) => (broken, continued),
            _ => (false, false),
        };
        let mut continuing = None;
        if continued && target != label {
            self.frames.push(Frame::Continuing { header: label, merge });
            let start = Start { label: target, from: None, is_header: false };
            let seq = self.seq(start, Some(region), construct, RegionKind::Continuing)?;
            self.frames.pop();
            match seq.end.exit {
                Exit::BreakIf { .. } => joined = true,
                Exit::Next | Exit::Nowhere => {}
                _ => return Err(inst.invalid("the continue construct does not end at the back edge")),
            }
            continuing = Some(seq);
        }
        Ok(Loop { construct, header, merge_inst, merge, target, body, continuing, joined })
    }

    fn begin_switch(
        &mut self,
        block: usize,
        last: Inst<'w>,
        merge: u32,
        region: u32,
    ) -> Result<Switch, Error> {
        let construct = self.new_construct();
        let targets = switch_targets(self.index, last)?;
        let default = last.word(1)?;
        // The cases in order of the instruction, the default last, each once.
        let mut cases: Vec<(u32, Vec<usize>)> = Vec::new();
        let mut places: FxHashMap<u32, usize> = FxHashMap::default();
        for (position, &(_, target)) in targets.iter().enumerate() {
            let place = *places.entry(target).or_insert(cases.len());
            if place == cases.len() {
                cases.push((target, Vec::new()));
            }
            if let Some(case) = cases.get_mut(place) {
                case.1.push(position);
            }
        }
        if *places.entry(default).or_insert(cases.len()) == cases.len() {
            cases.push((default, Vec::new()));
        }
        let order = self.case_order(&cases, merge, last)?;
        let mut switch = Switch { construct, block, merge, cases: Vec::new(), joined: false, outer: None };
        for (place, next) in order {
            let Some((target, literals)) = cases.get(place).cloned() else { continue };
            let is_default = target == default;
            let next = next.and_then(|next| cases.get(next)).map(|case| case.0);
            self.frames.push(Frame::Case { merge, next, broken: false, outer: None });
            let (target, seq) = if target == merge {
                let end = End { exit: Exit::Break, label: merge, from: Some(block) };
                (None, self.empty(end, region, construct, RegionKind::Case))
            } else {
                let start = Start { label: target, from: Some(block), is_header: false };
                (Some(target), self.seq(start, Some(region), construct, RegionKind::Case)?)
            };
            if let Some(Frame::Case { broken, outer, .. }) = self.frames.pop() {
                switch.joined |= broken;
                switch.outer = switch.outer.or(outer);
            }
            switch.cases.push(CaseTree { literals, is_default, target, seq });
        }
        Ok(switch)
    }

    /// An order of cases in which each that goes on to another stands in front of it; each with that other one.
    fn case_order(
        &self,
        cases: &[(u32, Vec<usize>)],
        merge: u32,
        last: Inst<'w>,
    ) -> Result<Vec<(usize, Option<usize>)>, Error> {
        let places: FxHashMap<u32, usize> = cases.iter().enumerate().map(|(at, case)| (case.0, at)).collect();
        let mut next: Vec<Option<usize>> = vec![None; cases.len()];
        let mut has_previous = vec![false; cases.len()];
        let mut seen: FxHashMap<usize, usize> = FxHashMap::default();
        for (place, &(target, _)) in cases.iter().enumerate() {
            let mut pending = vec![target];
            while let Some(label) = pending.pop() {
                if label == merge || self.exit(label).is_some() {
                    continue;
                }
                if let Some(&other) = places.get(&label).filter(|_| label != target) {
                    let slot = next.get_mut(place);
                    if slot.is_some_and(|slot| slot.replace(other).is_some_and(|old| old != other)) {
                        return Err(last.invalid("a case goes on to two others"));
                    }
                    continue;
                }
                let block = self.block(label)?;
                if seen.insert(block, place).is_some() {
                    continue;
                }
                let (end, _) = self.ending(block)?;
                pending.extend(successors(self.index, end)?);
            }
        }
        for &other in next.iter().flatten() {
            let slot = has_previous.get_mut(other);
            if slot.is_some_and(|slot| std::mem::replace(slot, true)) {
                return Err(last.invalid("two cases go on to the same one"));
            }
        }
        let mut order = Vec::with_capacity(cases.len());
        for first in (0..cases.len()).filter(|&place| !has_previous.get(place).copied().unwrap_or(false)) {
            let mut place = Some(first);
            while let Some(at) = place {
                place = next.get(at).copied().flatten();
                order.push((at, place));
            }
        }
        if order.len() != cases.len() {
            return Err(last.invalid("cases go on to each other in a circle"));
        }
        Ok(order)
    }
}

enum Next {
    Goes { to: u32, by: Option<usize> },
    Ends(End),
}

/// The way on behind a selection.
fn behind(join: Option<u32>, joined: bool) -> Next {
    match join.filter(|_| joined) {
        Some(to) => Next::Goes { to, by: None },
        None => Next::Ends(End { exit: Exit::Nowhere, label: 0, from: None }),
    }
}

/// The block where the arms of a branch meet, and the arms if it has two.
#[derive(Clone, Copy)]
struct Meet {
    label: u32,
    targets: Option<[u32; 2]>,
}

/// The literals of a switch, each with its target. They have the width of the selector.
pub(crate) fn switch_targets(index: &Index<'_>, last: Inst<'_>) -> Result<Vec<(u64, u32)>, Error> {
    let selector = index.def_for(last.word(0)?, last.at)?;
    let ty = index.def_for(selector.ty, last.at)?;
    let wide = ty.is(Op::TypeInt) && ty.word(0)? > 32;
    let rows = last.from(2).chunks(if wide { 3 } else { 2 });
    rows.map(|row| match *row {
        [low, target] if !wide => Ok((u64::from(low), target)),
        [low, high, target] if wide => Ok((u64::from(low) | u64::from(high) << 32, target)),
        _ => Err(last.invalid("a case of OpSwitch is cut off")),
    })
    .collect()
}

/// The labels that the last instruction of a block leads to.
fn successors(index: &Index<'_>, last: Inst<'_>) -> Result<Vec<u32>, Error> {
    Ok(match last.known() {
        Some(Op::Branch) => vec![last.word(0)?],
        Some(Op::BranchConditional) => vec![last.word(1)?, last.word(2)?],
        Some(Op::Switch) => {
            let mut labels = vec![last.word(1)?];
            labels.extend(switch_targets(index, last)?.into_iter().map(|row| row.1));
            labels
        }
        _ => Vec::new(),
    })
}
