//! Everything but the bodies of functions.

use vitrum_ir::generics::{GenericArgument, GenericParam, Instance, Number, NumberKind, TypeExpression};
use vitrum_ir::{
    Behavior, ConstantKind, Decorations, Execution, FunctionData, GlobalData, ImageFormat, ImageType,
    LayoutRule, Length, Member, Precision, Scalar, SourceLanguage, SourceProfile, SpecConstantData,
    SpirvItem, SpirvOperand, StructData, SubroutineUniform, TypeData,
};

use super::Writer;
use crate::output::Output;
use crate::words::{
    AttributeWord, ConstantWord, ExecutionWord, ImageWord, Kind, NUMBERS, SpirvWord, TypeWord, Words,
};

/// A list of attributes that is being written: words, each with an operand or none.
pub(super) struct Attributes<'w, 'a> {
    writer: &'w mut Writer<'a>,
    output: Output,
    count: usize,
}

impl Attributes<'_, '_> {
    pub(super) fn word(&mut self, word: &str) {
        self.count += 1;
        self.writer.named(&mut self.output, Kind::Attribute, word);
    }

    pub(super) fn numbered(&mut self, word: &str, number: Option<u32>) {
        if let Some(number) = number {
            self.word(word);
            self.output.number(number);
        }
    }

    pub(super) fn layout(&mut self, word: AttributeWord, rule: Option<LayoutRule>) {
        if let Some(rule) = rule {
            self.word(word.name());
            self.writer.word(&mut self.output, Kind::LayoutRule, rule as usize);
        }
    }

    pub(super) fn string(&mut self, word: &str, name: vitrum_ir::Name) {
        self.word(word);
        self.writer.string(&mut self.output, name);
    }

    fn decorations(&mut self, decorations: &Decorations) {
        for (word, number) in NUMBERS.iter().zip(numbers(decorations)) {
            self.numbered(word, number);
        }
        if let Some(builtin) = decorations.builtin {
            self.word(AttributeWord::BuiltIn.name());
            self.writer.word(&mut self.output, Kind::BuiltIn, builtin as usize);
        }
        if let Some(interpolation) = decorations.interpolation {
            self.word(interpolation.name());
        }
        if let Some(format) = decorations.format {
            self.word(AttributeWord::Format.name());
            self.writer.word(&mut self.output, Kind::ImageFormat, format as usize);
        }
        decorations.qualifiers.names().for_each(|name| self.word(name));
    }
}

/// Decorations with a number, in the order of the words.
fn numbers(decorations: &Decorations) -> [Option<u32>; NUMBERS.len()] {
    let Decorations {
        location,
        component,
        index,
        set,
        binding,
        offset,
        align,
        stream,
        xfb_buffer,
        xfb_stride,
        xfb_offset,
        input_attachment,
        bank,
        member_offset,
        heap,
        slot,
        spirv,
        builtin: _,
        interpolation: _,
        format: _,
        qualifiers: _,
    } = *decorations;
    [
        location,
        component,
        index,
        set,
        binding,
        offset,
        align,
        stream,
        xfb_buffer,
        xfb_stride,
        xfb_offset,
        input_attachment,
        bank,
        member_offset,
        heap,
        slot,
        spirv,
    ]
}

impl<'a> Writer<'a> {
    pub(super) fn attributes(&mut self, output: &mut Output, fill: impl FnOnce(&mut Attributes<'_, 'a>)) {
        let mut list = Attributes { writer: self, output: Output::default(), count: 0 };
        fill(&mut list);
        let Attributes { output: mut content, count, .. } = list;
        output.count(count);
        output.bytes.append(&mut content.bytes);
    }

