//! Functions: parameters, values and the dispatch of instructions to the files that write them.

use crate::control::Control;
use crate::debug::Locals;
use crate::error::{Error, Result};
use crate::globals::Pointee;
use crate::images::Combined;
use crate::layout::{Layout, Rule};
use crate::memory::Nested;
use crate::ops::has_width;
use crate::words::Ids;
use crate::words::Words;
use crate::writer::Writer;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use spirv::{Decoration, FunctionControl, Op, StorageClass};
use vitrum_ir::{
    Constant, ConstantKind, Function, FunctionData, Inlining, Inst, InstData, Op as IrOp, Operand,
    OperandKind, ParamData, Precision, Qualifiers, SideTable, Sig, Span, SpirvCode, Storage, Type, TypeData,
    Value, ValueDef, ValueFlags, types::common, typing,
};

/// An operand that was written, with its IR type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arg {
    pub(crate) id: u32,
    pub(crate) ty: Type,
}

impl Default for Arg {
    fn default() -> Self {
        Self { id: 0, ty: common::VOID }
    }
}

/// A value that is written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Written {
    /// 0 until it is computed.
    id: u32,
    /// For pointers, one more than the position of where it points in the list of places.
    place: u32,
}

/// The first of the places is that of local variables.
const LOCAL: u32 = 1;

/// The writer of functions. Variables and values that are computed once come before the body.
///
/// One writer serves all functions, so that its tables keep their memory.
pub(crate) struct FunctionWriter<'w, 'm> {
    pub(crate) w: &'w mut Writer<'m>,
    pub(crate) data: &'m FunctionData,
    pub(crate) body: Words,
    pub(crate) control: Control,
    /// The label of the block being written.
    pub(crate) label: u32,
    pub(crate) combined: FxHashMap<Value, Combined>,
    /// Ids decorated `NonUniform`.
    pub(crate) nonuniform: FxHashSet<u32>,
    /// Ids of pointers without a pointee, into descriptor heaps.
    pub(crate) untyped: FxHashSet<u32>,
    /// Function variables that hold a constant, to index it.
    pub(crate) indexable: FxHashMap<Constant, u32>,
    /// Arrays within constant arrays.
    pub(crate) nested: FxHashMap<Value, Nested>,
    /// Once it was asked for: the addresses of arrays without a length that are used for more than to ask for their length.
    pub(crate) whole_arrays: Option<FxHashSet<Value>>,
    variables: Words,
    prologue: Words,
    values: SideTable<Value, Written>,
    places: Vec<Pointee>,
    run_time: FxHashMap<Constant, u32>,
    flags: ValueFlags,
    relaxed: bool,
    line: Option<(usize, u32, u32)>,
    /// True if places in the source are kept or written.
    follows_places: bool,
    pub(crate) locals: Locals,
}

impl<'w, 'm> FunctionWriter<'w, 'm> {
    /// A writer of functions, of which `entry` is one.
    pub(crate) fn new(w: &'w mut Writer<'m>, entry: Function) -> Self {
        let keeps_places = w.keeps_places();
        let words = |memory: Words, room| {
            let mut words = memory.with_room(room);
            if keeps_places {
                words.keep_places();
            }
            words
        };
        Self {
            data: &w.module.functions[entry],
            body: Words::default(),
            control: Control::new(),
            label: 0,
            combined: FxHashMap::default(),
            nonuniform: FxHashSet::default(),
            untyped: FxHashSet::default(),
            indexable: FxHashMap::default(),
            nested: FxHashMap::default(),
            whole_arrays: None,
            variables: words(std::mem::take(&mut w.memory.variables), 64),
            prologue: words(Words::default(), 0),
            values: std::mem::take(&mut w.memory.values),
            places: Vec::with_capacity(16),
            run_time: FxHashMap::default(),
            flags: ValueFlags::NONE,
            relaxed: false,
            line: None,
            follows_places: w.keeps_places() || w.options.lines.is_some(),
            locals: Locals::default(),
            w,
        }
    }

    /// Gives the memory of its lists to later modules.
    pub(crate) fn release(self) {
        let memory = &mut self.w.memory;
        (memory.variables, memory.values) = (self.variables, self.values);
    }

