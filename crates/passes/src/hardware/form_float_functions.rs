//! Sums of products as `fma` and `mix`.
//!
//! ```text
//! %0: f32 = fmul %a, %b    %1: f32 = fadd %0, %c           =>  %1: f32 = fma %a, %b, %c
//! %0: f32 = fsub 1.0f32, %a    %1: f32 = fmul %x, %0
//! %2: f32 = fmul %y, %a        %3: f32 = fadd %1, %2       =>  %3: f32 = fmix %x, %y, %a
//! ```
//!
//! A product is joined to the sum that alone uses it. `fma` may be rounded once where the sum of a product is rounded twice, so
//! this is done with laws of real numbers alone, and not to what is `precise`.
//!
//! NIR: `fuse_ffma32` and `flrp` of `nir_opt_algebraic`. LLVM: contraction.

use crate::analysis::uses::Uses;
use crate::framework::float_laws::FloatLaws;
use crate::framework::rewrite::{Action, rewrite_in};
use crate::framework::session::Session;
use crate::framework::settings::{PassOption, Settings};
use rustc_hash::FxHashMap;
use vitrum_ir::{ConstantKind, Function, FunctionData, Inst, Module, Op, Operand, ValueFlags, visit};

/// Options of `form_float_functions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormFloatFunctions {
    /// True if `fma` is formed.
    pub fma: bool,
    /// True if `mix` is formed.
    pub mix: bool,
}

impl Default for FormFloatFunctions {
    fn default() -> Self {
        Self { fma: true, mix: true }
    }
}

/// The options as text.
pub(crate) const OPTIONS: &[PassOption] = &[PassOption {
    name: "ops",
    values: "all|fma|fmix",
    summary: "the functions that are formed",
    set: |options, value| {
        let (fma, mix) = match value {
            "all" => (true, true),
            "fma" => (true, false),
            "fmix" => (false, true),
            _ => return None,
        };
        options.change(|it: &mut FormFloatFunctions| *it = FormFloatFunctions { fma, mix });
        Some(())
    },
}];

/// True if functions may be formed.
pub(crate) fn is_needed(module: &Module, settings: &Settings) -> bool {
    settings.floats == FloatLaws::Real
        && module.functions.values().any(|function| function.insts.iter().any(|row| row.1.op == Op::Fadd))
}

/// Forms functions; gives the number of changes.
pub(crate) fn run(module: &mut Module, session: &mut Session) -> usize {
    let options = session.settings().options.get::<FormFloatFunctions>();
    module.code_ids().map(|id| form(module, id, session, options)).sum()
}

fn form(module: &mut Module, id: Function, session: &mut Session, options: FormFloatFunctions) -> usize {
    let function = &module.functions[id];
    let uses = Uses::new(function);
    let mut formed: FxHashMap<Inst, (Op, [Operand; 3])> = FxHashMap::default();
    for (_, inst) in visit::insts(function) {
        if function.op(inst) != Op::Fadd || !is_free(function, inst) {
            continue;
        }
        // There is no `fma` of matrices.
        let is_vector =
            function.result_data(inst).is_some_and(|data| module.types.vector_size(data.ty).is_some());
        if !is_vector {
            continue;
        }
        let mix = options.mix.then(|| mixed(module, function, &uses, inst)).flatten();
        let fused = || options.fma.then(|| fused(function, &uses, inst)).flatten();
        if let Some(found) = mix.map(|it| (Op::Fmix, it)).or_else(|| fused().map(|it| (Op::Fma, it))) {
            formed.insert(inst, found);
        }
    }
    if formed.is_empty() {
        return 0;
    }
    rewrite_in(module, id, session, |rewriter, inst| {
        if let Some((op, operands)) = formed.get(&inst) {
            rewriter.function.set_op(inst, *op);
            rewriter.function.set_operands(inst, operands);
            rewriter.changes += 1;
        }
        Action::Keep
    })
}

fn is_free(function: &FunctionData, inst: Inst) -> bool {
    !function.result_data(inst).is_some_and(|data| data.flags.contains(ValueFlags::PRECISE))
}

/// The operands of an operation that gives a value which nothing else uses.
fn only(function: &FunctionData, uses: &Uses, operand: Operand, op: Op) -> Option<[Operand; 2]> {
    let inst = function.definition(operand)?;
    if function.op(inst) != op || !is_free(function, inst) || !uses.is_used_once(operand.value()?) {
        return None;
    }
    match function.operands(inst) {
        &[a, b] => Some([a, b]),
        _ => None,
    }
}

fn fused(function: &FunctionData, uses: &Uses, inst: Inst) -> Option<[Operand; 3]> {
    let &[a, b] = function.operands(inst) else { return None };
    let of = |product, term| only(function, uses, product, Op::Fmul).map(|[x, y]| [x, y, term]);
    of(a, b).or_else(|| of(b, a))
}

fn mixed(module: &Module, function: &FunctionData, uses: &Uses, inst: Inst) -> Option<[Operand; 3]> {
    let &[a, b] = function.operands(inst) else { return None };
    let (left, right) = (only(function, uses, a, Op::Fmul)?, only(function, uses, b, Op::Fmul)?);
    for (with_rest, other) in [(left, right), (right, left)] {
        for (x, rest) in [(with_rest[0], with_rest[1]), (with_rest[1], with_rest[0])] {
            let Some([one, amount]) = only(function, uses, rest, Op::Fsub) else { continue };
            if !is_one(module, one) {
                continue;
            }
            for (y, factor) in [(other[0], other[1]), (other[1], other[0])] {
                if factor == amount {
                    return Some([x, y, amount]);
                }
            }
        }
    }
    None
}

/// True for the number 1, in each component.
pub(super) fn is_one(module: &Module, operand: Operand) -> bool {
    let Some(constant) = operand.constant() else { return false };
    let one = |constant| {
        let scalar = module.types.scalar_of(module.constants.ty(constant));
        let format = scalar.and_then(vitrum_ir::eval::FloatFormat::of);
        module.constants.bits(constant).zip(format).is_some_and(|(bits, format)| format.decode(bits) == 1.0)
    };
    match &module.constants.get(constant).kind {
        ConstantKind::Composite(parts) => parts.iter().all(|&part| one(part)),
        _ => one(constant),
    }
}
