//! Facts of functions: memory operands, decorations of values, scopes, semantics, control hints.
//!
//! Code may be written in several ways, so operations correspond by what they compute or access: the path of a memory
//! access without the components of vectors, the operands of a value to some depth.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::binary::Disassemble;
use rspirv::dr::{Instruction, Operand};
use rspirv::grammar::GLSL_STD_450_INSTRUCTION_TABLE;
use rspirv::spirv::{Decoration, ImageOperands, MemoryAccess, MemorySemantics, Op, StorageClass, Word};

use super::binary::{Binary, id, id_of};
use super::facts::Facts;
use super::interface;

/// Depth to which the operands of a value are spelled out.
const VALUE_DEPTH: usize = 4;

/// Depth to which structs are followed that are loaded or stored as a whole.
const STRUCT_DEPTH: usize = 8;

/// Greatest length of a chain of pointers.
const CHAIN_DEPTH: usize = 32;

/// Prefixes of the names of operations with side effects, so that both modules have them.
const EVENTS: &[&str] = &[
    "Image",
    "Atomic",
    "Group",
    "Subgroup",
    "RayQuery",
    "TraceRay",
    "ExecuteCallable",
    "ReportIntersection",
    "Ignore",
    "Terminate",
    "Kill",
    "Demote",
    "IsHelper",
    "Emit",
    "EndPrimitive",
    "EndStreamPrimitive",
    "SetMesh",
    "ControlBarrier",
    "MemoryBarrier",
    "DPd",
    "Fwidth",
    "ReadClock",
    "BeginInvocation",
    "EndInvocation",
    "CooperativeMatrix",
    "ArrayLength",
    "Interpolate",
];

/// Decorations of values, in the order in which attributes name them.
pub(crate) const MARKS: &[&str] = &["NoContraction", "RelaxedPrecision"];

/// Adds the facts of the functions that the entry points reach.
pub(crate) fn add(binary: &Binary<'_>, facts: &mut Facts) {
    let functions = functions(binary);
    let mut waiting: Vec<Word> = binary
        .instructions
        .iter()
        .filter(|it| it.class.opcode == Op::EntryPoint)
        .filter_map(|it| id(it, 1))
        .collect();
    let mut reached = BTreeSet::new();
    while let Some(function) = waiting.pop() {
        let Some(body) = functions.get(&function).filter(|_| reached.insert(function)) else { continue };
        let blocks = reachable_blocks(binary, body);
        let mut is_reached = true;
        for instruction in *body {
            if instruction.class.opcode == Op::Label {
                is_reached = instruction.result_id.is_some_and(|label| blocks.contains(&label));
            }
            if !is_reached {
                continue;
            }
            if instruction.class.opcode == Op::FunctionCall {
                waiting.extend(id(instruction, 0));
            }
            Code { binary, function }.add(instruction, facts);
        }
    }
}

/// The labels of the blocks that can be executed, constant conditions of branches considered: compilers may leave out the
/// others.
fn reachable_blocks(binary: &Binary<'_>, body: &[Instruction]) -> BTreeSet<Word> {
    let mut next: BTreeMap<Word, Vec<Word>> = BTreeMap::new();
    let mut labels = body.iter().filter(|it| it.class.opcode == Op::Label).filter_map(|it| it.result_id);
    let mut waiting: Vec<Word> = labels.next().into_iter().collect();
    let mut label = None;
    for instruction in body {
        let targets: Vec<Word> = match (instruction.class.opcode, instruction.operands.as_slice()) {
            (Op::Label, _) => {
                label = instruction.result_id;
                continue;
            }
            (Op::Branch, [target]) => id_of(target).into_iter().collect(),
            (Op::BranchConditional, [condition, yes, no, ..]) => {
                let known = id_of(condition).and_then(|condition| binary.constant(condition));
                let targets = match known.as_deref() {
                    Some("true") => [Some(yes), None],
                    Some("false") => [None, Some(no)],
                    _ => [Some(yes), Some(no)],
                };
                targets.into_iter().flatten().filter_map(id_of).collect()
            }
            (Op::Switch, [_, targets @ ..]) => targets.iter().filter_map(id_of).collect(),
            _ => continue,
        };
        next.entry(label.unwrap_or_default()).or_default().extend(targets);
    }
    let mut reached = BTreeSet::new();
    while let Some(label) = waiting.pop() {
        if reached.insert(label) {
            waiting.extend(next.get(&label).into_iter().flatten());
        }
    }
    reached
}

