//! Unsigned integers become signed ones of the same bits, for versions that have no others.
//!
//! ```text
//! global @n: u32 uniform                 global @n: i32 uniform
//! %a: u32 = load @n                      %a: i32 = load @n
//! %b: u32 = iadd %a, 1u32            =>  %b: i32 = iadd %a, 1i32
//! %c: bool = ult %b, 9u32                %0: bool = sge %b, 0i32   %1: bool = slt %b, 9i32   %c: bool = and %0, %1
//! ```
//!
//! Operations that depend on the sign are expanded into others that do not. Division, and vectors that may have a top bit
//! set, stay, and the printer refuses the type. Counters that start at a small constant and take small steps have no top bit.

use crate::framework::rewrite::{Action, Rewriter, Visitor, rewrite};
use crate::framework::session::Session;
use crate::framework::settings::Settings;
use crate::lower::lower_block_parameters;
use crate::lower::retype::{retype, specializes, used_types};
use rustc_hash::{FxHashMap, FxHashSet};
use vitrum_glsl::features::Feature;
use vitrum_ir::types::common;
use vitrum_ir::{
    Constant, ConstantKind, Function, FunctionData, Inst, Module, Op, Operand, OperandKind, Precision,
    Scalar, SideTable, Span, Storage, Type, TypeData, Value, typing, visit,
};

/// Constants below this are small.
const SMALL: u64 = 1 << 24;

/// Steps up to this are small: it takes more than 2²⁶ of them to the top bit.
const STEP: u64 = 16;

/// True if the target lacks unsigned integers.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    // No version without them has pixel local storage, whose formats name them.
    let has_formats = module.globals.values().any(|data| data.storage == Storage::PixelLocal);
    settings.chosen_glsl().is_some() && settings.lacks(module, Feature::Unsigned) && !has_formats
}

/// Runs the pass; gives 1 if they were lowered.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    usize::from(lower_unsigned(module, session))
}

/// Lowers them, unless something needs them; true if it did.
fn lower_unsigned(module: &mut Module, session: &mut Session) -> bool {
    let any = used_types(module).into_iter().any(|ty| is_unsigned(module, ty));
    if !any || specializes(module, |ty| is_unsigned(module, ty)) {
        return false;
    }
    // A variable is followed more easily than what loops pass on.
    lower_block_parameters::run(module, session);
    let mut low: SideTable<Function, Low> =
        module.functions.values().map(|function| Low::of(module, function)).collect();
    let needed = module.functions.values().zip(low.values()).any(|(function, low)| {
        visit::insts(function).into_iter().any(|(_, inst)| needs_unsigned(module, function, inst, low))
    });
    if needed {
        return false;
    }
    rewrite(module, session, |_, id, _| {
        Some(Lower { low: low.get_mut(id).map(std::mem::take).unwrap_or_default() })
    });
    let signed = |data| match data {
        TypeData::Scalar(Scalar::U32) => Some(TypeData::Scalar(Scalar::I32)),
        TypeData::Vector { scalar: Scalar::U32, size } => {
            Some(TypeData::Vector { scalar: Scalar::I32, size })
        }
        _ => None,
    };
    retype(module, |_, data| signed(data), |_, _, parts| parts);
    true
}

fn is_unsigned(module: &Module, ty: Type) -> bool {
    matches!(
        module.types.get(ty),
        TypeData::Scalar(Scalar::U32) | TypeData::Vector { scalar: Scalar::U32, .. }
    )
}

/// Values and variables without the top bit.
#[derive(Default)]
struct Low {
    /// Those that may have it.
    high: FxHashSet<Value>,
}

impl Low {
    /// Supposes that none has it until something shows that one may.
    fn of(module: &Module, function: &FunctionData) -> Self {
        let mut low = Self::default();
        // The users of each value, and the variables that it is stored to.
        let mut users: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        let mut open = Vec::new();
        for (_, inst) in visit::insts(function) {
            let operands = function.operands(inst);
            let op = function.op(inst);
            match (op, operands) {
                (Op::Store, &[pointer, stored]) => {
                    if let Some(variable) = pointer.value() {
                        match stored.kind() {
                            OperandKind::Value(value) => users.entry(value).or_default().push(variable),
                            _ if is_low_constant(module, stored) => {}
                            _ => open.push(variable),
                        }
                    }
                }
                (Op::Load, _) => {}
                _ => {
                    // An address that goes elsewhere may be stored to there.
                    open.extend(
                        operands
                            .iter()
                            .filter_map(|operand| operand.value())
                            .filter(|&value| module.types.pointee(function.values[value].ty).is_some()),
                    );
                }
            }
            if let Some(control) = function.control(inst) {
                for param in control.blocks().flat_map(|block| &function.blocks[block].params) {
                    open.push(*param);
                }
                open.extend(function.results(inst));
                continue;
            }
            for result in function.results(inst) {
                match inherits(module, function, inst) {
                    Top::Never => {}
                    Top::Perhaps => open.push(result),
                    Top::Like(operands) => {
                        for operand in operands {
                            match operand.value() {
                                Some(value) => users.entry(value).or_default().push(result),
                                None if is_low_constant(module, operand) => {}
                                None => open.push(result),
                            }
                        }
                    }
                }
            }
        }
        open.extend(&function.blocks[function.body].params);
        while let Some(value) = open.pop() {
            if low.high.insert(value) {
                open.extend(users.get(&value).into_iter().flatten());
            }
        }
        low
    }

