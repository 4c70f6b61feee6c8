//! Cube textures as arrays of 2D textures.

use super::coordinates::level_of_texels;
use super::{component, first, floats, image_type, join};
use crate::framework::rewrite::image_call::ImageCall;
use crate::framework::rewrite::{Action, Rewriter};
use vitrum_ir::types::common;
use vitrum_ir::{Dim, ImageOperands, Inst, Modes, Op, Operand, Precision, Stage};

/// Lowers an operation on a cube.
pub(super) fn lower(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let op = rewriter.function.op(inst);
    let &image = rewriter.function.operands(inst).first()?;
    if !matches!(op, Op::ImageSample | Op::ImageGather | Op::ImageSize | Op::ImageQueryLod)
        || image_type(rewriter, image)?.dim != Dim::Cube
    {
        // Texels of images have a face as their third coordinate already.
        return None;
    }
    match op {
        Op::ImageSize => sizes(rewriter, inst, image),
        Op::ImageQueryLod => query(rewriter, inst, image),
        _ => lookup(rewriter, inst),
    }
}

/// The size of an array of faces: width and height, and cubes.
fn sizes(rewriter: &mut Rewriter<'_>, inst: Inst, image: Operand) -> Option<Action> {
    let operands = rewriter.function.operands(inst).to_vec();
    let whole = rewriter.push(Op::ImageSize, &operands, 0, common::IVEC3, Precision::High);
    let mut size = first(rewriter, whole, 2);
    if image_type(rewriter, image)?.arrayed {
        let cubes = cubes(rewriter, whole);
        size = join(rewriter, &[size, cubes]);
    }
    Some(rewriter.replace_alike(inst, size))
}

/// The number of cubes of an array, from its size.
fn cubes(rewriter: &mut Rewriter<'_>, size: Operand) -> Operand {
    let layers = component(rewriter, size, 2);
    let six = Operand::from(rewriter.module.constants.i32(6));
    rewriter.op(Op::Sdiv, &[layers, six])
}

/// The level of an implicit lookup, clamped to those that there are, and as it is computed.
fn query(rewriter: &mut Rewriter<'_>, inst: Inst, image: Operand) -> Option<Action> {
    let &[_, coordinate] = rewriter.function.operands(inst) else { return None };
    let direction = first(rewriter, coordinate, 3);
    let gradients = [Op::Dfdx, Op::Dfdy].map(|op| rewriter.op(op, &[direction]));
    let face = Face::of(rewriter, direction);
    let place = face.place(rewriter, direction);
    let gradients = gradients.map(|gradient| face.gradient(rewriter, &place, gradient));
    // The type of the texture changes behind the walk; its size is asked for as that of an array already.
    let level = level_of_faces(rewriter, image, &gradients);
    let levels = rewriter.push(Op::ImageLevels, &[image], 0, common::I32, Precision::High);
    let levels = floats(rewriter, levels);
    let [zero, one] = [0.0, 1.0].map(|number| rewriter.number(common::F32, number));
    let last = rewriter.op(Op::Fsub, &[levels, one]);
    let raised = rewriter.op(Op::Fmax, &[level, zero]);
    let clamped = rewriter.op(Op::Fmin, &[raised, last]);
    let both = join(rewriter, &[clamped, level]);
    Some(rewriter.replace_alike(inst, both))
}

fn level_of_faces(rewriter: &mut Rewriter<'_>, image: Operand, gradients: &[Operand]) -> Operand {
    let zero = Operand::from(rewriter.module.constants.i32(0));
    let size = rewriter.push(Op::ImageSize, &[image, zero], 0, common::IVEC3, Precision::High);
    let size = first(rewriter, size, 2);
    let size = floats(rewriter, size);
    level_of_texels(rewriter, size, gradients)
}