/// The instructions of each function.
fn functions<'a>(binary: &Binary<'a>) -> BTreeMap<Word, &'a [Instruction]> {
    let mut functions = BTreeMap::new();
    let is = |it: &Instruction, op: Op| it.class.opcode == op;
    let mut rest = binary.instructions;
    while let Some(start) = rest.iter().position(|it| is(it, Op::Function)) {
        let Some((_, from)) = rest.split_at_checked(start) else { break };
        let end = from.iter().position(|it| is(it, Op::FunctionEnd)).unwrap_or(from.len());
        let Some((body, behind)) = from.split_at_checked(end) else { break };
        if let Some(id) = body.first().and_then(|it| it.result_id) {
            functions.insert(id, body);
        }
        rest = behind;
    }
    functions
}

/// The code of a function.
struct Code<'a, 'b> {
    binary: &'b Binary<'a>,
    function: Word,
}

impl Code<'_, '_> {
    fn add(&self, instruction: &Instruction, facts: &mut Facts) {
        let operands = instruction.operands.as_slice();
        match (instruction.class.opcode, operands) {
            (Op::Function, [control, ..]) => {
                let subject = format!("function {}", self.binary.name(self.function));
                facts.add(subject, control.disassemble());
            }
            (Op::FunctionParameter | Op::Variable, _) => self.local(instruction, facts),
            (Op::Load, [pointer, access @ ..]) => self.access("load", pointer, access, facts),
            (Op::Store, [pointer, _, access @ ..]) => self.access("store", pointer, access, facts),
            (Op::CopyMemory, [target, source, access @ ..]) => {
                let (first, second) = split_access(access);
                self.access("store", target, first, facts);
                self.access("load", source, second.unwrap_or(first), facts);
            }
            (Op::LoopMerge, [_, _, control, rest @ ..]) => self.control("loop", control, rest, facts),
            (Op::SelectionMerge, [_, control, ..]) => self.control("selection", control, &[], facts),
            _ => {}
        }
        self.event(instruction, facts);
        self.uniformity(instruction, facts);
        self.value(instruction, facts);
    }

    /// A local variable or a parameter, which may be either.
    fn local(&self, instruction: &Instruction, facts: &mut Facts) {
        let Some(id) = instruction.result_id else { return };
        let subject = format!("local {}.{}", self.binary.name(self.function), self.binary.name(id));
        facts.exists(subject.as_str());
        for decoration in self.binary.decorations(id) {
            facts.add(subject.as_str(), self.binary.operands(decoration));
        }
    }

    fn control(&self, what: &str, control: &Operand, rest: &[Operand], facts: &mut Facts) {
        let control = control.disassemble();
        if control != "None" {
            facts.exists(format!("{what} control {control} {}", self.binary.operands(rest)).trim_end());
        }
    }

    /// A load or store: that of a struct is one of each member.
    fn access(&self, what: &str, pointer: &Operand, access: &[Operand], facts: &mut Facts) {
        let Some(pointer) = id_of(pointer) else { return };
        let Some(place) = self.place(pointer).filter(|place| !place.starts_with("local ")) else { return };
        let ty = self.binary.type_of(pointer).and_then(|ty| self.binary.pointee(ty));
        let alignment = alignment(access);
        let rest: Vec<Operand> = access
            .iter()
            .filter(|operand| alignment.is_none() || !matches!(operand, Operand::LiteralBit32(_)))
            .cloned()
            .collect();
        let access = match rest.as_slice() {
            [] => "plain".to_owned(),
            [Operand::MemoryAccess(mask)] if mask.is_empty() => "plain".to_owned(),
            access => self.binary.operands(access),
        };
        let mut leaves = vec![(ty, place, 0)];
        while let Some((ty, place, depth)) = leaves.pop() {
            let element = ty.map(|ty| self.binary.element(ty));
            let data = element.and_then(|ty| self.binary.definition(ty));
            let place = if element == ty { place } else { format!("{place}[]") };
            match (element, data) {
                (Some(ty), Some(data)) if data.class.opcode == Op::TypeStruct && depth < STRUCT_DEPTH => {
                    for (index, member) in (0..).zip(data.operands.iter().filter_map(id_of)) {
                        let place = format!("{place}.{}", self.binary.member_name(ty, index));
                        leaves.push((Some(member), place, depth + 1));
                    }
                }
                _ => {
                    if let Some(alignment) = alignment {
                        facts.add(format!("alignment {what} {place}"), alignment.to_string());
                    }
                    facts.add(format!("{what} {place}"), access.as_str());
                }
            }
        }
    }

