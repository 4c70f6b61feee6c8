//! Redeclarations of built-in variables and blocks: with a size, with qualifiers, or with fewer members (GLSL 4.60
//! chapter 7).

use crate::builtins::compatibility::COMPATIBILITY;
use crate::builtins::variables::{BLOCKS, Block, Group, Shape, VARIABLES, Variable};
use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::builtins::variables::BuiltInBlock;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::declarations::types::Dimensions;
use crate::lower::declarations::variables::Variable as Declared;
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::queries::ModuleQueries;
use crate::lower::scopes::{Entity, VariableId};
use crate::stages::Stages;
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_glsl::layout_qualifiers::{Placement, StageKey};
use vitrum_ir::{
    BuiltIn, Decorations, Length, Modes, Qualifiers, Span, Stage, Storage, StructData, Type, TypeData,
};

/// Built-in variables that a shader may declare again.
const REDECLARABLE: &[&str] = &[
    "gl_FragCoord",
    "gl_FragDepth",
    "gl_FragDepthEXT",
    "gl_FragStencilRefARB",
    "gl_SampleMask",
    "gl_Layer",
    "gl_Position",
    "gl_PointSize",
    "gl_ClipDistance",
    "gl_CullDistance",
    "gl_TexCoord",
    "gl_Color",
    "gl_SecondaryColor",
    "gl_FrontColor",
    "gl_BackColor",
    "gl_FrontSecondaryColor",
    "gl_BackSecondaryColor",
    "gl_FogFragCoord",
    "gl_LastFragData",
    "gl_LastFragColorARM",
    "gl_LastFragDepthARM",
    "gl_LastFragStencilARM",
    "gl_FragData",
    "gl_FragColor",
    "gl_PrimitiveIndicesNV",
    "gl_PrimitivePointIndicesEXT",
    "gl_PrimitiveLineIndicesEXT",
    "gl_PrimitiveTriangleIndicesEXT",
];

