//! Input attachments are textures, fetched at the place of the fragment: WebGPU has no subpasses.

use crate::framework::rewrite::Rewriter;
use crate::lower::retype;
use vitrum_ir::{
    BuiltIn, Dim, ImageFormat, ImageOperands, ImageType, Inst, Module, Op, Operand, Precision, Storage,
    TypeData, types::common, typing,
};

/// The fetch in the place of a read of an input attachment.
pub(super) fn read(rewriter: &mut Rewriter<'_>, inst: Inst, operands: &[Operand]) -> Option<Operand> {
    let (&image, &offset) = (operands.first()?, operands.get(1)?);
    let ty = rewriter.ty(image);
    let kind = typing::image_type(rewriter.module, ty).filter(|image| image.dim == Dim::Subpass)?;
    let known = rewriter.builtin(Storage::Input, BuiltIn::FragCoord);
    let place = known.unwrap_or_else(|| {
        let global = rewriter.module.add_global("gl_FragCoord", common::VEC4, Storage::Input);
        rewriter.module.globals[global].decorations.builtin = Some(BuiltIn::FragCoord);
        global.into()
    });
    let place = rewriter.load(place);
    let mut parts = Vec::new();
    for index in 0..2 {
        let part = rewriter.op_imm(Op::Extract, &[place], index);
        parts.push(rewriter.push(Op::FtoS, &[part], 0, common::I32, Precision::None));
    }
    let pixel = rewriter.push(Op::Construct, &parts, 0, common::IVEC2, Precision::None);
    let pixel = rewriter.op(Op::Iadd, &[pixel, offset]);
    let mut flags = ImageOperands::from_bits(rewriter.function.insts[inst].imm);
    let mut more = vec![image, pixel];
    if !kind.multisampled {
        flags.insert(ImageOperands::LOD);
        more.push(rewriter.module.constants.i32(0).into());
    }
    more.extend(operands.get(2..).unwrap_or(&[]));
    let data = rewriter.function.values[rewriter.function.result(inst)?];
    Some(rewriter.push(Op::ImageFetch, &more, flags.bits(), data.ty, data.precision))
}

/// Gives input attachments the types of textures; gives the number of types.
pub(super) fn retype(module: &mut Module) -> usize {
    let is_one = |data: TypeData| matches!(data, TypeData::Image(image) if image.dim == Dim::Subpass);
    if !module.types.iter().skip(common::ALL).any(|(_, data)| is_one(data)) {
        return 0;
    }
    let texture =
        |image: ImageType| ImageType { dim: Dim::D2, storage: false, format: ImageFormat::Unknown, ..image };
    let new = |_: &mut Module, data: TypeData| match data {
        TypeData::Image(image) if image.dim == Dim::Subpass => Some(TypeData::Image(texture(image))),
        _ => None,
    };
    let count = retype::retype(module, new, |_, _, parts| parts).types.len();
    for data in module.globals.values_mut() {
        data.decorations.input_attachment = None;
    }
    count
}
