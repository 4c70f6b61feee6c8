//! Global variables and decorations.

use rustc_hash::FxHashSet;
use spirv::{Decoration, Op, StorageClass};
use vitrum_ir::fold::{Tables, fold_constants};
use vitrum_ir::{
    BuiltIn, Constant, Decorations, Global, GlobalData, ImageType, Interpolation, LayoutRule, Length, Member,
    MemoryAccess, Modes, Module, Origin, Qualifiers, Stage, Storage, Struct, StructData, Type, TypeData,
    types::common,
};

use crate::error::Error;
use crate::index::Decorated;
use crate::reader::Reader;
use crate::words::Inst;

/// Decorations that are qualifiers.
const QUALIFIERS: &[(Decoration, Qualifiers)] = &[
    (Decoration::Centroid, Qualifiers::CENTROID),
    (Decoration::Sample, Qualifiers::SAMPLE),
    (Decoration::Patch, Qualifiers::PATCH),
    (Decoration::Invariant, Qualifiers::INVARIANT),
    (Decoration::PerPrimitiveEXT, Qualifiers::PER_PRIMITIVE),
    (Decoration::PerViewNV, Qualifiers::PER_VIEW),
    (Decoration::Coherent, Qualifiers::COHERENT),
    (Decoration::Volatile, Qualifiers::VOLATILE),
    (Decoration::Restrict, Qualifiers::RESTRICT),
    (Decoration::NonWritable, Qualifiers::READONLY),
    (Decoration::NonReadable, Qualifiers::WRITEONLY),
    (Decoration::RowMajor, Qualifiers::ROW_MAJOR),
    (Decoration::PassthroughNV, Qualifiers::PASSTHROUGH),
];

/// Decorations that are interpolation.
const INTERPOLATIONS: &[(Decoration, Interpolation)] = &[
    (Decoration::Flat, Interpolation::Flat),
    (Decoration::NoPerspective, Interpolation::NoPerspective),
    (Decoration::PerVertexKHR, Interpolation::PerVertex),
    (Decoration::ExplicitInterpAMD, Interpolation::Explicit),
];

/// Decorations that say nothing more than what is known otherwise, or that only tools read.
const SILENT: &[Decoration] = &[
    Decoration::Block,
    Decoration::BufferBlock,
    Decoration::RelaxedPrecision,
    Decoration::ColMajor,
    Decoration::ArrayStride,
    Decoration::ArrayStrideIdEXT,
    Decoration::MatrixStride,
    Decoration::SpecId,
    Decoration::Aliased,
    Decoration::AliasedPointer,
    Decoration::RestrictPointer,
    Decoration::NoContraction,
    Decoration::NonUniform,
    Decoration::UserSemantic,
    Decoration::UserTypeGOOGLE,
    Decoration::CounterBuffer,
    Decoration::GLSLShared,
    Decoration::GLSLPacked,
    Decoration::FPFastMathMode,
    // Functions have it; variables of units are joined by their names.
    Decoration::LinkageAttributes,
    // Operations say which images and samplers they process.
    Decoration::WeightTextureQCOM,
    Decoration::BlockMatchTextureQCOM,
    Decoration::BlockMatchSamplerQCOM,
    // The storage class says it.
    Decoration::PerTaskNV,
];

