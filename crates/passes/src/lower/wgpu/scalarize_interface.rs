//! Inputs and outputs of vertex and fragment shaders become scalars and vectors, each with a location of its own.
//!
//! ```text
//! global @m: mat2x2<f32> input location(0)      global @m: mat2x2<f32> private
//!                                               global @m_0: vec2<f32> input location(0)
//!                                          =>   global @m_1: vec2<f32> input location(1)
//! fn &main() -> void {                          fn &main() -> void {
//!                                                   %0: vec2<f32> = load @m_0   %1 = access @m, 0   store %1, %0   ...
//!     %p = access @m, %i                            %p = access @m, %i
//! ```
//!
//! The variable of the author becomes private, so that code does not change; it is filled at the start of the entry point, or
//! read at its ends. Variables that share a location become one vector of four components.
//!
//! naga does the like in its own writers; Tint: `ShaderIO`; NIR: `nir_lower_io_to_scalar`, `nir_lower_io_arrays_to_elements`;
//! spirv-opt: `--interface-variable-scalar-replacement`; ANGLE: none.

use crate::framework::rewrite::{Rewriter, insert_at_returns, insert_at_start};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::assign_locations::location_count;
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_ir::edit::{redirect_global, remove_globals};
use vitrum_ir::{
    BuiltIn, Decorations, Function, FunctionData, Global, GlobalData, Inst, Interpolation, Intrinsic, Length,
    Module, Op, Operand, Precision, Qualifiers, Scalar, Stage, Storage, Type, TypeData, types::common, visit,
};

/// More variables than this are not made of one.
const MOST: usize = 256;

/// True if an input or output is to be split.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    matches!(module.stage, Stage::Vertex | Stage::Fragment)
        && module.entry.is_some()
        && (settings.wgpu && lacks_position(module)
            || module.globals.values().any(|data| {
                is_wanted(module, data, settings.wgpu) || settings.wgpu && wants_flat(module, data)
            }))
}

/// True if a vertex shader has no position, which it has to give in WGSL.
fn lacks_position(module: &Module) -> bool {
    if module.stage != Stage::Vertex {
        return false;
    }
    let Some((position, None)) = module.find_builtin(Storage::Output, BuiltIn::Position) else { return true };
    let uses = |function: &FunctionData, inst: Inst| {
        function.operands(inst).iter().any(|operand| operand.global() == Some(position))
    };
    let mut functions = module.functions.values();
    !functions.any(|function| visit::insts(function).into_iter().any(|(_, inst)| uses(function, inst)))
}

/// Gives a vertex shader a position.
fn add_position(module: &mut Module, entry: Function, session: &mut Session) {
    let position = match module.find_builtin(Storage::Output, BuiltIn::Position) {
        Some((global, None)) => global,
        _ => {
            let global = module.add_global("gl_Position", common::VEC4, Storage::Output);
            module.globals[global].decorations.builtin = Some(BuiltIn::Position);
            global
        }
    };
    insert_at_start(module, entry, session, |rewriter| {
        let zero = rewriter.module.constants.null(common::VEC4);
        rewriter.store(position, zero.into());
    });
}

/// True if an output of a vertex shader is of integers, which naga wants to be `flat` by its own words.
fn wants_flat(module: &Module, data: &GlobalData) -> bool {
    module.stage == Stage::Vertex
        && data.storage == Storage::Output
        && data.decorations.builtin.is_none()
        && data.decorations.interpolation.is_none()
        && module.types.scalar_of(data.ty).is_some_and(Scalar::is_integer)
}

/// True if a global is to be split. For wgpu the size of a point goes, which is always 1 there.
fn is_wanted(module: &Module, data: &GlobalData, wgpu: bool) -> bool {
    is_wanted_or(module, data, wgpu, |_| false)
}