    pub(super) fn module(&mut self, output: &mut Output) {
        let module = self.module;
        self.word(output, Kind::Stage, module.stage as usize);
        for count in
            [module.structs.len(), module.spec_constants.len(), module.globals.len(), module.functions.len()]
        {
            output.count(count);
        }
        output.count(module.entry.map_or(0, |entry| vitrum_ir::Id::index(entry) + 1));
        self.type_list(output);
        self.constant_list(output);
        self.source(output);
        self.execution(output, &module.execution);
        output.count(module.spirv.len());
        for item in &module.spirv {
            self.spirv_item(output, item);
        }
        for data in module.structs.values() {
            let StructData { name, members, origin: _ } = data;
            self.string(output, *name);
            output.count(members.len());
            for member in members {
                self.member(output, member);
            }
        }
        for data in module.spec_constants.values() {
            let SpecConstantData { name, id, ty, default, origin: _ } = data;
            self.string(output, *name);
            self.ty(output, *ty);
            self.constant(output, *default);
            self.attributes(output, |list| list.numbered(AttributeWord::Id.name(), *id));
        }
        for data in module.globals.values() {
            self.global(output, data);
        }
    }

    fn type_list(&mut self, output: &mut Output) {
        output.count(self.types.values().filter(|&&number| number != 0).count());
        for (ty, data) in self.module.types.iter() {
            if self.types.at(ty) != 0 {
                self.type_data(output, data);
            }
        }
    }