    /// Writes a function.
    pub(crate) fn write(&mut self, function: Function) -> Result<()> {
        self.data = &self.w.module.functions[function];
        self.w.requirements.begin(self.data.origin.span);
        self.w.functions.mark(self.data.origin.span);
        self.variables.clear();
        self.prologue.clear();
        self.control.clear();
        self.values.clear();
        self.values.resize(self.data.values.len(), Written::default());
        self.places.clear();
        self.places.push(Pointee::plain(StorageClass::Function));
        self.combined.clear();
        self.indexable.clear();
        self.untyped.clear();
        self.nested.clear();
        self.whole_arrays = None;
        if self.w.nested.contains(&function) {
            self.find_nested()?;
        }
        self.run_time.clear();
        self.line = None;
        self.begin_locals(function)?;
        self.write_header(function)?;
        if self.data.is_import() {
            self.w.functions.push(Op::FunctionEnd, &[]);
            return Ok(());
        }
        self.label = self.w.id();
        self.w.functions.push(Op::Label, &[self.label]);
        // The body follows in the same section, and what is known at its end alone comes before it then.
        self.body = std::mem::take(&mut self.w.functions);
        let start = self.body.len();
        self.body.mark(Span::default());
        self.define_function(function);
        self.run(self.data.body)?;
        for part in [&self.prologue, &self.variables] {
            self.body.insert(start, part);
        }
        self.body.mark(Span::default());
        self.body.push(Op::FunctionEnd, &[]);
        self.w.functions = std::mem::take(&mut self.body);
        Ok(())
    }