impl<'w> Reader<'_, 'w> {
    /// The decorations of an id, or of a member.
    pub(crate) fn decorations(&mut self, id: u32, member: Option<u32>) -> Result<Decorations, Error> {
        let rows: Vec<Decorated<'w>> = self.index.decorations(id, member).copied().collect();
        let mut decorations = Decorations::default();
        let is_captured = rows.iter().any(|row| row.is(Decoration::XfbBuffer));
        for row in &rows {
            self.decorate(&mut decorations, row, is_captured, member.is_some())?;
        }
        // Volatile memory is coherent (GLSL 4.60 section 4.10).
        if decorations.qualifiers.contains(Qualifiers::VOLATILE) {
            decorations.qualifiers.remove(Qualifiers::COHERENT);
        }
        // Back ends know which built-in variables may change.
        if decorations.builtin.is_some() {
            decorations.qualifiers.remove(Qualifiers::VOLATILE);
        }
        Ok(decorations)
    }

    fn decorate(
        &mut self,
        to: &mut Decorations,
        row: &Decorated<'w>,
        is_captured: bool,
        is_member: bool,
    ) -> Result<(), Error> {
        let Some(decoration) = Decoration::from_u32(row.number) else {
            return Err(Error::unsupported(row.at, format!("the decoration {}", row.number)));
        };
        if let Some((_, qualifier)) = QUALIFIERS.iter().find(|known| known.0 == decoration) {
            to.qualifiers.insert(*qualifier);
            return Ok(());
        }
        if let Some((_, interpolation)) = INTERPOLATIONS.iter().find(|known| known.0 == decoration) {
            // Integers that are `ExplicitInterpAMD` are `Flat` too.
            if to.interpolation != Some(Interpolation::Explicit) {
                to.interpolation = Some(*interpolation);
            }
            return Ok(());
        }
        if SILENT.contains(&decoration) {
            return Ok(());
        }
        let value = row.operands.first().copied();
        let slot = match decoration {
            Decoration::Location => &mut to.location,
            Decoration::Component => &mut to.component,
            Decoration::Index => &mut to.index,
            Decoration::DescriptorSet => &mut to.set,
            Decoration::Binding => &mut to.binding,
            Decoration::Stream => &mut to.stream,
            Decoration::XfbBuffer => &mut to.xfb_buffer,
            Decoration::XfbStride => &mut to.xfb_stride,
            Decoration::InputAttachmentIndex => &mut to.input_attachment,
            Decoration::BankNV => &mut to.bank,
            Decoration::MemberOffsetNV => &mut to.member_offset,
            Decoration::Offset if is_captured => &mut to.xfb_offset,
            // Those of blocks follow from the layout rule.
            Decoration::Offset | Decoration::OffsetIdEXT if is_member => return Ok(()),
            Decoration::Offset => &mut to.offset,
            Decoration::BuiltIn => {
                // `HitTNV`, the name that `SPV_NV_ray_tracing` has for it there.
                let value = if value == Some(5332) { BuiltIn::RayTmax.spirv() } else { value };
                let row_of = |number| BuiltIn::ALL.iter().find(|known| Some(known.2) == number);
                let known = row_of(value).map(|known| known.0);
                to.builtin = Some(known.ok_or_else(|| {
                    Error::unsupported(row.at, format!("the built-in variable {}", value.unwrap_or(0)))
                })?);
                return Ok(());
            }
            Decoration::ViewportRelativeNV => {
                self.module.execution.modes.insert(Modes::VIEWPORT_RELATIVE);
                return Ok(());
            }
            Decoration::SecondaryViewportRelativeNV => &mut self.module.execution.secondary_view_offset,
            Decoration::OverrideCoverageNV => {
                self.module.execution.modes.insert(Modes::OVERRIDE_COVERAGE);
                return Ok(());
            }
            other => return Err(Error::unsupported(row.at, format!("the decoration {other:?}"))),
        };
        *slot = value;
        Ok(())
    }

    /// Adds the variables that an entry point names or reaches. In a module of one entry point, these are all.
    pub(crate) fn read_globals(&mut self, interface: &[u32], functions: &[u32]) -> Result<(), Error> {
        let mut used: FxHashSet<u32> = FxHashSet::default();
        for id in functions {
            let Some(function) = self.index.functions.get(id) else { continue };
            for block in &function.blocks {
                for inst in self.index.insts.get(block.insts.clone()).unwrap_or(&[]) {
                    self.index.grammar.each_id(inst, |id| used.extend([id]));
                }
            }
        }
        let is_alone = self.index.entries.len() <= 1;
        let places: FxHashSet<_> = self
            .index
            .variables
            .iter()
            .filter(|variable| used.contains(&variable.id))
            .filter_map(|variable| self.place_in_interface(variable))
            .collect();
        for position in 0..self.index.variables.len() {
            let Some(&variable) = self.index.variables.get(position) else { break };
            if self.usage.aliases.contains_key(&variable.id) {
                continue;
            }
            let is_used = used.contains(&variable.id);
            let is_elsewhere = !is_alone && !interface.contains(&variable.id);
            if !is_used && (is_elsewhere || self.is_foreign(variable)?) {
                continue;
            }
            // Other entry points have something at this place.
            if !is_used && self.place_in_interface(&variable).is_some_and(|place| places.contains(&place)) {
                continue;
            }
            if let Some(shape) = self.pointers.kept.get(&variable.id) {
                let names = (0..shape.size()).map(|part| format!("global_{}_{part}", variable.id));
                let add = |name: String| self.module.add_global(&name, common::I32, Storage::Private).into();
                let parts = names.map(add).collect();
                self.kept.insert(variable.id, parts);
                continue;
            }
            match self.split_members(variable, functions)? {
                Some(members) => self.split(variable, &members)?,
                None => drop(self.global(variable)?),
            }
        }
        self.number_payloads();
        Ok(())
    }

    /// True for inputs and outputs that the stage does not have: built-in variables of other stages, and all but those in compute
    /// shaders.
    fn is_foreign(&self, variable: Inst<'w>) -> Result<bool, Error> {
        let pointer = self.index.def_for(variable.ty, variable.at)?;
        let number = self.index.decoration(variable.id, None, Decoration::BuiltIn);
        let known = BuiltIn::ALL.iter().find(|row| Some(row.2) == number).map(|row| row.0);
        let stages = |builtin: BuiltIn, is_input: bool| {
            let interface = builtin.interface();
            if is_input { interface.inputs } else { interface.outputs }
        };
        Ok(match (self.storage(pointer)?, known) {
            (Storage::Input | Storage::Output, None) => {
                self.module.stage == Stage::Compute && number.is_none()
            }
            (storage @ (Storage::Input | Storage::Output), Some(builtin)) => {
                !stages(builtin, storage == Storage::Input).has(self.module.stage)
            }
            _ => false,
        })
    }

    /// The storage class, location, component and index of an input or output.
    fn place_in_interface(&self, variable: &Inst<'w>) -> Option<[u32; 4]> {
        let class = *variable.words.first()?;
        let said = |decoration| self.index.decoration(variable.id, None, decoration);
        let is_interface = class == StorageClass::Input as u32 || class == StorageClass::Output as u32;
        let location = said(Decoration::Location).filter(|_| is_interface)?;
        let [component, index] =
            [Decoration::Component, Decoration::Index].map(|decoration| said(decoration).unwrap_or(0));
        Some([class, location, component, index])
    }

    /// Gives payloads and callable data the locations by which GLSL names them, and which SPIR-V lacks.
    fn number_payloads(&mut self) {
        // An incoming one can be passed on, so its location is another one.
        let kinds: [&[Storage]; 3] = [
            &[Storage::RayPayload, Storage::IncomingRayPayload],
            &[Storage::CallableData, Storage::IncomingCallableData],
            &[Storage::HitObjectAttribute],
        ];
        for storages in kinds {
            let is_one = |data: &GlobalData| storages.contains(&data.storage);
            let own = self.module.globals.values().filter(|data| is_one(data));
            let mut taken: FxHashSet<u32> = own.filter_map(|data| data.decorations.location).collect();
            let mut next = 0;
            for &storage in storages {
                for (_, data) in self.module.globals.iter_mut() {
                    if data.storage == storage && data.decorations.location.is_none() {
                        while !taken.insert(next) {
                            next += 1;
                        }
                        data.decorations.location = Some(next);
                    }
                }
            }
        }
    }

    /// The members of a block of built-in variables that are accessed, if it is one by itself and nothing accesses it as a whole.
    fn split_members(&self, variable: Inst<'w>, functions: &[u32]) -> Result<Option<Vec<u32>>, Error> {
        let pointer = self.index.def_for(variable.ty, variable.at)?;
        let target = pointer.word(1)?;
        let block = self.index.def_for(target, variable.at)?;
        let is_interface = matches!(self.storage(pointer)?, Storage::Input | Storage::Output);
        let is_builtin =
            |position| self.index.decoration(target, Some(position), Decoration::BuiltIn).is_some();
        let count = block.words.len() as u32;
        if !is_interface || !block.is(Op::TypeStruct) || count == 0 || !(0..count).all(is_builtin) {
            return Ok(None);
        }
        // Members with values are seen without an access.
        let mut members: Vec<u32> = if variable.words.len() > 1 { (0..count).collect() } else { Vec::new() };
        for id in functions {
            let Some(function) = self.index.functions.get(id) else { continue };
            for block in &function.blocks {
                for inst in self.index.insts.get(block.insts.clone()).unwrap_or(&[]) {
                    let mut is_used = false;
                    self.index.grammar.each_id(inst, |id| is_used |= id == variable.id);
                    if !is_used {
                        continue;
                    }
                    let is_access = inst.is(Op::AccessChain) || inst.is(Op::InBoundsAccessChain);
                    let index =
                        inst.words.get(1).filter(|_| is_access && inst.words.first() == Some(&variable.id));
                    let index = index.and_then(|id| self.constants.get(id));
                    let index = index.and_then(|&constant| self.module.constants.as_int(constant));
                    match index.and_then(|index| u32::try_from(index).ok()).filter(|&index| index < count) {
                        Some(index) if !members.contains(&index) => members.push(index),
                        Some(_) => {}
                        None => return Ok(None),
                    }
                }
            }
        }
        members.sort_unstable();
        Ok(Some(members))
    }

    /// Adds the accessed members of a block of built-in variables as variables.
    fn split(&mut self, variable: Inst<'w>, members: &[u32]) -> Result<(), Error> {
        let pointer = self.index.def_for(variable.ty, variable.at)?;
        let storage = self.storage(pointer)?;
        let target = pointer.word(1)?;
        let block = self.index.def_for(target, variable.at)?;
        let whole = self.decorations(variable.id, None)?;
        let initializer = self.initializer(variable)?;
        let mut globals = vec![None; block.words.len()];
        for &position in members {
            let ty = self.ty(block.word(position as usize)?, variable.at)?;
            let mut decorations = self.decorations(target, Some(position))?;
            for &(_, qualifier) in QUALIFIERS {
                if whole.qualifiers.contains(qualifier) {
                    decorations.qualifiers.insert(qualifier);
                }
            }
            if whole.xfb_buffer.is_some() {
                decorations.xfb_buffer = decorations.xfb_buffer.or(whole.xfb_buffer);
                decorations.xfb_stride = decorations.xfb_stride.or(whole.xfb_stride);
                decorations.stream = decorations.stream.or(whole.stream);
                decorations.xfb_offset = self.index.decoration(target, Some(position), Decoration::Offset);
            }
            let name = crate::reader::word(self.index.member_name(target, position));
            let name = if name.is_empty() { format!("global_{}_{position}", variable.id) } else { name };
            decorations.qualifiers.insert(self.interface_qualifiers(ty, &decorations, true));
            let global = self.module.add_global(&name, ty, storage);
            self.module.globals[global].decorations = decorations;
            if let Some(whole) = initializer {
                let mut tables = Tables::of(&mut self.module);
                let part = fold_constants(&mut tables, vitrum_ir::Op::Extract, &[whole], position, ty);
                if self.stores_first(storage) {
                    self.stored_first.extend(part.map(|part| (global, part)));
                } else {
                    self.module.globals[global].initializer = part;
                }
            }
            if let Some(slot) = globals.get_mut(position as usize) {
                *slot = Some(global);
            }
        }
        self.split.insert(variable.id, globals);
        Ok(())
    }

    /// Qualifiers that GLSL has at an input or output and SPIR-V at members: `patch` or `perprimitiveEXT` of all. Arrays of distances and of views that are longer than one
    /// are declared with their lengths, and built-in variables with what captures them.
    fn interface_qualifiers(&mut self, ty: Type, decorations: &Decorations, is_block: bool) -> Qualifiers {
        let has_length = |module: &Module, decorations: &Decorations, ty: Type| {
            let is_array = matches!(
                decorations.builtin,
                Some(
                    BuiltIn::ClipDistance
                        | BuiltIn::CullDistance
                        | BuiltIn::PositionPerView
                        | BuiltIn::ViewportMaskPerView
                )
            );
            is_array && !matches!(module.types.get(ty), TypeData::Array { length: Length::Constant(1), .. })
        };
        let TypeData::Struct(id) = self.module.types.get(self.module.types.innermost(ty)) else {
            let is_captured = decorations.builtin.is_some() && decorations.xfb_buffer.is_some();
            let is_declared = is_captured || has_length(&self.module, decorations, ty);
            return if is_declared { Qualifiers::REDECLARED } else { Qualifiers::NONE };
        };
        let members = &self.module.structs[id].members;
        let mut found = Qualifiers::NONE;
        if members.iter().any(|member| has_length(&self.module, &member.decorations, member.ty)) {
            found.insert(Qualifiers::REDECLARED);
        }
        found.union(self.raise(id, is_block).0)
    }

    /// The qualifiers and the interpolation that all members of a struct have. GLSL says them of the variable, so that they go from the
    /// members. Other variables of the struct have them, too.
    fn raise(&mut self, id: Struct, is_block: bool) -> (Qualifiers, Option<Interpolation>) {
        if let Some(&known) = self.raised.get(&id) {
            return known;
        }
        let mut wanted = vec![Qualifiers::PATCH, Qualifiers::PER_PRIMITIVE];
        // Members of a struct that is no block have none.
        if !is_block {
            wanted.extend([Qualifiers::INVARIANT, Qualifiers::CENTROID, Qualifiers::SAMPLE]);
        }
        let members = &mut self.module.structs[id].members;
        let mut found = Qualifiers::NONE;
        for qualifier in wanted {
            let has_it = |member: &Member| {
                member.decorations.qualifiers.contains(qualifier) && member.decorations.builtin.is_none()
            };
            if !members.is_empty() && members.iter().all(has_it) {
                found.insert(qualifier);
                members.iter_mut().for_each(|member| member.decorations.qualifiers.remove(qualifier));
            }
        }
        let first = members.first().and_then(|member| member.decorations.interpolation);
        let is_common = members.iter().all(|member| member.decorations.interpolation == first);
        let interpolation = first.filter(|_| !is_block && is_common);
        if interpolation.is_some() {
            members.iter_mut().for_each(|member| member.decorations.interpolation = None);
        }
        self.raised.insert(id, (found, interpolation));
        (found, interpolation)
    }

    /// The offsets of members in the buffer to which their block is captured.
    fn capture_members(&mut self, ty: Type, target: u32) {
        let TypeData::Struct(id) = self.module.types.get(self.module.types.innermost(ty)) else { return };
        for (position, member) in (0..).zip(&mut self.module.structs[id].members) {
            member.decorations.xfb_offset = self.index.decoration(target, Some(position), Decoration::Offset);
        }
    }

    /// The type of a built-in variable with the signedness that GLSL gives it. Loads and stores cast.
    fn with_own_sign(&mut self, builtin: BuiltIn, ty: Type) -> Type {
        let inner = self.module.types.innermost(ty);
        let scalar = self.module.types.scalar_of(inner).filter(|scalar| scalar.is_integer());
        let (Some(scalar), Some(&(_, signed))) = (scalar, SIGNS.iter().find(|row| row.0 == builtin)) else {
            return ty;
        };
        match self.module.types.with_scalar(inner, scalar.with_sign(signed)) {
            Some(inner) => self.module.types.with_innermost(ty, inner),
            None => ty,
        }
    }

    /// Makes an input of integers or of floats of 64 bits flat, or such members of it, where the module does not say it: nothing else
    /// is possible.
    fn flatten(&mut self, ty: Type, decorations: &mut Decorations) {
        let needs = |module: &Module, ty: Type, own: &Decorations| {
            own.interpolation.is_none()
                && own.builtin.is_none()
                && !own.qualifiers.contains(Qualifiers::PER_PRIMITIVE)
                && is_whole(module, ty, 0)
        };
        if let TypeData::Struct(id) = self.module.types.get(self.module.types.innermost(ty))
            && !self.raised.contains_key(&id)
        {
            for position in 0..self.module.structs[id].members.len() {
                let member = &self.module.structs[id].members[position];
                if needs(&self.module, member.ty, &member.decorations) {
                    self.module.structs[id].members[position].decorations.interpolation =
                        Some(Interpolation::Flat);
                }
            }
        } else if needs(&self.module, ty, decorations) {
            decorations.interpolation = Some(Interpolation::Flat);
        }
    }

    fn global(&mut self, variable: Inst<'w>) -> Result<Global, Error> {
        let at = variable.at;
        let pointer = self.index.def_for(variable.ty, at)?;
        if !pointer.is(Op::TypePointer) {
            return Err(variable.invalid("the type of a variable is no pointer"));
        }
        let mut storage = self.storage(pointer)?;
        let mut decorations = self.decorations(variable.id, None)?;
        // Nothing gives or takes it.
        let is_patch_read = (self.module.stage, storage) == (Stage::TessControl, Storage::Input)
            && decorations.qualifiers.contains(Qualifiers::PATCH);
        if is_patch_read || self.is_foreign(variable)? && decorations.builtin.is_none() {
            (storage, decorations) = (Storage::Private, Decorations::default());
        }
        let target = pointer.word(1)?;
        let mut ty = self.stored_type(storage, target, at)?;
        let inner = self.innermost(target);
        if storage == Storage::AtomicCounter {
            let counter = self.module.types.intern(TypeData::AtomicCounter);
            ty = self.module.types.with_innermost(ty, counter);
        }
        if self.usage.compared.contains(&variable.id) {
            let sampler = self.module.types.intern(TypeData::Sampler { shadow: true });
            ty = self.module.types.with_innermost(ty, sampler);
        }
        let is_struct = self.index.def(inner).is_some_and(|def| def.is(Op::TypeStruct));
        // The content of a buffer is a block, whether it is marked as one or not.
        let is_block = self.index.is_block(inner) || is_struct && storage == Storage::Buffer;
        let first = match storage {
            Storage::Uniform => LayoutRule::Std140,
            _ => LayoutRule::Std430,
        };
        let block = match storage {
            Storage::Uniform
            | Storage::Buffer
            | Storage::PushConstant
            | Storage::ShaderRecord
            | Storage::Shared
                if is_block =>
            {
                Some(self.layout_rule(inner, at, first)?)
            }
            _ if is_block => Some(LayoutRule::Std140),
            _ => None,
        };
        let is_data = self.module.types.scalar_of(self.module.types.innermost(ty)).is_some();
        let is_wrapped = matches!(storage, Storage::Buffer | Storage::PushConstant) && is_data;
        if is_wrapped {
            ty = self.wrapper(variable.id, ty);
            self.wrapped.insert(variable.id);
        }
        let block = match is_wrapped {
            true => Some(self.layout_rule(target, at, LayoutRule::Scalar)?),
            false => block,
        };
        if pointer.word(0)? == StorageClass::TileAttachmentQCOM as u32 {
            decorations.qualifiers.insert(Qualifiers::TILE_ATTACHMENT);
        }
        // In `SPV_NV_mesh_shader` it is an output and input, and could have one.
        if storage == Storage::TaskPayload {
            decorations.location = None;
        }
        if (self.module.stage, storage) == (Stage::Fragment, Storage::Input) {
            self.flatten(ty, &mut decorations);
        }
        if matches!(storage, Storage::Input | Storage::Output) {
            decorations.qualifiers.insert(self.interface_qualifiers(ty, &decorations, is_block));
            if let TypeData::Struct(id) = self.module.types.get(self.module.types.innermost(ty)) {
                let of_members = self.raise(id, is_block).1;
                decorations.interpolation = decorations.interpolation.or(of_members);
            }
        }
        if decorations.xfb_buffer.is_some() {
            self.capture_members(ty, inner);
        }
        if storage == Storage::Uniform && block.is_none() {
            // Uniforms outside of blocks have locations alone.
            (decorations.set, decorations.binding) = (None, None);
        }
        if let Some(builtin) = decorations.builtin {
            ty = self.with_own_sign(builtin, ty);
        }
        // One built-in variable may have several names.
        if let Some(builtin) = decorations.builtin
            && let Some((known, None)) = self.module.find_builtin(storage, builtin)
            && self.module.globals[known].ty == ty
        {
            self.globals.insert(variable.id, known);
            return Ok(known);
        }
        let linked = self.index.linkage(variable.id).map(|linkage| linkage.0);
        let name = crate::reader::word(linked.as_deref().unwrap_or(self.index.name(variable.id)));
        // A block with a name whose variable has none is one whose members are in scope.
        let is_open = block.is_some() && !self.index.name(inner).is_empty();
        let name = if name.is_empty() && !is_open { format!("global_{}", variable.id) } else { name };
        let precision = self.precision(variable.id, self.module.types.innermost(ty));
        let mut initializer = self.initializer(variable)?;
        let late = initializer.take_if(|_| self.stores_first(storage));
        self.access.insert(variable.id, MemoryAccess::of(decorations.qualifiers));
        let name = self.module.names.intern(&name);
        let pointer = self.module.types.pointer(storage, ty);
        let data = GlobalData {
            name,
            ty,
            pointer,
            storage,
            precision,
            block,
            decorations,
            initializer,
            origin: Origin::default(),
        };
        let global = self.add_variable(variable.id, inner, data)?;
        self.stored_first.extend(late.map(|value| (global, value)));
        Ok(global)
    }

    /// Adds a variable, and the one of its texels if it has two uses.
    fn add_variable(&mut self, id: u32, inner: u32, data: GlobalData) -> Result<Global, Error> {
        let texels = self.of_texels(inner, &data)?;
        let global = self.module.globals.alloc(data);
        self.globals.insert(id, global);
        if let Some(texels) = texels {
            self.texels.insert(id, self.module.globals.alloc(texels));
        }
        Ok(global)
    }

    /// The variable of the same image whose texels are read and written, where others look into it with a sampler.
    fn of_texels(&mut self, image: u32, sampled: &GlobalData) -> Result<Option<GlobalData>, Error> {
        if !self.usage.shared_images.contains(&image) {
            return Ok(None);
        }
        let def = self.index.def_for(image, 0)?;
        let image =
            ImageType { storage: true, shadow: false, format: self.format(&def)?, ..self.image(def)? };
        let image = self.module.types.intern(TypeData::Image(image));
        let ty = self.module.types.with_innermost(sampled.ty, image);
        let name = format!("{}_texels", self.module.names.get(sampled.name));
        let name = self.module.names.intern(&name);
        let pointer = self.module.types.pointer(sampled.storage, ty);
        Ok(Some(GlobalData { name, ty, pointer, ..sampled.clone() }))
    }

    /// A struct with one member, for a buffer whose content is none.
    fn wrapper(&mut self, id: u32, content: Type) -> Type {
        let name = self.module.names.intern(&format!("Buffer_{id}"));
        let member = Member::new(self.module.names.intern("value"), content);
        let block = self.module.structs.alloc(StructData::new(name, vec![member]));
        self.module.types.intern(TypeData::Struct(block))
    }

    /// True if values of outputs are stored by the entry point, so that they count as written. Where invocations share outputs, one
    /// could undo what another has stored.
    fn stores_first(&self, storage: Storage) -> bool {
        storage == Storage::Output && !matches!(self.module.stage, Stage::TessControl | Stage::Mesh)
    }

    /// The value that a variable begins with.
    fn initializer(&mut self, variable: Inst<'w>) -> Result<Option<Constant>, Error> {
        match variable.words.get(1) {
            Some(&id) => self.constant(id, variable.at).map(Some),
            None => Ok(None),
        }
    }
}