/// The same, and if a scalar or vector is one of those that share the location of others.
fn is_wanted_or(
    module: &Module,
    data: &GlobalData,
    wgpu: bool,
    shares: impl Fn(&GlobalData) -> bool,
) -> bool {
    let decorations = &data.decorations;
    let interface = matches!(data.storage, Storage::Input | Storage::Output);
    if !interface || decorations.interpolation == Some(Interpolation::PerVertex) {
        return false;
    }
    match decorations.builtin {
        Some(BuiltIn::PointSize) => wgpu && data.storage == Storage::Output,
        // naga has a number where Vulkan has an array of one, and unsigned numbers where GLSL has others.
        Some(BuiltIn::SampleMask) => wgpu && module.types.vector_size(data.ty).is_none(),
        Some(BuiltIn::ViewIndex | BuiltIn::DrawIndex) => {
            wgpu && module.types.scalar_of(data.ty) != Some(Scalar::U32)
        }
        Some(_) => false,
        None => {
            module.types.vector_size(data.ty).is_none() || decorations.component.is_some() || shares(data)
        }
    }
}

/// Splits them; gives their number.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let (Some(entry), wgpu) = (module.entry, session.settings.wgpu) else { return 0 };
    let mut work: Vec<Split> = Vec::new();
    let interpolated = interpolated(module);
    let place = |data: &GlobalData| (data.storage, data.decorations.location, data.decorations.index);
    let packed: Vec<_> =
        module.globals.values().filter(|data| data.decorations.component.is_some()).map(place).collect();
    let shares = |data: &GlobalData| packed.contains(&place(data));
    for global in module.globals_that(|data| is_wanted_or(module, data, wgpu, shares)) {
        let Some(leaves) = leaves(module, global).filter(|_| !interpolated.contains(&global)) else {
            continue;
        };
        let old = module.globals[global].clone();
        let decorations =
            Decorations { qualifiers: kept(old.decorations.qualifiers), ..Decorations::default() };
        let ty = plain(module, &old);
        let private = GlobalData {
            storage: Storage::Private,
            ty,
            pointer: module.types.pointer(Storage::Private, ty),
            block: None,
            decorations,
            ..old
        };
        let private = module.globals.alloc(private);
        if redirect_global(module, global, private) {
            work.push(Split { global, private, leaves });
        } else {
            module.globals[private].initializer = None;
        }
    }
    let count = work.len();
    let gone: FxHashSet<Global> = work.iter().map(|split| split.global).collect();
    let places = places(module, &work);
    let transfers: Vec<Transfer> = work
        .iter()
        .flat_map(|split| split.leaves.iter().map(|leaf| (split.private, leaf)))
        .filter_map(|(private, leaf)| {
            let key = leaf.key()?;
            let &(global, packed) = places.get(&key)?;
            Some(Transfer { private, leaf: leaf.clone(), global, packed })
        })
        .collect();
    let (inputs, outputs): (Vec<Transfer>, Vec<Transfer>) =
        transfers.into_iter().partition(|transfer| transfer.leaf.data.storage == Storage::Input);
    if !inputs.is_empty() {
        insert_at_start(module, entry, session, |rewriter| inputs.iter().for_each(|it| it.read(rewriter)));
    }
    if !outputs.is_empty() {
        insert_at_returns(module, entry, session, |rewriter| write(rewriter, &outputs));
    }
    remove_globals(module, |global| gone.contains(&global));
    if wgpu && lacks_position(module) {
        add_position(module, entry, session);
        return count + flatten(module) + 1;
    }
    count + if wgpu { flatten(module) } else { 0 }
}

/// Makes integer outputs `flat`; gives their number.
fn flatten(module: &mut Module) -> usize {
    let wanted = module.globals_that(|data| wants_flat(module, data));
    for &global in &wanted {
        module.globals[global].decorations.interpolation = Some(Interpolation::Flat);
    }
    wanted.len()
}

