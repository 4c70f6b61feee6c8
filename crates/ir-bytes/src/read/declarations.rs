//! Everything but the bodies of functions.

use la_arena::Arena;
use vitrum_ir::generics::{Bound, GenericArgument, GenericParam, Instance, Number, TypeExpression};
use vitrum_ir::types::TensorOrder;
use vitrum_ir::{
    Behavior, BlendEquations, BuiltIn, ConstantData, ConstantKind, Decorations, DepthMode, Dim, Execution,
    Function, GlobalData, Id, ImageFormat, ImageType, LayoutRule, Length, MatrixUse, Member, Modes, Op,
    Origin, Precision, Primitive, Scalar, Source, SourceExtension, SourceLanguage, SourceProfile, Spacing,
    SpecConstantData, SpirvItem, SpirvKind, SpirvOperand, Stage, Storage, StructData, SubroutineUniform,
    Type, TypeData,
};

use super::Reader;
use crate::input::{Input, Step};
use crate::words::{
    Attribute, AttributeWord, ConstantWord, ExecutionWord, ImageWord, Kind, NUMBERS, SpirvWord, TypeWord,
    Words,
};

// The fewest bytes of entries: those of their parts.
const STRUCT: usize = 2;
const MEMBER: usize = 3;
const SPEC_CONSTANT: usize = 4;
const GLOBAL: usize = 5;
const SPIRV_ITEM: usize = 9;
const SUBROUTINE: usize = 3;
const GENERIC: usize = 3;

/// Constants that may take a single byte each: distinct ones of most types take two.
const SHORT_CONSTANTS: usize = 4096;