    /// The path of a pointer, or of the image or sampler that a value is: the variable, members, `[]` for elements.
    fn place(&self, mut pointer: Word) -> Option<String> {
        let mut paths = Vec::new();
        for _ in 0..CHAIN_DEPTH {
            let data = self.binary.definition(pointer)?;
            let name = self.binary.name(pointer);
            let root = match data.class.opcode {
                Op::Variable => match data.operands.first() {
                    Some(Operand::StorageClass(StorageClass::Function)) => format!("local {name}"),
                    _ => interface::root(self.binary, pointer)?,
                },
                Op::FunctionParameter if self.is_pointer(data) => format!("parameter {name}"),
                Op::AccessChain | Op::InBoundsAccessChain | Op::PtrAccessChain
                    if self.path(data).is_some() =>
                {
                    paths.push(self.path(data)?);
                    pointer = id(data, 0)?;
                    continue;
                }
                Op::CopyObject | Op::ImageTexelPointer | Op::SampledImage | Op::Image => {
                    pointer = id(data, 0)?;
                    continue;
                }
                Op::Load if !self.is_pointer(data) && self.is_opaque(data) => {
                    pointer = id(data, 0)?;
                    continue;
                }
                _ if self.is_pointer(data) => {
                    let to = self.binary.pointee(data.result_type?)?;
                    let name = self.binary.name(to);
                    let text = if name.is_empty() { self.binary.type_text(to) } else { name.to_owned() };
                    format!("reference {text}")
                }
                _ => return None,
            };
            paths.push(root);
            paths.reverse();
            return Some(interface::plain_path(paths.concat()));
        }
        None
    }

    fn is_pointer(&self, data: &Instruction) -> bool {
        data.result_type.is_some_and(|ty| self.binary.pointee(ty).is_some())
    }

    fn is_opaque(&self, data: &Instruction) -> bool {
        let ty = data.result_type.and_then(|ty| self.binary.definition(ty));
        ty.is_some_and(|ty| {
            matches!(
                ty.class.opcode,
                Op::TypeImage
                    | Op::TypeSampledImage
                    | Op::TypeSampler
                    | Op::TypeAccelerationStructureKHR
                    | Op::TypeRayQueryKHR
            )
        })
    }

    /// The path from the base to the result of an access chain. Columns and components add nothing.
    fn path(&self, chain: &Instruction) -> Option<String> {
        let base = id(chain, 0)?;
        let mut ty = self.binary.pointee(self.binary.type_of(base)?)?;
        let mut path = String::new();
        let first = if chain.class.opcode == Op::PtrAccessChain { 2 } else { 1 };
        if first == 2 {
            path.push_str("[]");
        }
        for index in chain.operands.iter().skip(first).filter_map(id_of) {
            let data = self.binary.definition(ty)?;
            ty = match data.class.opcode {
                Op::TypeStruct => {
                    let member = match self.binary.definition(index)?.operands.first()? {
                        Operand::LiteralBit32(member) => *member,
                        _ => return None,
                    };
                    path.push('.');
                    path.push_str(&self.binary.member_name(ty, member));
                    id(data, usize::try_from(member).ok()?)?
                }
                Op::TypeArray | Op::TypeRuntimeArray => {
                    path.push_str("[]");
                    id(data, 0)?
                }
                Op::TypeVector | Op::TypeMatrix => id(data, 0)?,
                _ => return None,
            };
        }
        Some(path)
    }

