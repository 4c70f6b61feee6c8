//! Intrinsics: operands and results by the classes of the table.

use super::{Rule, Typing, Wanted, vector};
use crate::builtin::BuiltIn;
use crate::immediates::{AtomicAccess, MemoryAccess, scope, semantics};
use crate::intrinsic::{Intrinsic, OperandClass};
use crate::machine::MEMORY_ATOMICS;
use crate::matrix_lines::number_array;
use crate::module::{Modes, Storage};
use crate::ops::{Class, Op, Sig};
use crate::stages::Stages;
use crate::types::{Length, MatrixUse, Scalar, Type, TypeData, common};
use crate::verify::report::Part;

/// The form of a group operation that takes the size of a cluster.
const CLUSTERED: u32 = 3;

/// The forms of group operations that take the ballot of a part.
const PARTITIONED: std::ops::RangeInclusive<i64> = 6..=8;

impl Typing<'_> {
    pub(super) fn intrinsic(&mut self) {
        let Some(intrinsic) = Intrinsic::from_imm(self.imm) else { return };
        for index in 0..self.types.len() {
            let Some(class) = intrinsic.operand_class(index) else { continue };
            if class == OperandClass::Within {
                self.within(index);
            } else if class == OperandClass::MatrixLayout {
                self.constant_layout(index);
            } else if class.is_known() {
                self.known(index, class);
            } else if !self.fits(index, self.arg(index), class) {
                self.unexpected(index, self.wanted(class));
            }
        }
        if let Some(class) = intrinsic.info().result {
            let result = self.result_type();
            let fits = self.fits(usize::MAX, result, class);
            self.gives_at(0, self.wanted(class), |_, _| fits);
        }
        match intrinsic {
            Intrinsic::CooperativeMatrixMulAdd => self.multiplied(),
            Intrinsic::CooperativeMatrixConvert => self.converted(),
            Intrinsic::ImageFootprint => self.footprint(),
            Intrinsic::ArrayBitcast => self.array_bitcast(),
            Intrinsic::ArraySlice => self.array_slice(),
            Intrinsic::CooperativeMatrixFromArray => self.matrix_lines(self.result_type(), self.arg(0)),
            Intrinsic::CooperativeMatrixToArray => self.matrix_lines(self.arg(0), self.result_type()),
            Intrinsic::CooperativeMatrixReduce => self.reduced(),
            Intrinsic::CooperativeMatrixPerElement => self.per_element(),
            Intrinsic::CooperativeMatrixLoadTensor | Intrinsic::CooperativeMatrixLoadTensorView => {
                self.loaded_tensor(intrinsic);
            }
            _ if intrinsic.info().classes.contains(&OperandClass::Sizes) => self.sized(1),
            _ if intrinsic.info().classes.contains(&OperandClass::Slices) => self.sized(2),
            Intrinsic::SdotProduct
            | Intrinsic::UdotProduct
            | Intrinsic::SudotProduct
            | Intrinsic::SdotProductAccSat
            | Intrinsic::UdotProductAccSat
            | Intrinsic::SudotProductAccSat => self.dot_product(intrinsic),
            _ => {}
        }
    }

    /// The size of a cluster, or the ballot of a part.
    fn within(&mut self, index: usize) {
        let form = self.operands.get(1).and_then(|&form| self.module.as_int(form));
        if !form.is_some_and(|form| PARTITIONED.contains(&form)) {
            self.known(index, OperandClass::Cluster);
        } else if self.arg(index) != common::UVEC4 {
            self.unexpected(index, Wanted::Type(common::UVEC4));
        }
    }

    /// The layout of a matrix in memory.
    fn constant_layout(&mut self, index: usize) {
        let is_constant = self.operands.get(index).is_some_and(|operand| operand.constant().is_some());
        if !is_constant || !self.is_int32(self.arg(index)) {
            let message = "expected an integer constant of 32 bits".to_owned();
            self.fault(Rule::ConstantOperand, Part::Operand(index), message);
        }
    }

    /// An operand that must be a known integer.
    fn known(&mut self, index: usize, class: OperandClass) {
        let constant = self.operands.get(index).and_then(|operand| operand.constant());
        let value = constant.and_then(|constant| self.module.constants.as_int(constant));
        let Some(value) = value.filter(|_| self.is_int32(self.arg(index))) else {
            let message = "expected an integer constant of 32 bits".to_string();
            self.fault(Rule::ConstantOperand, Part::Operand(index), message);
            return;
        };
        let bits = value as u32;
        let wanted = match class {
            OperandClass::Scope => (!self.has_scope(bits)).then_some("a scope that the stage has"),
            OperandClass::Execution => {
                let fits = matches!(bits, scope::SUBGROUP | scope::WORKGROUP) && self.has_scope(bits);
                (!fits).then_some("the scope of the subgroup, or of the workgroup in a stage that has some")
            }
            OperandClass::Subgroup => (bits != scope::SUBGROUP).then_some("the scope of the subgroup"),
            OperandClass::ClockScope => {
                let fits = matches!(bits, scope::DEVICE | scope::SUBGROUP);
                (!fits).then_some("the scope of the device or of the subgroup")
            }
            OperandClass::Group => {
                let within = bits == CLUSTERED || PARTITIONED.contains(&bits.into());
                let fits = if self.types.len() == 4 { within } else { bits < CLUSTERED };
                (!fits).then_some(
                    "an operation from 0 to 2, 3 and the size of a cluster, or 6 to 8 and a ballot",
                )
            }
            OperandClass::Callee => {
                let callee = self.operands.get(index).and_then(|&operand| self.module.callback(operand));
                callee.is_none().then_some("the index of the name of a function")
            }
            OperandClass::Committed => (bits > 1).then_some("0 or 1"),
            OperandClass::Semantics => {
                self.barrier_semantics(index, bits);
                None
            }
            _ => self.machine_fault(class, bits),
        };
        if let Some(wanted) = wanted {
            let message = format!("expected {wanted}, found {value}");
            self.fault(Rule::ConstantOperand, Part::Operand(index), message);
        } else if class == OperandClass::Scope && bits == scope::QUEUE_FAMILY {
            self.needs_vulkan_memory(index, "the scope of the queue family");
        }
    }

    /// The values that a known operand of an operation of a machine can have, if it has another.
    fn machine_fault(&self, class: OperandClass, bits: u32) -> Option<&'static str> {
        let (fits, wanted) = match class {
            OperandClass::Align => (bits.is_power_of_two(), "a power of two"),
            OperandClass::Access => {
                (MemoryAccess::from_bits(bits).bits() == bits, "a set of memory accesses")
            }
            OperandClass::Mask => {
                let count = self.module.types.vector_size(self.arg(0)).unwrap_or(1);
                let all = 1u32.checked_shl(count).map_or(u32::MAX, |end| end - 1);
                (bits != 0 && bits & !all == 0, "a bit for some of the components")
            }
            OperandClass::Atomic => (
                MEMORY_ATOMICS.get(bits as usize).is_some_and(|&op| self.takes(op)),
                "an atomic operation on this type",
            ),
            OperandClass::Order => {
                let AtomicAccess { scope, semantics: bits } = AtomicAccess::from_bits(bits);
                (
                    self.has_scope(scope.into()) && semantics::fault(bits).is_none(),
                    "a scope and memory semantics",
                )
            }
            OperandClass::Component => (bits < 4, "a component from 0 to 3"),
            OperandClass::Place => (bits < 3, "a place from 0 to 2"),
            OperandClass::Perspective => (bits < 2, "0 or 1"),
            OperandClass::BuiltInNumber => ((bits as usize) < BuiltIn::ALL.len(), "a built-in variable"),
            _ => (true, ""),
        };
        (!fits).then_some(wanted)
    }

    /// True if an atomic fits the type of the value, and has a comparator if it takes one.
    fn takes(&self, op: Op) -> bool {
        let compares = op == Op::AtomicCompareExchange;
        let most = Intrinsic::from_imm(self.imm).map_or(0, |it| usize::from(it.info().operands.1));
        let class = match op.info().sig {
            Sig::AtomicRmw(class) => class,
            _ => Class::Numeric,
        };
        self.is_of(self.arg(1), class) && compares == (self.types.len() == most)
    }

    /// True if the stage has a scope of memory.
    fn has_scope(&self, bits: u32) -> bool {
        const IN_GROUPS: Stages = Stages::COMPUTE.or(Stages::TASK).or(Stages::MESH).or(Stages::TESS_CONTROL);
        match bits {
            scope::WORKGROUP => IN_GROUPS.has(self.module.stage),
            scope::LAST => Stages::RAY_TRACING.has(self.module.stage),
            _ => bits < scope::LAST,
        }
    }

    fn is_int32(&self, ty: Type) -> bool {
        ty == common::I32 || ty == common::U32
    }

    fn barrier_semantics(&mut self, index: usize, bits: u32) {
        let is_fence = Intrinsic::from_imm(self.imm) == Some(Intrinsic::MemoryBarrier);
        let scope = index.checked_sub(1).and_then(|before| self.operands.get(before));
        let is_alone = scope.and_then(|&scope| self.module.as_int(scope)) == Some(scope::INVOCATION.into());
        let fault = match semantics::fault(bits) {
            None if is_alone && bits & semantics::ORDERS != 0 => Some("an order for one invocation"),
            None if is_fence && bits & semantics::ORDERS == 0 => Some("no order"),
            fault => fault,
        };
        if let Some(fault) = fault {
            let message = format!("memory semantics {bits:#x} have {fault}");
            self.fault(Rule::Semantics, Part::Operand(index), message);
        } else if bits & semantics::OF_VULKAN != 0 {
            self.needs_vulkan_memory(index, "memory semantics");
        }
    }

    /// Reports what only Vulkan's memory model has, if the module has another.
    fn needs_vulkan_memory(&mut self, index: usize, what: &str) {
        if !self.has_vulkan_memory() {
            let message = format!("{what} of Vulkan's memory model in a module with another");
            self.fault(Rule::Semantics, Part::Operand(index), message);
        }
    }

    fn has_vulkan_memory(&self) -> bool {
        self.module.execution.modes.contains(Modes::VULKAN_MEMORY_MODEL) || self.facts.any_cooperative()
    }

    /// Scope and semantics of an atomic.
    pub(super) fn atomic_access(&mut self) {
        let AtomicAccess { scope, semantics: bits } = AtomicAccess::from_bits(self.imm);
        let sig = self.op.info().sig;
        let acquires = bits & (semantics::ACQUIRE | semantics::ACQUIRE_RELEASE) != 0;
        let releases = bits & (semantics::RELEASE | semantics::ACQUIRE_RELEASE) != 0;
        let needs_model = bits & semantics::OF_VULKAN != 0 || u32::from(scope) == scope::QUEUE_FAMILY;
        let fault = match semantics::fault(bits) {
            _ if !self.has_scope(scope.into()) => Some("a scope that the stage lacks"),
            _ if sig == Sig::AtomicLoad && releases => Some("a release of a load"),
            _ if sig == Sig::AtomicStore && acquires => Some("an acquire of a store"),
            _ if needs_model && !self.has_vulkan_memory() => Some("semantics of Vulkan's memory model"),
            fault => fault,
        };
        if let Some(fault) = fault {
            let message = format!("memory semantics {bits:#x} have {fault}");
            self.fault(Rule::Semantics, Part::Op, message);
        }
    }

    /// The type that operands and results of the class [`OperandClass::Same`] have.
    fn first_type(&self) -> Type {
        let intrinsic = Intrinsic::from_imm(self.imm);
        let known =
            |index| intrinsic.and_then(|it| it.operand_class(index)).is_some_and(OperandClass::is_known);
        (0..self.types.len()).find(|&index| !known(index)).map_or(common::VOID, |index| self.arg(index))
    }

    fn fits(&self, index: usize, ty: Type, class: OperandClass) -> bool {
        let data = self.module.types.get(ty);
        let is_vector =
            matches!(data, TypeData::Scalar(_) | TypeData::Vector { .. } | TypeData::LongVector { .. });
        let of = |class| is_vector && self.is_of(ty, class);
        let packed = |sign: fn(Scalar) -> bool| match data {
            TypeData::Scalar(scalar) => scalar.width() == 32 && scalar.is_integer(),
            TypeData::Vector { scalar, .. } | TypeData::LongVector { scalar, .. } => sign(scalar),
            _ => false,
        };
        // An address is one of a variable or of a part of one, not a constant.
        let is_constant = self.operands.get(index).is_some_and(|operand| operand.constant().is_some());
        let pointer = match data {
            TypeData::Pointer { storage, pointee } if !is_constant => {
                Some((storage, self.module.types.get(pointee)))
            }
            _ => None,
        };
        let is_global = self.operands.get(index).is_some_and(|operand| operand.global().is_some());
        let global_in =
            |storages: &[Storage]| pointer.is_some_and(|row| storages.contains(&row.0)) && is_global;
        match class {
            OperandClass::Any | OperandClass::Rest => true,
            OperandClass::Bool => ty == common::BOOL,
            OperandClass::Int | OperandClass::Sizes | OperandClass::Slices => self.is_int32(ty),
            OperandClass::U32 => ty == common::U32,
            OperandClass::F32 => ty == common::F32,
            OperandClass::Vec2 => ty == common::VEC2,
            OperandClass::Vec3 => ty == common::VEC3,
            OperandClass::Vec4 => ty == common::VEC4,
            OperandClass::Ivec2 => ty == common::IVEC2,
            OperandClass::Uvec2 => ty == common::UVEC2,
            OperandClass::Uvec4 => ty == common::UVEC4,
            OperandClass::Mat4x3 => data == TypeData::Matrix { scalar: Scalar::F32, columns: 4, rows: 3 },
            OperandClass::Triangle => is_array(data, common::VEC3, 3),
            OperandClass::Vec3Pair => is_array(data, common::VEC3, 2),
            OperandClass::F32Pair => is_array(data, common::F32, 2),
            OperandClass::Clock => ty == common::U64 || ty == common::UVEC2,
            OperandClass::Texel => match self.data(0) {
                TypeData::Image(image) | TypeData::SampledImage(image) => data == vector(image.sampled, 4),
                _ => false,
            },
            OperandClass::Sampled => matches!(data, TypeData::SampledImage(_)),
            OperandClass::Flat => is_flat(data, false),
            OperandClass::Layers => is_flat(data, true),
            OperandClass::Data => of(Class::Numeric) && !self.is_small_float(ty) || of(Class::Bool),
            OperandClass::Numbers => of(Class::Numeric) && !self.is_small_float(ty),
            OperandClass::Bools => of(Class::Bool),
            OperandClass::Ints => of(Class::Int),
            OperandClass::SignedInts => of(Class::Signed),
            OperandClass::UnsignedInts => of(Class::Unsigned),
            OperandClass::Floats => of(Class::Float) && !self.is_small_float(ty),
            OperandClass::BelowByte => self.is_below_byte(ty),
            OperandClass::Choices => of(Class::Int) || of(Class::Bool),
            OperandClass::Integer => matches!(data, TypeData::Scalar(scalar) if scalar.is_integer()),
            OperandClass::Packed => packed(Scalar::is_integer),
            OperandClass::SignedPacked => packed(Scalar::is_signed),
            OperandClass::UnsignedPacked => packed(Scalar::is_unsigned),
            OperandClass::Pointee => {
                matches!(self.data(0), TypeData::Pointer { storage: Storage::Input, pointee } if pointee == ty)
            }
            OperandClass::Same => ty == self.first_type(),
            OperandClass::Query => pointer.is_some_and(|row| row.1 == TypeData::RayQuery),
            OperandClass::Hit => pointer.is_some_and(|row| row.1 == TypeData::HitObject),
            OperandClass::HitAttribute => global_in(&[Storage::HitObjectAttribute]),
            OperandClass::Scene => data == TypeData::AccelerationStructure,
            OperandClass::Payload => global_in(&[Storage::RayPayload, Storage::IncomingRayPayload]),
            OperandClass::CallableData => global_in(&[Storage::CallableData, Storage::IncomingCallableData]),
            OperandClass::TileImage => {
                matches!(data, TypeData::Image(image) if image.dim == crate::Dim::TileImage)
            }
            OperandClass::Multisampled => is_multisampled(data),
            OperandClass::Tensor => matches!(data, TypeData::Tensor { .. }),
            OperandClass::Coordinates | OperandClass::Elements => self.is_of_tensor(class, ty),
            OperandClass::Matrix => self.is_matrix(data),
            OperandClass::NumberArray => number_array(self.module, ty).is_some_and(|it| it.1 != Scalar::Bool),
            OperandClass::MatrixMemory => pointer.is_some_and(|row| is_shared(row.0) && is_stored(row.1)),
            OperandClass::TensorMemory => pointer.is_some_and(|row| is_shared(row.0)),
            OperandClass::ArrayMemory => pointer.is_some_and(|row| is_shared(row.0) && is_any_array(row.1)),
            OperandClass::CoopVector => matches!(data, TypeData::LongVector { cooperative: true, .. }),
            OperandClass::Layout => matches!(data, TypeData::TensorLayout { .. }),
            OperandClass::View => matches!(data, TypeData::TensorView { .. }),
            OperandClass::Stored => of(Class::Numeric),
            OperandClass::Number => of(Class::Numeric) && matches!(data, TypeData::Scalar(_)),
            OperandClass::U64 => ty == common::U64,
            OperandClass::Handle => is_handle(data),
            OperandClass::Coordinate => {
                of(Class::Int) && self.module.types.scalar_of(ty).is_some_and(|it| it.width() == 32)
            }
            OperandClass::Scope
            | OperandClass::Execution
            | OperandClass::Subgroup
            | OperandClass::ClockScope
            | OperandClass::Semantics
            | OperandClass::Known
            | OperandClass::MatrixLayout
            | OperandClass::Callee
            | OperandClass::Literal
            | OperandClass::Group
            | OperandClass::Cluster
            | OperandClass::Within
            | OperandClass::Committed
            | OperandClass::Align
            | OperandClass::Access
            | OperandClass::Mask
            | OperandClass::Atomic
            | OperandClass::Order
            | OperandClass::Slot
            | OperandClass::Component
            | OperandClass::Place
            | OperandClass::Perspective
            | OperandClass::BuiltInNumber => true,
        }
    }

    /// True for elements of the tensor that the first operand is, or for its coordinates.
    fn is_of_tensor(&self, class: OperandClass, ty: Type) -> bool {
        let TypeData::Tensor { element, rank } = self.data(0) else { return false };
        match self.module.types.get(ty) {
            data if class == OperandClass::Coordinates => is_array(data, common::U32, rank),
            TypeData::Array { element: part, .. } => part == common::scalar(element),
            _ => ty == common::scalar(element),
        }
    }

    /// True for floats smaller than a byte, as many as the first operand has components.
    fn is_below_byte(&self, ty: Type) -> bool {
        let Some(scalar) = self.module.types.scalar_of(ty) else { return false };
        scalar.is_below_byte() && self.like(self.arg(0), scalar) == Some(self.module.types.get(ty))
    }

    /// True for floats that only cooperative matrices and conversions take.
    fn is_small_float(&self, ty: Type) -> bool {
        self.module.types.scalar_of(ty).is_some_and(Scalar::is_small_float)
    }

    fn wanted(&self, class: OperandClass) -> Wanted {
        Wanted::Words(match class {
            OperandClass::Bool => return Wanted::Type(common::BOOL),
            OperandClass::U32 => return Wanted::Type(common::U32),
            OperandClass::F32 => return Wanted::Type(common::F32),
            OperandClass::Vec2 => return Wanted::Type(common::VEC2),
            OperandClass::Vec3 => return Wanted::Type(common::VEC3),
            OperandClass::Vec4 => return Wanted::Type(common::VEC4),
            OperandClass::Ivec2 => return Wanted::Type(common::IVEC2),
            OperandClass::Uvec2 => return Wanted::Type(common::UVEC2),
            OperandClass::Uvec4 => return Wanted::Type(common::UVEC4),
            OperandClass::Mat4x3 => {
                return Wanted::Data(TypeData::Matrix { scalar: Scalar::F32, columns: 4, rows: 3 });
            }
            OperandClass::Pointee => "the type of the input whose address is the first operand",
            OperandClass::Same => return Wanted::Type(self.first_type()),
            OperandClass::Any | OperandClass::Rest => "an operand",
            OperandClass::Int => "an integer of 32 bits",
            OperandClass::Triangle => "an array of three vectors",
            OperandClass::Vec3Pair => "an array of two vectors of three floats",
            OperandClass::F32Pair => "an array of two floats",
            OperandClass::Clock => "`u64` or `vec2<u32>`",
            OperandClass::Texel => "four components of a texel",
            OperandClass::Sampled => "a texture with a sampler",
            OperandClass::Flat => "a 2D texture with a sampler",
            OperandClass::Layers => "a 2D texture with layers and a sampler",
            OperandClass::Data => "bools or numbers",
            OperandClass::Numbers => "numbers",
            OperandClass::Bools => "bools",
            OperandClass::Ints => "integers",
            OperandClass::SignedInts => "signed integers",
            OperandClass::UnsignedInts => "unsigned integers",
            OperandClass::Floats => "floats",
            OperandClass::BelowByte => "floats smaller than a byte",
            OperandClass::Choices => "bools or integers",
            OperandClass::Integer => "an integer",
            OperandClass::Packed => "integers, or 32 bits that hold some",
            OperandClass::SignedPacked => "signed integers, or 32 bits that hold some",
            OperandClass::UnsignedPacked => "unsigned integers, or 32 bits that hold some",
            OperandClass::Query => "the address of a ray query",
            OperandClass::Hit => "the address of a hit object",
            OperandClass::HitAttribute => "a variable with attributes of a hit object",
            OperandClass::Scene => "an acceleration structure",
            OperandClass::Payload => "a ray payload variable",
            OperandClass::CallableData => "a variable with data of a callable shader",
            OperandClass::TileImage => "a tile image",
            OperandClass::Multisampled => "a texture or an attachment of several samples",
            OperandClass::Tensor => "a tensor",
            OperandClass::Coordinates => "a coordinate for each dimension of the tensor",
            OperandClass::Elements => "elements of the tensor",
            OperandClass::Matrix => "a cooperative matrix",
            OperandClass::NumberArray => "an array of numbers",
            OperandClass::MatrixMemory => "the address of numbers in shared memory",
            OperandClass::TensorMemory => "the address of data in shared memory",
            OperandClass::CoopVector => "a cooperative vector",
            OperandClass::ArrayMemory => "the address of an array in shared memory",
            OperandClass::Layout => "the layout of a tensor",
            OperandClass::View => "the view of a tensor",
            OperandClass::Sizes | OperandClass::Slices => "an integer of 32 bits",
            OperandClass::Stored => "a number or a vector of numbers",
            OperandClass::Number => "a number",
            OperandClass::U64 => return Wanted::Type(common::U64),
            OperandClass::Handle => "an image, a texture, a sampler or an acceleration structure",
            OperandClass::Coordinate => "an integer of 32 bits or a vector of such",
            OperandClass::Scope
            | OperandClass::Execution
            | OperandClass::Subgroup
            | OperandClass::ClockScope
            | OperandClass::Semantics
            | OperandClass::Known
            | OperandClass::MatrixLayout
            | OperandClass::Callee
            | OperandClass::Literal
            | OperandClass::Group
            | OperandClass::Cluster
            | OperandClass::Within
            | OperandClass::Committed
            | OperandClass::Align
            | OperandClass::Access
            | OperandClass::Mask
            | OperandClass::Atomic
            | OperandClass::Order
            | OperandClass::Slot
            | OperandClass::Component
            | OperandClass::Place
            | OperandClass::Perspective
            | OperandClass::BuiltInNumber => "an integer constant",
        })
    }

    /// True for a cooperative matrix that the intrinsic takes: most ask for a use.
    fn is_matrix(&self, data: TypeData) -> bool {
        let TypeData::CooperativeMatrix { usage, .. } = data else { return false };
        usage != MatrixUse::Any
            || matches!(
                Intrinsic::from_imm(self.imm),
                Some(
                    Intrinsic::CooperativeMatrixLoad
                        | Intrinsic::CooperativeMatrixStore
                        | Intrinsic::CooperativeMatrixLength
                        | Intrinsic::CooperativeMatrixMulAdd
                )
            )
    }

    /// The matrices of a multiplication: rows by inner, inner by columns, and rows by columns.
    fn multiplied(&mut self) {
        let of = |ty: Type| match self.module.types.get(ty) {
            TypeData::CooperativeMatrix { scope, rows, columns, usage, .. } => {
                Some((scope, rows, columns, usage))
            }
            _ => None,
        };
        let matrices = (of(self.arg(0)), of(self.arg(1)), of(self.arg(2)));
        let (Some(a), Some(b), Some(c)) = matrices else { return };
        let matrix = Wanted::Words("a matrix of the use and size that the multiplication needs");
        let uses = match a.3 {
            MatrixUse::Any => [MatrixUse::Any; 3],
            _ => [MatrixUse::A, MatrixUse::B, MatrixUse::Accumulator],
        };
        if a.3 != uses[0] {
            self.unexpected(0, matrix);
        } else if b.3 != uses[1] || a.2 != b.1 || a.0 != b.0 {
            self.unexpected(1, matrix);
        } else if c.3 != uses[2] || (a.0, a.1, b.2) != (c.0, c.1, c.2) {
            self.unexpected(2, matrix);
        } else {
            self.gives(self.arg(2));
        }
    }

    /// The factors of an integer dot product are alike, and packed ones have a format.
    fn dot_product(&mut self, intrinsic: Intrinsic) {
        let (Some(a), Some(b)) = (self.shape(self.arg(0)), self.shape(self.arg(1))) else { return };
        if a.1 != b.1 || a.0.width() != b.0.width() {
            self.unexpected(1, Wanted::Words("as many integers as the first factor has"));
        }
        let accumulates = intrinsic.info().operands.0 == 3;
        let has_format = self.types.len() > usize::from(intrinsic.info().operands.0);
        if has_format != (a.1 == 1) {
            let message = "packed integers have a format, and only they".to_string();
            self.fault(Rule::OperandCount, Part::Op, message);
        } else if has_format && self.operands.last().and_then(|&last| self.module.as_int(last)) != Some(0) {
            let message = "expected the format 0: four integers of 8 bits".to_string();
            self.fault(Rule::ConstantOperand, Part::Operand(self.types.len() - 1), message);
        }
        if accumulates {
            self.gives(self.arg(2));
        }
        let width = if a.1 == 1 { 8 } else { a.0.width() };
        let result = self.result_type();
        let fits = self.shape(result).is_some_and(|(scalar, _)| scalar.width() >= width);
        self.gives_at(0, Wanted::Words("an integer that is as wide as those of the factors"), |_, _| fits);
    }
}

