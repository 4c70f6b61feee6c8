//! Packing of variables into vectors of four components, by the rules of ESSL 1.00 appendix A.7.
//!
//! Variables are rows of one to four components, an array or a matrix several rows. The widest go first, and of those the
//! longest. Two columns are filled from the top on the left, then from the bottom on the right; single columns go where the
//! least room is left over.

use vitrum_ir::{Global, Length, Module, Stage, Storage, Type, TypeData};

/// Variables that share vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Attributes,
    Varyings,
    Uniforms,
}

/// Rows of a variable.
#[derive(Clone, Copy, Debug)]
struct Rows {
    width: u32,
    count: u32,
    global: Global,
}

/// Rows that are looked at, at most: no device has more.
const MOST_ROWS: u32 = 1 << 14;

/// Packs variables into so many vectors; gives the first that does not fit.
pub(super) fn pack(module: &Module, kind: Kind, limit: u32) -> Option<Global> {
    let mut rows: Vec<Rows> = Vec::new();
    for (global, data) in module.globals.iter() {
        let is_of_kind = match (kind, module.stage) {
            (Kind::Attributes, Stage::Vertex) => data.storage == Storage::Input,
            (Kind::Varyings, Stage::Vertex) => data.storage == Storage::Output,
            (Kind::Varyings, Stage::Fragment) => data.storage == Storage::Input,
            (Kind::Uniforms, _) => data.storage == Storage::Uniform && data.block.is_none(),
            _ => false,
        };
        if is_of_kind && data.decorations.builtin.is_none() {
            flatten(module, data.ty, global, &mut rows);
        }
    }
    rows.sort_by_key(|rows| std::cmp::Reverse((rows.width, rows.count)));
    let mut grid = Grid { used: vec![0; limit.min(MOST_ROWS) as usize] };
    rows.iter().find(|rows| !grid.place(rows.width, rows.count as usize)).map(|rows| rows.global)
}

/// Adds the rows of a type, those of a struct member by member.
fn flatten(module: &Module, ty: Type, global: Global, rows: &mut Vec<Rows>) {
    // Each type waits with the number of times that it is there.
    let mut pending = vec![(ty, 1u32)];
    while let Some((ty, times)) = pending.pop() {
        let (width, count) = match module.types.get(ty) {
            TypeData::Array { element, length } => {
                let length = match length {
                    Length::Constant(length) => length,
                    Length::Spec(_) => 1,
                };
                pending.push((element, times.saturating_mul(length)));
                continue;
            }
            TypeData::Struct(_) => {
                pending.extend(module.members(ty).iter().rev().map(|member| (member.ty, times)));
                continue;
            }
            // A square matrix of two columns takes whole rows.
            TypeData::Matrix { columns: 2, rows: 2, .. } => (4, 2),
            TypeData::Matrix { columns, rows, .. } => (rows.into(), columns.into()),
            _ => match module.types.vector_size(ty) {
                Some(size) => (size.min(4), 1),
                None => continue,
            },
        };
        rows.push(Rows { width, count: times.saturating_mul(count), global });
    }
}

/// Rows of four components, each a bit.
struct Grid {
    used: Vec<u8>,
}

impl Grid {
    /// Takes up so many rows of a width one below the other; false if there is no room.
    fn place(&mut self, width: u32, count: usize) -> bool {
        let start = match width {
            4 => self.first(0b1111, count).map(|at| (0b1111, at)),
            3 => self.first(0b0111, count).map(|at| (0b0111, at)),
            2 => self
                .first(0b0011, count)
                .map(|at| (0b0011, at))
                .or_else(|| self.last(0b1100, count).map(|at| (0b1100, at))),
            _ => self.tightest(count),
        };
        let Some((mask, at)) = start else { return false };
        for row in self.used.iter_mut().skip(at).take(count) {
            *row |= mask;
        }
        true
    }

    /// The gaps in some columns: where each begins, and how long it is.
    fn gaps(&self, mask: u8) -> Vec<(usize, usize)> {
        let mut gaps: Vec<(usize, usize)> = Vec::new();
        for (at, row) in self.used.iter().enumerate() {
            match gaps.last_mut() {
                _ if row & mask != 0 => {}
                Some((start, length)) if *start + *length == at => *length += 1,
                _ => gaps.push((at, 1)),
            }
        }
        gaps
    }

    fn first(&self, mask: u8, count: usize) -> Option<usize> {
        self.gaps(mask).into_iter().find(|gap| gap.1 >= count).map(|gap| gap.0)
    }

    fn last(&self, mask: u8, count: usize) -> Option<usize> {
        self.gaps(mask).into_iter().rfind(|gap| gap.1 >= count).map(|gap| gap.0 + gap.1 - count)
    }

    /// The column and the place where a single column leaves the least room.
    fn tightest(&self, count: usize) -> Option<(u8, usize)> {
        let columns = [0b0001, 0b0010, 0b0100, 0b1000];
        let gaps =
            columns.into_iter().flat_map(|mask| self.gaps(mask).into_iter().map(move |gap| (mask, gap)));
        let fitting = gaps.filter(|(_, gap)| gap.1 >= count);
        fitting.min_by_key(|(_, gap)| gap.1).map(|(mask, gap)| (mask, gap.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Grid;

    fn fits(rows: usize, all: &[(u32, usize)]) -> bool {
        let mut grid = Grid { used: vec![0; rows] };
        all.iter().all(|&(width, count)| grid.place(width, count))
    }

    #[test]
    fn scalars_fill_what_vectors_leave() {
        assert!(fits(2, &[(3, 2), (1, 2)]));
        assert!(!fits(2, &[(3, 2), (1, 3)]));
        assert!(fits(8, &[(4, 4), (3, 2), (2, 2), (2, 2), (1, 2)]));
    }

    #[test]
    fn two_columns_go_left_from_the_top_and_right_from_the_bottom() {
        assert!(fits(3, &[(3, 1), (2, 2), (2, 2)]));
        assert!(!fits(3, &[(3, 1), (2, 2), (2, 3)]));
    }

    #[test]
    fn whole_rows_are_counted() {
        assert!(fits(4, &[(4, 4)]));
        assert!(!fits(4, &[(4, 5)]));
        assert!(!fits(0, &[(1, 1)]));
    }
}
