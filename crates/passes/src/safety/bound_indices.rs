//! Keeps indices and coordinates in bounds, proven ones aside: of arrays, vectors and matrices in every storage class, arrays
//! without a length, arrays of blocks and resources, texels, levels, layers and samples of images.
//!
//! ```text
//!                                                      clamp
//! %p: ptr<buffer, i32> = access @b, 0i32, %i           %1: ptr<buffer, array<i32>> = access @b, 0i32
//! %x: i32 = load %p                                    %2: u32 = array_length %1
//!                                                      %3: u32 = umax %2, 1u32
//!                                                      %4: u32 = isub %3, 1u32
//!                                                      %5: u32 = umin %i, %4
//!                                                  =>  %p: ptr<buffer, i32> = access @b, 0i32, %5
//!                                                      %x: i32 = load %p
//!
//!                                                      skip
//!                                                      %3: bool = ult %i, %2
//!                                                      %x: i32 = if %3 {
//!                                                          %4: i32 = load %p
//!                                                  =>      merge %4
//!                                                      } else {
//!                                                          merge 0i32
//!                                                      }
//! ```
//!
//! Each class of memory has a policy: `clamp` takes the last part instead (the nearest one, where GLSL has no unsigned
//! integers), `skip` reads zero and writes nothing, `unchecked` leaves accesses alone. Without a policy, a class is clamped as
//! far as possible (atomic operations on texels are skipped), and what cannot be bounded is left; with one, it is refused. A
//! store to a texel outside of an image has no effect in OpenGL and Vulkan, so that it needs a policy only where a driver does
//! not keep to that. An index stays as it is if constants, masks, conditions around it or the counter of a loop keep it in
//! bounds, also conditions such as `i < data.length()`, `i < COUNT` in an array of that specialised length, and
//! `all(lessThan(p, imageSize(image)))`, and if what is added is taken away again, as in `2 * t - (t & (d - 1)) + d`. No dispatch has more workgroups in a dimension than `gl_MaxComputeWorkGroupCount` says
//! by default, 65,535, or an option.
//!
//! A primitive has fewer vertices than an array of inputs has elements: `gl_PatchVerticesIn` counts those of a patch. Where an
//! address is the argument of a call, `skip` calls with a copy: of zeros, if the address is out of bounds. A cooperative matrix that
//! does not lie in its array as a whole is left out, whatever the policy is. `resources` gives the number of descriptors in
//! `texture2D t[]`, and `attachment_samples` the number of samples of an input attachment, as shaders cannot ask for those.
//!
//! An index that is undefined stays undefined, so `initialize_memory` and `define_integer_arithmetic` go first. Nothing bounds an
//! address that a shader made (buffer references), arrays of inputs that are copied whole, or a buffer that is smaller than the fixed
//! part of its block, which the API checks. An array without a length is taken to have an element. `skip` clamps the address of a
//! ray query in an array, which is no memory. Arrays of a unit that get their length when it is linked are left for then. Lengths
//! of buffers and sizes of images are what costs most, so `device=robust` leaves both to a device with the features
//! `robustBufferAccess` and `robustImageAccess`: reads out of bounds then give what lies in the buffer or zero, writes change nothing
//! else, and texels out of bounds are zero. Indices of arrays with a length, vectors and matrices are bounded there, too, since the
//! device only knows the range of the buffer: SPIR-V says that `OpAccessChain` has undefined behaviour for an index beyond these.
//!
//! ANGLE: ClampIndirectIndices; Tint: robustness (clamp, predicate); naga: BoundsCheckPolicies (Restrict, ReadZeroSkipWrite); NIR:
//! nir_lower_robust_access; spirv-opt: graphics-robust-access.

mod arguments;
mod attachments;
mod images;
mod lengths;
mod matrices;
mod memory;
mod options;
mod sizes;
mod vertices;

pub(crate) use options::OPTIONS;
pub use options::{BoundIndices, IndexPolicy, ResourceCounts};