    fn write_header(&mut self, function: Function) -> Result<()> {
        let module = self.w.module;
        let id = self.w.function_id(function).unwrap_or(0);
        self.w.name(id, module.names.get(self.data.name));
        let result = self.w.ty(self.data.result)?;
        let params = &self.data.blocks[self.data.body].params;
        let mut types = Ids::new();
        for (index, &param) in params.iter().enumerate() {
            types.push(self.param_type(param, self.data.params.get(index))?);
        }
        let function_type = self.w.function_type(result, &types);
        let control = match self.data.inlining {
            None => FunctionControl::NONE,
            Some(Inlining::Always) => FunctionControl::INLINE,
            Some(Inlining::Never) => FunctionControl::DONT_INLINE,
        };
        self.w.functions.push(Op::Function, &[result, id, control.bits(), function_type]);
        for (index, (&param, &ty)) in params.iter().zip(types.iter()).enumerate() {
            let id = self.w.id();
            self.w.functions.push(Op::FunctionParameter, &[ty, id]);
            self.define(param, id, true);
            let data = self.data.params.get(index);
            if let Some(data) = data.filter(|_| self.is_pointer(param)) {
                self.w.memory_qualifiers(id, None, data.qualifiers);
            }
            self.w.named_decorations(id, None, data.and_then(|param| param.spirv))?;
        }
        self.w.named_decorations(id, None, self.data.spirv)?;
        if is_short(self.data.precision) && self.w.may_relax(self.data.result) {
            self.w.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
        Ok(())
    }

    fn is_pointer(&self, value: Value) -> bool {
        matches!(self.w.module.types.get(self.data.values[value].ty), TypeData::Pointer { .. })
    }

    /// The type of a parameter. A pointer into a block leads to memory of a layout.
    fn param_type(&mut self, param: Value, data: Option<&ParamData>) -> Result<u32> {
        let ty = self.data.values[param].ty;
        let TypeData::Pointer { storage, pointee } = self.w.module.types.get(ty) else {
            return self.w.ty(ty);
        };
        let class = self.w.class(storage);
        let Some((data, rule)) = data.and_then(|data| Some((data, data.layout?))) else {
            if matches!(storage, Storage::Buffer | Storage::Uniform | Storage::PushConstant) {
                return Err(Error::unsupported("a parameter that points into a block"));
            }
            self.set_place(param, Pointee::plain(class));
            return self.w.ty(ty);
        };
        let is_old_buffer = storage == Storage::Buffer && !self.w.has_storage_class;
        if class == StorageClass::StorageBuffer {
            self.w.requirements.extension("SPV_KHR_storage_buffer_storage_class");
        }
        let rule = Rule::new(rule, data.qualifiers.contains(Qualifiers::ROW_MAJOR));
        let layout = self.w.layout_behind(pointee, rule);
        let memory = self.w.laid(pointee, layout)?;
        if let Layout::Block(_) = layout {
            let decoration = if is_old_buffer { Decoration::BufferBlock } else { Decoration::Block };
            self.w.mark_block(memory, decoration);
        }
        self.w.small_storage(pointee, class, is_old_buffer, true);
        self.set_place(param, Pointee { class, layout, align: 0 });
        Ok(self.w.pointer(class, memory))
    }

    /// Writes an instruction.
    pub(crate) fn inst(&mut self, inst: Inst, data: &InstData) -> Result<()> {
        self.w.requirements.begin(data.span());
        if self.follows_places {
            self.follow_place(data.span())?;
        }
        self.begin_flags(inst, data);
        match data.op.info().sig {
            Sig::Var => self.var(inst, data),
            Sig::Access => self.access(data),
            Sig::Load => self.load(data),
            Sig::Store => self.store(data),
            Sig::StoreSwizzle => self.store_swizzle(inst),
            Sig::ArrayLength => self.array_length(inst),
            Sig::AtomicLoad | Sig::AtomicStore | Sig::AtomicRmw(_) | Sig::AtomicCompare => self.atomic(inst),
            Sig::TexelPointer => self.texel_pointer(inst),
            Sig::Combine => self.combine(inst),
            Sig::Image => self.sample(inst),
            Sig::ImageWrite => self.image_write(inst),
            Sig::ImageOf | Sig::ImageSize | Sig::ImageQuery | Sig::QueryLod => self.image_query(inst),
            Sig::Interpolate => self.interpolate(inst),
            Sig::Call => self.call(inst),
            Sig::Intrinsic => self.intrinsic(inst),
            Sig::Control => self.open_control(inst),
            Sig::Terminator => self.terminate(inst),
            Sig::Wide(_) | Sig::Modf | Sig::Frexp => self.pair(inst),
            Sig::Unary(_)
            | Sig::Binary(_)
            | Sig::Ternary(_)
            | Sig::Compare(_)
            | Sig::Test(_)
            | Sig::Shift
            | Sig::VectorTimesScalar
            | Sig::MatrixTimesVector => self.direct(inst, data),
            _ => self.pure(inst),
        }
    }

    /// Writes an operation that is one instruction in SPIR-V, too, which most are, or leaves it to `pure`.
    #[inline(never)]
    fn direct(&mut self, inst: Inst, data: &InstData) -> Result<()> {
        let info = data.op.info();
        let Some(result) = data.result() else { return self.pure(inst) };
        let ty = self.data.values[result].ty;
        if info.capability.is_some() || info.spirv == SpirvCode::None || self.is_matrix(ty) {
            return self.pure(inst);
        }
        let id = match *self.data.operands_of(data) {
            [first] => {
                let ids = [self.operand(first)?];
                self.write_direct(data.op, ty, &ids)?
            }
            [first, second] => {
                let ids = [self.operand(first)?, self.operand(second)?];
                self.write_direct(data.op, ty, &ids)?
            }
            [first, second, third] => {
                let ids = [self.operand(first)?, self.operand(second)?, self.operand(third)?];
                self.write_direct(data.op, ty, &ids)?
            }
            _ => return self.pure(inst),
        };
        self.define(result, id, true);
        Ok(())
    }

    fn write_direct<const N: usize>(&mut self, op: IrOp, ty: Type, ids: &[u32; N]) -> Result<u32> {
        if has_width(op.info().spirv) {
            self.check_width(op, ty)?;
        }
        let ty = self.w.ty(ty)?;
        match op.info().spirv {
            SpirvCode::Ext(number) => Ok(self.emit_ext(u32::from(number), ty, ids)),
            SpirvCode::Core(number) => Ok(self.emit_number(number, ty, ids)),
            SpirvCode::None => Err(Error::malformed(op.mnemonic())),
        }
    }

    fn pure(&mut self, inst: Inst) -> Result<()> {
        let data = self.data.insts[inst];
        if self.index_further(inst)? {
            return Ok(());
        }
        let args = self.args(self.data.operands(inst))?;
        let result = self.data.result(inst).ok_or_else(|| Error::malformed("an operation without result"))?;
        let ty = self.data.values[result].ty;
        let mark = self.w.mark();
        let id = match (data.op, self.data.operands(inst)) {
            (IrOp::ExtractDynamic, &[base, _]) => self.extract_dynamic(base, &args, ty)?,
            (IrOp::Bitcast, &[address]) if self.dereference(result, address) => self.operand(address)?,
            (IrOp::Bitcast, &[address]) if self.is_descriptor(address) => self.described(result, address)?,
            _ => self.expression(data.op, data.imm, &args, ty)?,
        };
        self.define(result, id, id >= mark);
        Ok(())
    }

    /// Records the id of a value; decorates and names it unless it stands for an older one.
    #[inline]
    pub(crate) fn define(&mut self, value: Value, id: u32, new: bool) {
        if let Some(slot) = self.values.get_mut(value) {
            slot.id = id;
        }
        let data = &self.data.values[value];
        if data.is_named() || is_short(data.precision) {
            self.describe(value, id, new);
        }
    }

    #[inline(never)]
    fn describe(&mut self, value: Value, id: u32, new: bool) {
        let module = self.w.module;
        let data = &self.data.values[value];
        self.note_local(value, id);
        if !new {
            return;
        }
        let name = self.data.value_name(value);
        if !name.is_empty() {
            // For a type that may only be stored, spirv-val takes a name for a use of the value.
            let width = module.types.scalar_of(data.ty).map_or(32, |scalar| scalar.width());
            if !matches!(width, 8 | 16) {
                self.w.name(id, module.names.get(name));
            }
        }
        if !is_short(data.precision) {
            return;
        }
        let own =
            matches!(data.def(), ValueDef::Result { inst, .. } if !self.data.insts[inst].op.is_control());
        if !own && self.w.may_relax(data.ty) {
            self.w.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
    }

    /// True for addresses of local variables, which need nothing beside the address. Some are unknown to it.
    #[inline]
    pub(crate) fn is_local(&self, operand: Operand) -> bool {
        operand.value().is_some_and(|value| self.written(value).place == LOCAL)
    }

    /// Says that a value is the address of a local variable.
    pub(crate) fn set_local_place(&mut self, value: Value) {
        if let Some(slot) = self.values.get_mut(value) {
            slot.place = LOCAL;
        }
    }

    pub(crate) fn set_place(&mut self, value: Value, place: Pointee) {
        if self.places.last() != Some(&place) {
            self.places.push(place);
        }
        if let Some(slot) = self.values.get_mut(value) {
            slot.place = self.places.len() as u32;
        }
    }

    #[inline]
    fn written(&self, value: Value) -> Written {
        self.values.at(value)
    }

    /// The memory that a pointer points to.
    #[inline]
    pub(crate) fn place(&self, operand: Operand) -> Result<Pointee> {
        if let OperandKind::Value(value) = operand.kind()
            && let Some(&place) = self.places.get((self.written(value).place as usize).wrapping_sub(1))
        {
            return Ok(place);
        }
        self.other_place(operand)
    }

    /// The memory of a global, or behind a buffer reference.
    #[inline(never)]
    fn other_place(&self, operand: Operand) -> Result<Pointee> {
        match operand.kind() {
            OperandKind::Global(global) => Ok(self.w.variable(global)?.place),
            OperandKind::Value(value) => self
                .reference_place(self.data.values[value].ty)
                .ok_or_else(|| Error::malformed("a pointer without an origin")),
            OperandKind::Constant(_) => Err(Error::malformed("a constant pointer")),
        }
    }

    /// The type of an operand.
    pub(crate) fn ty(&self, operand: Operand) -> Type {
        typing::operand_type(self.w.module, self.data, operand)
    }

    /// The id of an operand.
    #[inline(always)]
    pub(crate) fn operand(&mut self, operand: Operand) -> Result<u32> {
        if let OperandKind::Value(value) = operand.kind() {
            let id = self.written(value).id;
            if id != 0 {
                return Ok(id);
            }
        }
        self.other_operand(operand)
    }

    /// The id of an operand that is no value which was computed.
    #[inline(never)]
    fn other_operand(&mut self, operand: Operand) -> Result<u32> {
        match operand.kind() {
            OperandKind::Constant(constant) => match self.w.known_id(constant) {
                Some(id) => Ok(id),
                None => self.other_constant(constant),
            },
            OperandKind::Value(value) => self.other_value(value),
            OperandKind::Global(global) => Ok(self.w.variable(global)?.id),
        }
    }

    /// The id of a value that is written when it is first used.
    #[inline(never)]
    fn other_value(&mut self, value: Value) -> Result<u32> {
        if let Some(id) = self.combined_id(value)? {
            return Ok(id);
        }
        match self.data.values[value].def() {
            ValueDef::Result { inst, .. } if self.data.insts[inst].op == IrOp::Var => self.first_use(inst),
            _ => Err(Error::malformed("a value is used before it is computed")),
        }
    }

    /// The id of a constant that was not written yet, or is none.
    #[inline(never)]
    fn other_constant(&mut self, constant: Constant) -> Result<u32> {
        match self.w.constant(constant)? {
            Some(id) => Ok(id),
            None => self.run_time_constant(constant),
        }
    }

    /// The ids and types of operands.
    pub(crate) fn args(&mut self, operands: &[Operand]) -> Result<SmallVec<[Arg; 4]>> {
        let mut args = SmallVec::new();
        for &operand in operands {
            args.push(Arg { id: self.operand(operand)?, ty: self.ty(operand) });
        }
        Ok(args)
    }

    /// Computes an operation on specialisation constants that SPIR-V does not allow among constants, once for the
    /// function.
    fn run_time_constant(&mut self, constant: Constant) -> Result<u32> {
        if let Some(&id) = self.run_time.get(&constant) {
            return Ok(id);
        }
        std::mem::swap(&mut self.body, &mut self.prologue);
        let result = self.run_time_parts(constant);
        std::mem::swap(&mut self.body, &mut self.prologue);
        result
    }

    fn run_time_parts(&mut self, constant: Constant) -> Result<u32> {
        let module = self.w.module;
        let mut stack = vec![constant];
        let mut last = 0;
        while let Some(&top) = stack.last() {
            let before = stack.len();
            for &part in self.w.constant_parts(top) {
                let known = self.run_time.contains_key(&part);
                if !known && (module.constants.is_spec(part) || self.w.constant(part)?.is_none()) {
                    stack.push(part);
                }
            }
            // Parts that are constants after all are in the table once they were seen.
            if stack.len() > before {
                let pending: Vec<Constant> = stack.split_off(before);
                for part in pending {
                    match self.w.constant(part)? {
                        Some(id) => drop(self.run_time.insert(part, id)),
                        None => stack.push(part),
                    }
                }
                if stack.len() > before {
                    continue;
                }
            }
            stack.pop();
            let data = module.constants.get(top);
            let mut args = Vec::new();
            for &part in self.w.constant_parts(top) {
                let known = self.run_time.get(&part).copied();
                let id = match known {
                    Some(id) => Some(id),
                    None => self.w.constant(part)?,
                };
                let id = id.ok_or_else(|| Error::malformed("a constant without value"))?;
                args.push(Arg { id, ty: module.constants.ty(part) });
            }
            let (op, imm) = match data.kind {
                // The address of a buffer reference, which has no null.
                ConstantKind::Scalar(_) | ConstantKind::Null => {
                    let bits = match data.kind {
                        ConstantKind::Scalar(bits) => bits,
                        _ => 0,
                    };
                    let id = self.w.scalar_constant(vitrum_ir::Scalar::U64, bits);
                    args.push(Arg { id, ty: common::U64 });
                    (IrOp::Bitcast, 0)
                }
                ConstantKind::SpecOp { op, imm, .. } => (op, imm),
                _ => (IrOp::Construct, 0),
            };
            last = match (op, args.as_slice()) {
                (IrOp::ExtractDynamic, &[composite, index]) => {
                    self.extract_from_variable(composite, index, data.ty)?
                }
                _ => self.expression(op, imm, &args, data.ty)?,
            };
            self.run_time.insert(top, last);
        }
        Ok(last)
    }

    #[inline]
    fn begin_flags(&mut self, inst: Inst, data: &InstData) {
        (self.flags, self.relaxed) = match data.result().map(|value| &self.data.values[value]) {
            Some(result) => {
                let is_short = is_short(result.precision);
                (result.flags, is_short && self.is_relaxed(inst, result.ty))
            }
            None => (ValueFlags::NONE, false),
        };
    }

    /// True if the result of an instruction, which needs little precision, may be computed with little.
    #[inline(never)]
    fn is_relaxed(&self, inst: Inst, ty: Type) -> bool {
        self.w.may_relax(ty) && self.may_relax_operands(inst, ty)
    }

    /// Some functions look at all bits of operands that are more precise than their result (ESSL 3.20 sections 8.4 and
    /// 8.8). The decoration would be about those, too.
    fn may_relax_operands(&self, inst: Inst, ty: Type) -> bool {
        let op = self.data.insts[inst].op;
        // Nothing is computed, and the decoration is for results that are numbers.
        if op == IrOp::Construct && matches!(self.w.module.types.get(ty), TypeData::Array { .. }) {
            return false;
        }
        let short = |operand: &Operand| match operand.value() {
            Some(value) => is_short(self.data.values[value].precision),
            None => true,
        };
        match op.info().sig {
            Sig::Pack | Sig::Ldexp | Sig::Frexp => false,
            _ if matches!(op, IrOp::FindSmsb | IrOp::FindUmsb | IrOp::TexelPointer) => false,
            Sig::BitQuery | Sig::Bitcast => self.data.operands(inst).iter().all(short),
            _ => true,
        }
    }

    /// Writes an operation with a result of a type that was written.
    pub(crate) fn emit(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let id = self.w.id();
        self.body.push_result(op as u32 as u16, ty, id, operands);
        self.decorate_result(op, id);
        id
    }

    /// Likewise, of a row of the IR's table of operations.
    pub(crate) fn emit_number<const N: usize>(&mut self, opcode: u16, ty: u32, operands: &[u32; N]) -> u32 {
        let id = self.w.id();
        self.body.push_fixed(opcode, &[ty, id], operands);
        self.decorate_number(opcode, id);
        id
    }

    /// Likewise, with as many operands as there are.
    pub(crate) fn emit_list(&mut self, opcode: u16, ty: u32, operands: &[u32]) -> u32 {
        let id = self.w.id();
        self.body.push_result(opcode, ty, id, operands);
        self.decorate_number(opcode, id);
        id
    }

    /// Few results are decorated, and the opcode of few numbers is worth looking up.
    #[inline]
    fn decorate_number(&mut self, opcode: u16, id: u32) {
        if self.relaxed || !self.flags.is_empty() {
            self.decorate_result(Op::from_u32(u32::from(opcode)).unwrap_or(Op::Nop), id);
        }
    }

    /// Likewise, with the first operand apart.
    pub(crate) fn emit_parts(&mut self, op: Op, ty: u32, first: u32, rest: &[u32]) -> u32 {
        let id = self.w.id();
        self.body.push_parts(op, &[ty, id, first], rest);
        self.decorate_result(op, id);
        id
    }

    #[inline]
    pub(crate) fn decorate_result(&mut self, op: Op, id: u32) {
        if !self.relaxed && self.flags.is_empty() {
            return;
        }
        if self.relaxed {
            self.w.decorate(id, Decoration::RelaxedPrecision, &[]);
        }
        if self.flags.contains(ValueFlags::PRECISE) && is_float_arithmetic(op) {
            self.w.decorate(id, Decoration::NoContraction, &[]);
        }
        if self.flags.contains(ValueFlags::NONUNIFORM) {
            self.mark_nonuniform(id);
        }
    }

    /// Says that a value may differ between invocations.
    pub(crate) fn mark_nonuniform(&mut self, id: u32) {
        if self.nonuniform.insert(id) {
            self.w.requirements.capability(spirv::Capability::ShaderNonUniform);
            self.w.decorate(id, Decoration::NonUniform, &[]);
        }
    }

    /// Copies the decoration to a value that is derived from a decorated one.
    pub(crate) fn mark_nonuniform_as(&mut self, id: u32, from: u32) {
        if self.nonuniform.contains(&from) {
            self.mark_nonuniform(id);
        }
    }

    /// Writes an operation with a result of an IR type.
    pub(crate) fn emit_ir(&mut self, op: Op, ty: Type, operands: &[u32]) -> Result<u32> {
        let ty = self.w.ty(ty)?;
        Ok(self.emit(op, ty, operands))
    }

    /// Writes an instruction of GLSL.std.450.
    pub(crate) fn emit_ext(&mut self, number: u32, ty: u32, operands: &[u32]) -> u32 {
        let set = self.w.import("GLSL.std.450");
        let id = self.w.id();
        self.body.push_parts(Op::ExtInst, &[ty, id, set, number], operands);
        self.decorate_result(Op::ExtInst, id);
        id
    }

    /// A new function-local variable of a type that was written.
    pub(crate) fn local(&mut self, ty: u32, initializer: Option<u32>) -> u32 {
        let pointer = self.w.pointer(StorageClass::Function, ty);
        let id = self.w.id();
        let class = StorageClass::Function as u32;
        match initializer {
            None => self.variables.push(Op::Variable, &[pointer, id, class]),
            Some(initializer) => self.variables.push(Op::Variable, &[pointer, id, class, initializer]),
        }
        id
    }

    /// The type of a part of a composite.
    pub(crate) fn part(&self, ty: Type, index: u32) -> Result<Type> {
        typing::part_type(self.w.module, ty, index)
            .ok_or_else(|| Error::malformed("a part of a type without parts"))
    }

    /// The bool type shaped like a scalar or vector type.
    pub(crate) fn bool_like(&self, ty: Type) -> Type {
        match self.w.module.types.get(ty) {
            TypeData::Vector { size, .. } => {
                common::vector(vitrum_ir::Scalar::Bool, u32::from(size)).unwrap_or(common::BOOL)
            }
            TypeData::LongVector { length, cooperative, .. } => {
                let data = TypeData::LongVector { scalar: vitrum_ir::Scalar::Bool, length, cooperative };
                self.w.module.types.find(data).unwrap_or(common::BOOL)
            }
            _ => common::BOOL,
        }
    }

    /// Keeps or writes the place in the source of the next instruction.
    #[inline(never)]
    fn follow_place(&mut self, span: Span) -> Result<()> {
        self.body.mark(span);
        self.variables.mark(span);
        self.write_place(span)
    }

    /// Says where the next instruction comes from.
    fn write_place(&mut self, span: Span) -> Result<()> {
        let Some(table) = &self.w.options.lines else { return Ok(()) };
        if self.w.debugs() {
            return self.write_debug_place(span);
        }
        if span == Span::default() {
            return Ok(());
        }
        let place = table.find(span.start);
        if place == self.line {
            return Ok(());
        }
        let Some((file, line, column)) = place else { return Ok(()) };
        let Some(&file_id) = self.w.files.get(file) else { return Ok(()) };
        self.line = Some((file, line, column));
        self.body.push(Op::Line, &[file_id, line, column]);
        Ok(())
    }

    /// Lines end with their block.
    pub(crate) fn forget_line(&mut self) {
        self.line = None;
        self.locals.forget_place();
    }
}

fn is_float_arithmetic(op: Op) -> bool {
    matches!(
        op,
        Op::FNegate
            | Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::Dot
    )
}

/// True if a value may be computed at relaxed precision.
fn is_short(precision: Precision) -> bool {
    matches!(precision, Precision::Low | Precision::Medium)
}
