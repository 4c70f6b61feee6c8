//! Lines of a text, and positions as the protocol has them.

use lsp_types::{Position, PositionEncodingKind, Range};

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, which every client knows.
    #[default]
    Utf16,
}

impl Encoding {
    /// The best one that a client offers.
    pub(crate) fn among(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) { Self::Utf8 } else { Self::Utf16 }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The units of a text.
    fn length(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// The starts of the lines of a text. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    pub(crate) fn new(text: &str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|&(at, &byte)| byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { starts, encoding }
    }

    /// The position of an offset.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = self.encoding.length(text.get(start..offset).unwrap_or(""));
        Position::new(line as u32, column as u32)
    }

    pub(crate) fn range(&self, text: &str, start: usize, end: usize) -> Range {
        Range::new(self.position(text, start), self.position(text, end.max(start)))
    }

    /// The offset of a position; one beyond the end of a line is its end, and one beyond the last line the end of the text.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() };
        let end = self.starts.get(position.line as usize + 1).copied().unwrap_or(text.len());
        let line = text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
        let mut column = 0;
        for (at, char) in line.char_indices() {
            if column >= position.character as usize {
                return start + at;
            }
            column += match self.encoding {
                Encoding::Utf8 => char.len_utf8(),
                Encoding::Utf16 => char.len_utf16(),
            };
        }
        start + line.len()
    }

    /// The number of the line that holds an offset, from 0.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Lines};
    use lsp_types::Position;

    #[test]
    fn columns_count_units_of_16_bits() {
        let text = "é𝄞x\r\ny\rz";
        let lines = Lines::new(text, Encoding::Utf16);
        assert_eq!(lines.position(text, 6), Position::new(0, 3));
        assert_eq!(lines.offset(text, Position::new(0, 3)), 6);
        // Between the halves of a pair: the character behind it.
        assert_eq!(lines.offset(text, Position::new(0, 2)), 6);
        assert_eq!(lines.offset(text, Position::new(0, 99)), 7);
        assert_eq!(lines.position(text, 11), Position::new(2, 0));
        assert_eq!(lines.offset(text, Position::new(9, 0)), text.len());
        let bytes = Lines::new(text, Encoding::Utf8);
        assert_eq!(bytes.position(text, 6), Position::new(0, 6));
        assert_eq!(bytes.offset(text, Position::new(0, 6)), 6);
    }
}
