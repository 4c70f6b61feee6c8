//! Words of operands by the names that assembly has for them.

use std::borrow::Cow;

use rspirv::binary::Disassemble;
use rspirv::dr::Operand;
use rspirv::grammar::{LogicalOperand, OperandKind};
use rspirv::spirv::{
    Capability, CooperativeMatrixOperands, Decoration, ExecutionMode, FPEncoding, LoopControl, Op,
};

/// The word of a name, and the operands that the name demands behind it.
pub(crate) struct Named {
    pub(crate) word: u32,
    pub(crate) more: Vec<LogicalOperand>,
}

/// A value of an operand that rspirv lacks.
pub(crate) struct Newer {
    /// Of the instruction that has it.
    op: Op,
    /// Of the word in the instruction.
    pub(crate) position: usize,
    pub(crate) number: u32,
    name: &'static str,
    /// A value that rspirv knows, with the same operands behind it.
    stand_in: u32,
    /// True if it is a bit of a mask. Its operands come behind those of all others.
    is_bit: bool,
}

/// Values that are newer than rspirv, and those that are read in their place.
static NEWER: &[Newer] = &[
    Newer {
        op: Op::Capability,
        position: 1,
        number: 5429,
        name: "CooperativeMatrixConversionsEXT",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 5438,
        name: "CooperativeMatrixGetCoordinateEXT",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Decorate,
        position: 2,
        number: 5440,
        name: "CooperativeMatrixTransposeEXT",
        stand_in: Decoration::RelaxedPrecision as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 6032,
        name: "RayTracingOpacityMicromapExecutionModeKHR",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 4539,
        name: "MultipleWaitQueuesQCOM",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 4228,
        name: "Float6EXT",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 4229,
        name: "Float4EXT",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 4230,
        name: "Float8UnsignedE8M0EXT",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 4231,
        name: "MXInt8EXT",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::Capability,
        position: 1,
        number: 4232,
        name: "BitcastExtractEXT",
        stand_in: Capability::Shader as u32,
        is_bit: false,
    },
    Newer {
        op: Op::TypeFloat,
        position: 3,
        number: 4223,
        name: "Float6E2M3EXT",
        stand_in: FPEncoding::BFloat16KHR as u32,
        is_bit: false,
    },
    Newer {
        op: Op::TypeFloat,
        position: 3,
        number: 4224,
        name: "Float6E3M2EXT",
        stand_in: FPEncoding::BFloat16KHR as u32,
        is_bit: false,
    },
    Newer {
        op: Op::TypeFloat,
        position: 3,
        number: 4225,
        name: "Float4E2M1EXT",
        stand_in: FPEncoding::BFloat16KHR as u32,
        is_bit: false,
    },
    Newer {
        op: Op::TypeFloat,
        position: 3,
        number: 4226,
        name: "Float8UnsignedE8M0EXT",
        stand_in: FPEncoding::BFloat16KHR as u32,
        is_bit: false,
    },
    Newer {
        op: Op::TypeFloat,
        position: 3,
        number: 4227,
        name: "MXInt8EXT",
        stand_in: FPEncoding::BFloat16KHR as u32,
        is_bit: false,
    },
    Newer {
        op: Op::LoopMerge,
        position: 3,
        number: 1 << 28,
        name: "MultipleWaitQueuesQCOM",
        stand_in: LoopControl::MAX_REINVOCATION_DELAY_ALTERA.bits(),
        is_bit: true,
    },
    Newer {
        op: Op::ExecutionModeId,
        position: 2,
        number: 6031,
        name: "OpacityMicromapIdKHR",
        stand_in: ExecutionMode::SubgroupsPerWorkgroupId as u32,
        is_bit: false,
    },
];