/// The type of a private variable in the place of one of the interface: members of its block have no places.
fn plain(module: &mut Module, data: &GlobalData) -> Type {
    let (Some(_), TypeData::Struct(id)) = (data.block, module.types.get(module.types.innermost(data.ty)))
    else {
        return data.ty;
    };
    let mut body = module.structs[id].clone();
    for member in &mut body.members {
        member.decorations =
            Decorations { qualifiers: kept(member.decorations.qualifiers), ..Decorations::default() };
    }
    let body = module.structs.alloc(body);
    let body = module.types.intern(TypeData::Struct(body));
    module.types.with_innermost(data.ty, body)
}

/// The qualifiers that say something about a private variable.
fn kept(mut qualifiers: Qualifiers) -> Qualifiers {
    let precise = qualifiers.contains(Qualifiers::PRECISE);
    qualifiers = Qualifiers::from_bits(0);
    if precise {
        qualifiers.insert(Qualifiers::PRECISE);
    }
    qualifiers
}

/// Inputs that are interpolated anew, or read at single vertices: they stay as they are.
fn interpolated(module: &Module) -> FxHashSet<Global> {
    let mut found = FxHashSet::default();
    for function in module.functions.values() {
        for (inst, data) in function.insts.iter() {
            let is_anew = match data.op {
                Op::InterpolateAtCentroid | Op::InterpolateAtSample | Op::InterpolateAtOffset => true,
                _ => function.intrinsic(inst) == Some(Intrinsic::InterpolateAtVertex),
            };
            let mut pointer = function.operands(inst).first().copied().filter(|_| is_anew);
            while let Some(operand) = pointer {
                found.extend(operand.global());
                let access = function.definition(operand).filter(|&it| function.op(it) == Op::Access);
                pointer = access.and_then(|access| function.operands(access).first().copied());
            }
        }
    }
    found
}

/// A variable that is split.
struct Split {
    global: Global,
    private: Global,
    leaves: Vec<Leaf>,
}

/// A scalar or vector of a variable.
#[derive(Clone)]
struct Leaf {
    /// The indices that lead to it.
    path: Vec<u32>,
    /// The variable that it becomes, if nothing shares its location.
    data: GlobalData,
    scalar: Scalar,
    size: u32,
}

/// A place of an interface: storage class, location, index of a blended source, built-in variable.
type Key = (bool, u32, u32, Option<BuiltIn>);

impl Leaf {
    fn key(&self) -> Option<Key> {
        let decorations = &self.data.decorations;
        let (index, builtin) = (decorations.index.unwrap_or(0), decorations.builtin);
        let location = decorations.location.or(builtin.map(|_| 0))?;
        Some((self.data.storage == Storage::Input, location, index, builtin))
    }

    fn component(&self) -> u32 {
        self.data.decorations.component.unwrap_or(0)
    }
}

/// The unsigned number that naga has for a built-in variable.
fn number(module: &mut Module, outer: &GlobalData) -> Leaf {
    let is_array = module.types.vector_size(outer.ty).is_none();
    let reads = module.stage == Stage::Fragment && outer.storage == Storage::Input;
    let decorations = Decorations {
        builtin: outer.decorations.builtin,
        interpolation: reads.then_some(Interpolation::Flat),
        ..Decorations::default()
    };
    let data = GlobalData {
        ty: common::U32,
        pointer: module.types.pointer(outer.storage, common::U32),
        decorations,
        initializer: None,
        precision: Precision::None,
        ..outer.clone()
    };
    Leaf { path: is_array.then_some(0).into_iter().collect(), data, scalar: Scalar::U32, size: 1 }
}