/// True for memory that invocations share.
fn is_shared(storage: Storage) -> bool {
    matches!(storage, Storage::Buffer | Storage::Shared | Storage::PhysicalBuffer)
}

/// True for a number or a vector of numbers.
fn is_stored(data: TypeData) -> bool {
    matches!(data, TypeData::Scalar(scalar) | TypeData::Vector { scalar, .. } if scalar != Scalar::Bool)
}

/// True for an array, whether or not its length is known.
fn is_any_array(data: TypeData) -> bool {
    matches!(data, TypeData::Array { .. } | TypeData::RuntimeArray { .. })
}

/// True for a texture or an attachment of several samples.
fn is_multisampled(data: TypeData) -> bool {
    let (TypeData::Image(image) | TypeData::SampledImage(image)) = data else { return false };
    image.multisampled && matches!(image.dim, crate::Dim::D2 | crate::Dim::Subpass)
}

/// True for a 2D texture of floats with a sampler.
fn is_flat(data: TypeData, arrayed: bool) -> bool {
    let TypeData::SampledImage(image) = data else { return false };
    image.dim == crate::Dim::D2
        && image.arrayed == arrayed
        && image.sampled == Scalar::F32
        && !image.multisampled
        && !image.shadow
}

fn is_array(data: TypeData, element: Type, length: u32) -> bool {
    data == TypeData::Array { element, length: Length::Constant(length) }
}

/// True for a resource that is no data.
fn is_handle(data: TypeData) -> bool {
    matches!(
        data,
        TypeData::Image(_)
            | TypeData::SampledImage(_)
            | TypeData::Sampler { .. }
            | TypeData::Tensor { .. }
            | TypeData::AccelerationStructure
    )
}