use crate::analysis::memory::{Path, Step};
use crate::analysis::ranges::scoped::{self, Ranges};
use crate::analysis::ranges::sizes::Size;
use crate::framework::rewrite::{Action, Rewriter, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::safety::is_signed_only;
use lengths::{Array, Early};
use matrices::is_matrix_memory;
use memory::is_guarded;
use options::Class;
use rustc_hash::{FxHashMap, FxHashSet};
use sizes::EarlySize;
use vertices::Vertices;
use vitrum_glsl::features::Feature;
use vitrum_ir::{
    Function, FunctionData, Global, Inst, Intrinsic, Length, Module, Op, Operand, Precision, Scalar, Storage,
    Type, TypeData, Value, ValueFlags, types::common, typing,
};

/// Bounds the indices of a function; gives the number of changes.
pub(crate) fn run(module: &mut Module, function: Function, session: &mut Session) -> usize {
    let data = &module.functions[function];
    if !data.insts.values().any(|inst| may_need_bounds(inst.op)) {
        return 0;
    }
    let options = session.settings().options.get::<BoundIndices>();
    let mut bounder = Bounder {
        proven: proven(module, data, options.largest_dispatch.unwrap_or(LARGEST_DISPATCH).into()),
        options,
        fixed: arguments::fixed(module, data),
        guards: FxHashMap::default(),
        lengths: FxHashMap::default(),
        sizes: FxHashMap::default(),
    };
    let asked =
        bounder.ask_early(module, function, session) + bounder.ask_sizes_early(module, function, session);
    asked + rewrite_in(module, function, session, |rewriter, inst| bounder.visit(rewriter, inst))
}

/// The most workgroups of a dispatch in a dimension, as the default of `gl_MaxComputeWorkGroupCount` has it.
const LARGEST_DISPATCH: u32 = 65_535;

fn may_need_bounds(op: Op) -> bool {
    use Op::{
        Access, Bitcast, ExtractDynamic, ImageFetch, ImageRead, ImageSize, ImageWrite, InsertDynamic,
        Intrinsic, TexelPointer,
    };
    matches!(
        op,
        Access
            | Bitcast
            | ExtractDynamic
            | InsertDynamic
            | ImageFetch
            | ImageRead
            | ImageWrite
            | ImageSize
            | TexelPointer
            | Intrinsic
    )
}

/// The state of the pass in a function.
struct Bounder {
    options: BoundIndices,
    proven: Proven,
    /// Addresses that cannot be left out where they are used.
    fixed: FxHashSet<Value>,
    /// The condition under which an address is in bounds.
    guards: FxHashMap<Value, Operand>,
    /// The lengths that are known where the function begins.
    lengths: FxHashMap<Array, Early>,
    /// The sizes of images, likewise.
    sizes: FxHashMap<Global, EarlySize>,
}

/// Indices and coordinates that are surely in bounds.
#[derive(Default)]
struct Proven {
    /// Indices, by instruction and position of the operand.
    indices: FxHashSet<(Inst, usize)>,
    /// Instructions whose coordinate is.
    coordinates: FxHashSet<Inst>,
}

/// Finds indices and coordinates that are surely in bounds.
fn proven(module: &Module, function: &FunctionData, largest_dispatch: u64) -> Proven {
    let mut proven = Proven::default();
    scoped::each(module, function, largest_dispatch, |ranges, inst| {
        let operands = function.operands(inst);
        let Some(&base) = operands.first() else { return };
        let whole = typing::operand_type(module, function, base);
        let is_below = |position: usize, length: Option<u64>| {
            let index = operands.get(position);
            index.zip(length).is_some_and(|(&index, length)| ranges.is_below(index, length))
        };
        let mut add = |position: usize, is_inside: bool| {
            if is_inside {
                proven.indices.insert((inst, position));
            }
        };
        match function.op(inst) {
            Op::Access => {
                let Some(mut ty) = module.types.pointee(whole) else { return };
                let vertices = Vertices::of(module, base).map(|it| u64::from(it.least()));
                for (position, &index) in operands.iter().enumerate().skip(1) {
                    let of_type = least_length(module, ty);
                    let length = match vertices.filter(|_| position == 1) {
                        Some(least) => Some(of_type.map_or(least, |length| length.min(least))),
                        None => of_type,
                    };
                    let is_inside = match module.types.get(ty) {
                        TypeData::RuntimeArray { .. } if length.is_none() => {
                            is_below_length(module, function, ranges, operands, position)
                        }
                        TypeData::Array { length: Length::Spec(count), .. } => {
                            is_below(position, length)
                                || ranges.is_below_size(index, 0, &Size::Specialized(count))
                        }
                        _ => is_below(position, length),
                    };
                    add(position, is_inside);
                    let Some(next) = typing::indexed_type(module, ty, index) else { return };
                    ty = next;
                }
            }
            Op::ExtractDynamic => add(1, is_below(1, least_length(module, whole))),
            Op::InsertDynamic => add(2, is_below(2, least_length(module, whole))),
            Op::ImageFetch | Op::ImageRead | Op::ImageWrite | Op::TexelPointer
                if images::is_inside(module, function, ranges, inst) =>
            {
                proven.coordinates.insert(inst);
            }
            _ => {}
        }
    });
    proven
}

/// True if the index at a position is below the length of an array without one.
fn is_below_length(
    module: &Module,
    function: &FunctionData,
    ranges: &Ranges<'_>,
    operands: &[Operand],
    position: usize,
) -> bool {
    let (Some((&base, indices)), Some(&index)) = (operands.split_first(), operands.get(position)) else {
        return false;
    };
    let mut path = Path::resolved(module, function, base);
    for &index in indices.iter().take(position - 1) {
        let known = module.as_int(index).and_then(|index| u32::try_from(index).ok());
        path.steps.push(known.map_or(Step::Dynamic(index), Step::Part));
    }
    ranges.is_below_size(index, 0, &Size::Length(path))
}

/// The number of parts that a value of a type has at least.
fn least_length(module: &Module, ty: Type) -> Option<u64> {
    match module.types.get(ty) {
        TypeData::Array { length: Length::Spec(_), .. } => Some(1),
        _ => module.types.length(ty).map(u64::from),
    }
}

impl Bounder {
    fn visit(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        match rewriter.function.op(inst) {
            Op::Access => self.access(rewriter, inst),
            Op::ExtractDynamic => self.extract(rewriter, inst),
            Op::InsertDynamic => self.insert(rewriter, inst),
            Op::ImageFetch | Op::ImageRead | Op::ImageWrite => self.texel(rewriter, inst),
            Op::TexelPointer => self.texel_pointer(rewriter, inst),
            Op::ImageSize => self.size(rewriter, inst),
            Op::Bitcast => {
                self.reference(rewriter, inst);
                Action::Keep
            }
            Op::Intrinsic => self.intrinsic(rewriter, inst),
            Op::Call => self.call(rewriter, inst),
            op if is_guarded(op) => {
                let address = rewriter.function.operands(inst).first().and_then(|operand| operand.value());
                match address.and_then(|address| self.guards.get(&address)).copied() {
                    Some(guard) => only_if(rewriter, inst, guard),
                    None => Action::Keep,
                }
            }
            _ => Action::Keep,
        }
    }
}

/// An index and what it must be less than.
#[derive(Clone, Copy)]
struct Index {
    operand: Operand,
    length: Operand,
    /// True if the length may be 0: an array without a length of which the buffer holds nothing.
    may_be_empty: bool,
    /// The last index, if it was computed before.
    last: Option<Operand>,
}

/// The last index below a length, which is 0 for what is empty.
fn last_of(rewriter: &mut Rewriter<'_>, length: Operand, may_be_empty: bool) -> Operand {
    let ty = rewriter.ty(length);
    let one = rewriter.number(ty, 1.0);
    let length = if may_be_empty { rewriter.op(Op::Umax, &[length, one]) } else { length };
    rewriter.op(Op::Isub, &[length, one])
}

/// An integer without sign, of 32 bits at least: what was negative is large.
fn unsigned(rewriter: &mut Rewriter<'_>, index: Operand) -> Operand {
    let ty = rewriter.ty(index);
    let Some(scalar) = rewriter.module.types.scalar_of(ty) else { return index };
    let wanted = if scalar.width() > 32 { Scalar::U64 } else { Scalar::U32 };
    // Signs are extended first.
    let wide = if scalar.is_signed() && scalar.width() < 32 { Scalar::I32 } else { wanted };
    let mut number = index;
    for scalar in [wide, wanted] {
        if let Some(ty) = rewriter.module.types.with_scalar(ty, scalar) {
            number = rewriter.convert(number, ty);
        }
    }
    number
}

impl Index {
    /// Both as numbers of one type without sign.
    fn comparable(self, rewriter: &mut Rewriter<'_>) -> [Operand; 2] {
        let index = unsigned(rewriter, self.operand);
        let ty = rewriter.ty(index);
        let length = rewriter.convert(self.length, ty);
        [index, length]
    }

    /// True where the index is in bounds.
    fn is_inside(self, rewriter: &mut Rewriter<'_>) -> Operand {
        let [index, length] = self.comparable(rewriter);
        exactly(rewriter, Op::Ult, &[index, length])
    }

    /// The index, or the last one.
    fn clamped(self, rewriter: &mut Rewriter<'_>) -> Operand {
        let known = rewriter.module.as_int(self.length);
        let ty = rewriter.ty(self.operand);
        let clamped = match known {
            Some(length) if is_signed_only(rewriter) && ty == common::I32 => {
                let zero = rewriter.number(ty, 0.0);
                let last = rewriter.number(ty, (length - 1) as f64);
                exactly(rewriter, Op::Sclamp, &[self.operand, zero, last])
            }
            _ => {
                let [index, length] = self.comparable(rewriter);
                let ty = rewriter.ty(index);
                let last = match self.last {
                    Some(last) => rewriter.convert(last, ty),
                    None => last_of(rewriter, length, self.may_be_empty),
                };
                exactly(rewriter, Op::Umin, &[index, last])
            }
        };
        let is_nonuniform =
            |value: Value| rewriter.function.values[value].flags.contains(ValueFlags::NONUNIFORM);
        if self.operand.value().is_some_and(is_nonuniform)
            && let Some(value) = clamped.value()
        {
            rewriter.function.values[value].flags.insert(ValueFlags::NONUNIFORM);
        }
        clamped
    }
}

/// An operation on all bits of its operands, whatever their precision.
fn exactly(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Operand]) -> Operand {
    let types: Vec<Type> = operands.iter().map(|&operand| rewriter.ty(operand)).collect();
    let ty = typing::infer(rewriter.module, op, &types, 0).unwrap_or(common::VOID);
    let is_coarse = operands.iter().any(|&operand| rewriter.precision(operand) != Precision::None);
    let precision = if is_coarse && op != Op::Ult { Precision::High } else { Precision::None };
    rewriter.push(op, operands, 0, ty, precision)
}