/// The scalars and vectors of a variable with their places; `None` if there are too many.
fn leaves(module: &mut Module, global: Global) -> Option<Vec<Leaf>> {
    struct Open {
        ty: Type,
        path: Vec<u32>,
        name: String,
        precision: Precision,
        decorations: Decorations,
    }
    let outer = module.globals[global].clone();
    match outer.decorations.builtin {
        Some(BuiltIn::PointSize) => return Some(Vec::new()),
        Some(BuiltIn::SampleMask | BuiltIn::ViewIndex | BuiltIn::DrawIndex) => {
            return Some(vec![number(module, &outer)]);
        }
        _ => {}
    }
    let name = match (outer.block, module.types.get(module.types.innermost(outer.ty))) {
        (Some(_), TypeData::Struct(id)) if outer.name.is_empty() => module.structs[id].name,
        _ => outer.name,
    };
    let name = module.names.get(name).to_owned();
    let (decorations, precision) = (outer.decorations.clone(), outer.precision);
    let mut open = vec![Open { ty: outer.ty, path: Vec::new(), name, precision, decorations }];
    let mut leaves = Vec::new();
    while let Some(it) = open.pop() {
        let part = |index: u32, ty, name: String, precision, decorations| Open {
            ty,
            path: it.path.iter().copied().chain([index]).collect(),
            name,
            precision,
            decorations,
        };
        let mut parts = Vec::new();
        let element = match module.types.get(it.ty) {
            TypeData::Array { element, length: Length::Constant(length) } => Some((element, length)),
            TypeData::Matrix { scalar, columns, rows } => {
                Some((module.types.vector(scalar, u32::from(rows)), u32::from(columns)))
            }
            TypeData::Struct(id) => {
                let mut next = it.decorations.location;
                for (index, member) in (0..).zip(module.structs[id].members.clone()) {
                    let mut decorations = of_member(&it.decorations, &member.decorations);
                    decorations.location = member.decorations.location.or(next);
                    next = decorations.location.map(|at| at + location_count(module, member.ty, false));
                    let name = format!("{}_{}", it.name, module.names.get(member.name));
                    parts.push(part(index, member.ty, name, member.precision, decorations));
                }
                None
            }
            _ => {
                let scalar = module.types.scalar_of(it.ty)?;
                let size = module.types.vector_size(it.ty)?;
                let data = GlobalData {
                    name: module.names.intern(&it.name),
                    ty: it.ty,
                    pointer: module.types.pointer(outer.storage, it.ty),
                    storage: outer.storage,
                    precision: it.precision,
                    block: None,
                    decorations: it.decorations.clone(),
                    initializer: None,
                    origin: outer.origin,
                };
                leaves.push(Leaf { path: it.path.clone(), data, scalar, size });
                if leaves.len() > MOST {
                    return None;
                }
                None
            }
        };
        if let Some((element, length)) = element {
            let count = location_count(module, element, false);
            for index in 0..length.min(MOST as u32 + 1) {
                let mut decorations = it.decorations.clone();
                decorations.location = decorations.location.map(|at| at + index * count);
                parts.push(part(index, element, format!("{}_{index}", it.name), it.precision, decorations));
            }
        }
        open.extend(parts.into_iter().rev());
        if open.len() > MOST * 4 {
            return None;
        }
    }
    Some(leaves)
}

/// The decorations of a member, with those that it has from the variable.
fn of_member(outer: &Decorations, member: &Decorations) -> Decorations {
    let mut qualifiers = member.qualifiers;
    qualifiers.insert(outer.qualifiers);
    for about_memory in [Qualifiers::ROW_MAJOR, Qualifiers::COLUMN_MAJOR] {
        qualifiers.remove(about_memory);
    }
    Decorations {
        component: member.component.or(outer.component),
        index: outer.index,
        builtin: member.builtin,
        interpolation: member.interpolation.or(outer.interpolation),
        qualifiers,
        ..Decorations::default()
    }
}