/// True if the stage has derivatives.
fn has_derivatives(rewriter: &Rewriter<'_>) -> bool {
    let groups = Modes::DERIVATIVE_GROUP_QUADS.union(Modes::DERIVATIVE_GROUP_LINEAR);
    rewriter.module.stage == Stage::Fragment || rewriter.module.execution.modes.intersects(groups)
}

fn lookup(rewriter: &mut Rewriter<'_>, inst: Inst) -> Option<Action> {
    let mut call = ImageCall::of(&rewriter.function, inst)?;
    let arrayed = image_type(rewriter, call.image)?.arrayed;
    let direction = first(rewriter, call.coordinate, 3);
    let face = Face::of(rewriter, direction);
    let place = face.place(rewriter, direction);
    if call.op == Op::ImageSample && !call.has(ImageOperands::LOD) {
        // Derivatives of coordinates on faces make no sense between two faces; those of the direction do.
        let gradients = match call.take(ImageOperands::GRAD) {
            Some(gradients) => Some(gradients),
            None if has_derivatives(rewriter) => {
                let mut gradients = [Op::Dfdx, Op::Dfdy].map(|op| rewriter.op(op, &[direction]));
                if let Some(bias) = call.take(ImageOperands::BIAS) {
                    let factor = rewriter.op(Op::Exp2, &[*bias.first()?]);
                    gradients = gradients.map(|it| rewriter.op(Op::VectorTimesScalar, &[it, factor]));
                }
                Some(gradients.to_vec())
            }
            None => None,
        };
        match gradients {
            Some(gradients) => {
                let gradients: Vec<Operand> =
                    gradients.into_iter().map(|it| face.gradient(rewriter, &place, it)).collect();
                call.set(ImageOperands::GRAD, &gradients);
            }
            None => {
                let bias = call.take(ImageOperands::BIAS).and_then(|bias| bias.first().copied());
                let mut level = bias.unwrap_or_else(|| rewriter.number(common::F32, 0.0));
                if let Some(least) = call.take(ImageOperands::MIN_LOD) {
                    level = rewriter.op(Op::Fmax, &[level, *least.first()?]);
                }
                call.set(ImageOperands::LOD, &[level]);
            }
        }
    }
    let mut layer = face.number;
    if arrayed {
        layer = layer_of(rewriter, &call, layer);
    }
    call.coordinate = join(rewriter, &[place.coordinate, layer]);
    Some(call.replace(rewriter, inst))
}

/// The layer of a face of a cube of an array, whose number is rounded and clamped.
fn layer_of(rewriter: &mut Rewriter<'_>, call: &ImageCall, face: Operand) -> Operand {
    let zero = Operand::from(rewriter.module.constants.i32(0));
    let size = rewriter.push(Op::ImageSize, &[call.image, zero], 0, common::IVEC3, Precision::High);
    let cubes = cubes(rewriter, size);
    let cubes = floats(rewriter, cubes);
    let [half, one, nothing, six] = [0.5, 1.0, 0.0, 6.0].map(|number| rewriter.number(common::F32, number));
    let last = rewriter.op(Op::Fsub, &[cubes, one]);
    let cube = component(rewriter, call.coordinate, 3);
    let cube = rewriter.op(Op::Fadd, &[cube, half]);
    let cube = rewriter.op(Op::Floor, &[cube]);
    let cube = rewriter.op(Op::Fmax, &[cube, nothing]);
    let cube = rewriter.op(Op::Fmin, &[cube, last]);
    let first = rewriter.op(Op::Fmul, &[cube, six]);
    rewriter.op(Op::Fadd, &[first, face])
}

/// The face that a direction leads to: conditions, and its number.
struct Face {
    is_z: Operand,
    is_y: Operand,
    negative: Operand,
    number: Operand,
}

/// A place on a face, with what its gradients follow from.
struct FacePlace {
    /// From 0 to 1.
    coordinate: Operand,
    /// The other two components, as the face turns them, and the absolute value of the major one.
    minor: Operand,
    major: Operand,
}

