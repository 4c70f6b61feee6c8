//! Sections of a module: runs of instructions as words.

use smallvec::SmallVec;
use spirv::Op;
use vitrum_ir::Span;

/// Ids or numbers of an instruction, most often few.
pub(crate) type Ids = SmallVec<[u32; 8]>;

/// The most operands of an instruction that is written at once.
const MOST: usize = 7;

/// Instructions, as words.
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: Vec<u32>,
    /// Set once an instruction was longer than the 65,535 words that SPIR-V allows; it is left out.
    pub(crate) overflow: bool,
    /// If places are wanted: positions from which on instructions come from a place in the source.
    marks: Option<Vec<(usize, Span)>>,
}

impl Words {
    /// With room for this many words.
    pub(crate) fn with_capacity(room: usize) -> Self {
        Self { words: Vec::with_capacity(room), overflow: false, marks: None }
    }

    /// Forgets all, and makes room for this many words.
    pub(crate) fn with_room(self, room: usize) -> Self {
        let Self { mut words, overflow: _, marks: _ } = self;
        words.clear();
        words.reserve(room);
        Self { words, overflow: false, marks: None }
    }

    /// Keeps the places that [`mark`](Self::mark) gives from here on.
    pub(crate) fn keep_places(&mut self) {
        self.marks = Some(Vec::new());
    }

    /// Says that what is written from here on comes from this place.
    #[inline]
    pub(crate) fn mark(&mut self, span: Span) {
        if let Some(marks) = &mut self.marks {
            marks.push((self.words.len(), span));
        }
    }

    /// The place of each instruction; that of nothing if it has none.
    pub(crate) fn places(&self) -> Vec<Span> {
        let marks = self.marks.as_deref().unwrap_or_default();
        let (mut at, mut next, mut place) = (0, 0, Span::default());
        let mut places = Vec::new();
        while let Some(&head) = self.words.get(at) {
            while let Some((_, span)) = marks.get(next).filter(|mark| mark.0 <= at) {
                place = *span;
                next += 1;
            }
            places.push(place);
            at += ((head >> 16) as usize).max(1);
        }
        places
    }

    /// The first word of an instruction with this many operands.
    pub(crate) fn head(op: Op, operands: usize) -> Option<u32> {
        let count = u16::try_from(operands + 1).ok()?;
        Some(u32::from(count) << 16 | op as u32)
    }

    /// Adds an instruction.
    #[inline]
    pub(crate) fn push<const N: usize>(&mut self, op: Op, operands: &[u32; N]) {
        self.push_fixed(op as u32 as u16, operands, &[]);
    }

    /// Adds an instruction of few operands in two runs, by the opcode's number. The words are put together first, so that there is room
    /// for all of them or for none.
    #[inline]
    pub(crate) fn push_fixed<const M: usize, const N: usize>(
        &mut self,
        opcode: u16,
        first: &[u32; M],
        second: &[u32; N],
    ) {
        const { assert!(M + N <= MOST) };
        let mut inst = [0; MOST + 1];
        let [head, rest @ ..] = &mut inst;
        *head = ((1 + M + N) as u32) << 16 | u32::from(opcode);
        for (slot, &operand) in rest.iter_mut().zip(first) {
            *slot = operand;
        }
        for (slot, &operand) in rest.iter_mut().skip(M).zip(second) {
            *slot = operand;
        }
        self.words.extend_from_slice(inst.get(..=M + N).unwrap_or(&[]));
    }

    /// Adds an instruction with as many operands as there are.
    #[inline]
    pub(crate) fn push_list(&mut self, op: Op, operands: &[u32]) {
        self.push_parts(op, &[], operands);
    }

    /// Adds an instruction with operands in two runs.
    #[inline]
    pub(crate) fn push_parts<const N: usize>(&mut self, op: Op, first: &[u32; N], second: &[u32]) {
        self.push_number_parts(op as u32 as u16, first, second);
    }