/// Both conditions.
fn both(rewriter: &mut Rewriter<'_>, a: Option<Operand>, b: Operand) -> Operand {
    match a {
        Some(a) if a != b => rewriter.op(Op::And, &[a, b]),
        _ => b,
    }
}

/// An instruction that runs only under a condition; its results are zero otherwise. The condition was paid for.
fn only_if(rewriter: &mut Rewriter<'_>, inst: Inst, condition: Operand) -> Action {
    let is_known = condition.constant().and_then(|it| rewriter.module.constants.bits(it));
    if is_known == Some(1) {
        return Action::Keep;
    }
    let results: Vec<Value> = rewriter.function.results(inst).collect();
    let zeros: Vec<Operand> = results
        .iter()
        .map(|&value| rewriter.module.constants.null(rewriter.function.values[value].ty).into())
        .collect();
    let given = match is_known {
        Some(_) => zeros,
        None => {
            let found = results.iter().map(|&value| Operand::from(value)).collect::<Vec<_>>();
            rewriter.if_(
                condition,
                |rewriter| {
                    rewriter.push_inst(inst);
                    found
                },
                |_| zeros,
            )
        }
    };
    for (old, new) in results.into_iter().zip(given) {
        if let Some(new) = new.value() {
            let name = rewriter.function.value_name(old);
            rewriter.function.set_value_name(new, name);
            rewriter.function.values[new].flags = rewriter.function.values[old].flags;
        }
        rewriter.forward(old, new);
    }
    Action::Remove
}