/// Makes the variables of the leaves; gives them by place, each with whether it is a vector that variables share.
fn places(module: &mut Module, work: &[Split]) -> FxHashMap<Key, (Global, bool)> {
    let mut groups: Vec<(Key, Vec<&Leaf>)> = Vec::new();
    let mut positions: FxHashMap<Key, usize> = FxHashMap::default();
    for leaf in work.iter().flat_map(|split| &split.leaves) {
        let Some(key) = leaf.key() else { continue };
        let at = *positions.entry(key).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.1.push(leaf),
            None => groups.push((key, vec![leaf])),
        }
    }
    let mut places = FxHashMap::default();
    for (key, group) in groups {
        let Some(first) = group.first() else { continue };
        let packed = group.len() > 1 || first.data.decorations.component.is_some();
        let mut data = first.data.clone();
        data.decorations.component = None;
        if packed {
            data.ty = module.types.vector(first.scalar, 4);
            data.pointer = module.types.pointer(data.storage, data.ty);
        }
        places.insert(key, (module.globals.alloc(data), packed));
    }
    places
}

/// The copy between a private variable and its input or output.
struct Transfer {
    private: Global,
    leaf: Leaf,
    global: Global,
    packed: bool,
}

impl Transfer {
    /// The place of the leaf in the private variable.
    fn place(&self, rewriter: &mut Rewriter<'_>) -> Operand {
        if self.leaf.path.is_empty() {
            return self.private.into();
        }
        let indices: Vec<Operand> =
            self.leaf.path.iter().map(|&it| rewriter.module.constants.i32(it as i32).into()).collect();
        rewriter.access(self.private, &indices)
    }

    fn read(&self, rewriter: &mut Rewriter<'_>) {
        let mut value = rewriter.load(self.global);
        if self.packed {
            let first = self.leaf.component();
            let parts: Vec<Operand> = (first..(first + self.leaf.size).min(4))
                .map(|index| rewriter.op_imm(Op::Extract, &[value], index))
                .collect();
            value = join(rewriter, &parts, self.leaf.data.ty);
        }
        let place = self.place(rewriter);
        let value = cast(rewriter, value, place);
        rewriter.store(place, value);
    }
}

/// A value as the type that a place holds, with the same bits.
fn cast(rewriter: &mut Rewriter<'_>, value: Operand, place: Operand) -> Operand {
    let (from, to) = (rewriter.ty(value), rewriter.ty(place));
    match rewriter.module.types.pointee(to) {
        Some(to) if to != from => rewriter.push(Op::Bitcast, &[value], 0, to, Precision::None),
        _ => value,
    }
}

/// Writes outputs.
fn write(rewriter: &mut Rewriter<'_>, outputs: &[Transfer]) {
    let mut shared: Vec<(Global, Scalar, [Option<Operand>; 4])> = Vec::new();
    for output in outputs {
        let place = output.place(rewriter);
        let value = rewriter.load(place);
        if !output.packed {
            let value = cast(rewriter, value, output.global.into());
            rewriter.store(output.global, value);
            continue;
        }
        let at = match shared.iter().position(|row| row.0 == output.global) {
            Some(at) => at,
            None => {
                shared.push((output.global, output.leaf.scalar, [None; 4]));
                shared.len() - 1
            }
        };
        for index in 0..output.leaf.size {
            let part = match output.leaf.size {
                1 => value,
                _ => rewriter.op_imm(Op::Extract, &[value], index),
            };
            let slot =
                shared.get_mut(at).and_then(|row| row.2.get_mut((output.leaf.component() + index) as usize));
            if let Some(slot) = slot {
                *slot = Some(part);
            }
        }
    }
    for (global, scalar, parts) in shared {
        let zero: Operand = rewriter.module.constants.scalar(scalar, 0).into();
        let parts: Vec<Operand> = parts.into_iter().map(|part| part.unwrap_or(zero)).collect();
        let ty = rewriter.module.types.vector(scalar, 4);
        let value = join(rewriter, &parts, ty);
        rewriter.store(global, value);
    }
}

/// A vector of some scalars, or the only one.
fn join(rewriter: &mut Rewriter<'_>, parts: &[Operand], ty: Type) -> Operand {
    match parts {
        [only] => *only,
        _ => rewriter.push(Op::Construct, parts, 0, ty, Precision::None),
    }
}
