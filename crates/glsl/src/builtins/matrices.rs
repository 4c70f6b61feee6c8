//! The table of built-in functions on cooperative matrices, on tensors and on footprints of textures, whose types no pattern of the
//! other tables expresses.

use super::table::{Since, extension};
use crate::extensions::Extension;
use crate::stages::Stages;
use MatrixOperation::{
    Conversion, Coordinate, Footprint, Load, LoadTensor, LoadWithoutUse, MulAdd, MulAddWithoutUse,
    PerElement, Reduce, Store, StoreTensor, StoreWithoutUse, Tensor, Transpose, VectorLoad, VectorMul,
    VectorMulAdd, VectorOuterProduct, VectorReduce, VectorStore,
};
use vitrum_ir::{ImageOperands, Intrinsic};

/// The operation of a built-in function on cooperative matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixOperation {
    /// Reads a matrix from an array.
    Load,
    /// Writes a matrix to an array.
    Store,
    /// A product and a sum.
    MulAdd,
    /// Reads a matrix of `GL_NV_cooperative_matrix` from an array.
    LoadWithoutUse,
    /// Writes such a matrix to an array.
    StoreWithoutUse,
    /// A product and a sum of such matrices.
    MulAddWithoutUse,
    /// Exchanges rows and columns.
    Transpose,
    /// Combines the components of rows, of columns or of blocks of two by two.
    Reduce,
    /// Calls a function with each component.
    PerElement,
    /// Row and column of a component.
    Coordinate,
    /// Reads a matrix from a tensor.
    LoadTensor,
    /// Writes a matrix to a tensor.
    StoreTensor,
    /// Reads a cooperative vector from an array.
    VectorLoad,
    /// Writes a cooperative vector to an array.
    VectorStore,
    /// The product of a matrix in memory and a vector.
    VectorMul,
    /// The same, and a sum.
    VectorMulAdd,
    /// Adds the outer product of two vectors to a matrix in memory.
    VectorOuterProduct,
    /// Adds a vector to one in memory.
    VectorReduce,
    /// Gives the bits of an array as another array, a part of an array, or what matrices and arrays of invocations share.
    Conversion(Intrinsic),
    /// A layout or a view of a tensor.
    Tensor(Intrinsic),
    /// The texels that a lookup in a texture reads: with these operands behind the coordinate.
    Footprint(ImageOperands),
}

/// A built-in function on cooperative matrices.
#[derive(Clone, Copy, Debug)]
pub struct MatrixFunction {
    /// Its name.
    pub name: &'static str,
    /// Its operation.
    pub operation: MatrixOperation,
    /// The extensions that have it.
    pub since: Since,
    /// Bits of the arguments that it takes as places.
    pub places: u64,
    /// The first argument that may be the name of a function.
    pub callee: Option<u32>,
}

const KHR: Since = extension(&[Extension::KhrCooperativeMatrix]);
const VECTOR: Since = extension(&[Extension::NvCooperativeVector]);
const WITHOUT_USE: Since = extension(&[Extension::NvCooperativeMatrix]);
const NV: Since = extension(&[Extension::NvCooperativeMatrix2]);
const QCOM: Since = extension(&[Extension::QcomCooperativeMatrixConversion]);
const EXT: Since = extension(&[Extension::ExtCooperativeMatrixMaintenance1]);

const FOOTPRINT: Since = extension(&[Extension::NvShaderTextureFootprint]).only(Stages::FRAGMENT);
const GRAD: ImageOperands = ImageOperands::GRAD;
const MIN_LOD: ImageOperands = ImageOperands::MIN_LOD;

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! functions {
    ($($name:literal $operation:expr, $since:ident $places:literal $(callee $callee:literal)?;)*) => {
        &[$(MatrixFunction {
            name: $name,
            operation: $operation,
            since: $since,
            places: $places,
            callee: optional!($($callee)?),
        }),*]
    };
}