impl Reader<'_> {
    pub(super) fn module(&mut self, input: &mut Input<'_>) -> Step<()> {
        self.module.stage = self.row(input, Kind::Stage, Stage::ALL)?;
        self.structs = input.count(STRUCT)?;
        self.spec_constants = input.count(SPEC_CONSTANT)?;
        self.globals = input.count(GLOBAL)?;
        self.functions = input.number()? as usize;
        let entry = input.below(self.functions.saturating_add(1), "function")?;
        self.module.entry = entry.checked_sub(1).map(Function::from_index);
        self.type_list(input)?;
        self.constant_list(input)?;
        self.source(input)?;
        self.execution(input)?;
        let count = input.count(SPIRV_ITEM)?;
        self.module.spirv.reserve_exact(count);
        for _ in 0..count {
            let item = self.spirv_item(input)?;
            self.module.spirv.push(item);
        }
        input.fits(self.structs, STRUCT)?;
        let mut structs = Arena::with_capacity(self.structs);
        for _ in 0..self.structs {
            structs.alloc(self.structure(input)?);
        }
        self.module.structs = structs;
        input.fits(self.spec_constants, SPEC_CONSTANT)?;
        let mut spec_constants = Arena::with_capacity(self.spec_constants);
        for _ in 0..self.spec_constants {
            spec_constants.alloc(self.spec_constant(input)?);
        }
        self.module.spec_constants = spec_constants;
        input.fits(self.globals, GLOBAL)?;
        let mut globals = Arena::with_capacity(self.globals);
        for _ in 0..self.globals {
            globals.alloc(self.global(input)?);
        }
        self.module.globals = globals;
        Ok(())
    }

    fn type_list(&mut self, input: &mut Input<'_>) -> Step<()> {
        let count = input.count(1)?;
        // Types name constants, which come later.
        let constants = std::mem::replace(&mut self.constants, u32::MAX as usize);
        self.types.reserve_exact(count);
        self.module.types.reserve(count.min(input.left() / 2));
        let mut most = None;
        for _ in 0..count {
            let data = self.type_data(input)?;
            let sizes = match data {
                TypeData::Array { length: Length::Spec(length), .. }
                | TypeData::LongVector { length: Length::Spec(length), .. } => [Some(length), None, None],
                TypeData::CooperativeMatrix { scope, rows, columns, .. } => {
                    [Some(scope), Some(rows), Some(columns)]
                }
                TypeData::TensorLayout { dimensions, clamp } => [Some(dimensions), Some(clamp), None],
                TypeData::TensorView { dimensions, .. } => [Some(dimensions), None, None],
                _ => [None; 3],
            };
            most = sizes.into_iter().flatten().chain(most).max();
            let ty = match data {
                TypeData::Expression(expression) => self.module.types.expression(expression),
                data => self.module.types.intern(data),
            };
            self.types.push(ty);
        }
        self.constants = constants;
        let next = *input;
        let count = input.number()? as usize;
        if most.is_some_and(|most| most.index() > count) {
            return next.fail("a type names a constant that is not there");
        }
        *input = next;
        Ok(())
    }

    fn type_data(&mut self, input: &mut Input<'_>) -> Step<TypeData> {
        let row = self.word(input, Kind::Type)?;
        if let Some(&(scalar, _)) = Scalar::ALL.get(row) {
            return Ok(TypeData::Scalar(scalar));
        }
        let Some(word) = TypeWord::at(row - Scalar::ALL.len()) else { return input.fail("unknown type") };
        Ok(match word {
            TypeWord::Void => TypeData::Void,
            TypeWord::Vector => {
                let scalar = self.row(input, Kind::Scalar, Scalar::ALL)?;
                TypeData::Vector { scalar, size: input.below(256, "size")? as u8 }
            }
            TypeWord::Matrix => {
                let scalar = self.row(input, Kind::Scalar, Scalar::ALL)?;
                let (columns, rows) = (input.below(256, "size")?, input.below(256, "size")?);
                TypeData::Matrix { scalar, columns: columns as u8, rows: rows as u8 }
            }
            TypeWord::Array => {
                TypeData::Array { element: self.ty(input)?, length: Length::Constant(input.number()?) }
            }
            TypeWord::ArraySpec => {
                TypeData::Array { element: self.ty(input)?, length: Length::Spec(self.constant(input)?) }
            }
            TypeWord::LongVector | TypeWord::CooperativeVector => {
                let scalar = self.row(input, Kind::Scalar, Scalar::ALL)?;
                let cooperative = word == TypeWord::CooperativeVector;
                TypeData::LongVector { scalar, length: Length::Constant(input.number()?), cooperative }
            }
            TypeWord::LongVectorSpec | TypeWord::CooperativeVectorSpec => {
                let scalar = self.row(input, Kind::Scalar, Scalar::ALL)?;
                let cooperative = word == TypeWord::CooperativeVectorSpec;
                TypeData::LongVector { scalar, length: Length::Spec(self.constant(input)?), cooperative }
            }
            TypeWord::ArrayRuntime => TypeData::RuntimeArray { element: self.ty(input)? },
            TypeWord::Struct => TypeData::Struct(Id::from_index(input.below(self.structs, "struct")?)),
            TypeWord::Pointer => {
                let storage = self.row(input, Kind::Storage, Storage::ALL)?;
                TypeData::Pointer { storage, pointee: self.ty(input)? }
            }
            TypeWord::Image => TypeData::Image(self.image(input)?),
            TypeWord::Sampler => TypeData::Sampler { shadow: false },
            TypeWord::SamplerShadow => TypeData::Sampler { shadow: true },
            TypeWord::SampledImage => TypeData::SampledImage(self.image(input)?),
            TypeWord::AtomicCounter => TypeData::AtomicCounter,
            TypeWord::AccelerationStructure => TypeData::AccelerationStructure,
            TypeWord::RayQuery => TypeData::RayQuery,
            TypeWord::HitObject => TypeData::HitObject,
            TypeWord::Tensor => {
                let element = self.row(input, Kind::Scalar, Scalar::ALL)?;
                TypeData::Tensor { element, rank: input.number()? }
            }
            TypeWord::CooperativeMatrix => TypeData::CooperativeMatrix {
                scalar: self.row(input, Kind::Scalar, Scalar::ALL)?,
                scope: self.constant(input)?,
                rows: self.constant(input)?,
                columns: self.constant(input)?,
                usage: self.row(input, Kind::MatrixUse, MatrixUse::ALL)?,
            },
            TypeWord::TensorLayout => {
                TypeData::TensorLayout { dimensions: self.constant(input)?, clamp: self.constant(input)? }
            }
            TypeWord::TensorView | TypeWord::SizedTensorView => {
                let sized = word == TypeWord::SizedTensorView;
                let dimensions = self.constant(input)?;
                let at = *input;
                let order = TensorOrder::from_number(input.number()?);
                let Some(order) = order else {
                    return at.fail("an order of a tensor has each dimension once");
                };
                TypeData::TensorView { dimensions, sized, order }
            }
            TypeWord::BufferReference => TypeData::BufferReference {
                block: Id::from_index(input.below(self.structs, "struct")?),
                layout: self.row(input, Kind::LayoutRule, LayoutRule::ALL)?,
                align: input.number()?,
            },
            TypeWord::Descriptor => TypeData::Descriptor {
                block: Id::from_index(input.below(self.structs, "struct")?),
                layout: self.row(input, Kind::LayoutRule, LayoutRule::ALL)?,
                storage: self.row(input, Kind::Storage, Storage::ALL)?,
            },
            TypeWord::Handle => TypeData::Handle { resource: self.ty(input)? },
            TypeWord::Spirv => TypeData::Spirv(input.number()?),
            TypeWord::Param => TypeData::Expression(TypeExpression::Param(self.string(input)?)),
            TypeWord::ScalarOf => TypeData::Expression(TypeExpression::ScalarOf(self.ty(input)?)),
            TypeWord::Like => {
                TypeData::Expression(TypeExpression::Like { shape: self.ty(input)?, scalar: self.ty(input)? })
            }
            TypeWord::GenericVector => TypeData::Expression(TypeExpression::Vector {
                scalar: self.ty(input)?,
                size: self.type_number(input)?,
            }),
            TypeWord::GenericMatrix => TypeData::Expression(TypeExpression::Matrix {
                scalar: self.ty(input)?,
                columns: self.type_number(input)?,
                rows: self.type_number(input)?,
            }),
            TypeWord::GenericArray => TypeData::Expression(TypeExpression::Array {
                element: self.ty(input)?,
                length: self.type_number(input)?,
            }),
        })
    }

    fn type_number(&self, input: &mut Input<'_>) -> Step<Number> {
        let before = *input;
        let number = input.wide()?;
        let half = u32::try_from(number >> 1).unwrap_or(u32::MAX);
        if number & 1 == 0 {
            return match Number::known(half) {
                Some(number) => Ok(number),
                None => before.fail("a number of a type exceeds 31 bits"),
            };
        }
        if half as usize >= self.strings {
            return before.fail(format!("unknown string {half} of {}", self.strings));
        }
        Ok(Number::param(Id::from_index(half as usize)))
    }

    /// Parameters of generic functions and arguments of instances.
    pub(super) fn generics(&mut self, input: &mut Input<'_>) -> Step<()> {
        for _ in 0..input.count(GENERIC)? {
            let at = *input;
            let id = Function::from_index(input.below(self.functions, "function")?);
            let count = input.count(2)?;
            let mut params = Vec::with_capacity(count);
            for _ in 0..count {
                let name = self.string(input)?;
                params.push(GenericParam { name, bound: self.row(input, Kind::Bound, Bound::ALL)? });
            }
            let mut instance = None;
            if input.number()? != 0 {
                let generic = Function::from_index(input.below(self.functions, "function")?);
                let count = input.count(2)?;
                let mut arguments = Vec::with_capacity(count);
                for _ in 0..count {
                    arguments.push(match input.number()? {
                        0 => GenericArgument::Type(self.ty(input)?),
                        _ => GenericArgument::Number(self.type_number(input)?),
                    });
                }
                let arguments = arguments.into_boxed_slice();
                instance = Some(Box::new(Instance { generic, arguments }));
            }
            let data = &mut self.module.functions[id];
            if data.is_generic() || data.instance.is_some() {
                return at.fail("parameters or arguments of a function for the second time");
            }
            (data.generics, data.instance) = (params, instance);
        }
        Ok(())
    }

    fn image(&mut self, input: &mut Input<'_>) -> Step<ImageType> {
        let sampled = self.row(input, Kind::Scalar, Scalar::ALL)?;
        let dim = self.row(input, Kind::Dim, Dim::ALL)?;
        let mut image = ImageType {
            sampled,
            dim,
            arrayed: false,
            multisampled: false,
            shadow: false,
            storage: false,
            format: ImageFormat::Unknown,
        };
        self.flags(input, Kind::Image, ImageWord::ALL, |word| match word {
            ImageWord::Arrayed => image.arrayed = true,
            ImageWord::Multisampled => image.multisampled = true,
            ImageWord::Shadow => image.shadow = true,
            ImageWord::Storage => image.storage = true,
        })?;
        if input.number()? != 0 {
            let row = self.word(input, Kind::ImageFormat)?;
            image.format = ImageFormat::ALL.get(row).map_or(ImageFormat::Unknown, |row| row.0);
        }
        Ok(image)
    }

    /// The constants behind the undefined `void`, in runs of equal type and form.
    fn constant_list(&mut self, input: &mut Input<'_>) -> Step<()> {
        let before = *input;
        let count = input.number()? as usize;
        if count > input.left() / 2 + SHORT_CONSTANTS {
            return before.fail(format!("{count} constants in {} bytes", input.left()));
        }
        self.module.constants.reserve(count.min(input.left()));
        let mut next = 1;
        while next <= count {
            let ty = self.ty(input)?;
            let row = self.word(input, Kind::Constant)?;
            let Some(form) = ConstantWord::at(row) else { return input.fail("unknown constant") };
            let length = input.number()? as usize;
            if length == 0 || length > count + 1 - next {
                return input.fail(format!("run of {length} constants, where {} are left", count + 1 - next));
            }
            let data = self.module.types.get(ty);
            for _ in 0..length {
                // Parts precede the whole.
                self.constants = next;
                let before = *input;
                let kind = self.constant_kind(input, data, form)?;
                if self.module.constants.intern(ConstantData { ty, kind }).index() != next {
                    return before.fail("a constant for the second time");
                }
                next += 1;
            }
        }
        self.constants = count + 1;
        for _ in 0..input.count(2)? {
            let constant = self.constant(input)?;
            let precision = self.row(input, Kind::Precision, Precision::ALL)?;
            self.module.constants.declare(constant, vitrum_ir::Name::EMPTY, precision);
        }
        Ok(())
    }

    fn constant_kind(
        &mut self,
        input: &mut Input<'_>,
        ty: TypeData,
        form: ConstantWord,
    ) -> Step<ConstantKind> {
        Ok(match form {
            ConstantWord::Scalar => {
                let short = input.wide()?;
                let TypeData::Scalar(scalar) = ty else { return input.fail("a number of no scalar type") };
                match bits(scalar, short) {
                    Some(bits) => ConstantKind::Scalar(bits),
                    None => return input.fail(format!("a number that exceeds `{}`", scalar.name())),
                }
            }
            ConstantWord::Bits => ConstantKind::Scalar(input.wide()?),
            ConstantWord::Composite => ConstantKind::Composite(self.parts(input)?),
            ConstantWord::Null => ConstantKind::Null,
            ConstantWord::Undef => ConstantKind::Undef,
            ConstantWord::Spec => ConstantKind::Spec(Id::from_index(
                input.below(self.spec_constants, "specialisation constant")?,
            )),
            ConstantWord::Param => ConstantKind::Param(self.string(input)?),
            ConstantWord::Op => {
                let row = self.word(input, Kind::Op)?;
                let Some(&op) = Op::ALL.get(row) else { return input.fail("unknown operation") };
                let imm = self.immediate(input, op)?;
                ConstantKind::SpecOp { op, imm, operands: self.parts(input)? }
            }
        })
    }

    fn parts(&mut self, input: &mut Input<'_>) -> Step<Box<[vitrum_ir::Constant]>> {
        let count = input.count(1)?;
        let mut parts = Vec::with_capacity(count);
        for _ in 0..count {
            parts.push(self.constant(input)?);
        }
        Ok(parts.into_boxed_slice())
    }

    fn source(&mut self, input: &mut Input<'_>) -> Step<()> {
        let mut source = Source::default();
        if input.number()? != 0 {
            let row = self.word(input, Kind::Language)?;
            source.language = SourceLanguage::ALL.get(row).map_or(SourceLanguage::Unknown, |row| row.0);
        }
        source.version = input.number()?;
        if input.number()? != 0 {
            source.profile = self.row(input, Kind::Profile, SourceProfile::ALL)?;
        }
        self.module.source = source;
        let count = input.count(2)?;
        self.module.extensions.reserve_exact(count);
        for _ in 0..count {
            let name = self.string(input)?;
            let behavior = self.row(input, Kind::Behavior, Behavior::ALL)?;
            self.module.extensions.push(SourceExtension { name, behavior });
        }
        let count = input.count(SUBROUTINE)?;
        self.module.subroutines.reserve_exact(count);
        for _ in 0..count {
            let subroutine = self.subroutine(input)?;
            self.module.subroutines.push(subroutine);
        }
        let count = input.count(1)?;
        self.module.strings.reserve_exact(count);
        for _ in 0..count {
            let text = self.string(input)?;
            self.module.strings.push(text);
        }
        Ok(())
    }

    fn subroutine(&mut self, input: &mut Input<'_>) -> Step<SubroutineUniform> {
        let name = self.string(input)?;
        let mut location = None;
        for _ in 0..input.count(1)? {
            match self.attribute(input)? {
                Attribute::Number(0) => location = Some(input.number()?),
                other => return input.fail(format!("{other:?} is no attribute of a subroutine uniform")),
            }
        }
        let count = input.count(2)?;
        let mut functions = Vec::with_capacity(count);
        for _ in 0..count {
            functions.push((input.number()?, self.string(input)?));
        }
        Ok(SubroutineUniform { name, location, functions })
    }

    fn execution(&mut self, input: &mut Input<'_>) -> Step<()> {
        let mut execution = Execution::default();
        for _ in 0..input.count(1)? {
            let row = self.word(input, Kind::Execution)?;
            if let Some(word) = ExecutionWord::at(row) {
                self.execution_mode(input, word, &mut execution)?;
                continue;
            }
            let rest = row - ExecutionWord::ALL.len();
            match (Modes::ALL.get(rest), rest.checked_sub(Modes::ALL.len())) {
                (Some(mode), _) => execution.modes.insert(mode.0),
                (None, Some(rest)) => {
                    execution
                        .blend
                        .insert(BlendEquations::ALL.get(rest).map_or(BlendEquations::NONE, |row| row.0));
                }
                (None, None) => {}
            }
        }
        self.module.execution = execution;
        Ok(())
    }

    fn execution_mode(
        &mut self,
        input: &mut Input<'_>,
        word: ExecutionWord,
        execution: &mut Execution,
    ) -> Step<()> {
        match word {
            ExecutionWord::LocalSize => {
                execution.local_size =
                    Some([self.constant(input)?, self.constant(input)?, self.constant(input)?]);
            }
            ExecutionWord::Input => {
                execution.input_primitive = Some(self.row(input, Kind::Primitive, Primitive::ALL)?);
            }
            ExecutionWord::Output => {
                execution.output_primitive = Some(self.row(input, Kind::Primitive, Primitive::ALL)?);
            }
            ExecutionWord::Spacing => {
                execution.spacing = Some(self.row(input, Kind::Spacing, Spacing::ALL)?)
            }
            ExecutionWord::Depth => {
                execution.depth = Some(self.row(input, Kind::DepthMode, DepthMode::ALL)?)
            }
            ExecutionWord::MaxVertices => execution.max_vertices = Some(input.number()?),
            ExecutionWord::MaxPrimitives => execution.max_primitives = Some(input.number()?),
            ExecutionWord::Invocations => execution.invocations = Some(input.number()?),
            ExecutionWord::NumViews => execution.num_views = Some(input.number()?),
            ExecutionWord::QueryMicromapsId => execution.query_micromaps_id = Some(input.number()?),
            ExecutionWord::TileRateX => execution.tile_rate_x = Some(input.number()?),
            ExecutionWord::TileRateY => execution.tile_rate_y = Some(input.number()?),
            ExecutionWord::TileRateZ => execution.tile_rate_z = Some(input.number()?),
            ExecutionWord::SecondaryViewOffset => execution.secondary_view_offset = Some(input.number()?),
            ExecutionWord::SharedSize => execution.shared_size = Some(input.number()?),
            ExecutionWord::ScratchSize => execution.scratch_size = Some(input.number()?),
        }
        Ok(())
    }

    fn spirv_item(&mut self, input: &mut Input<'_>) -> Step<SpirvItem> {
        let kind = self.row(input, Kind::SpirvItem, &SpirvKind::ALL)?;
        let (name, set) = (self.string(input)?, self.string(input)?);
        let mut item = SpirvItem::new(kind, input.number()?);
        (item.name, item.set) = (name, set);
        let count = input.count(2)?;
        item.operands.reserve_exact(count);
        for _ in 0..count {
            let operand = match self.row(input, Kind::SpirvOperand, SpirvWord::ALL)? {
                SpirvWord::Literal => SpirvOperand::Literal(input.number()?),
                SpirvWord::Constant => SpirvOperand::Constant(self.constant(input)?),
                SpirvWord::Text => SpirvOperand::Text(self.string(input)?),
                SpirvWord::Type => SpirvOperand::Type(self.ty(input)?),
                SpirvWord::Global => {
                    SpirvOperand::Global(Id::from_index(input.below(self.globals, "global")?))
                }
            };
            item.operands.push(operand);
        }
        item.literals = input.number()?;
        let count = input.count(1)?;
        item.capabilities.reserve_exact(count);
        for _ in 0..count {
            item.capabilities.push(input.number()?);
        }
        let count = input.count(1)?;
        item.extensions.reserve_exact(count);
        for _ in 0..count {
            item.extensions.push(self.string(input)?);
        }
        item.next = match input.wide()?.checked_sub(1).map(u32::try_from) {
            None => None,
            Some(Ok(next)) => Some(next),
            Some(Err(_)) => return input.fail("number of an item exceeds 32 bits"),
        };
        Ok(item)
    }

    fn structure(&mut self, input: &mut Input<'_>) -> Step<StructData> {
        let name = self.string(input)?;
        let count = input.count(MEMBER)?;
        let mut members = Vec::with_capacity(count);
        for _ in 0..count {
            let mut member = Member::new(self.string(input)?, self.ty(input)?);
            for _ in 0..input.count(1)? {
                let attribute = self.attribute(input)?;
                if let Attribute::Precision(precision) = attribute {
                    member.precision = precision;
                } else if !self.decoration(input, attribute, &mut member.decorations)? {
                    return input.fail(format!("{attribute:?} is no attribute of a member"));
                }
            }
            members.push(member);
        }
        Ok(StructData::new(name, members))
    }

    fn spec_constant(&mut self, input: &mut Input<'_>) -> Step<SpecConstantData> {
        let (name, ty, default) = (self.string(input)?, self.ty(input)?, self.constant(input)?);
        let mut data = SpecConstantData { name, id: None, ty, default, origin: Origin::default() };
        for _ in 0..input.count(1)? {
            match self.attribute(input)? {
                Attribute::Other(AttributeWord::Id) => data.id = Some(input.number()?),
                other => {
                    return input.fail(format!("{other:?} is no attribute of a specialisation constant"));
                }
            }
        }
        Ok(data)
    }

    fn global(&mut self, input: &mut Input<'_>) -> Step<GlobalData> {
        let name = self.string(input)?;
        let (ty, pointer): (Type, Type) = (self.ty(input)?, self.ty(input)?);
        let mut data = GlobalData {
            name,
            ty,
            pointer,
            storage: self.row(input, Kind::Storage, Storage::ALL)?,
            precision: Precision::None,
            block: None,
            decorations: Decorations::default(),
            initializer: None,
            origin: Origin::default(),
        };
        for _ in 0..input.count(1)? {
            match self.attribute(input)? {
                Attribute::Precision(precision) => data.precision = precision,
                Attribute::Other(AttributeWord::Block) => {
                    data.block = Some(self.row(input, Kind::LayoutRule, LayoutRule::ALL)?);
                }
                Attribute::Other(AttributeWord::Value) => data.initializer = Some(self.constant(input)?),
                other => {
                    if !self.decoration(input, other, &mut data.decorations)? {
                        return input.fail(format!("{other:?} is no attribute of a global"));
                    }
                }
            }
        }
        Ok(data)
    }

    pub(super) fn attribute(&mut self, input: &mut Input<'_>) -> Step<Attribute> {
        let row = self.word(input, Kind::Attribute)?;
        Attribute::at(row).map_or_else(|| input.fail("unknown attribute"), Ok)
    }

    /// Sets what an attribute says; false if it is no decoration.
    fn decoration(
        &mut self,
        input: &mut Input<'_>,
        attribute: Attribute,
        decorations: &mut Decorations,
    ) -> Step<bool> {
        match attribute {
            Attribute::Number(at) => {
                let slots: [&mut Option<u32>; NUMBERS.len()] = [
                    &mut decorations.location,
                    &mut decorations.component,
                    &mut decorations.index,
                    &mut decorations.set,
                    &mut decorations.binding,
                    &mut decorations.offset,
                    &mut decorations.align,
                    &mut decorations.stream,
                    &mut decorations.xfb_buffer,
                    &mut decorations.xfb_stride,
                    &mut decorations.xfb_offset,
                    &mut decorations.input_attachment,
                    &mut decorations.bank,
                    &mut decorations.member_offset,
                    &mut decorations.heap,
                    &mut decorations.slot,
                    &mut decorations.spirv,
                ];
                if let Some(slot) = slots.into_iter().nth(at) {
                    *slot = Some(input.number()?);
                }
            }
            Attribute::Other(AttributeWord::BuiltIn) => {
                let row = self.word(input, Kind::BuiltIn)?;
                decorations.builtin = BuiltIn::ALL.get(row).map(|row| row.0);
            }
            Attribute::Other(AttributeWord::Format) => {
                let row = self.word(input, Kind::ImageFormat)?;
                decorations.format = ImageFormat::ALL.get(row).map(|row| row.0);
            }
            Attribute::Interpolation(interpolation) => decorations.interpolation = Some(interpolation),
            Attribute::Qualifier(qualifier) => decorations.qualifiers.insert(qualifier),
            Attribute::Other(_) | Attribute::Precision(_) | Attribute::Passing(_) => return Ok(false),
        }
        Ok(true)
    }
}

/// The bits of a scalar from their shortened form, if they are bits of its type.
fn bits(scalar: Scalar, short: u64) -> Option<u64> {
    let unused = 64 - scalar.width();
    if scalar.is_float() {
        let bits = short.swap_bytes();
        return (bits >> unused << unused == bits).then_some(bits >> unused);
    }
    if scalar.is_signed() {
        let number = (short >> 1) as i64 ^ -((short & 1) as i64);
        return (number << unused >> unused == number).then_some((number as u64) << unused >> unused);
    }
    (short << unused >> unused == short).then_some(short)
}
