//! Transform feedback: captures, their offsets in buffers, and the rules for these (GLSL 4.60 section
//! 4.4.2.1).

use crate::diagnostics::Code;
use crate::extensions::Extension;
use crate::lower::Lowering;
use crate::lower::checks::inputs_and_outputs::is_wide;
use crate::lower::declarations::layout_qualifiers::Numbers;
use crate::lower::declarations::qualifiers::QualifierList;
use crate::lower::declarations::structs::OpenStruct;
use crate::lower::queries::ModuleQueries;
use crate::lower::report::Report;
use std::collections::BTreeMap;
use vitrum_ir::{Global, Length, Member, Modes, Scalar, Span, Storage, Struct, Type, TypeData};

/// A range of a buffer that a variable is captured to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Capture {
    buffer: u32,
    offset: u64,
    end: u64,
    span: Span,
}

/// Captures and strides of transform feedback.
#[derive(Debug, Default)]
pub(crate) struct TransformFeedback {
    /// Strides by buffer.
    pub(crate) strides: BTreeMap<u32, u32>,
    /// True if strides may be multiples of 2, since outputs of 16 bits may be captured.
    pub(crate) has_halves: bool,
    /// Captures so far.
    captures: Vec<Capture>,
}

impl TransformFeedback {
    /// Records the stride of a buffer; all declarations must agree.
    pub(crate) fn set_stride(&mut self, buffer: u32, stride: u32, span: Span, report: &mut Report<'_>) {
        let before = *self.strides.entry(buffer).or_insert(stride);
        if before != stride {
            let message =
                format!("conflicting strides {before} and {stride} for transform feedback buffer {buffer}");
            report.error(Code::LayoutConflict, span, message);
            return;
        }
        let unit = if self.has_halves { 2 } else { 4 };
        if !stride.is_multiple_of(unit) {
            let message = format!("transform feedback stride must be a multiple of {unit}, found {stride}");
            report.error(Code::LayoutValue, span, message);
        }
    }
}

impl Report<'_> {
    fn check_capture_offset(&mut self, offset: u32, unit: u32, span: Span) -> bool {
        let fits = offset.is_multiple_of(unit);
        if !fits {
            let message = format!("transform feedback offset must be a multiple of {unit}, found {offset}");
            self.error(Code::LayoutValue, span, message);
        }
        fits
    }
}