    /// Likewise, by the opcode's number.
    #[inline]
    pub(crate) fn push_number_parts<const N: usize>(
        &mut self,
        opcode: u16,
        first: &[u32; N],
        second: &[u32],
    ) {
        let Ok(count) = u16::try_from(1 + N + second.len()) else {
            self.overflow = true;
            return;
        };
        let head = u32::from(count) << 16 | u32::from(opcode);
        self.words.reserve(usize::from(count));
        self.words.push(head);
        self.words.extend_from_slice(first);
        self.words.extend(second.iter().copied());
    }

    /// Adds an instruction with a result, of which most have few operands.
    pub(crate) fn push_result(&mut self, opcode: u16, ty: u32, id: u32, operands: &[u32]) {
        match *operands {
            [first] => self.push_fixed(opcode, &[ty, id], &[first]),
            [first, second] => self.push_fixed(opcode, &[ty, id], &[first, second]),
            [first, second, third] => self.push_fixed(opcode, &[ty, id], &[first, second, third]),
            _ => self.push_number_parts(opcode, &[ty, id], operands),
        }
    }

    /// Adds an instruction whose opcode the author gave.
    pub(crate) fn push_number(&mut self, opcode: u16, operands: &[u32]) {
        self.push_number_parts(opcode, &[], operands);
    }

    /// Adds an instruction with a string after its first operands.
    pub(crate) fn push_string<const N: usize>(
        &mut self,
        op: Op,
        operands: &[u32; N],
        text: &str,
        rest: &[u32],
    ) {
        let start = self.words.len();
        self.words.reserve(2 + N + text.len() / 4 + rest.len());
        self.words.push(0);
        self.words.extend_from_slice(operands);
        string(&mut self.words, text);
        if !rest.is_empty() {
            self.words.extend_from_slice(rest);
        }
        match Self::head(op, self.words.len() - start - 1) {
            Some(head) => self.patch(start, head),
            None => {
                self.words.truncate(start);
                self.overflow = true;
            }
        }
    }

    /// Forgets all, and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.overflow = false;
        if let Some(marks) = &mut self.marks {
            marks.clear();
        }
    }

    /// Number of words.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The words.
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    /// The instructions: the opcode and the words behind the first one. Opcodes that the author gave may be unknown.
    pub(crate) fn instructions(&self) -> impl Iterator<Item = (Op, &[u32])> {
        self.numbered().map(|(number, words)| (opcode(number), words))
    }

    /// The same with the number of the opcode, for those who ask for few of them.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (u32, &[u32])> {
        let mut rest = self.words.as_slice();
        std::iter::from_fn(move || {
            let &head = rest.first()?;
            let count = ((head >> 16) as usize).max(1);
            let (inst, behind) = rest.split_at_checked(count)?;
            rest = behind;
            Some((head & 0xffff, inst.get(1..).unwrap_or(&[])))
        })
    }

    /// Lets `keep` change the words behind the opcode of each instruction, whose number it gets, and leaves out those for which it
    /// says false.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(u32, &mut [u32]) -> bool) {
        let (mut from, mut to, mut next) = (0, 0, 0);
        while let Some(&head) = self.words.get(from) {
            let end = (from + ((head >> 16) as usize).max(1)).min(self.words.len());
            let marks = self.marks.as_deref_mut().unwrap_or_default();
            while let Some(mark) = marks.get_mut(next).filter(|mark| mark.0 <= from) {
                mark.0 = to;
                next += 1;
            }
            let is_kept = self.words.get_mut(from + 1..end).is_some_and(|words| keep(head & 0xffff, words));
            if is_kept {
                self.words.copy_within(from..end, to);
                to += end - from;
            }
            from = end;
        }
        self.words.truncate(to);
        for mark in self.marks.iter_mut().flatten().skip(next) {
            mark.0 = to;
        }
    }

    /// Puts the instructions of `other` before those from a position on.
    pub(crate) fn insert(&mut self, position: usize, other: &Self) {
        let (length, more) = (self.words.len(), other.words.len());
        if let (Some(marks), Some(others)) = (&mut self.marks, &other.marks) {
            let at = marks.partition_point(|mark| mark.0 < position);
            marks.iter_mut().skip(at).for_each(|mark| mark.0 += more);
            let others = others.iter().map(|mark| (position + mark.0, mark.1));
            marks.splice(at..at, std::iter::once((position, Span::default())).chain(others));
        }
        self.overflow |= other.overflow;
        if more == 0 || position > length {
            return;
        }
        self.words.resize(length + more, 0);
        self.words.copy_within(position..length, position + more);
        if let Some(slots) = self.words.get_mut(position..position + more) {
            slots.copy_from_slice(&other.words);
        }
    }

    /// Changes a word that is already there.
    pub(crate) fn patch(&mut self, position: usize, word: u32) {
        if let Some(slot) = self.words.get_mut(position) {
            *slot = word;
        }
    }
}

