//! Declarations of a module.

use crate::attributes::Attribute;
use crate::reader::{Read, Reader, Spelled};
use vitrum_ir::{
    Behavior, Constant, ConstantData, ConstantKind, LayoutRule, Letters, Member, Name, NamedConstant, Naming,
    Origin, Precision, Renumbering, Source, SourceExtension, SourceLanguage, SourceProfile, SpecConstantData,
    Spelled as Spelling, SpirvItem, SpirvKind, SpirvOperand, Stage, Storage, Struct, StructData,
    SubroutineUniform, Type, text,
};

/// A part of an item in SPIR-V's own terms.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SpirvPart {
    Name(Name),
    Set(Name),
    Operand(SpirvOperand),
    Literals(u32),
    Capability(u32),
    Extension(Name),
    Next(u32),
}

/// The label, type and precision of a constant.
pub(crate) type Head<'a> = (Spelled<'a>, Type, Option<Precision>);

impl<'a> Reader<'a> {
    /// Refuses a second line of a kind.
    fn once(&mut self, offset: usize, word: &'static str) -> Read<'a, ()> {
        if self.lines.contains(&word) {
            return self.error(offset, format!("a second `{word}`"));
        }
        self.lines.push(word);
        Ok(())
    }

    pub(crate) fn stage(&mut self, offset: usize, stage: Spelled<'a>) -> Read<'a, ()> {
        self.once(offset, "stage")?;
        self.module.stage = self.found(stage, Stage::from_name(stage.1), "a stage")?;
        Ok(())
    }

    pub(crate) fn source(
        &mut self,
        offset: usize,
        name: Name,
        version: u32,
        profile: Option<Name>,
    ) -> Read<'a, ()> {
        self.once(offset, "source")?;
        let language = SourceLanguage::from_name(self.module.names.get(name));
        let profile = SourceProfile::from_name(profile.map_or("", |profile| self.module.names.get(profile)));
        let (Some(language), Some(profile)) = (language, profile) else {
            return self.error(offset, "no such language or profile");
        };
        self.module.source = Source { language, version, profile };
        Ok(())
    }

    pub(crate) fn extension(&mut self, name: Name, behavior: Option<Spelled<'a>>) -> Read<'a, ()> {
        let behavior = match behavior {
            Some(word) => self.found(word, Behavior::from_name(word.1), "`require`, `enable` or `warn`")?,
            None => Behavior::Require,
        };
        self.module.extensions.push(SourceExtension { name, behavior });
        Ok(())
    }

    pub(crate) fn subroutine(&mut self, name: Name, location: Option<u32>, functions: Vec<(u32, Name)>) {
        self.module.subroutines.push(SubroutineUniform { name, location, functions });
    }

    pub(crate) fn spelled_letters(&mut self, letters: Spelled<'a>, span: Spelled<'a>) -> Read<'a, ()> {
        let letters =
            self.found(letters, Letters::from_name(letters.1), "`rgba`, `stpq`, `const` or `case`")?;
        self.spelled(Spelling::Letters(letters), span)
    }

    pub(crate) fn spelled_braces(&mut self, value: Option<Constant>, span: Spelled<'a>) -> Read<'a, ()> {
        self.spelled(Spelling::Braces(value), span)
    }

    pub(crate) fn spelled_constant(
        &mut self,
        (name, constant): (Name, Constant),
        precision: Option<Precision>,
        naming: Option<Spelled<'a>>,
        span: Spelled<'a>,
    ) -> Read<'a, ()> {
        let naming = match naming {
            Some(word) => self.found(word, Naming::from_name(word.1), "`local` or `expression`")?,
            None => Naming::Global,
        };
        let precision = precision.unwrap_or(Precision::None);
        let named = NamedConstant { constant, name, precision, naming };
        let module = &mut self.module;
        let what = *self.named.entry(named).or_insert_with(|| module.spelling.add_constant(named));
        self.spelled(what, span)
    }

    fn spelled(&mut self, what: Spelling, span: Spelled<'a>) -> Read<'a, ()> {
        let span = self.span(span)?;
        self.module.spelling.add(span, what);
        Ok(())
    }

    pub(crate) fn spirv_item(
        &mut self,
        kind: Spelled<'a>,
        number: u32,
        parts: Vec<(usize, SpirvPart)>,
    ) -> Read<'a, ()> {
        let row = SpirvKind::ALL.iter().find(|row| row.1 == kind.1).map(|row| row.0);
        let kind = self.found(kind, row, "`instruction`, `decoration`, `mode`, `type` or `storage`")?;
        let mut item = SpirvItem::new(kind, number);
        for (offset, part) in parts {
            let twice = |what: &str| self.error(offset, format!("`{what}` is there twice"));
            match part {
                SpirvPart::Name(name) if item.name.is_empty() => item.name = name,
                SpirvPart::Name(_) => return twice("name"),
                SpirvPart::Set(name) if item.set.is_empty() => item.set = name,
                SpirvPart::Set(_) => return twice("set"),
                SpirvPart::Operand(operand) => item.operands.push(operand),
                SpirvPart::Literals(literals) if item.literals == 0 => item.literals = literals,
                SpirvPart::Literals(_) => return twice("literals"),
                SpirvPart::Capability(capability) => item.capabilities.push(capability),
                SpirvPart::Extension(name) => item.extensions.push(name),
                SpirvPart::Next(next) => self.fill(&mut item.next, next, (offset, "next"))?,
            }
        }
        self.module.spirv.push(item);
        Ok(())
    }

    /// The version of the text form.
    pub(crate) fn version(&mut self, offset: usize, version: u32) -> Read<'a, ()> {
        self.once(offset, "vir")?;
        match version {
            text::VERSION => Ok(()),
            _ => self.error(
                offset,
                format!("text form of version {version}; this reader knows version {}", text::VERSION),
            ),
        }
    }

