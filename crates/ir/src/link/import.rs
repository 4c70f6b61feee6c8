//! Copies of parts of a module in another one.

use super::same::same_struct;
use crate::constants::{Constant, ConstantData, ConstantKind};
use crate::edit::compact_to;
use crate::function::{ControlKind, FunctionData, Inst, Linkage, Operand, OperandKind};
use crate::generics::{GenericArgument, Instance, Number, NumberKind, TypeExpression};
use crate::intrinsic::{Intrinsic, OperandClass};
use crate::module::{
    Decorations, Function, Global, GlobalData, Member, Module, SpecConstant, SpecConstantData, Struct,
    StructData,
};
use crate::names::Name;
use crate::side_table::{Id, SideTable};
use crate::span::{Origin, Span};
use crate::spelling::{NamedConstant, Spelled};
use crate::spirv::{SpirvItem, SpirvOperand};
use crate::types::{Length, Type, TypeData, common};
use crate::visit;
use rustc_hash::FxHashMap;

/// Copies parts of one module into another: what is asked for, and all that it needs, each once.
///
/// Names, types and constants are interned there. A struct that the target has with equal members is that struct, and so
/// is a specialisation constant of the same number. Bodies of functions are copied by [`Importer::finish`]. The modules
/// must be verified.
///
/// ```
/// use vitrum_ir::link::Importer;
/// use vitrum_ir::{Builder, Cursor, FunctionData, Module, Op, Span, Stage, types::common};
///
/// let mut library = Module::new(Stage::Compute);
/// let helper = library.functions.alloc(FunctionData::new(library.names.intern("helper"), common::VOID));
/// let block = Some(library.functions[helper].body);
/// let mut cursor = Cursor { function: helper, block, span: Span::default(), precise: false };
/// Builder::new(&mut library, &mut cursor).terminate(Op::Return, &[]);
///
/// let mut module = Module::new(Stage::Compute);
/// let mut importer = Importer::new(&library, &mut module);
/// let copy = importer.function(helper);
/// importer.finish();
/// assert_eq!(module.names.get(module.functions[copy].name), "helper");
/// assert!(vitrum_ir::verify(&module).is_ok());
/// ```
#[derive(Debug)]
pub struct Importer<'a> {
    from: &'a Module,
    to: &'a mut Module,
    shift: u32,
    names: SideTable<Name, Option<Name>>,
    types: SideTable<Type, Option<Type>>,
    constants: SideTable<Constant, Option<Constant>>,
    structs: SideTable<Struct, Option<Struct>>,
    specs: SideTable<SpecConstant, Option<SpecConstant>>,
    globals: SideTable<Global, Option<Global>>,
    functions: SideTable<Function, Option<Function>>,
    items: FxHashMap<u32, u32>,
    /// The number of structs that the target had at first, and these by name, when a struct was asked for.
    before: usize,
    known: Option<FxHashMap<Name, Vec<Struct>>>,
    /// Structs whose members have not been copied.
    open_structs: Vec<(Struct, Struct)>,
    /// Functions whose bodies have not been copied.
    open_functions: Vec<(Function, Function)>,
}

/// A type or constant that is to be copied.
#[derive(Clone, Copy)]
enum Part {
    Type(Type),
    Constant(Constant),
}

impl<'a> Importer<'a> {
    /// Copies from one module into another.
    pub fn new(from: &'a Module, to: &'a mut Module) -> Self {
        let before = to.structs.len();
        Self {
            from,
            to,
            shift: 0,
            names: SideTable::new(),
            types: SideTable::new(),
            constants: SideTable::new(),
            structs: SideTable::new(),
            specs: SideTable::new(),
            globals: SideTable::new(),
            functions: SideTable::new(),
            items: FxHashMap::default(),
            before,
            known: None,
            open_structs: Vec::new(),
            open_functions: Vec::new(),
        }
    }

    /// Adds a number to the offsets of spans: that by which the source map of the copied module is shifted.
    #[must_use]
    pub fn with_span_shift(self, shift: u32) -> Self {
        Self { shift, ..self }
    }