    fn type_data(&mut self, output: &mut Output, data: TypeData) {
        let scalar = |writer: &mut Self, output: &mut Output, scalar: Scalar| {
            writer.word(output, Kind::Scalar, scalar as usize);
        };
        let word = match data {
            TypeData::Scalar(scalar) => scalar.name(),
            TypeData::Void => TypeWord::Void.name(),
            TypeData::Vector { .. } => TypeWord::Vector.name(),
            TypeData::Matrix { .. } => TypeWord::Matrix.name(),
            TypeData::Array { length: Length::Constant(_), .. } => TypeWord::Array.name(),
            TypeData::Array { length: Length::Spec(_), .. } => TypeWord::ArraySpec.name(),
            TypeData::LongVector { length, cooperative, .. } => match (length, cooperative) {
                (Length::Constant(_), false) => TypeWord::LongVector.name(),
                (Length::Spec(_), false) => TypeWord::LongVectorSpec.name(),
                (Length::Constant(_), true) => TypeWord::CooperativeVector.name(),
                (Length::Spec(_), true) => TypeWord::CooperativeVectorSpec.name(),
            },
            TypeData::RuntimeArray { .. } => TypeWord::ArrayRuntime.name(),
            TypeData::Struct(_) => TypeWord::Struct.name(),
            TypeData::Pointer { .. } => TypeWord::Pointer.name(),
            TypeData::Image(_) => TypeWord::Image.name(),
            TypeData::Sampler { shadow: false } => TypeWord::Sampler.name(),
            TypeData::Sampler { shadow: true } => TypeWord::SamplerShadow.name(),
            TypeData::SampledImage(_) => TypeWord::SampledImage.name(),
            TypeData::AtomicCounter => TypeWord::AtomicCounter.name(),
            TypeData::AccelerationStructure => TypeWord::AccelerationStructure.name(),
            TypeData::RayQuery => TypeWord::RayQuery.name(),
            TypeData::HitObject => TypeWord::HitObject.name(),
            TypeData::Tensor { .. } => TypeWord::Tensor.name(),
            TypeData::CooperativeMatrix { .. } => TypeWord::CooperativeMatrix.name(),
            TypeData::TensorLayout { .. } => TypeWord::TensorLayout.name(),
            TypeData::TensorView { sized: false, .. } => TypeWord::TensorView.name(),
            TypeData::TensorView { sized: true, .. } => TypeWord::SizedTensorView.name(),
            TypeData::BufferReference { .. } => TypeWord::BufferReference.name(),
            TypeData::Descriptor { .. } => TypeWord::Descriptor.name(),
            TypeData::Handle { .. } => TypeWord::Handle.name(),
            TypeData::Spirv(_) => TypeWord::Spirv.name(),
            TypeData::Expression(expression) => expression_word(expression).name(),
        };
        self.named(output, Kind::Type, word);
        match data {
            TypeData::Vector { scalar: of, size } => {
                scalar(self, output, of);
                output.number(size.into());
            }
            TypeData::Matrix { scalar: of, columns, rows } => {
                scalar(self, output, of);
                output.number(columns.into());
                output.number(rows.into());
            }
            TypeData::Array { element, length } => {
                self.ty(output, element);
                match length {
                    Length::Constant(length) => output.number(length),
                    Length::Spec(length) => self.constant(output, length),
                }
            }
            TypeData::LongVector { scalar: of, length, cooperative: _ } => {
                scalar(self, output, of);
                match length {
                    Length::Constant(length) => output.number(length),
                    Length::Spec(length) => self.constant(output, length),
                }
            }
            TypeData::Tensor { element, rank } => {
                scalar(self, output, element);
                output.number(rank);
            }
            TypeData::RuntimeArray { element } => self.ty(output, element),
            TypeData::Handle { resource } => self.ty(output, resource),
            TypeData::Struct(id) => output.count(vitrum_ir::Id::index(id)),
            TypeData::Pointer { storage, pointee } => {
                self.word(output, Kind::Storage, storage as usize);
                self.ty(output, pointee);
            }
            TypeData::Image(image) | TypeData::SampledImage(image) => self.image(output, image),
            TypeData::CooperativeMatrix { scalar: of, scope, rows, columns, usage } => {
                scalar(self, output, of);
                [scope, rows, columns].into_iter().for_each(|size| self.constant(output, size));
                self.word(output, Kind::MatrixUse, usage as usize);
            }
            TypeData::TensorLayout { dimensions, clamp } => {
                [dimensions, clamp].into_iter().for_each(|size| self.constant(output, size));
            }
            TypeData::TensorView { dimensions, sized: _, order } => {
                self.constant(output, dimensions);
                output.number(order.number());
            }
            TypeData::BufferReference { block, layout, align } => {
                output.count(vitrum_ir::Id::index(block));
                self.word(output, Kind::LayoutRule, layout as usize);
                output.number(align);
            }
            TypeData::Descriptor { block, layout, storage } => {
                output.count(vitrum_ir::Id::index(block));
                self.word(output, Kind::LayoutRule, layout as usize);
                self.word(output, Kind::Storage, storage as usize);
            }
            TypeData::Spirv(item) => output.number(item),
            TypeData::Expression(expression) => self.expression(output, expression),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Sampler { .. }
            | TypeData::AtomicCounter
            | TypeData::AccelerationStructure
            | TypeData::RayQuery
            | TypeData::HitObject => {}
        }
    }

    fn expression(&mut self, output: &mut Output, expression: TypeExpression) {
        if let TypeExpression::Param(name) = expression {
            self.string(output, name);
        }
        expression.types().for_each(|ty| self.ty(output, ty));
        expression.numbers().for_each(|number| self.type_number(output, number));
    }

    /// A number in a type: twice the number, or one more than twice the string of a parameter.
    fn type_number(&mut self, output: &mut Output, number: Number) {
        match number.kind() {
            NumberKind::Known(number) => output.wide(u64::from(number) << 1),
            NumberKind::Param(name) => {
                let string = self.string_number(name);
                output.wide(u64::from(string) << 1 | 1);
            }
        }
    }

