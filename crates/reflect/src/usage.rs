//! Variables that the entry point reaches: globals, and members of blocks that are built-ins.

use rustc_hash::FxHashSet;
use vitrum_ir::{Function, Global, Module, Op, OperandKind, Storage, TypeData};

/// The variables that are used.
pub(crate) struct Usage {
    globals: FxHashSet<Global>,
    /// Members of blocks by position; all of a block that is used as a whole.
    members: FxHashSet<(Global, u32)>,
    whole: FxHashSet<Global>,
}

impl Usage {
    /// Follows calls from the functions that are reached from outside.
    pub(crate) fn new(module: &Module) -> Self {
        let mut usage = Self {
            globals: FxHashSet::default(),
            members: FxHashSet::default(),
            whole: FxHashSet::default(),
        };
        let mut seen: FxHashSet<Function> = FxHashSet::default();
        let mut functions: Vec<Function> = module.roots().collect();
        seen.extend(functions.iter().copied());
        while let Some(function) = functions.pop() {
            let data = &module.functions[function];
            let mut blocks = vec![data.body];
            while let Some(block) = blocks.pop() {
                for &inst in &data.blocks[block].insts {
                    usage.instruction(module, data, inst);
                    if let Some(control) = data.control(inst) {
                        blocks.extend(control.blocks());
                    }
                    if let Some(callee) = data.callee(inst)
                        && seen.insert(callee)
                    {
                        functions.push(callee);
                    }
                }
            }
        }
        usage
    }

    fn instruction(&mut self, module: &Module, data: &vitrum_ir::FunctionData, inst: vitrum_ir::Inst) {
        let operands = data.operands(inst);
        for (index, operand) in operands.iter().enumerate() {
            let OperandKind::Global(global) = operand.kind() else { continue };
            self.globals.insert(global);
            let is_access = data.insts[inst].op == Op::Access && index == 0;
            let member = is_access.then(|| member(module, global, operands)).flatten();
            match member {
                Some(member) => self.members.insert((global, member)),
                None => self.whole.insert(global),
            };
        }
    }

    /// True if something of the global is used.
    pub(crate) fn has(&self, global: Global) -> bool {
        self.globals.contains(&global)
    }

    /// True if a member of a block is used.
    pub(crate) fn has_member(&self, global: Global, member: u32) -> bool {
        self.whole.contains(&global) || self.members.contains(&(global, member))
    }
}

/// The member of a block that an access goes into: past the index of an array of blocks.
fn member(module: &Module, global: Global, operands: &[vitrum_ir::Operand]) -> Option<u32> {
    let data = &module.globals[global];
    let is_block = matches!(data.storage, Storage::Input | Storage::Output);
    if !is_block {
        return None;
    }
    let mut ty = data.ty;
    for operand in operands.get(1..)? {
        match module.types.get(ty) {
            TypeData::Struct(_) => {
                let OperandKind::Constant(constant) = operand.kind() else { return None };
                return u32::try_from(module.constants.bits(constant)?).ok();
            }
            TypeData::Array { element, .. } | TypeData::RuntimeArray { element } => ty = element,
            _ => return None,
        }
    }
    None
}