    fn has(&self, module: &Module, operand: Operand) -> bool {
        match operand.kind() {
            OperandKind::Value(value) => !self.high.contains(&value),
            OperandKind::Constant(_) => is_low_constant(module, operand),
            OperandKind::Global(_) => false,
        }
    }
}

fn is_low_constant(module: &Module, operand: Operand) -> bool {
    operand.constant().is_some_and(|constant| below(module, constant, SMALL))
}

fn below(module: &Module, constant: Constant, limit: u64) -> bool {
    match &module.constants.get(constant).kind {
        ConstantKind::Scalar(bits) => *bits < limit,
        ConstantKind::Composite(parts) => parts.iter().all(|&part| below(module, part, limit)),
        ConstantKind::Null => true,
        ConstantKind::Undef
        | ConstantKind::Spec(_)
        | ConstantKind::SpecOp { .. }
        | ConstantKind::Param(_) => false,
    }
}

/// True if a result may have the top bit.
enum Top {
    Never,
    Perhaps,
    /// If one of these has.
    Like(Vec<Operand>),
}

fn inherits(module: &Module, function: &FunctionData, inst: Inst) -> Top {
    let operands = function.operands(inst);
    let small = |operand: Operand, limit| operand.constant().is_some_and(|it| below(module, it, limit));
    match (function.op(inst), operands) {
        (Op::Var, []) => Top::Never,
        (Op::Var, &[first]) if small(first, SMALL) => Top::Never,
        (Op::Load, &[pointer]) => match function.definition(pointer) {
            Some(inst) if function.op(inst) == Op::Var => Top::Like(vec![pointer]),
            _ => Top::Perhaps,
        },
        (Op::Iadd, &[a, step]) if small(step, STEP + 1) => Top::Like(vec![a]),
        (Op::Iadd, &[step, a]) if small(step, STEP + 1) => Top::Like(vec![a]),
        (Op::Umin, &[a, b]) if small(a, SMALL) || small(b, SMALL) => Top::Never,
        (Op::Umin | Op::Umax, &[a, b]) => Top::Like(vec![a, b]),
        (Op::Umod, &[a, by]) => Top::Like(vec![a, by]),
        (Op::Udiv, &[a, _]) => Top::Like(vec![a]),
        (Op::Select, &[_, a, b]) => Top::Like(vec![a, b]),
        (Op::Construct, parts) => Top::Like(parts.to_vec()),
        (Op::Splat | Op::Extract | Op::Swizzle, &[a]) => Top::Like(vec![a]),
        (Op::BtoI, _) => Top::Never,
        _ => Top::Perhaps,
    }
}

/// True if something cannot be said of signed integers.
fn needs_unsigned(module: &Module, function: &FunctionData, inst: Inst, low: &Low) -> bool {
    let operands = function.operands(inst);
    let is_low = |operand: &Operand| low.has(module, *operand);
    let is_scalar = |operand: &Operand| {
        module.types.vector_size(typing::operand_type(module, function, *operand)).unwrap_or(1) == 1
    };
    let result = function.result(inst).map(|result| function.values[result].ty);
    let types = operands.iter().map(|&operand| typing::operand_type(module, function, operand)).chain(result);
    let mut unsigned = types.clone().filter(|&ty| is_unsigned(module, ty));
    match function.op(inst) {
        Op::Udiv | Op::Umod => !operands.iter().all(is_low),
        Op::Ult | Op::Ule | Op::Ugt | Op::Uge | Op::UtoF | Op::Umin | Op::Umax | Op::Uclamp | Op::FtoU => {
            let float = function.op(inst) == Op::FtoU;
            (float || !operands.iter().all(is_low)) && !operands.iter().all(is_scalar)
        }
        Op::Bitcast => {
            let word = |ty| matches!(module.types.scalar_of(ty), Some(Scalar::I32 | Scalar::U32));
            unsigned.next().is_some() && !types.clone().all(word)
        }
        Op::Iadd
        | Op::Isub
        | Op::Imul
        | Op::Ineg
        | Op::Ieq
        | Op::Ine
        | Op::Equal
        | Op::NotEqual
        | Op::BtoI
        | Op::ItoB
        | Op::Select
        | Op::Construct
        | Op::Splat
        | Op::Extract
        | Op::Insert
        | Op::ExtractDynamic
        | Op::InsertDynamic
        | Op::Swizzle
        | Op::Shuffle
        | Op::Var
        | Op::Access
        | Op::Load
        | Op::Store
        | Op::StoreSwizzle
        | Op::Call => false,
        op => !op.is_control() && !op.is_terminator() && unsigned.next().is_some(),
    }
}