    /// The module that is copied into.
    pub fn target(&mut self) -> &mut Module {
        self.to
    }

    /// The name with this text.
    pub fn name(&mut self, name: Name) -> Name {
        match self.names.at(name) {
            Some(known) => known,
            None => {
                let new = self.to.names.intern(self.from.names.get(name));
                self.names.set(name, Some(new));
                new
            }
        }
    }

    /// The equal type.
    pub fn ty(&mut self, ty: Type) -> Type {
        if ty.index() < common::ALL {
            return ty;
        }
        if self.types.at(ty).is_none() {
            self.copy_parts(Part::Type(ty));
            self.fill_structs();
        }
        self.types.at(ty).unwrap_or(common::VOID)
    }

    /// The equal constant.
    pub fn constant(&mut self, constant: Constant) -> Constant {
        if self.constants.at(constant).is_none() {
            self.copy_parts(Part::Constant(constant));
            self.fill_structs();
        }
        self.constant_there(constant)
    }

    /// The copy of a struct.
    pub fn structure(&mut self, structure: Struct) -> Struct {
        let new = self.open_struct(structure);
        self.fill_structs();
        new
    }

    /// The copy of a global variable.
    pub fn global(&mut self, global: Global) -> Global {
        if let Some(known) = self.globals.at(global) {
            return known;
        }
        let data = &self.from.globals[global];
        let copy = GlobalData {
            name: self.name(data.name),
            ty: self.ty(data.ty),
            pointer: self.ty(data.pointer),
            decorations: self.decorations(&data.decorations),
            initializer: data.initializer.map(|constant| self.constant(constant)),
            origin: self.origin(data.origin),
            ..data.clone()
        };
        let new = self.to.globals.alloc(copy);
        self.globals.set(global, Some(new));
        new
    }

    /// The copy of a function. Its body follows in [`Importer::finish`].
    pub fn function(&mut self, function: Function) -> Function {
        if let Some(known) = self.functions.at(function) {
            return known;
        }
        let data = &self.from.functions[function];
        let (name, result) = (self.name(data.name), self.ty(data.result));
        let new = self.to.functions.alloc(FunctionData::placeholder(name, result));
        self.functions.set(function, Some(new));
        self.open_functions.push((function, new));
        new
    }

    /// Lets a global of the target stand for one that would be copied.
    pub fn replace_global(&mut self, from: Global, to: Global) {
        self.globals.set(from, Some(to));
    }

    /// Lets a function of the target stand for one that would be copied.
    pub fn replace_function(&mut self, from: Function, to: Function) {
        self.functions.set(from, Some(to));
    }

    /// Copies the body of a function into one of the target, in place of what is there.
    pub fn define_function(&mut self, from: Function, to: Function) {
        self.functions.set(from, Some(to));
        self.open_functions.push((from, to));
    }

    /// The position of the copy of an item of SPIR-V.
    pub fn spirv_item(&mut self, index: u32) -> u32 {
        if let Some(&known) = self.items.get(&index) {
            return known;
        }
        let new = self.to.spirv.len() as u32;
        self.items.insert(index, new);
        let Some(item) = self.from.spirv.get(index as usize) else { return new };
        self.to.spirv.push(SpirvItem::new(item.kind, item.number));
        let operand = |of: &SpirvOperand| match *of {
            SpirvOperand::Literal(word) => SpirvOperand::Literal(word),
            SpirvOperand::Constant(constant) => SpirvOperand::Constant(self.constant(constant)),
            SpirvOperand::Text(name) => SpirvOperand::Text(self.name(name)),
            SpirvOperand::Type(ty) => SpirvOperand::Type(self.ty(ty)),
            SpirvOperand::Global(global) => SpirvOperand::Global(self.global(global)),
        };
        let operands = item.operands.iter().map(operand).collect();
        let copy = SpirvItem {
            name: self.name(item.name),
            set: self.name(item.set),
            operands,
            extensions: item.extensions.iter().map(|&name| self.name(name)).collect(),
            next: item.next.map(|next| self.spirv_item(next)),
            ..item.clone()
        };
        self.to.spirv[new as usize] = copy;
        new
    }