impl Face {
    /// The z axis is the major one where several are as long, then the y axis.
    fn of(rewriter: &mut Rewriter<'_>, direction: Operand) -> Self {
        let sizes = rewriter.op(Op::Fabs, &[direction]);
        let [x, y, z] = [0, 1, 2].map(|index| component(rewriter, sizes, index));
        let (zx, zy) = (rewriter.op(Op::Fge, &[z, x]), rewriter.op(Op::Fge, &[z, y]));
        let (is_z, is_y) = (rewriter.op(Op::And, &[zx, zy]), rewriter.op(Op::Fge, &[y, x]));
        let [x, y, z] = [0, 1, 2].map(|index| component(rewriter, direction, index));
        let other = rewriter.op(Op::Select, &[is_y, y, x]);
        let major = rewriter.op(Op::Select, &[is_z, z, other]);
        let [zero, one, two, four] = [0.0, 1.0, 2.0, 4.0].map(|number| rewriter.number(common::F32, number));
        let negative = rewriter.op(Op::Flt, &[major, zero]);
        let other = rewriter.op(Op::Select, &[is_y, two, zero]);
        let pair = rewriter.op(Op::Select, &[is_z, four, other]);
        let side = rewriter.op(Op::Select, &[negative, one, zero]);
        let number = rewriter.op(Op::Fadd, &[pair, side]);
        Self { is_z, is_y, negative, number }
    }

    /// A vector as the face turns it: the components along s and t, and the one along the major axis.
    fn turn(&self, rewriter: &mut Rewriter<'_>, vector: Operand) -> (Operand, Operand) {
        let [x, y, z] = [0, 1, 2].map(|index| component(rewriter, vector, index));
        let [minus_x, minus_y, minus_z] = [x, y, z].map(|it| rewriter.op(Op::Fneg, &[it]));
        let mut choose = |condition, a, b| rewriter.op(Op::Select, &[condition, a, b]);
        // s: -z, z; x, x; x, -x. t: -y, -y; z, -z; -y, -y. By axis, each in the positive and the negative direction.
        let on_x = choose(self.negative, z, minus_z);
        let on_z = choose(self.negative, minus_x, x);
        let s = choose(self.is_y, x, on_x);
        let s = choose(self.is_z, on_z, s);
        let on_y = choose(self.negative, minus_z, z);
        let t = choose(self.is_y, on_y, minus_y);
        let t = choose(self.is_z, minus_y, t);
        let along = choose(self.is_y, y, x);
        let along = choose(self.is_z, z, along);
        let other = rewriter.op(Op::Fneg, &[along]);
        let along = rewriter.op(Op::Select, &[self.negative, other, along]);
        (join(rewriter, &[s, t]), along)
    }

    fn place(&self, rewriter: &mut Rewriter<'_>, direction: Operand) -> FacePlace {
        let (minor, major) = self.turn(rewriter, direction);
        let half = rewriter.number(common::F32, 0.5);
        let halves = rewriter.number(common::VEC2, 0.5);
        let scale = rewriter.op(Op::Fdiv, &[half, major]);
        let from_centre = rewriter.op(Op::VectorTimesScalar, &[minor, scale]);
        let coordinate = rewriter.op(Op::Fadd, &[from_centre, halves]);
        FacePlace { coordinate, minor, major }
    }

    /// The gradient of the place on the face, from that of the direction.
    fn gradient(&self, rewriter: &mut Rewriter<'_>, place: &FacePlace, gradient: Operand) -> Operand {
        let (across, along) = self.turn(rewriter, gradient);
        let half = rewriter.number(common::F32, 0.5);
        let ratio = rewriter.op(Op::Fdiv, &[along, place.major]);
        let shrink = rewriter.op(Op::VectorTimesScalar, &[place.minor, ratio]);
        let difference = rewriter.op(Op::Fsub, &[across, shrink]);
        let scale = rewriter.op(Op::Fdiv, &[half, place.major]);
        rewriter.op(Op::VectorTimesScalar, &[difference, scale])
    }
}
