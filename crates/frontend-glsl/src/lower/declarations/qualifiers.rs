//! Qualifiers of a declaration, as they are read.

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::declarations::layout_qualifiers::LayoutQualifiers;
use crate::lower::declarations::subroutines::SubroutineQualifier;
use crate::lower::extensions::spirv_intrinsics::SpirvQualifiers;
use crate::symbols::Symbol;
use crate::tokens::Qualifier;
use vitrum_glsl::features::Feature;
use vitrum_ir::{Decorations, Interpolation, Precision, Qualifiers, Span, Stage, Storage};

/// Everything before the type of a declaration.
#[derive(Clone, Debug, Default)]
pub(crate) struct QualifierList {
    /// The span of all qualifiers; empty if there are none.
    pub(crate) span: Span,
    /// The storage qualifier: `in`, `uniform` and the like. `const` is separate, since `const in` has both.
    pub(crate) storage: Option<Qualifier>,
    /// True if `const` is there.
    pub(crate) constant: bool,
    /// `highp` and the like.
    pub(crate) precision: Option<Precision>,
    /// `flat` and the like.
    pub(crate) interpolation: Option<Interpolation>,
    /// Qualifiers without a value.
    pub(crate) flags: Qualifiers,
    /// The span of `taskNV`.
    pub(crate) task_memory: Option<Span>,
    /// True if `nonuniformEXT` is there.
    pub(crate) nonuniform: bool,
    /// Qualifiers of `GL_EXT_spirv_intrinsics`.
    pub(crate) spirv: SpirvQualifiers,
    /// `subroutine`, with the types in its parentheses.
    pub(crate) subroutine: SubroutineQualifier,
    /// Layout qualifiers.
    pub(crate) layout: LayoutQualifiers,
    /// The highest rank of a qualifier so far.
    rank: Rank,
}

/// The auxiliary qualifiers of inputs and outputs.
pub(crate) const AUXILIARY: Qualifiers =
    Qualifiers::CENTROID.union(Qualifiers::SAMPLE).union(Qualifiers::PATCH);

/// The qualifiers of outputs of meshes, and of inputs behind them.
pub(crate) const OF_MESHES: Qualifiers = Qualifiers::PER_PRIMITIVE.union(Qualifiers::PER_VIEW);

/// The flag of a qualifier without a value.
fn flag(qualifier: Qualifier) -> Option<Qualifiers> {
    Some(match qualifier {
        Qualifier::Centroid => Qualifiers::CENTROID,
        Qualifier::Sample => Qualifiers::SAMPLE,
        Qualifier::Patch => Qualifiers::PATCH,
        Qualifier::Invariant => Qualifiers::INVARIANT,
        Qualifier::Precise => Qualifiers::PRECISE,
        Qualifier::Coherent => Qualifiers::COHERENT,
        Qualifier::DeviceCoherent => Qualifiers::DEVICE_COHERENT,
        Qualifier::Volatile => Qualifiers::VOLATILE,
        Qualifier::Restrict => Qualifiers::RESTRICT,
        Qualifier::ReadOnly => Qualifiers::READONLY,
        Qualifier::WriteOnly => Qualifiers::WRITEONLY,
        Qualifier::QueueFamilyCoherent => Qualifiers::QUEUE_FAMILY_COHERENT,
        Qualifier::WorkgroupCoherent => Qualifiers::WORKGROUP_COHERENT,
        Qualifier::SubgroupCoherent => Qualifiers::SUBGROUP_COHERENT,
        Qualifier::ShaderCallCoherent => Qualifiers::SHADER_CALL_COHERENT,
        Qualifier::NonPrivate => Qualifiers::NON_PRIVATE,
        Qualifier::Nontemporal => Qualifiers::NONTEMPORAL,
        Qualifier::PerPrimitive => Qualifiers::PER_PRIMITIVE,
        Qualifier::PerView => Qualifiers::PER_VIEW,
        _ => return None,
    })
}

/// The storage class that a qualifier means on a block, and with other words for single variables.
pub(crate) fn storage_of_word(qualifier: Qualifier) -> Option<Storage> {
    Some(match qualifier {
        Qualifier::In => Storage::Input,
        Qualifier::Out => Storage::Output,
        Qualifier::Uniform => Storage::Uniform,
        Qualifier::Buffer => Storage::Buffer,
        Qualifier::Shared => Storage::Shared,
        Qualifier::TaskPayloadShared => Storage::TaskPayload,
        Qualifier::RayPayload => Storage::RayPayload,
        Qualifier::RayPayloadIn => Storage::IncomingRayPayload,
        Qualifier::CallableData => Storage::CallableData,
        Qualifier::CallableDataIn => Storage::IncomingCallableData,
        Qualifier::HitAttribute => Storage::HitAttribute,
        Qualifier::HitObjectAttribute => Storage::HitObjectAttribute,
        Qualifier::ResourceHeap | Qualifier::SamplerHeap => Storage::Opaque,
        Qualifier::PixelLocal | Qualifier::PixelLocalIn | Qualifier::PixelLocalOut => Storage::PixelLocal,
        _ => return None,
    })
}