impl Lowering<'_> {
    /// Redeclares a built-in variable. False if there is none of this name that may be redeclared.
    pub(crate) fn redeclare_builtin(&mut self, full: &FullType, declarator: Declarator, ty: Type) -> bool {
        let text = self.symbols.text(declarator.name).to_owned();
        let may = REDECLARABLE.contains(&text.as_str())
            && (text != "gl_Layer" || self.enabled(Extension::NvViewportArray2));
        let Some(row) = self.find_variable(&text).filter(|_| may) else { return false };
        let was_used = self.builtins.names.contains_key(&declarator.name);
        let Some(Entity::Variable(id)) = self.builtin_variable(declarator.name) else { return false };
        let storage = match full.qualifiers.storage {
            Some(Qualifier::In) => Some(Storage::Input),
            Some(Qualifier::Out) => Some(Storage::Output),
            Some(Qualifier::Varying) if self.module.stage == Stage::Fragment => Some(Storage::Input),
            Some(Qualifier::Varying) => Some(Storage::Output),
            None => None,
            Some(_) => Some(Storage::Private),
        };
        if storage.is_none() && matches!(text.as_str(), "gl_ClipDistance" | "gl_CullDistance" | "gl_TexCoord")
        {
            let word = if row.storage == Storage::Input { "in" } else { "out" };
            let message = format!("redeclaration of `{text}` requires `{word}` or `varying`");
            self.report.misplaced(declarator.span, message);
            return true;
        }
        if self.builtins.redeclared.contains_key(&("gl_PerVertex".to_owned(), row.storage))
            && self.is_block_row(row)
        {
            let message = format!("`{text}` is a member of the redeclared block `gl_PerVertex`");
            self.report.error(Code::Redefinition, declarator.span, message);
            return true;
        }
        if storage.is_some_and(|storage| storage != row.storage) {
            let way = if row.storage == Storage::Input { "an input" } else { "an output" };
            self.report.misplaced(full.qualifiers.span, format!("`{text}` must be redeclared as {way}"));
            return true;
        }
        if !self.resize_builtin(id, row, ty, declarator.span) {
            return true;
        }
        self.requalify_builtin(id, row, full, was_used, declarator.span);
        true
    }

    /// Gives a built-in array the size in its redeclaration; reports a different type.
    fn resize_builtin(&mut self, id: VariableId, row: &Variable, ty: Type, span: Span) -> bool {
        let Some(&variable) = self.variables.get(id) else { return false };
        let own = self.shape_type(row.shape);
        let fits = ty == variable.ty
            || self.module.same_but_size(own, ty)
            || self.module.is_unsized(ty) && self.module.same_but_size(ty, variable.ty);
        if !fits {
            let (name, found) = (row.name, self.module.type_name(ty));
            let expected = self.module.type_name(own);
            let message = format!("built-in variable `{name}` must be of type `{expected}`, found `{found}`");
            self.report.error(Code::Redefinition, span, message);
            return false;
        }
        if self.module.is_unsized(ty) || ty == variable.ty {
            return true;
        }
        if !self.module.is_unsized(variable.ty) {
            self.report.error(Code::Redefinition, span, format!("conflicting sizes for `{}`", row.name));
            return false;
        }
        if !self.check_builtin_length(row, ty, variable.implicit_length, span) {
            return false;
        }
        self.size_variable(id, ty);
        true
    }

    /// True if a size is within the limit and covers every index so far; reports otherwise.
    fn check_builtin_length(&mut self, row: &Variable, ty: Type, needed: u32, span: Span) -> bool {
        let ty = match row.shape {
            Shape::PerViewUnsized(..) => self.module.element(ty).unwrap_or(ty),
            _ => ty,
        };
        let TypeData::Array { length: Length::Constant(length), .. } = self.module.types.get(ty) else {
            return true;
        };
        if length < needed {
            let last = needed - 1;
            let message = format!("array is declared with size {length}, but already indexed with {last}");
            self.report.error(Code::ArraySize, span, message);
            return false;
        }
        match row.shape {
            Shape::Unsized(_, limit) | Shape::PerViewUnsized(_, limit)
                if !limit.is_empty() && length > self.limit(limit) =>
            {
                let most = self.limit(limit);
                let message = format!("`{}` cannot have more than {most} elements (`{limit}`)", row.name);
                self.report.error(Code::ArraySize, span, message);
                false
            }
            _ => true,
        }
    }

    /// Applies the qualifiers of a redeclaration.
    fn requalify_builtin(
        &mut self,
        id: VariableId,
        row: &Variable,
        full: &FullType,
        was_used: bool,
        span: Span,
    ) {
        let Some(&variable) = self.variables.get(id) else { return };
        let Some(global) = variable.global() else { return };
        let before = self.module.globals[global].decorations.qualifiers.contains(Qualifiers::REDECLARED);
        let first_use_counts = matches!(row.builtin, BuiltIn::FragCoord | BuiltIn::FragDepth);
        if first_use_counts && was_used && !before {
            let message = format!("`{}` must be redeclared before its first use", row.name);
            return self.report.error(Code::Redefinition, span, message);
        }
        self.apply_builtin_layout(row, full, before);
        let decorations = full.qualifiers.decorations();
        let precision = full.qualifiers.precision.filter(|_| self.precision.in_language);
        let data = &mut self.module.globals[global];
        data.decorations.qualifiers.insert(Qualifiers::REDECLARED.union(decorations.qualifiers));
        data.decorations.interpolation = decorations.interpolation.or(data.decorations.interpolation);
        take_capture(&mut data.decorations, &decorations);
        data.precision = precision.unwrap_or(data.precision);
        data.origin = span.into();
        let precision = data.precision;
        if let Some(variable) = self.variables.get_mut(id) {
            variable.span = span;
            variable.precision = precision;
            variable.qualifiers.insert(decorations.qualifiers);
        }
        self.note_capture(&decorations, global);
    }

    /// Applies layout qualifiers of built-in variables such as `gl_FragCoord`, which are execution modes.
    fn apply_builtin_layout(&mut self, row: &Variable, full: &FullType, before: bool) {
        let mut modes = Modes::NONE;
        for layout in &full.qualifiers.layout.stage {
            let is_own = layout.placement == Placement::Variable(row.builtin);
            match layout.key {
                StageKey::Mode(mode) if is_own => {
                    modes.insert(mode);
                    let all = modes.union(self.module.execution.modes);
                    let is_one = |face| all.intersection(face).bits().count_ones() < 2;
                    if !is_one(Modes::STENCIL_REF_FRONT) || !is_one(Modes::STENCIL_REF_BACK) {
                        let message = "conflicting redeclarations of `gl_FragStencilRefARB`";
                        self.report.error(Code::LayoutConflict, layout.span, message);
                        modes.remove(mode);
                    }
                }
                StageKey::SecondaryViewOffset if is_own => {
                    let number = layout.value.and_then(|value| self.module.constants.as_int(value));
                    let number = number.and_then(|number| u32::try_from(number).ok());
                    self.module.execution.secondary_view_offset = number;
                }
                StageKey::Depth(depth) if is_own => {
                    let old = self.module.execution.depth.replace(depth);
                    if before && old != Some(depth) {
                        let message = "conflicting redeclarations of `gl_FragDepth`";
                        self.report.error(Code::LayoutConflict, layout.span, message);
                    }
                }
                _ => {
                    let message = format!("layout qualifier is not allowed on `{}`", row.name);
                    self.report.error(Code::LayoutStage, layout.span, message);
                }
            }
        }
        if row.builtin != BuiltIn::FragCoord {
            self.module.execution.modes.insert(modes);
            return;
        }
        let execution = &mut self.module.execution.modes;
        let old = [Modes::ORIGIN_UPPER_LEFT, Modes::PIXEL_CENTER_INTEGER]
            .into_iter()
            .any(|mode| execution.contains(mode) != modes.contains(mode));
        execution.insert(modes);
        if before && old {
            let message = "conflicting redeclarations of `gl_FragCoord`";
            self.report.error(Code::LayoutConflict, full.qualifiers.span, message);
        }
    }

    /// Records that transform feedback captures a built-in variable.
    fn note_capture(&mut self, declared: &Decorations, global: vitrum_ir::Global) {
        if declared.xfb_offset.is_none() && declared.xfb_buffer.is_none() {
            return;
        }
        let default = self.defaults.xfb_buffer;
        let data = &mut self.module.globals[global].decorations;
        data.xfb_buffer = data.xfb_buffer.or(default).or(Some(0));
        self.module.execution.modes.insert(Modes::XFB);
    }

    // Blocks.

    /// Redeclares a built-in block such as `gl_PerVertex`: only the members it names exist.
    pub(crate) fn redeclare_builtin_block(
        &mut self,
        qualifiers: &QualifierList,
        open: &OpenStruct,
        instance: Option<Declarator>,
    ) {
        let name = open.name.map(|name| self.symbols.text(name).to_owned()).unwrap_or_default();
        let storage = match qualifiers.storage {
            Some(Qualifier::In) => Storage::Input,
            Some(Qualifier::Out) => Storage::Output,
            _ => Storage::Private,
        };
        let stage = Stages::of(self.module.stage);
        let block = BLOCKS
            .iter()
            .find(|block| block.name == name && block.storage == storage && block.stages.contains(stage));
        let alone = matches!(
            (name.as_str(), self.module.stage, storage),
            ("gl_PerVertex", Stage::Vertex | Stage::TessEvaluation | Stage::Geometry, Storage::Output)
                | ("gl_PerFragment", Stage::Fragment, Storage::Input)
        );
        let known = self.has(Feature::InterfaceBlock) && (block.is_some() || alone);
        if !known {
            let message = format!("no built-in block `{name}` to redeclare here");
            self.report.error(Code::ReservedName, open.span, message);
        } else if let Some(first) = self.builtins.redeclared.insert((name.clone(), storage), open.span) {
            let message = format!("block `{name}` is redeclared more than once");
            self.report.redefinition(open.span, message, first);
        } else if let Some(block) = block {
            return self.redeclare_array(block, qualifiers, instance, open);
        } else if let Some(instance) = instance {
            let message = format!("built-in block `{name}` cannot have an instance name here");
            self.report.error(Code::Redefinition, instance.span, message);
        } else {
            return self.redeclare_members(qualifiers, open);
        }
        self.report.failed = true;
    }

    /// The row of a member that a redeclaration names, if its type is right.
    fn redeclared_member(
        &mut self,
        block: Option<&Block>,
        name: Symbol,
        ty: Type,
        span: Span,
    ) -> Option<&'static Variable> {
        let text = self.symbols.text(name).to_owned();
        let found = match block {
            Some(block) => self.find_member(block, &text),
            None => self.find_variable(&text).filter(|row| self.is_block_row(row)),
        };
        let Some(row) = found else {
            let message = format!("built-in block has no member `{text}`");
            self.report.error(Code::NoSuchMember, span, message);
            return None;
        };
        let own = self.shape_type(row.shape);
        if !self.module.same_but_size(own, ty) {
            let (expected, found) = (self.module.type_name(own), self.module.type_name(ty));
            let message = format!("built-in member `{text}` must be of type `{expected}`, found `{found}`");
            self.report.error(Code::Redefinition, span, message);
            return None;
        }
        self.check_builtin_length(row, ty, 0, span).then_some(row)
    }

    /// True if a stand-alone variable is a member of `gl_PerVertex` or `gl_PerFragment`.
    fn is_block_row(&self, row: &Variable) -> bool {
        if self.module.stage != Stage::Fragment {
            return row.group == Group::Vertex;
        }
        row.storage == Storage::Input && row.builtin == BuiltIn::Compatibility
    }

    /// Redeclares `gl_PerVertex` of a stage whose outputs are stand-alone variables: those it does not name are hidden.
    fn redeclare_members(&mut self, qualifiers: &QualifierList, open: &OpenStruct) {
        let is_named =
            |row: &Variable, cx: &Self| open.spans.iter().any(|&(name, _)| cx.symbols.text(name) == row.name);
        let used = self.builtins.names.keys().filter_map(|&name| self.find_variable(self.symbols.text(name)));
        let other =
            used.filter(|row| self.is_block_row(row) && !is_named(row, self)).map(|row| row.name).min();
        if let Some(name) = other {
            let message = format!("`{name}` is used before its block is redeclared");
            return self.report.error(Code::Redefinition, open.span, message);
        }
        let mut members = open.members.clone();
        self.place_builtin_capture(&qualifiers.layout.numbers, &mut members, open.span);
        for (member, &(name, span)) in members.iter().zip(&open.spans) {
            let was_used = self.builtins.names.contains_key(&name);
            let Some(row) = self.redeclared_member(None, name, member.ty, span) else { continue };
            if was_used {
                let message = format!("`{}` is used before its block is redeclared", row.name);
                self.report.error(Code::Redefinition, span, message);
                continue;
            }
            let Some(Entity::Variable(id)) = self.builtin_variable(name) else { continue };
            if self.variables.get(id).is_some_and(|variable| variable.ty != member.ty) {
                self.size_variable(id, member.ty);
            }
            let Some(global) = self.variables.get(id).and_then(Declared::global) else { continue };
            let declared = member.decorations.clone();
            let flags = declared.qualifiers.union(qualifiers.flags);
            if let Some(variable) = self.variables.get_mut(id) {
                variable.qualifiers.insert(flags);
            }
            let data = &mut self.module.globals[global].decorations;
            data.qualifiers.insert(flags);
            data.interpolation = declared.interpolation.or(data.interpolation);
            take_capture(data, &declared);
            // A member with a size or qualifiers of its own is printed as a declaration.
            let has_size = matches!(row.shape, Shape::Unsized(..)) && !self.module.is_unsized(member.ty);
            let data = &mut self.module.globals[global].decorations;
            if has_size || declared.interpolation.is_some() || declared.xfb_offset.is_some() {
                data.qualifiers.insert(Qualifiers::REDECLARED);
            }
            self.note_capture(&declared, global);
        }
        let named: Vec<Symbol> = open.spans.iter().map(|row| row.0).collect();
        for row in VARIABLES.iter().chain(COMPATIBILITY) {
            let is_named = named.iter().any(|&name| self.symbols.text(name) == row.name);
            let is_here = row.since.stages.contains(Stages::of(self.module.stage));
            if is_here && !is_named && self.is_block_row(row) {
                self.builtins.hidden.insert(row.name);
            }
        }
    }

    /// Redeclares an arrayed block: `gl_in`, `gl_out` and those of mesh shaders.
    fn redeclare_array(
        &mut self,
        block: &'static Block,
        qualifiers: &QualifierList,
        instance: Option<Declarator>,
        open: &OpenStruct,
    ) {
        let wanted = block.instance;
        let given_span = instance.map_or(open.span, |it| it.span);
        let instance = match instance {
            // A block that is passed on needs no name.
            None if qualifiers.layout.passthrough => {
                let name = self.symbols.intern(wanted);
                Some(Declarator { name, span: open.span, dims: self.dimensions.unsized_one() })
            }
            given => given.filter(|it| self.symbols.text(it.name) == wanted && it.dims != Dimensions::NONE),
        };
        let Some(instance) = instance else {
            let message =
                format!("built-in block `{}` must be declared as array `{wanted}[]` here", block.name);
            return self.report.error(Code::Redefinition, given_span, message);
        };
        if self.dimensions.count(instance.dims) > 1 {
            let message = format!("`{wanted}` must be a one-dimensional array");
            return self.report.error(Code::Redefinition, instance.span, message);
        }
        if self.builtins.names.contains_key(&instance.name) {
            let message = format!("`{wanted}` is used before its block is redeclared");
            return self.report.error(Code::Redefinition, instance.span, message);
        }
        let mut members = Vec::with_capacity(open.members.len());
        for (declared, &(name, span)) in open.members.iter().zip(&open.spans) {
            let mut declared = declared.clone();
            self.size_views(&mut declared, qualifiers, block.storage, span);
            let Some(row) = self.redeclared_member(Some(block), name, declared.ty, span) else { continue };
            let mut member = self.block_member(block, row);
            member.ty = declared.ty;
            member.origin = declared.origin;
            member.decorations.qualifiers.insert(declared.decorations.qualifiers.union(qualifiers.flags));
            member.decorations.interpolation = declared.decorations.interpolation;
            take_capture(&mut member.decorations, &declared.decorations);
            members.push(member);
        }
        let block_name = self.module.names.intern(block.name);
        let id = self.module.structs.alloc(StructData::new(block_name, members));
        for index in 0..self.module.structs[id].members.len() {
            if self.module.is_unsized(self.module.structs[id].members[index].ty) {
                self.implicit.members.insert((id, index as u32), 1);
            }
        }
        self.builtins.blocks.push(BuiltInBlock { id, block, redeclared: true });
        let base = self.module.types.intern(TypeData::Struct(id));
        let ty = self.apply_dimensions(base, instance.dims, instance.span);
        let entity = self.add_block(instance.name, block, ty);
        if let Entity::Variable(variable) = entity
            && let Some(global) = self.variables.get(variable).and_then(Declared::global)
        {
            let passed = qualifiers.decorations().qualifiers.intersection(Qualifiers::PASSTHROUGH);
            self.module.globals[global].decorations.qualifiers.insert(Qualifiers::REDECLARED.union(passed));
        }
        self.builtins.names.insert(instance.name, entity);
    }
}

/// Copies the decorations of transform feedback and streams.
fn take_capture(data: &mut Decorations, declared: &Decorations) {
    data.stream = declared.stream.or(data.stream);
    data.xfb_buffer = declared.xfb_buffer.or(data.xfb_buffer);
    data.xfb_stride = declared.xfb_stride.or(data.xfb_stride);
    data.xfb_offset = declared.xfb_offset.or(data.xfb_offset);
}
