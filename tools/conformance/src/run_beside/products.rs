//! Matrix products of which the driver adds the terms in one order.
//!
//! SPIR-V names no order for the sums of a product with a matrix, and Mesa takes another one for `v * M`, and where it sees
//! that a matrix was transposed. Here each transposition becomes a matrix put together from components, and `v * M` the
//! product of such a matrix with the vector.
//!
//! ```text
//! %t = OpTranspose %mat2 %m          =>  %t = OpCompositeConstruct %mat2 of rows put together from %m
//! %p = OpVectorTimesMatrix %v2 %v %m =>  %p = OpMatrixTimesVector %v2 %t %v
//! ```

use std::collections::HashMap;

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op, Word};

use crate::instructions::Instructions;

/// Puts the products of a module in one order.
pub(crate) fn in_one_order(module: &mut Instructions) {
    let bound = module.header.bound;
    let mut rewriting =
        Rewriting { bound, vectors: HashMap::new(), matrices: HashMap::new(), made: Vec::new() };
    let mut types = HashMap::new();
    for instruction in &module.list {
        rewriting.note(instruction);
        types.extend(instruction.result_id.zip(instruction.result_type));
    }
    let mut instructions = Vec::with_capacity(module.list.len());
    for instruction in std::mem::take(&mut module.list) {
        if rewriting.rewrite(&instruction, &types, &mut instructions).is_none() {
            instructions.push(instruction);
        }
    }
    let functions = instructions.iter().position(|it| it.class.opcode == Op::Function);
    let functions = functions.unwrap_or(instructions.len());
    instructions.splice(functions..functions, rewriting.made);
    module.list = instructions;
    module.header.bound = rewriting.bound;
}

struct Rewriting {
    bound: Word,
    /// Component type and count of vectors.
    vectors: HashMap<Word, (Word, u32)>,
    /// Column type and count of matrices.
    matrices: HashMap<Word, (Word, u32)>,
    /// Types that the module lacked.
    made: Vec<Instruction>,
}

impl Rewriting {
    fn note(&mut self, instruction: &Instruction) {
        let types = match instruction.class.opcode {
            Op::TypeVector => &mut self.vectors,
            Op::TypeMatrix => &mut self.matrices,
            _ => return,
        };
        if let (Some(id), [Operand::IdRef(of), Operand::LiteralBit32(count)]) =
            (instruction.result_id, &instruction.operands[..])
        {
            types.insert(id, (*of, *count));
        }
    }

    fn id(&mut self) -> Word {
        self.bound += 1;
        self.bound - 1
    }

    /// The matrix type of these columns.
    fn matrix(&mut self, column: Word, count: u32) -> Word {
        if let Some((&id, _)) = self.matrices.iter().find(|row| *row.1 == (column, count)) {
            return id;
        }
        let id = self.id();
        let operands = vec![Operand::IdRef(column), Operand::LiteralBit32(count)];
        self.made.push(Instruction::new(Op::TypeMatrix, None, Some(id), operands));
        self.matrices.insert(id, (column, count));
        id
    }

    /// Puts instructions in place of one; none if it stays as it is.
    fn rewrite(
        &mut self,
        instruction: &Instruction,
        types: &HashMap<Word, Word>,
        out: &mut Vec<Instruction>,
    ) -> Option<()> {
        let (ty, id) = (instruction.result_type?, instruction.result_id?);
        match (instruction.class.opcode, &instruction.operands[..]) {
            (Op::Transpose, &[Operand::IdRef(matrix)]) => {
                let &(column, _) = self.matrices.get(&ty)?;
                self.transpose(matrix, *types.get(&matrix)?, column, (ty, id), out)
            }
            (Op::VectorTimesMatrix, &[Operand::IdRef(vector), Operand::IdRef(matrix)]) => {
                let of = *types.get(&matrix)?;
                let rows = self.vectors.get(&self.matrices.get(&of)?.0)?.1;
                let transposed = (self.matrix(ty, rows), self.id());
                self.transpose(matrix, of, ty, transposed, out)?;
                let operands = vec![Operand::IdRef(transposed.1), Operand::IdRef(vector)];
                out.push(Instruction::new(Op::MatrixTimesVector, Some(ty), Some(id), operands));
                Some(())
            }
            _ => None,
        }
    }

    /// Puts the transposed matrix together from the components of one of type `of`.
    fn transpose(
        &mut self,
        matrix: Word,
        of: Word,
        column: Word,
        (ty, id): (Word, Word),
        out: &mut Vec<Instruction>,
    ) -> Option<()> {
        let &(vector, columns) = self.matrices.get(&of)?;
        let &(scalar, rows) = self.vectors.get(&vector)?;
        let mut made = Vec::new();
        for row in 0..rows {
            let mut components = Vec::new();
            for column in 0..columns {
                let component = self.id();
                let operands =
                    vec![Operand::IdRef(matrix), Operand::LiteralBit32(column), Operand::LiteralBit32(row)];
                out.push(Instruction::new(Op::CompositeExtract, Some(scalar), Some(component), operands));
                components.push(Operand::IdRef(component));
            }
            let own = self.id();
            out.push(Instruction::new(Op::CompositeConstruct, Some(column), Some(own), components));
            made.push(Operand::IdRef(own));
        }
        out.push(Instruction::new(Op::CompositeConstruct, Some(ty), Some(id), made));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use rspirv::spirv::Op;
    use vitrum::{Options, Stage};

    use super::{Instructions, in_one_order};

    #[test]
    fn no_product_is_transposed() {
        let text = "#version 450\nlayout(location = 0) in vec3 v;\nlayout(location = 1) in mat2x3 m;\n\
                    layout(location = 0) out vec2 a;\nlayout(location = 1) out vec2 b;\n\
                    void main() { a = v * m; b = transpose(m) * v; }\n";
        let words = vitrum::compile(text, &Options::new(Stage::Vertex)).ok().and_then(|it| it.spirv().ok());
        let module = Instructions::parse(&words.unwrap_or_default());
        let mut module = module.unwrap_or_else(|error| panic!("{error}"));
        in_one_order(&mut module);
        let count = |op| module.list.iter().filter(|instruction| instruction.class.opcode == op).count();
        assert_eq!(
            [count(Op::Transpose), count(Op::VectorTimesMatrix), count(Op::MatrixTimesVector)],
            [0, 0, 2]
        );
        assert_eq!(count(Op::CompositeExtract), 2 * 6);
    }
}
