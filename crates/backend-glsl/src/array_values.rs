//! Copies of arrays in versions without array assignment (GLSL 1.10, ESSL 1.00): element by element, and member by
//! member for structs that contain arrays.

use crate::ast::{Args, Expr, Local, LoopForm, LoopStmt, Node, Stmt};
use crate::body::Body;
use crate::types::parts;
use bumpalo::collections::Vec as BumpVec;
use vitrum_glsl::features::Feature;
use vitrum_glsl::operators::BinaryOp;
use vitrum_ir::{ControlHints, Inst, Length, Operand, Struct, Type, TypeData, types::common};

/// The maximum number of elements that are copied without a loop.
const MOST_COPIES: u32 = 8;

impl<'a> Body<'_, 'a> {
    /// True if the text cannot assign values of this type.
    pub(crate) fn by_elements(&self, ty: Type) -> bool {
        let is_array = |part: TypeData| matches!(part, TypeData::Array { .. });
        !self.cx.text_has(Feature::ArrayValues) && parts(self.cx.module, ty).any(is_array)
    }

    /// Adds `T x = init;`, or a declaration and copies of the elements.
    pub(crate) fn declare(&mut self, local: Local, init: Option<Expr>, only_in: Option<Inst>) {
        let ty = self.tree.locals.get(local.0 as usize).map(|data| data.ty);
        match (init, ty) {
            (Some(value), Some(ty)) if self.by_elements(ty) => {
                self.out.push(Stmt::Declare { local, init: None, only_in: None });
                let place = self.tree.add(Node::Local(local));
                let copies = self.copies(place, value, ty);
                self.out.extend(copies);
            }
            _ => self.out.push(Stmt::Declare { local, init, only_in }),
        }
    }

    /// `place = value;`, or copies of the elements.
    pub(crate) fn copies(&mut self, place: Expr, value: Expr, ty: Type) -> BumpVec<'a, Stmt<'a>> {
        if !self.by_elements(ty) {
            return self.assign_one(place, value);
        }
        if let TypeData::Struct(id) = self.cx.module.types.get(ty) {
            return self.member_copies(place, value, id);
        }
        let TypeData::Array { element, length: Length::Constant(length) } = self.cx.module.types.get(ty)
        else {
            return self.assign_one(place, value);
        };
        // The version lacks array constructors as well.
        let parts = self.constructor_parts(value, length as usize);
        let mut copies = self.cx.arena.list();
        if parts.is_none() && length > MOST_COPIES {
            let (index, name) = self.bare_local(common::I32);
            let (zero, bound) = (self.tree.text("0"), self.tree.number(length.into()));
            let condition = self.tree.add(Node::Infix(BinaryOp::Less, name, bound));
            let increment = self.tree.add(Node::Step(name, "++", true));
            let to = self.tree.add(Node::Index(place, name));
            let from = self.tree.add(Node::Index(value, name));
            copies.push(Stmt::Loop(Box::new(LoopStmt {
                form: LoopForm::For,
                init: Some(Stmt::Declare { local: index, init: Some(zero), only_in: None }),
                condition: Some(condition),
                step: self.cx.arena.one(Stmt::Expr(increment)),
                body: self.copies(to, from, element),
                hints: ControlHints::default(),
                loop_hints: None,
            })));
            return copies;
        }
        for index in 0..length {
            let number = self.tree.number(index.into());
            let to = self.tree.add(Node::Index(place, number));
            let from = match parts.as_ref().and_then(|parts| parts.get(index as usize)) {
                Some(&part) => part,
                None => self.tree.add(Node::Index(value, number)),
            };
            copies.extend(self.copies(to, from, element));
        }
        copies
    }

    /// The arguments of a constructor with this number of parts.
    fn constructor_parts(&self, value: Expr, count: usize) -> Option<Args> {
        let Node::Call(_, list) = self.tree.get(value) else { return None };
        Some(Args::from_slice(self.tree.args(list))).filter(|parts| parts.len() == count)
    }

    /// `place = value;`
    fn assign_one(&mut self, place: Expr, value: Expr) -> BumpVec<'a, Stmt<'a>> {
        self.cx.arena.one(Stmt::Expr(self.tree.add(Node::Assign(place, None, value))))
    }

    fn member_copies(&mut self, place: Expr, value: Expr, id: Struct) -> BumpVec<'a, Stmt<'a>> {
        let members = &self.cx.module.structs[id].members;
        let parts = self.constructor_parts(value, members.len());
        let mut copies = self.cx.arena.list();
        for (index, member) in members.iter().enumerate() {
            let name = self.cx.member(id, index);
            let to = self.tree.add(Node::Field(place, name));
            let from = match parts.as_ref().and_then(|parts| parts.get(index)) {
                Some(&part) => part,
                None => self.tree.add(Node::Field(value, name)),
            };
            copies.extend(self.copies(to, from, member.ty));
        }
        copies
    }

    /// The expression of an argument. An array that is a constant or constructed gets a variable.
    pub(crate) fn argument(&mut self, operand: Operand, expr: Expr) -> Expr {
        let ty = self.ty(operand);
        if !self.by_elements(ty) || !matches!(self.tree.get(expr), Node::Call(..)) {
            return expr;
        }
        let (local, name) = self.bare_local(ty);
        self.declare(local, (!self.is_undefined(operand)).then_some(expr), None);
        name
    }
}