/// The opcode of a number; `OpNop` for one that is unknown.
pub(crate) fn opcode(number: u32) -> Op {
    Op::from_u32(number).unwrap_or(Op::Nop)
}

/// Adds a literal string: UTF-8, terminated by a zero byte and filled up to whole words. Zero bytes in it are left out.
pub(crate) fn string(words: &mut Vec<u32>, text: &str) {
    let start = words.len();
    let (whole, end) = text.as_bytes().as_chunks::<4>();
    let mut has_zero = false;
    for &bytes in whole {
        let word = u32::from_le_bytes(bytes);
        has_zero |= holds_zero(word);
        words.push(word);
    }
    let mut last = 0;
    for &byte in end.iter().rev() {
        has_zero |= byte == 0;
        last = last << 8 | u32::from(byte);
    }
    words.push(last);
    if has_zero {
        words.truncate(start);
        string(words, &text.replace('\0', ""));
    }
}

/// True if a byte of a word is zero: the subtraction borrows at a zero byte, which sets its top bit.
fn holds_zero(word: u32) -> bool {
    word.wrapping_sub(0x0101_0101) & !word & 0x8080_8080 != 0
}

#[cfg(test)]
mod tests {
    use super::Words;
    use spirv::Op;
    use vitrum_ir::Span;

    #[test]
    fn strings_end_in_zero() {
        let mut words = Words::default();
        words.push_string(Op::Name, &[7], "main", &[]);
        assert_eq!(words.words(), [4 << 16 | 5, 7, 0x6e69_616d, 0]);
    }

    #[test]
    fn zero_bytes_are_left_out() {
        let (mut words, mut other) = (Words::default(), Words::default());
        for text in ["a\0bcdefg", "abcdef\0g", "abcd\0\0efg"] {
            words.push_string(Op::Name, &[7], text, &[]);
            other.push_string(Op::Name, &[7], "abcdefg", &[]);
        }
        assert_eq!(words.words(), other.words());
    }

    #[test]
    fn instructions_are_left_out_with_their_places() {
        let mut words = Words::default();
        words.keep_places();
        for (at, id) in [(1, 7), (2, 8), (3, 9)] {
            words.mark(Span::new(at, at + 1));
            words.push(Op::Label, &[id]);
        }
        words.retain(|_, words| {
            words[0] += 10;
            words[0] != 18
        });
        assert_eq!(words.words(), [2 << 16 | 248, 17, 2 << 16 | 248, 19]);
        assert_eq!(words.places(), [Span::new(1, 2), Span::new(3, 4)]);
    }

    #[test]
    fn instructions_are_inserted_with_their_places() {
        let (mut words, mut first) = (Words::default(), Words::default());
        for (section, at) in [(&mut words, 5), (&mut first, 3)] {
            section.keep_places();
            section.mark(Span::new(at, at + 1));
            section.push(Op::Label, &[at]);
        }
        words.mark(Span::new(6, 7));
        words.push(Op::Label, &[6]);
        words.insert(2, &first);
        assert_eq!(words.words(), [2 << 16 | 248, 5, 2 << 16 | 248, 3, 2 << 16 | 248, 6]);
        assert_eq!(words.places(), [5, 3, 6].map(|at| Span::new(at, at + 1)));
    }

    #[test]
    fn long_instructions_are_noticed() {
        let mut words = Words::default();
        words.push_list(Op::CompositeConstruct, &vec![0; 70_000]);
        assert!(words.overflow && words.len() == 0);
    }
}
