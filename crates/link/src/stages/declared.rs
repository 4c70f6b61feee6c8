//! The declarations of a stage that others see.

use super::{Place, ProgramStage, stage_name};
use rustc_hash::FxHashSet;
use vitrum_diagnostics::{Code, Diagnostic};
use vitrum_ir::{
    BuiltIn, Decorations, Global, GlobalData, Interpolation, LayoutRule, Member, Module, OperandKind,
    Precision, Qualifiers, SourceLanguage, Span, Stage, Storage, Type, TypeData, visit,
};

/// A stage with its declarations.
pub(super) struct StageDeclarations<'a> {
    pub(super) index: usize,
    pub(super) stage: Stage,
    pub(super) name: String,
    pub(super) module: &'a Module,
    shift: u32,
    /// The globals that an instruction of any function names: static use.
    used: FxHashSet<Global>,
}

/// The declarations of all stages.
pub(super) fn of_stages<'a>(stages: &'a [ProgramStage<'_>]) -> Vec<StageDeclarations<'a>> {
    let of = |(index, stage): (usize, &'a ProgramStage<'_>)| {
        StageDeclarations::new(index, stage.module, stage.shift)
    };
    stages.iter().enumerate().map(of).collect()
}

/// The version of a module's language; the newest one if the language has none.
pub(super) fn version(module: &Module) -> u32 {
    match module.source.language {
        SourceLanguage::Glsl | SourceLanguage::Essl => module.source.version,
        _ => 460,
    }
}

/// The globals that an instruction of any function names: static use.
pub(super) fn used_globals(module: &Module) -> FxHashSet<Global> {
    let mut used = FxHashSet::default();
    for function in module.functions.values() {
        for (_, inst) in visit::insts(function) {
            used.extend(function.operands(inst).iter().filter_map(|operand| match operand.kind() {
                OperandKind::Global(global) => Some(global),
                OperandKind::Value(_) | OperandKind::Constant(_) => None,
            }));
        }
    }
    used
}

/// A global, or a member of a block.
#[derive(Clone)]
pub(super) struct Declared<'a> {
    pub(super) of: &'a StageDeclarations<'a>,
    pub(super) global: Global,
    /// Its own name, or the block's.
    pub(super) name: &'a str,
    /// Its type, without the array of vertices.
    pub(super) ty: Type,
    pub(super) precision: Precision,
    pub(super) decorations: Decorations,
    pub(super) block: Option<LayoutRule>,
    span: Span,
}

impl<'a> StageDeclarations<'a> {
    /// The stage of a module whose spans are to be shifted.
    pub(super) fn new(index: usize, module: &'a Module, shift: u32) -> Self {
        let (stage, used) = (module.stage, used_globals(module));
        Self { index, stage, name: stage_name(stage), module, shift, used }
    }

    /// The version of the language.
    pub(super) fn version(&self) -> u32 {
        version(self.module)
    }