    /// A file of the source map.
    pub(crate) fn file(&mut self, offset: usize, name: String, text: String) -> Read<'a, ()> {
        match self.sources.add(name, text) {
            Ok(_) => Ok(()),
            Err(_) => self.error(offset, "files are too large"),
        }
    }

    /// Lines of the last file that a `#line` directive renumbers.
    pub(crate) fn line(
        &mut self,
        offset: usize,
        from: u32,
        number: u32,
        name: Option<String>,
    ) -> Read<'a, ()> {
        let Some(file) = self.sources.files().last() else {
            return self.error(offset, "`line` without a file");
        };
        if self.sources.renumberings(file).last().is_some_and(|last| last.from > from) {
            return self.error(offset, "lines must be in order");
        }
        self.sources.renumber(file, Renumbering { from, number, name });
        Ok(())
    }

    pub(crate) fn execution(&mut self, offset: usize, modes: Vec<Attribute<'a>>) -> Read<'a, ()> {
        self.once(offset, "execution")?;
        self.module.execution = self.modes(modes)?;
        Ok(())
    }

    pub(crate) fn entry(&mut self, offset: usize, label: Spelled<'a>) -> Read<'a, ()> {
        self.once(offset, "entry")?;
        self.module.entry = Some(self.known_function(label)?);
        Ok(())
    }

    pub(crate) fn spec(
        &mut self,
        label: Spelled<'a>,
        ty: Type,
        id: Option<u32>,
        default: Constant,
        origin: Origin,
    ) -> Read<'a, ()> {
        let name = self.label_name(label.1);
        let spec = self.module.spec_constants.alloc(SpecConstantData { name, id, ty, default, origin });
        let constant = self.module.constants.intern(ConstantData { ty, kind: ConstantKind::Spec(spec) });
        self.define_constant(label, constant)
    }

    pub(crate) fn composite(&mut self, head: Head<'a>, parts: Vec<Constant>) -> Read<'a, ()> {
        let kind = ConstantKind::Composite(parts.into());
        let constant = self.module.constants.intern(ConstantData { ty: head.1, kind });
        self.declare_constant(head, constant)
    }

    pub(crate) fn operation(
        &mut self,
        head: Head<'a>,
        op: Spelled<'a>,
        operands: Vec<Constant>,
    ) -> Read<'a, ()> {
        let (op, imm) = self.op(op)?;
        let kind = ConstantKind::SpecOp { op, imm, operands: operands.into() };
        let constant = self.module.constants.intern(ConstantData { ty: head.1, kind });
        self.declare_constant(head, constant)
    }

    pub(crate) fn name_constant(
        &mut self,
        head: Head<'a>,
        (offset, constant): (usize, Constant),
    ) -> Read<'a, ()> {
        if self.module.constants.ty(constant) != head.1 {
            return self.error(offset, "a constant of another type than it is declared with");
        }
        self.declare_constant(head, constant)
    }

    fn declare_constant(&mut self, (label, _, precision): Head<'a>, constant: Constant) -> Read<'a, ()> {
        let name = self.label_name(label.1);
        if !name.is_empty() {
            self.module.constants.declare(constant, name, precision.unwrap_or(Precision::None));
        }
        self.define_constant(label, constant)
    }

    fn define_constant(&mut self, label: Spelled<'a>, constant: Constant) -> Read<'a, ()> {
        match self.constants.insert(label.1, constant) {
            Some(_) => self.error(label.0, "this constant is defined twice"),
            None => Ok(()),
        }
    }

    pub(crate) fn declare_struct(&mut self, label: &'a str) -> Struct {
        if let Some(&id) = self.structs.get(label) {
            return id;
        }
        let name = self.label_name(label);
        let id = self.module.structs.alloc(StructData::new(name, Vec::new()));
        self.structs.insert(label, id);
        id
    }

    pub(crate) fn structure(&mut self, label: Spelled<'a>, origin: Origin) -> Read<'a, Struct> {
        let id = self.declare_struct(label.1);
        if !self.filled.insert(id) {
            return self.error(label.0, "this struct is defined twice");
        }
        self.module.structs[id].origin = origin;
        Ok(id)
    }

    pub(crate) fn member(
        &mut self,
        name: Name,
        ty: Type,
        precision: Option<Precision>,
        attributes: Vec<Attribute<'a>>,
        origin: Origin,
    ) -> Read<'a, Member> {
        let decorations = self.decorations(attributes)?;
        Ok(Member { name, ty, precision: precision.unwrap_or(Precision::None), decorations, origin })
    }

    pub(crate) fn global(
        &mut self,
        label: Spelled<'a>,
        (ty, precision): (Type, Option<Precision>),
        storage: Storage,
        block: Option<Spelled<'a>>,
        attributes: Vec<Attribute<'a>>,
        (initializer, origin): (Option<Constant>, Origin),
    ) -> Read<'a, ()> {
        let block = block.map(|word| self.layout(word)).transpose()?;
        let decorations = self.decorations(attributes)?;
        let name = self.label_name(label.1);
        let global = self.module.add_global("", ty, storage);
        let data = &mut self.module.globals[global];
        (data.name, data.precision, data.block) = (name, precision.unwrap_or(Precision::None), block);
        (data.decorations, data.initializer, data.origin) = (decorations, initializer, origin);
        match self.globals.insert(label.1, global) {
            Some(_) => self.error(label.0, "this global is defined twice"),
            None => Ok(()),
        }
    }

    pub(crate) fn layout(&self, word: Spelled<'a>) -> Read<'a, LayoutRule> {
        self.found(word, LayoutRule::from_name(word.1), "a layout rule")
    }
}