    /// Copies the bodies of functions, and what they need.
    pub fn finish(mut self) {
        while let Some((old, new)) = self.open_functions.pop() {
            let copy = self.body(old);
            self.to.functions[new] = copy;
        }
    }

    /// Copies the spelling of the source.
    pub fn spelling(&mut self) {
        let from = &self.from.spelling;
        let mut constants = Vec::with_capacity(from.constants().len());
        for &named in from.constants() {
            let (constant, name) = (self.constant(named.constant), self.name(named.name));
            constants.push(self.to.spelling.add_constant(NamedConstant { constant, name, ..named }));
        }
        for entry in from.entries() {
            let what = match entry.what {
                Spelled::Letters(letters) => Spelled::Letters(letters),
                Spelled::Braces(value) => Spelled::Braces(value.map(|value| self.constant(value))),
                Spelled::Constant(index) => match constants.get(index as usize) {
                    Some(&constant) => constant,
                    None => continue,
                },
            };
            let span = self.span(entry.span);
            self.to.spelling.add(span, what);
        }
        self.to.spelling.sort();
    }

    /// The declaration in the source, at its place in the joined source map.
    pub fn origin(&mut self, origin: Origin) -> Origin {
        Origin { span: self.span(origin.span), doc: self.name(origin.doc) }
    }

    /// A span at its place in the joined source map. The span of nothing stays that.
    pub fn span(&self, span: Span) -> Span {
        if span.is_nowhere() { span } else { span.shifted(self.shift) }
    }

    /// Copies a type or a constant after those that it is made of.
    fn copy_parts(&mut self, part: Part) {
        let mut stack = vec![part];
        while let Some(&part) = stack.last() {
            let count = stack.len();
            self.push_missing(part, &mut stack);
            if stack.len() == count {
                stack.pop();
                match part {
                    Part::Type(ty) => self.copy_type(ty),
                    Part::Constant(constant) => self.copy_constant(constant),
                }
            }
        }
    }

    /// Adds the parts that have not been copied.
    fn push_missing(&self, part: Part, stack: &mut Vec<Part>) {
        let mut push = |part: Part| {
            let is_known = match part {
                Part::Type(ty) => ty.index() < common::ALL || self.types.at(ty).is_some(),
                Part::Constant(constant) => self.constants.at(constant).is_some(),
            };
            if !is_known {
                stack.push(part);
            }
        };
        match part {
            Part::Type(ty) => match self.from.types.get(ty) {
                TypeData::Array { element, length } => {
                    push(Part::Type(element));
                    if let Length::Spec(constant) = length {
                        push(Part::Constant(constant));
                    }
                }
                TypeData::LongVector { length: Length::Spec(constant), .. } => push(Part::Constant(constant)),
                TypeData::RuntimeArray { element } => push(Part::Type(element)),
                TypeData::Pointer { pointee: part, .. } | TypeData::Handle { resource: part } => {
                    push(Part::Type(part));
                }
                TypeData::CooperativeMatrix { scope, rows, columns, .. } => {
                    [scope, rows, columns].map(Part::Constant).into_iter().for_each(push);
                }
                TypeData::TensorLayout { dimensions, clamp } => {
                    [dimensions, clamp].map(Part::Constant).into_iter().for_each(push);
                }
                TypeData::TensorView { dimensions, .. } => push(Part::Constant(dimensions)),
                TypeData::Expression(expression) => expression.types().map(Part::Type).for_each(push),
                TypeData::Spirv(index) => {
                    for operand in
                        self.from.spirv.get(index as usize).into_iter().flat_map(|item| &item.operands)
                    {
                        match *operand {
                            SpirvOperand::Type(ty) => push(Part::Type(ty)),
                            SpirvOperand::Constant(constant) => push(Part::Constant(constant)),
                            SpirvOperand::Literal(_) | SpirvOperand::Text(_) | SpirvOperand::Global(_) => {}
                        }
                    }
                }
                _ => {}
            },
            Part::Constant(constant) => {
                let data = self.from.constants.get(constant);
                push(Part::Type(data.ty));
                match &data.kind {
                    ConstantKind::Composite(parts) => {
                        parts.iter().for_each(|&part| push(Part::Constant(part)))
                    }
                    ConstantKind::SpecOp { operands, .. } => {
                        operands.iter().for_each(|&operand| push(Part::Constant(operand)));
                    }
                    ConstantKind::Spec(spec) => push(Part::Constant(self.from.spec_constants[*spec].default)),
                    ConstantKind::Scalar(_)
                    | ConstantKind::Null
                    | ConstantKind::Undef
                    | ConstantKind::Param(_) => {}
                }
            }
        }
    }