    /// Adds an operation with side effects: with its scopes, semantics and masks.
    fn event(&self, instruction: &Instruction, facts: &mut Facts) {
        let name = self.operation(instruction);
        if !EVENTS.iter().any(|event| name.starts_with(event))
            || name == "ImageTexelPointer"
            || name == "Image"
        {
            return;
        }
        let place = instruction.operands.iter().filter_map(id_of).find_map(|id| self.place(id));
        let place = place.filter(|place| !place.starts_with("local")).unwrap_or_default();
        let subject = format!("event {name} {place}").trim_end().to_owned();
        let extensions = ImageOperands::SIGN_EXTEND | ImageOperands::ZERO_EXTEND;
        let semantics = instruction.operands.iter().filter_map(|operand| match operand {
            Operand::IdMemorySemantics(id) => {
                self.binary.plain_constant(*id)?.parse::<u32>().ok().map(ordered)
            }
            _ => None,
        });
        let semantics: Vec<u32> = semantics.collect();
        let volatile = MemorySemantics::VOLATILE.bits();
        if semantics.iter().any(|bits| bits & volatile != 0) {
            facts.add(subject.as_str(), "volatile");
        }
        if let [_, unequal] = semantics.as_slice() {
            facts.add(subject.as_str(), format!("unequal {}", unequal & !volatile));
        }
        let mut semantics = semantics.first();
        let parts: Vec<String> = instruction
            .operands
            .iter()
            .filter_map(|operand| match operand {
                Operand::IdScope(id) => Some(format!("scope {}", self.binary.plain_constant(*id)?)),
                Operand::IdMemorySemantics(_) => {
                    semantics.take().map(|bits| format!("semantics {}", bits & !volatile))
                }
                Operand::ImageOperands(mask) if *mask - extensions == ImageOperands::NONE => None,
                Operand::ImageOperands(mask) => {
                    Some(Operand::ImageOperands(*mask - extensions).disassemble())
                }
                Operand::GroupOperation(_) => Some(operand.disassemble()),
                _ => None,
            })
            .collect();
        for operand in &instruction.operands {
            if let Operand::ImageOperands(mask) = operand
                && mask.intersects(extensions)
            {
                facts.add(subject.as_str(), Operand::ImageOperands(*mask & extensions).disassemble());
            }
        }
        facts.add(subject, parts.join(", "));
    }

    /// True if a resource that is accessed may differ among invocations.
    fn uniformity(&self, instruction: &Instruction, facts: &mut Facts) {
        let (Some(id), op) = (instruction.result_id, instruction.class.opcode) else { return };
        let is_resource = |place: &String| {
            ["UniformConstant ", "Uniform ", "Buffer "].iter().any(|class| place.starts_with(class))
                && place.contains('[')
        };
        let is_pointer = matches!(op, Op::AccessChain | Op::InBoundsAccessChain | Op::ImageTexelPointer);
        if !is_pointer && op != Op::Load && op != Op::SampledImage && op != Op::Image {
            return;
        }
        let place = self.place(if op == Op::Load { self::id(instruction, 0).unwrap_or(id) } else { id });
        let Some(place) = place.filter(is_resource) else { return };
        let is_marked = self.binary.is_decorated(id, Decoration::NonUniform);
        facts.add(
            format!("uniformity {} {place}", instruction.class.opname),
            if is_marked { "NonUniform" } else { "uniform" },
        );
    }

    /// The type of a value and its decorations.
    fn value(&self, instruction: &Instruction, facts: &mut Facts) {
        let (Some(id), Some(ty)) = (instruction.result_id, instruction.result_type) else { return };
        let skipped = [Op::Function, Op::FunctionParameter, Op::Variable, Op::FunctionCall];
        if self.binary.pointee(ty).is_some() || skipped.contains(&instruction.class.opcode) {
            return;
        }
        let subject = format!("value {}", self.expression(id, VALUE_DEPTH));
        let is_free = self.is_relaxed_anyway(instruction);
        let type_text = self.binary.type_text(ty);
        let is_marked = |mark: &str| match mark {
            "RelaxedPrecision" => !is_free && self.binary.is_decorated(id, Decoration::RelaxedPrecision),
            // Integers are exact.
            _ => type_text.starts_with('f') && self.binary.is_decorated(id, Decoration::NoContraction),
        };
        let marks: Vec<&str> = MARKS.iter().copied().filter(|mark| is_marked(mark)).collect();
        facts.add(subject, format!("{type_text} {}", marks.join(" ")).trim_end());
    }