struct Lower {
    low: Low,
}

impl Visitor for Lower {
    fn inst(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> Action {
        let op = rewriter.function.op(inst);
        let Some(result) = rewriter.function.result(inst) else { return Action::Keep };
        let data = &rewriter.function.values[result];
        let (ty, precision) = (data.ty, data.precision);
        let operands = rewriter.function.operands(inst).to_vec();
        let low = operands.iter().map(|&operand| self.low.has(rewriter.module, operand)).collect();
        match (Build { rewriter, precision, low }).op(op, &operands, ty) {
            Some(operand) => {
                let was_high = self.low.high.contains(&result);
                if let Some(new) = operand.value().filter(|_| op != Op::Bitcast) {
                    let name = rewriter.function.value_name(result);
                    rewriter.function.set_value_name(new, name);
                    if was_high {
                        self.low.high.insert(new);
                    }
                }
                rewriter.replace(inst, operand)
            }
            None => Action::Keep,
        }
    }
}

/// Builds what stands for one instruction; types are those before all become signed.
struct Build<'r, 'm> {
    rewriter: &'r mut Rewriter<'m>,
    precision: Precision,
    /// True if each operand lacks the top bit.
    low: Vec<bool>,
}

impl Build<'_, '_> {
    fn push(&mut self, op: Op, operands: &[Operand], ty: Type) -> Operand {
        // Not folded: operands are still unsigned.
        self.rewriter.push_at(Span::default(), op, operands, 0, (ty, self.precision)).into()
    }

    fn zero(&mut self) -> Operand {
        self.rewriter.module.constants.i32(0).into()
    }

    fn is_low(&self, index: usize) -> bool {
        self.low.get(index).copied().unwrap_or(false)
    }

    fn op(&mut self, op: Op, operands: &[Operand], ty: Type) -> Option<Operand> {
        match (op, operands) {
            (Op::Bitcast, &[x]) => {
                let from = self.rewriter.ty(x);
                let scalar = |ty| self.rewriter.module.types.scalar_of(ty);
                let both = [scalar(from), scalar(ty)];
                both.iter().all(|it| matches!(it, Some(Scalar::I32 | Scalar::U32))).then_some(x)
            }
            (Op::Udiv, _) => Some(self.push(Op::Sdiv, operands, ty)),
            (Op::Umod, _) => Some(self.push(Op::Srem, operands, ty)),
            (Op::Ult, &[a, b]) => Some(self.less(a, b, [self.is_low(0), self.is_low(1)], false, ty)),
            (Op::Ugt, &[a, b]) => Some(self.less(b, a, [self.is_low(1), self.is_low(0)], false, ty)),
            (Op::Ule, &[a, b]) => Some(self.less(a, b, [self.is_low(0), self.is_low(1)], true, ty)),
            (Op::Uge, &[a, b]) => Some(self.less(b, a, [self.is_low(1), self.is_low(0)], true, ty)),
            (Op::Umin | Op::Umax, &[a, b]) => {
                let lows = [self.is_low(0), self.is_low(1)];
                Some(self.extreme(op, a, b, lows, ty))
            }
            (Op::Uclamp, &[x, low, high]) => {
                let lows = [self.is_low(0), self.is_low(1)];
                let raised = self.extreme(Op::Umax, x, low, lows, ty);
                let lows = [lows[0] && lows[1], self.is_low(2)];
                Some(self.extreme(Op::Umin, raised, high, lows, ty))
            }
            (Op::UtoF, &[x]) => {
                let float = self.push(Op::StoF, &[x], ty);
                if self.is_low(0) {
                    return Some(float);
                }
                let zero = self.zero();
                let negative = self.push(Op::Slt, &[x, zero], common::BOOL);
                let constants = &mut self.rewriter.module.constants;
                let (wrap, none) = (constants.f32(4_294_967_296.0).into(), constants.f32(0.0).into());
                let more = self.push(Op::Select, &[negative, wrap, none], ty);
                Some(self.push(Op::Fadd, &[float, more], ty))
            }
            (Op::FtoU, &[x]) => {
                let constants = &mut self.rewriter.module.constants;
                let (half, wrap) = (constants.f32(2_147_483_648.0), constants.f32(4_294_967_296.0));
                let none = constants.f32(0.0);
                let float = self.rewriter.ty(x);
                let fits = self.push(Op::Flt, &[x, half.into()], common::BOOL);
                let less = self.push(Op::Fsub, &[x, wrap.into()], float);
                // Undefined below zero, but zero wherever anybody has looked.
                let small = self.push(Op::Fmax, &[x, none.into()], float);
                let value = self.push(Op::Select, &[fits, small, less], float);
                Some(self.push(Op::FtoS, &[value], ty))
            }
            _ => None,
        }
    }