/// The storage class of `in`, `out`, `uniform`, `buffer` or pixel local storage.
pub(crate) fn interface_of_word(qualifier: Qualifier) -> Option<Storage> {
    let is_interface = |storage: &Storage| {
        matches!(
            storage,
            Storage::Input | Storage::Output | Storage::Uniform | Storage::Buffer | Storage::PixelLocal
        )
    };
    storage_of_word(qualifier).filter(is_interface)
}

/// The precision that a qualifier names.
pub(crate) fn precision_of_word(qualifier: Qualifier) -> Option<Precision> {
    Some(match qualifier {
        Qualifier::HighPrecision => Precision::High,
        Qualifier::MediumPrecision => Precision::Medium,
        Qualifier::LowPrecision => Precision::Low,
        _ => return None,
    })
}

/// The rank of a qualifier in the order that old versions demand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// `invariant`
    #[default]
    Invariant,
    /// `flat` and the like.
    Interpolation,
    /// `centroid`, `sample` and `patch`.
    Auxiliary,
    /// `const`
    Constant,
    /// `in`, `uniform` and everything else.
    Storage,
    /// `highp` and the like.
    Precision,
}

impl Rank {
    fn of(word: Qualifier) -> Self {
        if interpolation_of_word(word).is_some() {
            return Self::Interpolation;
        }
        if precision_of_word(word).is_some() {
            return Self::Precision;
        }
        match word {
            Qualifier::Invariant => Self::Invariant,
            Qualifier::Centroid | Qualifier::Sample | Qualifier::Patch => Self::Auxiliary,
            Qualifier::Const => Self::Constant,
            _ => Self::Storage,
        }
    }
}

fn interpolation_of_word(qualifier: Qualifier) -> Option<Interpolation> {
    Some(match qualifier {
        Qualifier::Flat => Interpolation::Flat,
        Qualifier::Smooth => Interpolation::Smooth,
        Qualifier::NoPerspective => Interpolation::NoPerspective,
        Qualifier::PerVertex => Interpolation::PerVertex,
        Qualifier::ExplicitInterp => Interpolation::Explicit,
        _ => return None,
    })
}

impl Lowering<'_> {
    /// Checks the order of qualifiers, which is fixed before 4.20 and ESSL 3.10 (ESSL 3.00 section 4.7).
    fn check_order(&mut self, list: &mut QualifierList, rank: Rank, what: &str, span: Span) {
        let free = self.has(Feature::FreeQualifierOrder);
        let shader4 = self.enabled(Extension::ExtGpuShader4);
        // The extension allows `centroid` and `noperspective` in either order.
        let free = free || shader4 && (rank, list.rank) == (Rank::Interpolation, Rank::Auxiliary);
        if rank < list.rank && !free {
            let version = self.version();
            let message = format!("`{what}` must precede other qualifiers in version {version}");
            self.report.error(Code::QualifierOrder, span, message);
            self.report.note("the required order is: invariant, interpolation, storage, precision");
            return;
        }
        list.rank = rank;
    }

    /// Checks that `layout` comes before `in`, `out` and `uniform` in versions with a fixed order.
    pub(crate) fn check_layout_order(&mut self, list: &QualifierList, span: Span) {
        if list.storage.is_some() && !self.has(Feature::FreeQualifierOrder) {
            let version = self.version();
            let message = format!("`layout` must precede other qualifiers in version {version}");
            self.report.error(Code::QualifierOrder, span, message);
        }
    }

    /// `attribute` or `varying`; `in` or `out` in versions that removed them, after an error.
    fn old_interface_word(&mut self, word: Qualifier, span: Span) -> Qualifier {
        let version = self.version();
        let way = match (word, self.module.stage) {
            (Qualifier::Attribute, _) | (_, Stage::Fragment) => Qualifier::In,
            _ => Qualifier::Out,
        };
        let (old, new) = (word.text(), way.text());
        if let Some(removed) = word.removed_in(version) {
            let whence = if removed.is_es() { "" } else { " from the core profile" };
            let message = format!(
                "version {version} does not support `{old}`, which version {removed} removed{whence}"
            );
            self.report.error(Code::VersionLacks, span, message);
            self.report.fix(format!("write `{new}`"), span, new);
            return way;
        }
        if let Some(deprecated) = word.deprecated_in(version) {
            let message =
                format!("`{old}` is deprecated since version {deprecated}, and later versions lack it");
            self.report.warning(Code::DeprecatedWord, span, message);
            self.report.fix(format!("write `{new}`"), span, new);
        }
        word
    }

    /// A qualifier of one word.
    pub(crate) fn qualifier(&mut self, list: &mut QualifierList, word: Qualifier, span: Span) {
        let word = match word {
            Qualifier::Attribute | Qualifier::Varying => self.old_interface_word(word, span),
            word => word,
        };
        self.check_order(list, Rank::of(word), word.text(), span);
        list.extend_span(span);
        let duplicate = if word == Qualifier::Const {
            std::mem::replace(&mut list.constant, true)
        } else if let Some(precision) = precision_of_word(word) {
            self.precision.is_used = true;
            list.precision.replace(precision).is_some()
        } else if let Some(interpolation) = interpolation_of_word(word) {
            list.interpolation.replace(interpolation).is_some()
        } else if let Some(flag) = flag(word) {
            let is_second = AUXILIARY.contains(flag) && list.flags.intersects(AUXILIARY);
            let is_duplicate = is_second || list.flags.contains(flag);
            list.flags.insert(flag);
            is_duplicate
        } else if word == Qualifier::TaskMemory {
            list.task_memory.replace(span).is_some()
        } else {
            match list.storage.replace(word) {
                None => false,
                Some(before) => return self.two_storages(before, word, span),
            }
        };
        if duplicate {
            let text = word.text();
            let message = format!("duplicate or conflicting qualifier `{text}`");
            self.report.error(Code::DuplicateQualifier, span, message);
        }
    }

    /// Reports two storage qualifiers, except `varying out` on an output of a fragment shader with
    /// `GL_EXT_gpu_shader4`.
    fn two_storages(&mut self, before: Qualifier, word: Qualifier, span: Span) {
        if (before, word) == (Qualifier::Varying, Qualifier::Out)
            && self.module.stage == Stage::Fragment
            && self.enabled(Extension::ExtGpuShader4)
        {
            return;
        }
        let (first, second) = (before.text(), word.text());
        if before == word {
            self.report.error(Code::DuplicateQualifier, span, format!("duplicate qualifier `{first}`"));
            self.report.suggest("remove it", span, "");
            return;
        }
        let message = format!("conflicting storage qualifiers `{first}` and `{second}`");
        self.report.error(Code::DuplicateQualifier, span, message);
    }
}