impl Newer {
    /// The row of an instruction with such a value.
    pub(crate) fn of_instruction(words: &[u32]) -> Option<&'static Self> {
        let op = words.first()? & 0xffff;
        let is_it =
            |row: &&Self| row.op as u32 == op && words.get(row.position).is_some_and(|&word| row.is_in(word));
        NEWER.iter().find(is_it)
    }

    /// True if a word is this value, or has this bit.
    fn is_in(&self, word: u32) -> bool {
        if self.is_bit { word & self.number != 0 } else { word == self.number }
    }

    /// The word that rspirv reads in place of one with this value.
    pub(crate) fn stand_in_for(&self, word: u32) -> u32 {
        if self.is_bit { word & !self.number | self.stand_in } else { self.stand_in }
    }

    /// The name of such a value, which is a number in an instruction of rspirv.
    pub(crate) fn name_of(op: Op, number: u32) -> Option<String> {
        let row = NEWER.iter().find(|row| row.op == op && row.is_in(number))?;
        let rest = LoopControl::from_bits(number & !row.number).filter(|rest| row.is_bit && !rest.is_empty());
        Some(rest.map_or(row.name.to_owned(), |rest| format!("{}|{}", rest.disassemble(), row.name)))
    }

    /// The value with this name.
    fn named(kind: OperandKind, name: &str) -> Option<Named> {
        if kind == OperandKind::LoopControl {
            let row = NEWER.iter().find(|row| row.is_bit && name.split('|').any(|part| part == row.name))?;
            let others: Vec<&str> = name.split('|').filter(|&part| part != row.name).collect();
            let others = if others.is_empty() { "None".to_owned() } else { others.join("|") };
            let Named { word, mut more } = named(kind, &others)??;
            let own = Operand::LoopControl(LoopControl::from_bits(row.stand_in)?);
            more.extend(own.additional_operands());
            return Some(Named { word: word | row.number, more });
        }
        let op = match kind {
            OperandKind::Capability => Op::Capability,
            OperandKind::ExecutionMode => Op::ExecutionModeId,
            OperandKind::Decoration => Op::Decorate,
            OperandKind::FPEncoding => Op::TypeFloat,
            _ => return None,
        };
        let row = NEWER.iter().find(|row| row.op == op && row.name == name && !row.is_bit)?;
        let stand_in = match (kind, row.op) {
            (OperandKind::FPEncoding, _) => Operand::FPEncoding(FPEncoding::from_u32(row.stand_in)?),
            (OperandKind::Capability, Op::Capability) => {
                Operand::Capability(Capability::from_u32(row.stand_in)?)
            }
            (OperandKind::ExecutionMode, Op::ExecutionModeId) => {
                Operand::ExecutionMode(ExecutionMode::from_u32(row.stand_in)?)
            }
            (OperandKind::Decoration, Op::Decorate) => {
                Operand::Decoration(Decoration::from_u32(row.stand_in)?)
            }
            _ => return None,
        };
        Some(Named { word: row.number, more: stand_in.additional_operands() })
    }
}

/// Kinds of operands that have names: one value, or a mask of bits joined by `|`.
macro_rules! kinds {
    (values { $($value:ident,)* } masks { $($mask:ident,)* }) => {
        /// The value with this name of such a kind; `None` if the kind has no names, `Some(None)` if it has not this one.
        pub(crate) fn named(kind: OperandKind, name: &str) -> Option<Option<Named>> {
            if let Some(newer) = Newer::named(kind, name) {
                return Some(Some(newer));
            }
            match kind {
                $(OperandKind::$value => Some(identifier(kind, name).parse().ok().map(|value: rspirv::spirv::$value| Named {
                    word: value as u32,
                    more: Operand::$value(value).additional_operands(),
                })),)*
                $(OperandKind::$mask => {
                    let flag = |bit: u32| rspirv::spirv::$mask::from_bits(1 << bit);
                    let word = mask(name, |bit| flag(bit).map(|flag| flag.disassemble()));
                    Some(word.map(|word| {
                        // Operands go by the order of the bits.
                        let bits = (0..32).filter(|bit| word >> bit & 1 == 1).filter_map(flag);
                        Named { word, more: bits.flat_map(|it| Operand::$mask(it).additional_operands()).collect() }
                    }))
                })*
                _ => None,
            }
        }
    };
}