    fn extreme(&mut self, op: Op, a: Operand, b: Operand, low: [bool; 2], ty: Type) -> Operand {
        let size = self.rewriter.module.types.vector_size(ty).unwrap_or(1);
        if size > 1 {
            // Nothing has the top bit.
            let signed = if op == Op::Umin { Op::Smin } else { Op::Smax };
            return self.push(signed, &[a, b], ty);
        }
        let less = self.less(a, b, low, false, common::BOOL);
        let (first, second) = if op == Op::Umin { (a, b) } else { (b, a) };
        self.push(Op::Select, &[less, first, second], ty)
    }

    /// True if `a` is below `b`, or not above it.
    fn less(&mut self, a: Operand, b: Operand, low: [bool; 2], or_equal: bool, ty: Type) -> Operand {
        let op = if or_equal { Op::Sle } else { Op::Slt };
        let below = self.push(op, &[a, b], ty);
        let zero = self.zero();
        match low {
            [true, true] => below,
            [false, true] => {
                let plain = self.push(Op::Sge, &[a, zero], ty);
                self.push(Op::And, &[plain, below], ty)
            }
            [true, false] => {
                let beyond = self.push(Op::Slt, &[b, zero], ty);
                self.push(Op::Or, &[beyond, below], ty)
            }
            [false, false] => {
                let first = self.push(Op::Slt, &[a, zero], ty);
                let second = self.push(Op::Slt, &[b, zero], ty);
                let alike = self.push(Op::Beq, &[first, second], ty);
                self.push(Op::Select, &[alike, below, second], ty)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lower_unsigned;
    use crate::framework::session::Session;

    fn shader(body: &str) -> String {
        format!(
            "vir 1\nstage fragment\nentry &main\nglobal @n: u32 uniform\nglobal @o: f32 output location(0)\n\
            fn &main() -> void {{\n    %n: u32 = load @n\n    {body}    return\n}}\n"
        )
    }

    #[test]
    fn comparison_of_unknown_value_tests_the_sign() {
        let text = shader("%c: bool = ult %n, 9u32\n    %f: f32 = btof %c\n    store @o, %f\n");
        let mut module = vitrum_ir_text::parse(&text).unwrap();
        assert!(lower_unsigned(&mut module, &mut Session::default()));
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(!text.contains("u32") && text.contains("sge %n, 0i32") && text.contains("= and "), "{text}");
    }

    #[test]
    fn counter_has_no_top_bit() {
        let text = shader(
            "%i: ptr<function, u32> = var\n    store %i, 0u32\n    %a: u32 = load %i\n    \
            %b: u32 = iadd %a, 1u32\n    store %i, %b\n    %c: u32 = load %i\n    %d: u32 = umod %c, 3u32\n    \
            %f: f32 = utof %d\n    store @o, %f\n",
        );
        let mut module = vitrum_ir_text::parse(&text).unwrap();
        assert!(lower_unsigned(&mut module, &mut Session::default()));
        vitrum_ir::verify(&module).unwrap();
        let text = vitrum_ir::print(&module);
        assert!(text.contains("srem") && text.contains("stof") && !text.contains("select"), "{text}");
    }

    #[test]
    fn division_of_unknown_value_stays() {
        let text = shader("%d: u32 = udiv %n, 3u32\n    %f: f32 = utof %d\n    store @o, %f\n");
        let mut module = vitrum_ir_text::parse(&text).unwrap();
        assert!(!lower_unsigned(&mut module, &mut Session::default()));
    }
}