impl Bounder {
    /// The policy of a class, and true if it was asked for.
    fn policy(&self, class: Class) -> (IndexPolicy, bool) {
        match self.options.of(class) {
            Some(policy) => (policy, true),
            None if self.options.robust_device && matches!(class, Class::ImageLoad | Class::ImageStore) => {
                (IndexPolicy::Unchecked, false)
            }
            // A store outside of an image has no effect in GLSL, so that another texel would be wrong.
            None if class == Class::ImageStore => (IndexPolicy::Skip, false),
            None => (IndexPolicy::Clamp, false),
        }
    }

    /// True if the device itself bounds the arrays without a length in storage blocks.
    fn leaves_lengths(&self) -> bool {
        self.options.robust_device && self.options.buffer.is_none()
    }

    /// Says that a policy cannot be kept, if it was asked for.
    fn cannot(&self, rewriter: &mut Rewriter<'_>, inst: Inst, class: Class, why: &str) {
        let (policy, is_asked_for) = self.policy(class);
        if is_asked_for || self.options.refuses_unbounded {
            let (class, policy) = (class.name(), policy.name());
            rewriter.refuse(inst, format!("`bound_indices.{class}={policy}` cannot be kept: {why}"));
        }
    }

    /// Refuses memory behind a buffer reference, if that is asked for.
    fn reference(&self, rewriter: &mut Rewriter<'_>, inst: Inst) {
        let function = &rewriter.function;
        let types = &rewriter.module.types;
        let block = function.result(inst).and_then(|value| types.pointee(function.values[value].ty));
        let Some(block) = block.filter(|_| self.options.refuses_unbounded) else { return };
        let name = match types.get(block) {
            TypeData::Struct(id) => rewriter.module.names.get(rewriter.module.structs[id].name),
            _ => "",
        };
        let message =
            format!("`bound_indices.unbounded=refuse`: memory behind a reference to `{name}` has no bounds");
        rewriter.refuse(inst, message);
    }

