//! Packing of uniforms and varyings into vectors (ESSL 1.00 appendix A section 7, ESSL 3.00 chapter 11).
//!
//! A grid has a row for each vector and 4 columns. Variables of 4 components a row come first, then those of 3, 2 and 1, larger
//! arrays before smaller ones. What is free of a column is always one range of rows, so that no grid is needed: whatever has
//! one component a row takes the upper end of the least range that holds it.

use std::collections::BTreeMap;

use vitrum_ir::{Module, Struct, Type, TypeData};

/// The cells that a variable or a member takes of the grid. The order is that in which they are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    /// Columns that it leaves of each row.
    rest: u32,
    /// The place in the order of types.
    order: u8,
    /// Elements of an array, subtracted from the most that there may be.
    shortness: u32,
    /// Rows of an element.
    rows: u32,
}

impl Part {
    fn new(width: u32, order: u8, rows: u32, length: u32) -> Self {
        Self { rest: 4 - width.min(4), order, shortness: u32::MAX - length, rows }
    }

    /// Components in each row.
    fn width(&self) -> u32 {
        4 - self.rest
    }

    /// Rows of all elements.
    fn all_rows(&self) -> u64 {
        u64::from(self.rows) * u64::from(u32::MAX - self.shortness)
    }
}

/// The parts of a type.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Parts, with the number of each.
    parts: BTreeMap<Part, u64>,
    /// Bytes, without padding.
    pub bytes: u64,
    /// Textures.
    pub textures: u32,
}

impl Shape {
    /// Adds a shape some number of times.
    pub fn add(&mut self, other: &Self, times: u64) {
        for (&part, &count) in &other.parts {
            let sum = self.parts.entry(part).or_default();
            *sum = sum.saturating_add(count.saturating_mul(times));
        }
        self.bytes = self.bytes.saturating_add(other.bytes.saturating_mul(times));
        let textures =
            u64::from(self.textures).saturating_add(u64::from(other.textures).saturating_mul(times));
        self.textures = u32::try_from(textures).unwrap_or(u32::MAX);
    }

    /// True if the parts fit into so many vectors.
    pub fn fits(&self, vectors: u32) -> bool {
        let vectors = u64::from(vectors);
        let cells = |(part, &copies): (&Part, &u64)| {
            part.all_rows().saturating_mul(copies).saturating_mul(u64::from(part.width()))
        };
        // This bounds the number of copies, too.
        if self.parts.iter().map(cells).fold(0, u64::saturating_add) > 4 * vectors {
            return false;
        }
        let of_width = |width| self.parts.iter().filter(move |(part, _)| part.width() == width);
        let rows = |width| of_width(width).map(|(part, copies)| part.all_rows() * copies).sum::<u64>();
        let three = rows(3);
        let Some(free) = vectors.checked_sub(rows(4) + three) else { return false };
        // Two columns from the top, the other two from the bottom.
        let (mut left, mut right) = (free, free);
        for (part, &copies) in of_width(2) {
            for _ in 0..copies {
                let half = if part.all_rows() <= left { &mut left } else { &mut right };
                match half.checked_sub(part.all_rows()) {
                    Some(rest) => *half = rest,
                    None => return false,
                }
            }
        }
        let mut columns = [left, left, right, right + three];
        for (part, &copies) in of_width(1) {
            for _ in 0..copies {
                let fitting = columns.iter_mut().filter(|free| **free >= part.all_rows()).min();
                match fitting {
                    Some(column) => *column -= part.all_rows(),
                    None => return false,
                }
            }
        }
        true
    }
}

/// The shapes of the structs of a module.
#[derive(Debug)]
pub struct Shapes<'m> {
    module: &'m Module,
    structs: BTreeMap<Struct, Shape>,
}

impl<'m> Shapes<'m> {
    /// Of a module.
    pub fn new(module: &'m Module) -> Self {
        let mut shapes = Self { module, structs: BTreeMap::new() };
        // A struct is declared before those that it is in.
        for (id, data) in module.structs.iter() {
            let mut shape = Shape::default();
            for member in &data.members {
                shapes.add(member.ty, 1, &mut shape);
            }
            shapes.structs.insert(id, shape);
        }
        shapes
    }

    /// That of a type.
    pub fn of(&self, ty: Type) -> Shape {
        let mut shape = Shape::default();
        self.add(ty, 1, &mut shape);
        shape
    }