    /// The declarations of a stage in some storage classes, in order, but for built-in ones.
    pub(super) fn user(&'a self, storages: &'a [Storage]) -> impl Iterator<Item = Declared<'a>> {
        let globals = self.module.globals.iter().filter(|row| storages.contains(&row.1.storage));
        globals.filter(|row| !is_built_in(self.module, row.1)).map(|row| self.declared(row.0))
    }

    /// The outputs of a stage in order, but for built-in ones, with the inputs that it passes on.
    pub(super) fn outputs(&'a self) -> impl Iterator<Item = Declared<'a>> {
        let passed = self.user(&[Storage::Input]);
        let passed = passed.filter(|it| self.module.is_passed_on(&self.module.globals[it.global]));
        self.user(&[Storage::Output]).chain(passed)
    }

    /// A global as a declaration.
    pub(super) fn declared(&'a self, global: Global) -> Declared<'a> {
        let module = self.module;
        let data = &module.globals[global];
        let mut name = module.names.get(data.name);
        if let (Some(_), TypeData::Struct(id)) =
            (data.block, module.types.get(module.types.innermost(data.ty)))
        {
            name = module.names.get(module.structs[id].name);
        }
        let ty = match self.is_arrayed(data) {
            true => module.types.element(data.ty).unwrap_or(data.ty),
            false => data.ty,
        };
        let ty = module.of_view(ty, &data.decorations);
        Declared {
            of: self,
            global,
            name,
            ty,
            precision: data.precision,
            decorations: data.decorations.clone(),
            block: data.block,
            span: self.span(data.origin.span),
        }
    }

    fn span(&self, span: Span) -> Span {
        if span.is_nowhere() { span } else { span.shifted(self.shift) }
    }

    /// True if the outermost array of a variable counts vertices or primitives.
    fn is_arrayed(&self, data: &GlobalData) -> bool {
        let patch = data.decorations.qualifiers.contains(Qualifiers::PATCH);
        match (self.stage, data.storage) {
            (Stage::TessControl, Storage::Input | Storage::Output)
            | (Stage::TessEvaluation | Stage::Geometry, Storage::Input) => !patch,
            (Stage::Mesh, Storage::Output) => true,
            (Stage::Fragment, Storage::Input) => {
                data.decorations.interpolation == Some(Interpolation::PerVertex)
            }
            _ => false,
        }
    }
}

/// A built-in variable: its global, and its member if it is part of a block, which may be an array of vertices.
pub(super) fn find_built_in(
    module: &Module,
    storage: Storage,
    builtin: BuiltIn,
) -> Option<(Global, Option<&Member>)> {
    module.globals.iter().filter(|row| row.1.storage == storage).find_map(|(id, data)| {
        if data.decorations.builtin == Some(builtin) {
            return Some((id, None));
        }
        let members = module.members(module.types.innermost(data.ty));
        let member = members.iter().find(|member| member.decorations.builtin == Some(builtin))?;
        Some((id, Some(member)))
    })
}

fn is_built_in(module: &Module, data: &GlobalData) -> bool {
    data.decorations.builtin.is_some()
        || data.block.is_some()
            && module
                .members(module.types.innermost(data.ty))
                .iter()
                .any(|member| member.decorations.builtin.is_some())
}

impl<'a> Declared<'a> {
    pub(super) fn place(&self) -> Place {
        (self.of.index, self.global)
    }

    pub(super) fn data(&self) -> &'a GlobalData {
        &self.of.module.globals[self.global]
    }

    pub(super) fn module(&self) -> &'a Module {
        self.of.module
    }

    /// True if the stage uses it statically.
    pub(super) fn is_used(&self) -> bool {
        self.of.used.contains(&self.global)
    }

    /// The members of a block.
    pub(super) fn members(&self) -> &'a [Member] {
        let module = self.of.module;
        if self.block.is_some() { module.members(module.types.innermost(self.ty)) } else { &[] }
    }

    /// A member of a block as a declaration, with the qualifiers that it has from the block.
    pub(super) fn member(&self, member: &'a Member) -> Self {
        let mut decorations = member.decorations.clone();
        decorations.interpolation = decorations.interpolation.or(self.decorations.interpolation);
        const INHERITED: Qualifiers = Qualifiers::PATCH
            .union(Qualifiers::CENTROID)
            .union(Qualifiers::SAMPLE)
            .union(Qualifiers::PER_PRIMITIVE)
            .union(Qualifiers::INVARIANT);
        decorations.qualifiers.insert(self.decorations.qualifiers.intersection(INHERITED));
        let order = Qualifiers::ROW_MAJOR.union(Qualifiers::COLUMN_MAJOR);
        if !decorations.qualifiers.intersects(order) {
            decorations.qualifiers.insert(self.decorations.qualifiers.intersection(order));
        }
        Self {
            name: self.of.module.names.get(member.name),
            ty: self.of.module.of_view(member.ty, &member.decorations),
            precision: member.precision,
            decorations,
            block: None,
            span: if member.origin.span == Span::default() {
                self.span
            } else {
                self.of.span(member.origin.span)
            },
            ..self.clone()
        }
    }

    /// A diagnostic about this declaration.
    pub(super) fn diagnostic(&self, code: Code, message: String) -> Diagnostic {
        match self.span.is_nowhere() {
            // A module without spans.
            true => Diagnostic::new(code, message),
            false => Diagnostic::at(code, self.span, message).saying(self.label()),
        }
    }

    fn label(&self) -> String {
        format!("declaration in the {} stage", self.of.name)
    }

    /// The same, and about that in another stage.
    pub(super) fn diagnostic_with(&self, other: &Self, code: Code, message: String) -> Diagnostic {
        let diagnostic = self.diagnostic(code, message);
        if other.span.is_nowhere() { diagnostic } else { diagnostic.secondary(other.span, other.label()) }
    }
}

/// A declaration of one stage, and that of a later stage which is to match.
pub(super) struct Pair<'a> {
    pub(super) before: Declared<'a>,
    pub(super) after: Declared<'a>,
}

impl<'a> Pair<'a> {
    /// The members of two blocks that have equally many.
    pub(super) fn members(&self) -> impl Iterator<Item = Pair<'a>> {
        let members = self.before.members().iter().zip(self.after.members());
        members.map(|(one, other)| Pair { before: self.before.member(one), after: self.after.member(other) })
    }

    /// The error that the declarations of this name do not match.
    pub(super) fn mismatch(&self, name: &str, fault: &str) -> Diagnostic {
        let message = format!("`{name}` {fault}");
        let diagnostic = self.after.diagnostic_with(&self.before, Code::LinkMismatch, message);
        match (self.before.name, self.after.decorations.location) {
            // Variables that a location joins have a name in each stage.
            (before, Some(location)) if before != self.after.name => diagnostic
                .note(format!("location {location} is `{before}` in the {} stage", self.before.of.name)),
            _ => diagnostic,
        }
    }

    /// `is A in the X stage and B in the Y stage`, with another verb.
    pub(super) fn differ(&self, verb: &str, before: &str, after: &str) -> String {
        let (first, second) = (&self.before.of.name, &self.after.of.name);
        format!("{verb} {before} in the {first} stage and {after} in the {second} stage")
    }

    /// The newer version of the two stages.
    pub(super) fn version(&self) -> u32 {
        self.before.of.version().max(self.after.of.version())
    }
}