impl Lowering<'_> {
    /// Records the stride of a buffer. Buffers may hold outputs of 16 bits with extensions of AMD.
    pub(crate) fn set_feedback_stride(&mut self, buffer: u32, stride: u32, span: Span) {
        self.feedback.has_halves =
            self.enabled(Extension::AmdGpuShaderHalfFloat) || self.enabled(Extension::AmdGpuShaderInt16);
        self.feedback.set_stride(buffer, stride, span, &mut self.report);
    }

    /// Checks and records the capture of an output variable.
    pub(crate) fn capture_variable(&mut self, numbers: &Numbers, ty: Type, span: Span) {
        let buffer = numbers.xfb_buffer.or(self.defaults.xfb_buffer).unwrap_or(0);
        if let Some(stride) = numbers.xfb_stride {
            self.set_feedback_stride(buffer, stride, span);
        }
        if let Some(offset) = numbers.xfb_offset {
            self.capture(buffer, offset, ty, span);
        }
    }

    /// Checks and records the capture of a block: members without an offset follow one another.
    pub(crate) fn capture_block(&mut self, qualifiers: &QualifierList, open: &OpenStruct) {
        let numbers = &qualifiers.layout.numbers;
        let buffer = numbers.xfb_buffer.or(self.defaults.xfb_buffer).unwrap_or(0);
        let stream = numbers.stream.or(self.defaults.stream).unwrap_or(0);
        if let Some(stride) = numbers.xfb_stride {
            self.set_feedback_stride(buffer, stride, open.span);
        }
        if let Some(offset) = numbers.xfb_offset {
            let units = open.members.iter().map(|member| self.captured_extent(member.ty).1);
            let unit = units.max().unwrap_or(4);
            self.report.check_capture_offset(offset, unit, open.span);
        }
        let mut next = numbers.xfb_offset;
        for (member, &(_, span)) in open.members.iter().zip(&open.spans) {
            let own = &member.decorations;
            if own.xfb_buffer.is_some_and(|own| own != buffer) {
                let message = format!("`xfb_buffer` of a member must be that of its block, {buffer}");
                self.report.error(Code::LayoutConflict, span, message);
            }
            if own.stream.is_some_and(|own| own != stream) {
                let message = format!("`stream` of a member must be that of its block, {stream}");
                self.report.error(Code::LayoutConflict, span, message);
            }
            if let Some(stride) = own.xfb_stride {
                self.set_feedback_stride(buffer, stride, span);
            }
            let (_, align) = self.captured_extent(member.ty);
            let offset =
                own.xfb_offset.or(next.map(|next| next.checked_next_multiple_of(align).unwrap_or(u32::MAX)));
            if let Some(offset) = offset {
                let end = self.capture(buffer, offset, member.ty, span);
                next = next.map(|_| end);
            }
        }
    }

    /// Records a capture; returns the offset behind it.
    fn capture(&mut self, buffer: u32, offset: u32, ty: Type, span: Span) -> u32 {
        if self.module.is_unsized(ty) {
            self.report.error(Code::UnsizedArray, span, "captured array must have a size");
            return offset;
        }
        let (size, unit) = self.captured_extent(ty);
        if !self.report.check_capture_offset(offset, unit, span) {
            return offset;
        }
        let end = u64::from(offset) + size;
        self.feedback.captures.push(Capture { buffer, offset: offset.into(), end, span });
        u32::try_from(end).unwrap_or(u32::MAX - 8)
    }

    /// Size and alignment of a type where it is captured. Nesting is bounded by the limit on struct depth.
    fn captured_extent(&self, ty: Type) -> (u64, u32) {
        match self.module.types.get(ty) {
            TypeData::Array { element, length } => {
                let (size, align) = self.captured_extent(element);
                let count = if let Length::Constant(length) = length { u64::from(length) } else { 1 };
                (size.next_multiple_of(u64::from(align)).saturating_mul(count), align)
            }
            TypeData::Struct(id) => {
                let mut end = (0u64, 1u32);
                for member in &self.module.structs[id].members {
                    let (size, align) = self.captured_extent(member.ty);
                    let start = end.0.next_multiple_of(u64::from(align));
                    end = (start.saturating_add(size).min(u64::MAX / 2), end.1.max(align));
                }
                (end.0.next_multiple_of(u64::from(end.1)), end.1)
            }
            data => {
                let unit = match self.module.types.scalar_of(ty) {
                    Some(scalar) if is_wide(scalar) => 8,
                    Some(Scalar::F16 | Scalar::I16 | Scalar::U16) => 2,
                    _ => 4,
                };
                let count = match data {
                    TypeData::Vector { size, .. } => u64::from(size),
                    TypeData::Matrix { columns, rows, .. } => u64::from(columns) * u64::from(rows),
                    TypeData::Scalar(Scalar::Bool) => 0,
                    _ => 1,
                };
                (count * u64::from(unit), unit)
            }
        }
    }

    /// Sets the offsets of the members of a captured block: those without one follow one another.
    fn follow_captures(&self, first: Option<u32>, members: &mut [Member]) {
        let mut next = first.map(u64::from);
        for member in members {
            let (size, align) = self.captured_extent(member.ty);
            let own = member.decorations.xfb_offset.map(u64::from);
            let Some(offset) = own.or(next.map(|next| next.next_multiple_of(align.into()))) else { continue };
            member.decorations.xfb_offset = u32::try_from(offset).ok();
            next = next.map(|_| offset.saturating_add(size).min(u64::MAX / 2));
        }
    }

    /// Decorates a captured block, once its members are known.
    pub(crate) fn place_block_capture(&mut self, block: Struct, global: Global) {
        let mut members = std::mem::take(&mut self.module.structs[block].members);
        let first = self.module.globals[global].decorations.xfb_offset.take();
        self.follow_captures(first, &mut members);
        let is_captured = members.iter().any(|member| member.decorations.xfb_offset.is_some());
        // Buffer and stride are those of the block.
        for member in &mut members {
            member.decorations.xfb_buffer = None;
            member.decorations.xfb_stride = None;
        }
        self.module.structs[block].members = members;
        let default = self.defaults.xfb_buffer.unwrap_or(0);
        let data = &mut self.module.globals[global].decorations;
        if is_captured || data.xfb_buffer.is_some() || data.xfb_stride.is_some() {
            data.xfb_buffer = data.xfb_buffer.or(Some(default));
            self.module.execution.modes.insert(Modes::XFB);
        }
    }

    /// Decorates a captured block of stand-alone built-in variables.
    pub(crate) fn place_builtin_capture(&mut self, numbers: &Numbers, members: &mut [Member], span: Span) {
        self.follow_captures(numbers.xfb_offset, members);
        let buffer = numbers.xfb_buffer.or(self.defaults.xfb_buffer);
        if let Some(stride) = numbers.xfb_stride {
            self.set_feedback_stride(buffer.unwrap_or(0), stride, span);
        }
        for member in members.iter_mut().filter(|member| member.decorations.xfb_offset.is_some()) {
            member.decorations.xfb_buffer = member.decorations.xfb_buffer.or(buffer);
            if let Some(stride) = member.decorations.xfb_stride {
                self.set_feedback_stride(member.decorations.xfb_buffer.unwrap_or(0), stride, span);
            }
        }
    }

    /// Decorates captures with the stride of their buffer: the declared one, or the smallest that holds them.
    pub(crate) fn place_strides(&mut self) {
        if !self.module.execution.modes.contains(Modes::XFB) {
            return;
        }
        let mut captured = Vec::new();
        for (id, data) in self.module.globals.iter().filter(|(_, data)| data.storage == Storage::Output) {
            let members = match (data.block, self.module.types.get(data.ty)) {
                (Some(_), TypeData::Struct(block)) => self.module.structs[block].members.as_slice(),
                _ => &[],
            };
            let own = (data.ty, &data.decorations);
            let parts = members.iter().map(|member| (member.ty, &member.decorations)).chain([own]);
            let ends = parts.filter_map(|(ty, decorations)| {
                let offset = u64::from(decorations.xfb_offset?);
                let (size, align) = self.captured_extent(ty);
                Some((offset + size, align))
            });
            if let Some(end) = ends.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) {
                let buffer = data.decorations.xfb_buffer.unwrap_or(0);
                // Redeclared built-in variables have theirs only here.
                if let Some(stride) = data.decorations.xfb_stride {
                    self.feedback.strides.entry(buffer).or_insert(stride);
                }
                captured.push((id, buffer, end));
            }
        }
        let mut strides: BTreeMap<u32, (u64, u32)> = BTreeMap::new();
        for &(_, buffer, (end, align)) in &captured {
            let stride = strides.entry(buffer).or_insert((0, 4));
            *stride = (stride.0.max(end), stride.1.max(align));
        }
        for (id, buffer, _) in captured {
            let declared = self.feedback.strides.get(&buffer).copied();
            let least = strides.get(&buffer).map(|&(end, align)| end.next_multiple_of(align.into()));
            let stride = declared.or(least.and_then(|least| u32::try_from(least).ok()));
            self.module.globals[id].decorations.xfb_stride = stride;
        }
    }

    /// Checks at the end that captures do not overlap and stay within the stride.
    pub(crate) fn check_captures(&mut self) {
        let mut captures = std::mem::take(&mut self.feedback.captures);
        if captures.is_empty() {
            return;
        }
        captures.sort_unstable();
        for pair in captures.windows(2) {
            let &[a, b] = pair else { continue };
            if a.buffer == b.buffer && b.offset < a.end {
                let message =
                    format!("offset {} of transform feedback buffer {} is already used", b.offset, b.buffer);
                self.report.error(Code::SlotOverlap, a.span.max(b.span), message);
                self.report.label(a.span.min(b.span), "first used here");
            }
        }
        let most = 4 * u64::from(self.limit("gl_MaxTransformFeedbackInterleavedComponents"));
        for Capture { buffer, end, span, .. } in captures {
            let stride = self.feedback.strides.get(&buffer).map(|&stride| u64::from(stride));
            let (what, bound) = match stride {
                _ if end > most => ("limit", most),
                Some(stride) if end > stride => ("stride", stride),
                _ => continue,
            };
            let message =
                format!("captured data ends at byte {end}, beyond the buffer {what} of {bound} bytes");
            self.report.error(Code::LayoutValue, span, message);
        }
    }
}