kinds! {
    values {
        SourceLanguage,
        ExecutionModel,
        AddressingModel,
        MemoryModel,
        ExecutionMode,
        StorageClass,
        Dim,
        SamplerAddressingMode,
        SamplerFilterMode,
        ImageFormat,
        ImageChannelOrder,
        ImageChannelDataType,
        FPRoundingMode,
        FPDenormMode,
        QuantizationModes,
        FPOperationMode,
        OverflowModes,
        LinkageType,
        AccessQualifier,
        HostAccessQualifier,
        FunctionParameterAttribute,
        Decoration,
        BuiltIn,
        Scope,
        GroupOperation,
        KernelEnqueueFlags,
        Capability,
        RayQueryIntersection,
        RayQueryCommittedIntersectionType,
        RayQueryCandidateIntersectionType,
        PackedVectorFormat,
        CooperativeMatrixLayout,
        CooperativeMatrixUse,
        TensorClampMode,
        InitializationModeQualifier,
        LoadCacheControl,
        StoreCacheControl,
        NamedMaximumNumberOfRegisters,
        FPEncoding,
        CooperativeVectorMatrixLayout,
        ComponentType,
    }
    masks {
        ImageOperands,
        FPFastMathMode,
        SelectionControl,
        LoopControl,
        FunctionControl,
        MemorySemantics,
        MemoryAccess,
        KernelProfilingInfo,
        RayFlags,
        FragmentShadingRate,
        RawAccessChainOperands,
        CooperativeMatrixOperands,
        CooperativeMatrixReduce,
        TensorAddressingOperands,
        MatrixMultiplyAccumulateOperands,
        TensorOperands,
    }
}

/// The name of a value in `rspirv`, which writes `Dim2D` for `2D`.
fn identifier(kind: OperandKind, name: &str) -> Cow<'_, str> {
    match kind {
        OperandKind::Dim => Cow::Owned(format!("Dim{name}")),
        _ => Cow::Borrowed(name),
    }
}

/// The bits of names joined by `|`, by the name that `name_of` has for the bit of a number.
fn mask(names: &str, name_of: impl Fn(u32) -> Option<String>) -> Option<u32> {
    let bit = |name: &str| {
        let is_it = |bit: &u32| name_of(*bit).as_deref() == Some(name);
        if is_none(name) { Some(0) } else { (0..32).find(is_it).map(|bit| 1 << bit) }
    };
    names.split('|').try_fold(0, |bits, name| Some(bits | bit(name)?))
}

/// True for the names of a mask without bits.
fn is_none(name: &str) -> bool {
    matches!(name, "None" | "NoneKHR")
}

/// The text of a mask that `rspirv` prints as a number otherwise.
pub(crate) fn mask_text(operand: &Operand) -> Option<String> {
    let text = match operand {
        Operand::RayFlags(mask) => mask.disassemble(),
        Operand::FragmentShadingRate(mask) => mask.disassemble(),
        Operand::RawAccessChainOperands(mask) => mask.disassemble(),
        // The only mask whose nothing has a suffix.
        Operand::CooperativeMatrixOperands(mask) if *mask == CooperativeMatrixOperands::NONE_KHR => {
            "NoneKHR".to_owned()
        }
        Operand::CooperativeMatrixOperands(mask) => mask.disassemble(),
        Operand::CooperativeMatrixReduce(mask) => mask.disassemble(),
        Operand::TensorAddressingOperands(mask) => mask.disassemble(),
        Operand::MatrixMultiplyAccumulateOperands(mask) => mask.disassemble(),
        Operand::TensorOperands(mask) => mask.disassemble(),
        _ => return None,
    };
    Some(text)
}