    fn add(&self, mut ty: Type, mut times: u64, shape: &mut Shape) {
        let types = &self.module.types;
        let mut length = 1;
        while let TypeData::Array { element, .. } = types.get(ty) {
            times = times.saturating_mul(u64::from(length));
            length = types.length(ty).unwrap_or(1);
            ty = element;
        }
        let (width, order, rows) = match types.get(ty) {
            TypeData::Struct(id) => {
                if let Some(part) = self.structs.get(&id) {
                    shape.add(part, times.saturating_mul(u64::from(length)));
                }
                return;
            }
            TypeData::SampledImage(_) => {
                let one = Shape { textures: length, ..Shape::default() };
                return shape.add(&one, times);
            }
            TypeData::Scalar(_) => (1, 6, 1),
            TypeData::Vector { size, .. } => (u32::from(size), [6, 6, 5, 4, 2][usize::from(size.min(4))], 1),
            // A `mat2` takes whole rows.
            TypeData::Matrix { columns: 4, rows: 4, .. } => (4, 0, 4),
            TypeData::Matrix { columns: 2, rows: 2, .. } => (4, 1, 2),
            TypeData::Matrix { columns, rows, .. } => (u32::from(rows), 7 - rows.min(7), u32::from(columns)),
            _ => return,
        };
        let components = match types.get(ty) {
            TypeData::Matrix { columns, rows, .. } => u64::from(columns) * u64::from(rows),
            _ => u64::from(width),
        };
        let parts = BTreeMap::from([(Part::new(width, order, rows, length), 1)]);
        let bytes = 4 * components * u64::from(length);
        shape.add(&Shape { parts, bytes, textures: 0 }, times);
    }
}

#[cfg(test)]
mod tests {
    use super::{Shape, Shapes};
    use vitrum_ir::types::common;
    use vitrum_ir::{Member, Module, Name, Origin, Scalar, Stage, StructData, TypeData};

    fn fits(list: &[(&str, u32)], vectors: u32) -> bool {
        let mut module = Module::new(Stage::Vertex);
        let mut all = Shape::default();
        for &(name, length) in list {
            let ty = match name {
                "float" => module.types.vector(Scalar::F32, 1),
                "mat2" => module.types.matrix(Scalar::F32, 2, 2),
                "mat3" => module.types.matrix(Scalar::F32, 3, 3),
                "mat4" => module.types.matrix(Scalar::F32, 4, 4),
                vector => module.types.vector(Scalar::F32, vector[3..].parse().unwrap_or(1)),
            };
            let ty = if length > 0 { module.types.array(ty, length) } else { ty };
            all.add(&Shapes::new(&module).of(ty), 1);
        }
        all.fits(vectors)
    }

    #[test]
    fn columns_are_filled() {
        // 4 rows are taken whole or but for one column. The arrays of `vec2` leave one row of two columns.
        let list =
            [("vec4", 0), ("mat3", 0), ("vec2", 4), ("vec2", 3), ("float", 3), ("float", 0), ("float", 0)];
        assert!(fits(&list, 8));
        assert!(!fits(&[&list[..], &[("float", 0)]].concat(), 8));
        let list = [("vec4", 0), ("mat3", 0), ("vec2", 4), ("vec2", 3), ("float", 3), ("float", 2)];
        assert!(!fits(&list, 8));
        assert!(fits(&list, 9));
    }

    #[test]
    fn widths_share_rows() {
        assert!(fits(&[("vec3", 0), ("float", 0)], 1));
        assert!(!fits(&[("vec3", 0), ("vec2", 0)], 1));
        assert!(fits(&[("vec2", 0), ("vec2", 0)], 1));
        assert!(fits(&[("vec2", 2), ("float", 2), ("float", 2)], 2));
        assert!(!fits(&[("vec2", 3), ("float", 2), ("float", 2)], 2));
        assert!(!fits(&[("mat2", 0), ("float", 0)], 2));
        assert!(fits(&[("mat4", 32)], 128));
        assert!(!fits(&[("mat4", 33)], 128));
        assert!(fits(&[("float", 4), ("float", 4), ("float", 4), ("float", 4)], 4));
        assert!(!fits(&[("float", 5)], 4));
    }

    #[test]
    fn arrays_of_structs_are_counted_without_time() {
        let mut module = Module::new(Stage::Vertex);
        let members = [common::VEC3, common::F32].map(|ty| Member::new(Name::EMPTY, ty)).to_vec();
        let data = StructData { name: Name::EMPTY, members, origin: Origin::default() };
        let light = module.structs.alloc(data);
        let light = module.types.intern(TypeData::Struct(light));
        let [few, many] = [16, 1 << 24].map(|length| module.types.array(light, length));
        let [few, many] = [few, many].map(|ty| Shapes::new(&module).of(ty));
        assert!(few.fits(16));
        assert!(!few.fits(15) && !many.fits(1024));
        assert_eq!((few.bytes, many.bytes), (256, 1 << 28));
    }

    #[test]
    fn nested_structs_are_counted_once_each() {
        let mut module = Module::new(Stage::Vertex);
        let mut ty = common::F32;
        for _ in 0..40 {
            let members = [ty; 2].map(|ty| Member::new(Name::EMPTY, ty)).to_vec();
            let data = StructData { name: Name::EMPTY, members, origin: Origin::default() };
            let id = module.structs.alloc(data);
            ty = module.types.intern(TypeData::Struct(id));
        }
        let shape = Shapes::new(&module).of(ty);
        assert_eq!(shape.bytes, 4 << 40);
        assert!(!shape.fits(1 << 14));
    }
}