    /// Parameters of generic functions and arguments of instances; nothing if there are none.
    pub(super) fn generics(&mut self, output: &mut Output) {
        let module = self.module;
        let has_some = |data: &FunctionData| data.is_generic() || data.instance.is_some();
        let count = module.functions.values().filter(|data| has_some(data)).count();
        if count == 0 {
            return;
        }
        output.count(count);
        for (id, data) in module.functions.iter().filter(|row| has_some(row.1)) {
            output.count(vitrum_ir::Id::index(id));
            output.count(data.generics.len());
            for &GenericParam { name, bound } in &data.generics {
                self.string(output, name);
                self.word(output, Kind::Bound, bound as usize);
            }
            output.number(u32::from(data.instance.is_some()));
            let Some(Instance { generic, arguments }) = data.instance.as_deref() else { continue };
            output.count(vitrum_ir::Id::index(*generic));
            output.count(arguments.len());
            for &argument in arguments {
                match argument {
                    GenericArgument::Type(ty) => {
                        output.number(0);
                        self.ty(output, ty);
                    }
                    GenericArgument::Number(number) => {
                        output.number(1);
                        self.type_number(output, number);
                    }
                }
            }
        }
    }

    fn image(&mut self, output: &mut Output, image: ImageType) {
        let ImageType { sampled, dim, arrayed, multisampled, shadow, storage, format } = image;
        self.word(output, Kind::Scalar, sampled as usize);
        self.word(output, Kind::Dim, dim as usize);
        let flags = [
            (arrayed, ImageWord::Arrayed),
            (multisampled, ImageWord::Multisampled),
            (shadow, ImageWord::Shadow),
            (storage, ImageWord::Storage),
        ];
        self.flags(output, Kind::Image, flags.into_iter().filter(|row| row.0).map(|row| row.1.name()));
        output.number(u32::from(format != ImageFormat::Unknown));
        if format != ImageFormat::Unknown {
            self.word(output, Kind::ImageFormat, format as usize);
        }
    }

    /// The constants but the undefined `void`, in runs of equal type and form, and the precision of some.
    fn constant_list(&mut self, output: &mut Output) {
        let module = self.module;
        let used: Vec<_> = module.constants.iter().filter(|row| self.constants.at(row.0) > 1).collect();
        output.count(used.len());
        let key =
            |data: &vitrum_ir::ConstantData| (data.ty, constant_form(module.types.get(data.ty), &data.kind));
        for run in used.chunk_by(|a, b| key(a.1) == key(b.1)) {
            let Some((_, first)) = run.first() else { continue };
            let (ty, form) = key(first);
            self.ty(output, ty);
            self.word(output, Kind::Constant, form as usize);
            output.count(run.len());
            for (_, data) in run {
                self.constant_kind(output, module.types.get(ty), &data.kind);
            }
        }
        let precise: Vec<_> =
            used.iter().filter(|row| module.constants.precision(row.0) != Precision::None).collect();
        output.count(precise.len());
        for (id, _) in precise {
            self.constant(output, *id);
            self.word(output, Kind::Precision, module.constants.precision(*id) as usize);
        }
    }

    fn constant_kind(&mut self, output: &mut Output, ty: TypeData, kind: &ConstantKind) {
        match kind {
            ConstantKind::Scalar(bits) => match shortened(ty, *bits) {
                Some(short) => output.wide(short),
                None => output.wide(*bits),
            },
            ConstantKind::Composite(parts) => {
                output.count(parts.len());
                parts.iter().for_each(|&part| self.constant(output, part));
            }
            ConstantKind::Null | ConstantKind::Undef => {}
            ConstantKind::Spec(id) => output.count(vitrum_ir::Id::index(*id)),
            ConstantKind::Param(name) => self.string(output, *name),
            ConstantKind::SpecOp { op, imm, operands } => {
                self.word(output, Kind::Op, *op as usize);
                self.immediate(output, *op, *imm);
                output.count(operands.len());
                operands.iter().for_each(|&part| self.constant(output, part));
            }
        }
    }

