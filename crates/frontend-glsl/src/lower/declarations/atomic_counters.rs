//! Offsets of atomic counters in their buffers (GLSL 4.60 section 4.4.7).
//!
//! Counters of a binding follow one another from the offset that was said last:
//!
//! ```glsl
//! layout(binding = 2, offset = 4) uniform atomic_uint;      // the next one is at 4
//! layout(binding = 2) uniform atomic_uint a, b;             // at 4 and 8
//! layout(binding = 2, offset = 20) uniform atomic_uint c[2], d; // from 20 on, and at 28
//! ```

use crate::diagnostics::Code;
use crate::lower::Lowering;
use crate::lower::declarations::{Declarator, FullType};
use crate::lower::queries::ModuleQueries;
use std::collections::BTreeMap;
use vitrum_ir::{Span, Type};

/// The bytes of a counter, to a multiple of which its offset is aligned.
const SIZE: u32 = 4;

/// The counters so far, by binding.
#[derive(Debug, Default)]
pub(crate) struct AtomicCounters {
    bindings: BTreeMap<u32, Buffer>,
    /// True after the first name of a declaration, to which alone the offset of the declaration applies.
    is_listed: bool,
}

/// The counters of one binding.
#[derive(Debug, Default)]
struct Buffer {
    /// The offset of the next counter that says none.
    next: u32,
    /// The counters, by their first byte, with the byte behind the last one.
    taken: BTreeMap<u32, (u32, Span)>,
}

impl AtomicCounters {
    /// Another declaration begins.
    pub(crate) fn begin_declaration(&mut self) {
        self.is_listed = false;
    }
}

impl Lowering<'_> {
    /// `layout(binding = N, offset = N) uniform atomic_uint;`
    pub(crate) fn default_atomic_offset(&mut self, full: &FullType) {
        let numbers = &full.qualifiers.layout.numbers;
        let Some(binding) = numbers.binding else {
            let message = "default offset of atomic counters requires `layout(binding = N)`";
            return self.report.error(Code::LayoutValue, full.span, message);
        };
        if let Some(offset) = numbers.offset {
            self.check_atomic_alignment(offset, full.span);
            self.interface.atomic_counters.bindings.entry(binding).or_default().next = offset;
        }
    }

    /// The offset of an atomic counter or an array of them: its own, or behind the previous one. Reports counters that
    /// overlap.
    pub(crate) fn atomic_offset(
        &mut self,
        binding: u32,
        declared: Option<u32>,
        ty: Type,
        declarator: Declarator,
    ) -> u32 {
        let size = self.module.elements(ty).saturating_mul(SIZE);
        let counters = &mut self.interface.atomic_counters;
        let declared = declared.filter(|_| !std::mem::replace(&mut counters.is_listed, true));
        let buffer = counters.bindings.entry(binding).or_default();
        let offset = declared.unwrap_or(buffer.next);
        let end = offset.saturating_add(size);
        buffer.next = end;
        // The counters before do not overlap, so only the last one that begins before the end can overlap this one.
        let before = buffer.taken.range(..end).next_back().map(|(_, &before)| before);
        let overlapped = before.filter(|&(end, _)| end > offset);
        if overlapped.is_none() {
            buffer.taken.insert(offset, (end, declarator.span));
        }
        let name = self.symbols.text(declarator.name);
        if let Some((_, span)) = overlapped {
            let message = format!(
                "atomic counter `{name}` at offset {offset} overlaps another one of binding {binding}"
            );
            self.report.error(Code::SlotOverlap, declarator.span, message);
            self.report.label(span, "the other one");
        } else {
            self.check_atomic_alignment(offset, declarator.span);
        }
        offset
    }

    fn check_atomic_alignment(&mut self, offset: u32, span: Span) {
        if !offset.is_multiple_of(SIZE) {
            let message = format!("offset of an atomic counter must be a multiple of {SIZE}, found {offset}");
            self.report.error(Code::LayoutValue, span, message);
        }
    }
}