/// Built-in integers of which compilers choose the signedness, and whether they are signed in GLSL.
const SIGNS: &[(BuiltIn, bool)] = &[
    (BuiltIn::VertexIndex, true),
    (BuiltIn::InstanceIndex, true),
    (BuiltIn::VertexId, true),
    (BuiltIn::InstanceId, true),
    (BuiltIn::BaseVertex, true),
    (BuiltIn::BaseInstance, true),
    (BuiltIn::DrawIndex, true),
    (BuiltIn::PrimitiveId, true),
    (BuiltIn::InvocationId, true),
    (BuiltIn::PatchVertices, true),
    (BuiltIn::Layer, true),
    (BuiltIn::ViewportIndex, true),
    (BuiltIn::SampleId, true),
    (BuiltIn::SampleMask, true),
    (BuiltIn::FragStencilRef, true),
    (BuiltIn::DeviceIndex, true),
    (BuiltIn::ViewIndex, true),
    (BuiltIn::NumWorkgroups, false),
    (BuiltIn::WorkgroupId, false),
    (BuiltIn::LocalInvocationId, false),
    (BuiltIn::GlobalInvocationId, false),
    (BuiltIn::LocalInvocationIndex, false),
    (BuiltIn::SubgroupSize, false),
    (BuiltIn::NumSubgroups, false),
    (BuiltIn::SubgroupId, false),
    (BuiltIn::SubgroupInvocationId, false),
];

/// True if all numbers in a type are integers or floats of 64 bits.
fn is_whole(module: &Module, ty: Type, depth: u32) -> bool {
    let ty = module.types.innermost(ty);
    match module.types.get(ty) {
        TypeData::Struct(id) => {
            let members = &module.structs[id].members;
            depth < 100
                && !members.is_empty()
                && members.iter().all(|member| is_whole(module, member.ty, depth + 1))
        }
        _ => module
            .types
            .scalar_of(ty)
            .is_some_and(|scalar| scalar.is_integer() || scalar == vitrum_ir::Scalar::F64),
    }
}