    fn source(&mut self, output: &mut Output) {
        let module = self.module;
        let vitrum_ir::Source { language, version, profile } = module.source;
        output.number(u32::from(language != SourceLanguage::Unknown));
        if language != SourceLanguage::Unknown {
            self.named(output, Kind::Language, language.name());
        }
        output.number(version);
        output.number(u32::from(profile != SourceProfile::None));
        if profile != SourceProfile::None {
            self.word(output, Kind::Profile, profile as usize);
        }
        output.count(module.extensions.len());
        for extension in &module.extensions {
            self.string(output, extension.name);
            let behavior: Behavior = extension.behavior;
            self.word(output, Kind::Behavior, behavior as usize);
        }
        output.count(module.subroutines.len());
        for SubroutineUniform { name, location, functions } in &module.subroutines {
            self.string(output, *name);
            self.attributes(output, |list| list.numbered("location", *location));
            output.count(functions.len());
            for &(value, function) in functions {
                output.number(value);
                self.string(output, function);
            }
        }
        output.count(module.strings.len());
        module.strings.iter().for_each(|&text| self.string(output, text));
    }

    fn execution(&mut self, output: &mut Output, execution: &Execution) {
        let Execution {
            modes,
            local_size,
            input_primitive,
            output_primitive,
            max_vertices,
            max_primitives,
            invocations,
            spacing,
            depth,
            num_views,
            secondary_view_offset,
            query_micromaps_id,
            tile_rate_x,
            tile_rate_y,
            tile_rate_z,
            shared_size,
            scratch_size,
            blend,
        } = execution;
        let words = [
            (ExecutionWord::Input, Kind::Primitive, input_primitive.map(|it| it as usize)),
            (ExecutionWord::Output, Kind::Primitive, output_primitive.map(|it| it as usize)),
            (ExecutionWord::Spacing, Kind::Spacing, spacing.map(|it| it as usize)),
            (ExecutionWord::Depth, Kind::DepthMode, depth.map(|it| it as usize)),
        ];
        let numbers = [
            (ExecutionWord::MaxVertices, max_vertices),
            (ExecutionWord::MaxPrimitives, max_primitives),
            (ExecutionWord::Invocations, invocations),
            (ExecutionWord::NumViews, num_views),
            (ExecutionWord::SecondaryViewOffset, secondary_view_offset),
            (ExecutionWord::QueryMicromapsId, query_micromaps_id),
            (ExecutionWord::TileRateX, tile_rate_x),
            (ExecutionWord::TileRateY, tile_rate_y),
            (ExecutionWord::TileRateZ, tile_rate_z),
            (ExecutionWord::SharedSize, shared_size),
            (ExecutionWord::ScratchSize, scratch_size),
        ];
        let flags: Vec<&str> = modes.names().chain(blend.names()).collect();
        let operands = words.iter().filter(|row| row.2.is_some()).count()
            + numbers.iter().filter(|row| row.1.is_some()).count()
            + usize::from(local_size.is_some());
        output.count(flags.len() + operands);
        for flag in flags {
            self.named(output, Kind::Execution, flag);
        }
        for (key, kind, row) in words {
            if let Some(row) = row {
                self.word(output, Kind::Execution, key as usize);
                self.word(output, kind, row);
            }
        }
        for (key, number) in numbers {
            if let Some(number) = number {
                self.word(output, Kind::Execution, key as usize);
                output.number(*number);
            }
        }
        if let Some(sizes) = local_size {
            self.word(output, Kind::Execution, ExecutionWord::LocalSize as usize);
            sizes.iter().for_each(|&size| self.constant(output, size));
        }
    }

