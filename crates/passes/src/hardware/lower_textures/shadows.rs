//! Comparisons of depths in the shader.

use super::{DepthComparison, LowerTextures, ShadowFilter, component, first, floats, image_type, size};
use crate::framework::rewrite::image_call::ImageCall;
use crate::framework::rewrite::{Action, Rewriter};
use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageOperands, Inst, Op, Operand, Precision, Type};

/// Lowers a lookup that compares.
pub(super) fn lower(rewriter: &mut Rewriter<'_>, inst: Inst, options: &LowerTextures) -> Option<Action> {
    let mut call = ImageCall::of(&rewriter.function, inst)?;
    let reference = call.get(ImageOperands::DREF)?;
    call.take(ImageOperands::DREF);
    let name = sampler(rewriter, call.image);
    let by_name = name.and_then(|name| options.compare_by_name.get(&name)).copied();
    let comparison = by_name.unwrap_or(options.compare);
    let mut types: Vec<(Type, Precision)> = rewriter.function.result_types(inst);
    if let Some(last) = types.last_mut() {
        last.0 = common::VEC4;
    }
    let weights = if options.shadow == ShadowFilter::Bilinear { gather(rewriter, &mut call) } else { None };
    let count = if call.op == Op::ImageGather {
        let depth = Operand::from(rewriter.module.constants.i32(0));
        call.set(ImageOperands::COMPONENT, &[depth]);
        4
    } else {
        1
    };
    let new = call.build(rewriter, &types);
    let olds: Vec<_> = rewriter.function.results(inst).collect();
    let news: Vec<_> = rewriter.function.results(new).collect();
    let (&old, &texel) = (olds.last()?, news.last()?);
    let mut parts = Vec::with_capacity(count as usize);
    for index in 0..count {
        let depth = component(rewriter, texel.into(), index);
        parts.push(compare(rewriter, comparison, reference, depth));
    }
    let result = match (weights, parts.as_slice()) {
        (Some(weights), &[a, b, c, d]) => weigh(rewriter, weights, [a, b, c, d]),
        _ => super::join(rewriter, &parts),
    };
    for (&old, &new) in olds.iter().zip(&news).take(olds.len().saturating_sub(1)) {
        rewriter.inherit(old, new);
    }
    match result.value() {
        Some(new) => rewriter.inherit(old, new),
        None => rewriter.forward(old, result),
    }
    Some(Action::Remove)
}

/// Makes a gather of a lookup; gives the place between the centres of its texels in each dimension. `None` if it stays.
fn gather(rewriter: &mut Rewriter<'_>, call: &mut ImageCall) -> Option<[Operand; 2]> {
    let image = image_type(rewriter, call.image)?;
    if call.op != Op::ImageSample || image.dim != Dim::D2 || call.has(ImageOperands::PROJ) {
        return None;
    }
    for flag in [ImageOperands::BIAS, ImageOperands::LOD, ImageOperands::GRAD, ImageOperands::MIN_LOD] {
        call.take(flag);
    }
    call.op = Op::ImageGather;
    let level = Operand::from(rewriter.module.constants.i32(0));
    let size = size(rewriter, call.image, level)?;
    let size = first(rewriter, size, 2);
    let size = floats(rewriter, size);
    let place = first(rewriter, call.coordinate, 2);
    let texels = rewriter.op(Op::Fmul, &[place, size]);
    let half = rewriter.number(common::VEC2, 0.5);
    let apart = rewriter.op(Op::Fsub, &[texels, half]);
    let weights = rewriter.op(Op::Fract, &[apart]);
    Some([component(rewriter, weights, 0), component(rewriter, weights, 1)])
}

/// The bilinear sum of what a gather gives: the lower texels from left to right, then the upper ones from right to left.
fn weigh(rewriter: &mut Rewriter<'_>, [x, y]: [Operand; 2], [a, b, c, d]: [Operand; 4]) -> Operand {
    let upper = rewriter.op(Op::Fmix, &[d, c, x]);
    let lower = rewriter.op(Op::Fmix, &[a, b, x]);
    rewriter.op(Op::Fmix, &[upper, lower, y])
}

/// 1 if a comparison holds, else 0.
fn compare(
    rewriter: &mut Rewriter<'_>,
    comparison: DepthComparison,
    reference: Operand,
    depth: Operand,
) -> Operand {
    let [zero, one] = [0.0, 1.0].map(|number| rewriter.number(common::F32, number));
    let op = match comparison {
        DepthComparison::Never => return zero,
        DepthComparison::Always => return one,
        DepthComparison::Less => Op::Flt,
        DepthComparison::Equal => Op::Feq,
        DepthComparison::LessOrEqual => Op::Fle,
        DepthComparison::Greater => Op::Fgt,
        DepthComparison::NotEqual => Op::Fne,
        DepthComparison::GreaterOrEqual => Op::Fge,
    };
    let holds = rewriter.op(op, &[reference, depth]);
    rewriter.op(Op::Select, &[holds, one, zero])
}

/// The name of the variable of the sampler that a combined image has.
fn sampler(rewriter: &Rewriter<'_>, image: Operand) -> Option<String> {
    let mut at = image;
    loop {
        if let Some(global) = at.global() {
            return Some(rewriter.module.names.get(rewriter.module.globals[global].name).to_owned());
        }
        let inst = rewriter.function.definition(at)?;
        let position = usize::from(rewriter.function.op(inst) == Op::CombineSampler);
        if !matches!(rewriter.function.op(inst), Op::CombineSampler | Op::Load | Op::Access) {
            return None;
        }
        at = *rewriter.function.operands(inst).get(position)?;
    }
}