impl QualifierList {
    /// `nonuniformEXT`
    pub(crate) fn set_nonuniform(&mut self, span: Span) {
        self.extend_span(span);
        self.nonuniform = true;
    }

    /// A type in the parentheses of `subroutine(...)`.
    pub(crate) fn add_subroutine_type(&mut self, name: Symbol, span: Span) {
        self.extend_span(span);
        self.subroutine.types.push((name, span));
    }

    /// The decorations that these give a global or a member.
    pub(crate) fn decorations(&self) -> Decorations {
        let numbers = &self.layout.numbers;
        let mut flags = self.flags;
        match self.layout.row_major {
            Some(true) => flags.insert(Qualifiers::ROW_MAJOR),
            Some(false) => flags.insert(Qualifiers::COLUMN_MAJOR),
            None => {}
        }
        if self.storage == Some(Qualifier::InOut) {
            flags.insert(Qualifiers::FRAMEBUFFER_FETCH);
        }
        if self.layout.non_coherent {
            flags.insert(Qualifiers::NON_COHERENT_FETCH);
        }
        if self.layout.tile_attachment {
            flags.insert(Qualifiers::TILE_ATTACHMENT);
        }
        if self.layout.passthrough {
            flags.insert(Qualifiers::PASSTHROUGH);
        }
        if self.layout.yuv {
            flags.insert(Qualifiers::YUV);
        }
        Decorations {
            location: numbers.location,
            component: numbers.component,
            index: numbers.index,
            set: numbers.set,
            binding: numbers.binding,
            offset: numbers.offset,
            align: numbers.align,
            stream: numbers.stream,
            xfb_buffer: numbers.xfb_buffer,
            xfb_stride: numbers.xfb_stride,
            xfb_offset: numbers.xfb_offset,
            input_attachment: numbers.input_attachment,
            bank: numbers.bank,
            member_offset: numbers.member_offset,
            heap: match self.layout.descriptor_heap {
                true => Some(numbers.descriptor_stride.unwrap_or(0)),
                false => numbers.descriptor_size,
            },
            slot: None,
            builtin: None,
            spirv: self.spirv.decoration(),
            interpolation: self.interpolation,
            format: self
                .layout
                .format
                .filter(|_| matches!(self.storage, Some(Qualifier::Out | Qualifier::InOut))),
            qualifiers: flags,
        }
    }

    /// Extends the span.
    pub(crate) fn extend_span(&mut self, span: Span) {
        self.span = if self.span == Span::default() { span } else { self.span.to(span) };
    }
}