    fn spirv_item(&mut self, output: &mut Output, item: &SpirvItem) {
        let SpirvItem { kind, name, set, number, operands, literals, capabilities, extensions, next } = item;
        self.named(output, Kind::SpirvItem, kind.name());
        self.string(output, *name);
        self.string(output, *set);
        output.number(*number);
        output.count(operands.len());
        for operand in operands {
            let word = match operand {
                SpirvOperand::Literal(_) => SpirvWord::Literal,
                SpirvOperand::Constant(_) => SpirvWord::Constant,
                SpirvOperand::Text(_) => SpirvWord::Text,
                SpirvOperand::Type(_) => SpirvWord::Type,
                SpirvOperand::Global(_) => SpirvWord::Global,
            };
            self.word(output, Kind::SpirvOperand, word as usize);
            match *operand {
                SpirvOperand::Literal(word) => output.number(word),
                SpirvOperand::Constant(id) => self.constant(output, id),
                SpirvOperand::Text(text) => self.string(output, text),
                SpirvOperand::Type(ty) => self.ty(output, ty),
                SpirvOperand::Global(global) => output.count(vitrum_ir::Id::index(global)),
            }
        }
        output.number(*literals);
        output.count(capabilities.len());
        capabilities.iter().for_each(|&capability| output.number(capability));
        output.count(extensions.len());
        extensions.iter().for_each(|&extension| self.string(output, extension));
        output.wide(next.map_or(0, |next| u64::from(next) + 1));
    }

    fn member(&mut self, output: &mut Output, member: &Member) {
        let Member { name, ty, precision, decorations, origin: _ } = member;
        self.string(output, *name);
        self.ty(output, *ty);
        self.attributes(output, |list| {
            list.precision(*precision);
            list.decorations(decorations);
        });
    }

    fn global(&mut self, output: &mut Output, data: &GlobalData) {
        let GlobalData { name, ty, pointer, storage, precision, block, decorations, initializer, origin: _ } =
            data;
        self.string(output, *name);
        self.ty(output, *ty);
        self.ty(output, *pointer);
        self.word(output, Kind::Storage, *storage as usize);
        self.attributes(output, |list| {
            list.precision(*precision);
            list.decorations(decorations);
            list.layout(AttributeWord::Block, *block);
            if let Some(value) = initializer {
                list.word(AttributeWord::Value.name());
                list.writer.constant(&mut list.output, *value);
            }
        });
    }
}

/// The word for a type that follows from parameters.
fn expression_word(expression: TypeExpression) -> TypeWord {
    match expression {
        TypeExpression::Param(_) => TypeWord::Param,
        TypeExpression::ScalarOf(_) => TypeWord::ScalarOf,
        TypeExpression::Like { .. } => TypeWord::Like,
        TypeExpression::Vector { .. } => TypeWord::GenericVector,
        TypeExpression::Matrix { .. } => TypeWord::GenericMatrix,
        TypeExpression::Array { .. } => TypeWord::GenericArray,
    }
}

/// The word for the form of a constant.
fn constant_form(ty: TypeData, kind: &ConstantKind) -> ConstantWord {
    match kind {
        ConstantKind::Scalar(bits) if shortened(ty, *bits).is_some() => ConstantWord::Scalar,
        ConstantKind::Scalar(_) => ConstantWord::Bits,
        ConstantKind::Composite(_) => ConstantWord::Composite,
        ConstantKind::Null => ConstantWord::Null,
        ConstantKind::Undef => ConstantWord::Undef,
        ConstantKind::Spec(_) => ConstantWord::Spec,
        ConstantKind::SpecOp { .. } => ConstantWord::Op,
        ConstantKind::Param(_) => ConstantWord::Param,
    }
}

/// The bits of a scalar so that those of common numbers are few: floats with the sign and the exponent at the low end, signed
/// integers with the sign there. None for bits that exceed the type.
fn shortened(ty: TypeData, bits: u64) -> Option<u64> {
    let TypeData::Scalar(scalar) = ty else { return None };
    let unused = 64 - scalar.width();
    if bits << unused >> unused != bits {
        return None;
    }
    Some(if scalar.is_float() {
        (bits << unused).swap_bytes()
    } else if scalar.is_signed() {
        let number = (bits << unused) as i64 >> unused;
        (number << 1 ^ number >> 63) as u64
    } else {
        bits
    })
}