    /// The copy of a type that has been copied.
    fn type_there(&self, ty: Type) -> Type {
        if ty.index() < common::ALL { ty } else { self.types.at(ty).unwrap_or(common::VOID) }
    }

    /// The copy of a constant that has been copied.
    fn constant_there(&self, constant: Constant) -> Constant {
        self.constants.at(constant).unwrap_or(Constant::from_index(0))
    }

    fn copy_type(&mut self, ty: Type) {
        if let TypeData::Expression(expression) = self.from.types.get(ty) {
            let numbers: Vec<Number> = expression.numbers().map(|it| self.number(it)).collect();
            let name = match expression {
                TypeExpression::Param(name) => self.name(name),
                _ => Name::EMPTY,
            };
            let mut numbers = numbers.into_iter();
            let copy = expression.map(
                |part| self.type_there(part),
                |number| numbers.next().unwrap_or(number),
                |_| name,
            );
            let new = self.to.types.expression(copy);
            self.types.set(ty, Some(new));
            return;
        }
        let there = |part| self.type_there(part);
        let data = match self.from.types.get(ty) {
            TypeData::Array { element, length } => {
                let length = match length {
                    Length::Constant(_) => length,
                    Length::Spec(constant) => Length::Spec(self.constant_there(constant)),
                };
                TypeData::Array { element: there(element), length }
            }
            TypeData::LongVector { scalar, length: Length::Spec(constant), cooperative } => {
                let length = Length::Spec(self.constant_there(constant));
                TypeData::LongVector { scalar, length, cooperative }
            }
            TypeData::RuntimeArray { element } => TypeData::RuntimeArray { element: there(element) },
            TypeData::Pointer { storage, pointee } => TypeData::Pointer { storage, pointee: there(pointee) },
            TypeData::Handle { resource } => TypeData::Handle { resource: there(resource) },
            TypeData::Struct(id) => TypeData::Struct(self.open_struct(id)),
            TypeData::BufferReference { block, layout, align } => {
                TypeData::BufferReference { block: self.open_struct(block), layout, align }
            }
            TypeData::Descriptor { block, layout, storage } => {
                TypeData::Descriptor { block: self.open_struct(block), layout, storage }
            }
            TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage } => {
                let [scope, rows, columns] = [scope, rows, columns].map(|it| self.constant_there(it));
                TypeData::CooperativeMatrix { scalar, scope, rows, columns, usage }
            }
            TypeData::TensorLayout { dimensions, clamp } => TypeData::TensorLayout {
                dimensions: self.constant_there(dimensions),
                clamp: self.constant_there(clamp),
            },
            TypeData::TensorView { dimensions, sized, order } => {
                TypeData::TensorView { dimensions: self.constant_there(dimensions), sized, order }
            }
            TypeData::Spirv(index) => TypeData::Spirv(self.spirv_item(index)),
            other => other,
        };
        let new = self.to.types.intern(data);
        self.types.set(ty, Some(new));
    }

    fn copy_constant(&mut self, constant: Constant) {
        let data = self.from.constants.get(constant);
        let ty = self.type_there(data.ty);
        let there = |parts: &[Constant]| parts.iter().map(|&part| self.constant_there(part)).collect();
        let kind = match &data.kind {
            ConstantKind::Composite(parts) => ConstantKind::Composite(there(parts)),
            &ConstantKind::SpecOp { op, imm, ref operands } => {
                ConstantKind::SpecOp { op, imm, operands: there(operands) }
            }
            ConstantKind::Spec(spec) => ConstantKind::Spec(self.spec(*spec)),
            ConstantKind::Param(name) => ConstantKind::Param(self.name(*name)),
            other => other.clone(),
        };
        let new = self.to.constants.intern(ConstantData { ty, kind });
        self.constants.set(constant, Some(new));
        let name = self.from.constants.name(constant);
        if !name.is_empty() && self.to.constants.name(new).is_empty() {
            let (name, precision) = (self.name(name), self.from.constants.precision(constant));
            self.to.constants.declare(new, name, precision);
        }
    }

    fn number(&mut self, number: Number) -> Number {
        match number.kind() {
            NumberKind::Known(_) => number,
            NumberKind::Param(name) => Number::param(self.name(name)),
        }
    }

    fn instance(&mut self, instance: &Instance) -> Instance {
        let argument = |argument: &GenericArgument| match *argument {
            GenericArgument::Type(ty) => GenericArgument::Type(self.ty(ty)),
            GenericArgument::Number(number) => GenericArgument::Number(self.number(number)),
        };
        let arguments = instance.arguments.iter().map(argument).collect();
        Instance { generic: self.function(instance.generic), arguments }
    }

    fn spec(&mut self, spec: SpecConstant) -> SpecConstant {
        if let Some(known) = self.specs.at(spec) {
            return known;
        }
        let data = &self.from.spec_constants[spec];
        let ty = self.type_there(data.ty);
        let same = |it: &SpecConstantData| data.id.is_some() && it.id == data.id && it.ty == ty;
        let found = self.to.spec_constants.iter().find(|row| same(row.1)).map(|row| row.0);
        let new = match found {
            Some(found) => found,
            None => {
                let (name, default) = (self.name(data.name), self.constant_there(data.default));
                let origin = self.origin(data.origin);
                self.to.spec_constants.alloc(SpecConstantData { name, id: data.id, ty, default, origin })
            }
        };
        self.specs.set(spec, Some(new));
        new
    }

    /// The equal struct of the target, or a new one that has no members yet.
    fn open_struct(&mut self, structure: Struct) -> Struct {
        if let Some(known) = self.structs.at(structure) {
            return known;
        }
        let name = self.name(self.from.structs[structure].name);
        let known = self.known.get_or_insert_with(|| {
            let mut known: FxHashMap<Name, Vec<Struct>> = FxHashMap::default();
            for (id, data) in self.to.structs.iter().take(self.before) {
                known.entry(data.name).or_default().push(id);
            }
            known
        });
        let candidates = known.get(&name).into_iter().flatten();
        let same = candidates.copied().find(|&it| same_struct((self.from, structure), (self.to, it)));
        let new = same.unwrap_or_else(|| {
            let new = self.to.structs.alloc(StructData::new(name, Vec::new()));
            self.open_structs.push((structure, new));
            new
        });
        self.structs.set(structure, Some(new));
        new
    }

    /// Copies the members of structs that have none yet.
    fn fill_structs(&mut self) {
        while let Some((old, new)) = self.open_structs.pop() {
            let data = &self.from.structs[old];
            let mut members = Vec::with_capacity(data.members.len());
            for member in &data.members {
                if self.types.at(member.ty).is_none() {
                    self.copy_parts(Part::Type(member.ty));
                }
                members.push(Member {
                    name: self.name(member.name),
                    ty: self.type_there(member.ty),
                    precision: member.precision,
                    decorations: self.decorations(&member.decorations),
                    origin: self.origin(member.origin),
                });
            }
            let origin = self.origin(data.origin);
            let data = &mut self.to.structs[new];
            (data.members, data.origin) = (members, origin);
        }
    }

    fn decorations(&mut self, decorations: &Decorations) -> Decorations {
        let spirv = decorations.spirv.map(|index| self.spirv_item(index));
        Decorations { spirv, ..decorations.clone() }
    }

    fn operand(&mut self, operand: Operand) -> Operand {
        match operand.kind() {
            OperandKind::Value(_) => operand,
            OperandKind::Constant(constant) => self.constant(constant).into(),
            OperandKind::Global(global) => self.global(global).into(),
        }
    }

    fn body(&mut self, function: Function) -> FunctionData {
        let mut data = self.from.functions[function].clone();
        // Instructions in no block stay behind: they may name what is gone.
        if !data.is_compact() {
            let count = visit::insts(&data).len();
            compact_to(&mut data, count);
        }
        data.name = self.name(data.name);
        data.result = self.ty(data.result);
        data.spirv = data.spirv.map(|index| self.spirv_item(index));
        data.origin = self.origin(data.origin);
        data.linkage = match data.linkage {
            Linkage::Export(name) => Linkage::Export(self.name(name)),
            Linkage::Import(name) => Linkage::Import(self.name(name)),
            Linkage::Callback(name) => Linkage::Callback(self.name(name)),
            other @ (Linkage::Internal | Linkage::Initializer) => other,
        };
        for param in &mut data.generics {
            param.name = self.name(param.name);
        }
        data.instance = data.instance.map(|instance| Box::new(self.instance(&instance)));
        for param in &mut data.params {
            param.spirv = param.spirv.map(|index| self.spirv_item(index));
            param.origin = self.origin(param.origin);
        }
        for value in data.values.values_mut() {
            value.ty = self.ty(value.ty);
        }
        for name in data.names.values_mut() {
            *name = self.name(*name);
        }
        for control in &mut data.controls {
            if let ControlKind::Switch { cases } = &mut control.kind {
                for value in cases.iter_mut().flat_map(|case| &mut case.values) {
                    *value = self.constant(*value);
                }
            }
        }
        let mut positions: Vec<(Inst, usize, u32)> =
            data.inst_ids().filter_map(|inst| Some((inst, 0, self.position_operand(&data, inst)?))).collect();
        for inst in data.inst_ids() {
            for callee in self.from.callbacks(&data, inst) {
                self.function(callee);
            }
            let Some(intrinsic) = data.intrinsic(inst).filter(|intrinsic| intrinsic.calls()) else {
                continue;
            };
            for (index, &operand) in data.operands(inst).iter().enumerate() {
                if intrinsic.operand_class(index) == Some(OperandClass::Callee)
                    && let Some(position) = self.from.constant_index(operand)
                    && let Some(position) = self.string_position(position)
                {
                    positions.push((inst, index, position));
                }
            }
        }
        for operand in &mut data.operands {
            *operand = self.operand(*operand);
        }
        for (inst, index, position) in positions {
            let position = self.to.constants.u32(position);
            if let Some(operand) = data.operands_mut(inst).get_mut(index) {
                *operand = position.into();
            }
        }
        for inst in data.inst_ids() {
            let span = self.span(data.insts[inst].span());
            data.insts.0[inst].set_span(span);
            if let Some(callee) = data.callee(inst) {
                let callee = self.function(callee);
                data.set_callee(inst, callee);
            }
        }
        data
    }

    /// The new first operand of an intrinsic whose first operand is a position in a list of the module.
    fn position_operand(&mut self, data: &FunctionData, inst: Inst) -> Option<u32> {
        let position = || {
            let &first = data.operands(inst).first()?;
            self.from.constant_index(first)
        };
        match data.intrinsic(inst)? {
            Intrinsic::Spirv | Intrinsic::SpirvVoid => {
                let position = position()?;
                Some(self.spirv_item(position))
            }
            Intrinsic::DebugPrintf | Intrinsic::Abort => self.string_position(position()?),
            _ => None,
        }
    }

    /// The new position of a string.
    fn string_position(&mut self, position: u32) -> Option<u32> {
        let &text = self.from.strings.get(position as usize)?;
        let text = self.name(text);
        Some(self.to.string_index(text))
    }
}