/// All functions on cooperative matrices.
pub static MATRIX_FUNCTIONS: &[MatrixFunction] = functions! {
    "coopMatLoad" Load, KHR 0b11;
    "coopMatStore" Store, KHR 0b10;
    "coopMatMulAdd" MulAdd, KHR 0;
    "coopMatLoadNV" LoadWithoutUse, WITHOUT_USE 0b11;
    "coopMatStoreNV" StoreWithoutUse, WITHOUT_USE 0b10;
    "coopMatMulAddNV" MulAddWithoutUse, WITHOUT_USE 0;
    "coopMatTransposeEXT" Transpose, EXT 1;
    "coopMatTransposeNV" Transpose, NV 1;
    "coopMatReduceEXT" Reduce, EXT 1 callee 3;
    "coopMatReduceNV" Reduce, NV 1 callee 3;
    "coopMatPerElementEXT" PerElement, EXT 1 callee 2;
    "coopMatPerElementNV" PerElement, NV 1 callee 2;
    "coopMatGetCoordinateEXT" Coordinate, EXT 0;
    "coopMatLoadTensorNV" LoadTensor, NV 0b11 callee 4;
    "coopMatStoreTensorNV" StoreTensor, NV 0b10;

    "bitcastQCOM" Conversion(Intrinsic::ArrayBitcast), QCOM 0b10;
    "coopmatToVectorQCOM" Conversion(Intrinsic::CooperativeMatrixToArray), QCOM 0b10;
    "extractSubArrayQCOM" Conversion(Intrinsic::ArraySlice), QCOM 0b100;
    "vectorToCoopmatQCOM" Conversion(Intrinsic::CooperativeMatrixFromArray), QCOM 0b10;

    "coopVecLoadNV" VectorLoad, VECTOR 0b11;
    "coopVecStoreNV" VectorStore, VECTOR 0b10;
    "coopVecMatMulNV" VectorMul, VECTOR 0b1001;
    "coopVecMatMulAddNV" VectorMulAdd, VECTOR 0b100_1001;
    "coopVecOuterProductAccumulateNV" VectorOuterProduct, VECTOR 0b100;
    "coopVecReduceSumAccumulateNV" VectorReduce, VECTOR 0b10;

    "textureFootprintNV" Footprint(ImageOperands::NONE), FOOTPRINT 0x10;
    "textureFootprintClampNV" Footprint(MIN_LOD), FOOTPRINT 0x20;
    "textureFootprintLodNV" Footprint(ImageOperands::LOD), FOOTPRINT 0x20;
    "textureFootprintGradNV" Footprint(GRAD), FOOTPRINT 0x40;
    "textureFootprintGradClampNV" Footprint(GRAD.union(MIN_LOD)), FOOTPRINT 0x80;

    "createTensorLayoutNV" Tensor(Intrinsic::TensorLayoutCreate), NV 0;
    "setTensorLayoutBlockSizeNV" Tensor(Intrinsic::TensorLayoutSetBlockSize), NV 0;
    "setTensorLayoutDimensionNV" Tensor(Intrinsic::TensorLayoutSetDimension), NV 0;
    "setTensorLayoutStrideNV" Tensor(Intrinsic::TensorLayoutSetStride), NV 0;
    "sliceTensorLayoutNV" Tensor(Intrinsic::TensorLayoutSlice), NV 0;
    "setTensorLayoutClampValueNV" Tensor(Intrinsic::TensorLayoutSetClampValue), NV 0;
    "createTensorViewNV" Tensor(Intrinsic::TensorViewCreate), NV 0;
    "setTensorViewDimensionsNV" Tensor(Intrinsic::TensorViewSetDimension), NV 0;
    "setTensorViewStrideNV" Tensor(Intrinsic::TensorViewSetStride), NV 0;
    "setTensorViewClipNV" Tensor(Intrinsic::TensorViewSetClip), NV 0;
};

/// The function of this name.
pub fn matrix_function(name: &str) -> Option<&'static MatrixFunction> {
    // Their names are longer than most.
    let is_long = name.len() > 10;
    MATRIX_FUNCTIONS.iter().filter(|_| is_long).find(|row| row.name == name)
}

/// The function that is a conversion of arrays, which gives its result in its last argument.
pub fn conversion_function(intrinsic: Intrinsic) -> Option<&'static str> {
    let is_it = |row: &&MatrixFunction| row.operation == Conversion(intrinsic);
    MATRIX_FUNCTIONS.iter().find(is_it).map(|row| row.name)
}

/// The function that gives the footprint of a lookup with these operands.
pub fn footprint_function(operands: ImageOperands) -> Option<&'static str> {
    let known = ImageOperands::from_bits(operands.bits() & !ImageOperands::BIAS.bits());
    MATRIX_FUNCTIONS.iter().find(|row| row.operation == Footprint(known)).map(|row| row.name)
}

/// The function that is an intrinsic on tensors.
pub fn tensor_function(intrinsic: Intrinsic) -> Option<&'static str> {
    let is_it = |row: &&MatrixFunction| row.operation == Tensor(intrinsic);
    MATRIX_FUNCTIONS.iter().find(is_it).map(|row| row.name)
}