    fn intrinsic(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        match rewriter.function.intrinsic(inst) {
            Some(intrinsic) if is_matrix_memory(intrinsic) => self.matrix(rewriter, inst),
            Some(Intrinsic::ArraySlice) => self.slice(rewriter, inst),
            Some(
                Intrinsic::ColorAttachmentRead
                | Intrinsic::DepthAttachmentRead
                | Intrinsic::StencilAttachmentRead,
            ) => self.tile(rewriter, inst),
            _ => Action::Keep,
        }
    }

    /// True if the target has what a policy needs.
    fn has(&self, settings: &Settings, module: &Module, feature: Feature) -> bool {
        !settings.lacks(module, feature)
    }
}

/// The class of memory that the indices of an address choose from.
fn class_of(storage: Storage) -> Class {
    match storage {
        Storage::Function | Storage::Private => Class::Local,
        Storage::Shared | Storage::TaskPayload => Class::Shared,
        Storage::Uniform | Storage::PushConstant => Class::Uniform,
        Storage::Buffer
        | Storage::PhysicalBuffer
        | Storage::ShaderRecord
        | Storage::Texel
        | Storage::AtomicCounter => Class::Buffer,
        Storage::Opaque | Storage::TileImage => Class::BindingArray,
        Storage::Input
        | Storage::Output
        | Storage::RayPayload
        | Storage::IncomingRayPayload
        | Storage::HitAttribute
        | Storage::CallableData
        | Storage::HitObjectAttribute
        | Storage::IncomingCallableData
        | Storage::PixelLocal
        | Storage::Spirv => Class::Interface,
    }
}