    /// True for operations that only move relaxed values: they compute nothing and need no decoration.
    fn is_relaxed_anyway(&self, instruction: &Instruction) -> bool {
        const MOVES: &[Op] =
            &[Op::CompositeConstruct, Op::CompositeExtract, Op::CompositeInsert, Op::VectorShuffle];
        let is_relaxed = |id: Word| {
            self.binary.is_decorated(id, Decoration::RelaxedPrecision) || self.binary.constant(id).is_some()
        };
        if instruction.class.opcode == Op::Load {
            return id(instruction, 0).is_some_and(is_relaxed);
        }
        MOVES.contains(&instruction.class.opcode)
            && instruction.operands.iter().filter_map(id_of).all(is_relaxed)
    }

    /// The name of an operation, with that of the extended instruction set's.
    fn operation(&self, instruction: &Instruction) -> String {
        match instruction.operands.get(1) {
            Some(Operand::LiteralExtInstInteger(number)) => {
                let known = GLSL_STD_450_INSTRUCTION_TABLE.lookup_opcode(*number);
                known.map_or_else(|| number.to_string(), |known| known.opname.to_owned())
            }
            _ => instruction.class.opname.to_owned(),
        }
    }

    /// The expression that computes a value.
    fn expression(&self, value: Word, depth: usize) -> String {
        let binary = self.binary;
        // Signed or not, an integer is the same operand.
        if let Some(constant) = binary.plain_constant(value) {
            return constant;
        }
        let Some(data) = binary.definition(value) else { return "?".to_owned() };
        let operands = data.operands.as_slice();
        match data.class.opcode {
            Op::FunctionParameter => return binary.name(value).to_owned(),
            Op::Load => {
                let place = id(data, 0).and_then(|pointer| self.place(pointer));
                let place = place.unwrap_or_else(|| "?".to_owned());
                return place.trim_start_matches("local ").trim_start_matches("parameter ").to_owned();
            }
            _ if self.is_pointer(data) => return self.place(value).unwrap_or_else(|| "?".to_owned()),
            _ if depth == 0 => return "...".to_owned(),
            _ => {}
        }
        let skipped = usize::from(matches!(operands.get(1), Some(Operand::LiteralExtInstInteger(_)))) * 2;
        let arguments: Vec<String> = operands
            .iter()
            .skip(skipped)
            .map(|operand| match operand {
                Operand::IdRef(id) => self.expression(*id, depth - 1),
                other => binary.operands(std::slice::from_ref(other)),
            })
            .collect();
        format!("{}({})", self.operation(data), arguments.join(", "))
    }
}

/// Memory semantics without meaningless bits: kinds of memory without an order.
fn ordered(semantics: u32) -> u32 {
    let orders = MemorySemantics::ACQUIRE
        | MemorySemantics::RELEASE
        | MemorySemantics::ACQUIRE_RELEASE
        | MemorySemantics::SEQUENTIALLY_CONSISTENT;
    if semantics & orders.bits() == 0 { semantics & MemorySemantics::VOLATILE.bits() } else { semantics }
}

/// The alignment that memory operands state.
fn alignment(access: &[Operand]) -> Option<u32> {
    match access {
        [Operand::MemoryAccess(mask), Operand::LiteralBit32(bytes), ..]
            if mask.contains(MemoryAccess::ALIGNED) =>
        {
            Some(*bytes)
        }
        _ => None,
    }
}

/// The memory operands of a copy: of the target, and of the source if they are its own.
fn split_access(access: &[Operand]) -> (&[Operand], Option<&[Operand]>) {
    let is_mask = |operand: &Operand| matches!(operand, Operand::MemoryAccess(_));
    match access.iter().skip(1).position(is_mask) {
        Some(place) => {
            let (first, second) = access.split_at(place + 1);
            (first, Some(second))
        }
        None => (access, None),
    }
}
