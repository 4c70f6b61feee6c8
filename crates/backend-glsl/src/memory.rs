//! Lengths of buffers, and atomics on memory, images and atomic counters.

use crate::ast::{Args, Expr, Node, Stmt};
use crate::body::Body;
use crate::effects::Effects;
use crate::memory_scopes::{is_explicit, scope_name, semantics, without_release};
use vitrum_glsl::builtins::op_function;
use vitrum_glsl::extensions::Extension;
use vitrum_glsl::features::Feature;
use vitrum_glsl::operators::BinaryOp;
use vitrum_ir::{AtomicAccess, Inst, Op, Operand, Storage, TypeData, types::common};

/// The target of an atomic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Memory,
    Image,
    Counter,
}

impl Body<'_, '_> {
    pub(crate) fn memory_op(&mut self, inst: Inst) {
        let op = self.function.op(inst);
        let operands = self.function.operands(inst).to_vec();
        let mut effects = Effects::default();
        let mut args = self.operand_list(&operands, &mut effects);
        let (Some(&place), Some(&pointer)) = (args.first(), operands.first()) else { return };
        match op {
            Op::ArrayLength => {
                let is_wide = self.function.result_data(inst).is_some_and(|data| data.ty == common::U64);
                let (node, name) = match is_wide {
                    true => (Node::LongLength(place), "uint64_t"),
                    false => (Node::Length(place), "uint"),
                };
                let length = self.tree.add(node);
                let expr = self.tree.call(name, &[length]);
                self.finish(inst, expr, effects);
                return;
            }
            Op::TexelPointer => {
                // Image, coordinate and sample; only multisampled images have a sample.
                if let Some(image) = self.image_behind(pointer)
                    && !image.multisampled
                {
                    args.truncate(2);
                }
                let expr = self.tree.call("", &args);
                self.finish(inst, expr, effects);
                return;
            }
            _ => {}
        }
        effects.set_ordered();
        let kind = self.kind(pointer);
        // Image, coordinate and sample are separate arguments.
        if kind == Kind::Image
            && let Node::Call(_, parts) = self.tree.get(place)
        {
            let mut all = Args::from_slice(self.tree.args(parts));
            all.extend(args.iter().copied().skip(1));
            args = all;
        }
        let access = AtomicAccess::from_bits(self.function.insts[inst].imm);
        let Some(expr) = self.atomic(op, kind, place, args, operands.get(1).copied(), access) else {
            self.unsupported(format!("operation `{}`", op.mnemonic()));
            return;
        };
        if op == Op::AtomicStore && kind == Kind::Memory {
            self.execute(&effects);
            self.out.push(Stmt::Expr(expr));
            return;
        }
        self.finish(inst, expr, effects);
    }

    fn image_behind(&self, pointer: Operand) -> Option<vitrum_ir::ImageType> {
        let pointee = self.cx.module.types.pointee(self.ty(pointer))?;
        match self.cx.module.types.get(pointee) {
            TypeData::Image(image) => Some(image),
            _ => None,
        }
    }

    fn kind(&self, pointer: Operand) -> Kind {
        match self.cx.module.types.get(self.ty(pointer)) {
            TypeData::Pointer { storage: Storage::Texel, .. } => Kind::Image,
            TypeData::Pointer { storage: Storage::AtomicCounter, .. } => Kind::Counter,
            _ => Kind::Memory,
        }
    }

    fn atomic(
        &mut self,
        op: Op,
        kind: Kind,
        place: Expr,
        mut args: Args,
        value: Option<Operand>,
        access: AtomicAccess,
    ) -> Option<Expr> {
        let one = value.and_then(Operand::constant).is_some_and(|constant| self.cx.is_int(constant, 1));
        if kind == Kind::Counter {
            match op {
                Op::AtomicLoad => return Some(self.tree.call("atomicCounter", &[place])),
                Op::AtomicIadd if one => return Some(self.tree.call("atomicCounterIncrement", &[place])),
                Op::AtomicIsub if one => {
                    // The function returns the new value, the operation the old one.
                    let new = self.tree.call("atomicCounterDecrement", &[place]);
                    let one = self.tree.text("1u");
                    return Some(self.tree.add(Node::Infix(BinaryOp::Add, new, one)));
                }
                _ => {}
            }
        }
        let word = match op {
            Op::AtomicIsub if kind == Kind::Counter => "Subtract",
            Op::AtomicIsub => {
                let last = args.pop()?;
                args.push(self.tree.add(Node::Prefix("-", last)));
                "Add"
            }
            _ => op_function(op)?.trim_start_matches("atomic"),
        };
        // The IR has (place, value, comparator), GLSL (place, comparator, value).
        if let (Op::AtomicCompareExchange, [.., value, comparator]) = (op, args.as_mut_slice()) {
            std::mem::swap(value, comparator);
        }
        let prefix = match kind {
            Kind::Memory => "atomic",
            Kind::Image => "imageAtomic",
            Kind::Counter => "atomicCounter",
        };
        // 64-bit atomics may have only the form with a scope.
        let wide = value.is_some_and(|value| {
            let scalar = self.cx.module.types.scalar_of(self.ty(value));
            scalar.is_some_and(|scalar| scalar.width() == 64)
        });
        let scoped_only = wide && !self.cx.requests(Extension::ExtShaderAtomicInt64);
        let plain = !scoped_only && access.semantics == 0 && !is_explicit(self.cx.module, access.scope);
        if matches!(op, Op::AtomicLoad | Op::AtomicStore)
            || !plain && kind != Kind::Counter && self.cx.requests(Extension::KhrMemoryScopeSemantics)
        {
            args.push(self.tree.text(scope_name(self.cx.module, access.scope)));
            args.extend(semantics(access.semantics).map(|text| self.tree.text(self.cx.arena.keep(&text))));
            if op == Op::AtomicCompareExchange {
                let unequal = semantics(without_release(access.semantics));
                args.extend(unequal.map(|text| self.tree.text(self.cx.arena.keep(&text))));
            }
        }
        let suffix = if kind == Kind::Counter && !Feature::AtomicCounterOps.is_in(self.cx.target) {
            "ARB"
        } else {
            ""
        };
        Some({
            let name = self.tree.format(format_args!("{prefix}{word}{suffix}"));
            self.tree.call(name, &args)
        })
    }
}
