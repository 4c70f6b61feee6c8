//! Rows of ray tracing, ray queries, mesh shading and tile images.

use super::pattern::{Kind, Kinds, Opaque, Param, Pattern, Role, Shape, TexShape, TexShapes};
use super::table::{
    BOOL, FLOAT, IMAGE, INT, Lower, Row, SAMPLE, Since, T4, UINT, VEC2, VOID, address, extension, high, low,
    opaque, out, rows, shapes, vector,
};
use crate::extensions::Extension;
use crate::stages::Stages;
use vitrum_ir::{Intrinsic, Op, Scalar};

const N: TexShapes = TexShapes::NONE;
const NO: Kinds = Kinds::F32;
const VEC3: Param = vector(Scalar::F32, 3);
const SCENE: Param = opaque(Opaque::AccelerationStructure);
const QUERY: Param = address(opaque(Opaque::RayQuery));
const COMMITTED: Param = BOOL.as_constant();
const PAYLOAD: Param = INT.as_constant();
const MAT4X3: Param = Param::num(Kind::Is(Scalar::F32), Shape::Matrix(4, 3));
const TRIANGLE: Param = out(Param::new(Pattern::Array(Scalar::F32, 3, 3))).as_role(Role::Texel);
const TRACING: Since = extension(&[Extension::ExtRayTracing])
    .only(Stages::RAY_GENERATION.or(Stages::CLOSEST_HIT).or(Stages::MISS));
const CALLING: Since = extension(&[Extension::ExtRayTracing])
    .only(Stages::RAY_GENERATION.or(Stages::CLOSEST_HIT).or(Stages::MISS).or(Stages::CALLABLE));
const QUERIES: Since = extension(&[Extension::ExtRayQuery]);
const TRACING_NV: Since = TRACING.or(&[Extension::NvRayTracing]);
const CALLING_NV: Since = CALLING.or(&[Extension::NvRayTracing]);
const MOTION: Since = TRACING.or(&[Extension::NvRayTracingMotionBlur]);
const REPORTING: Since = extension(&[Extension::ExtRayTracing]).only(Stages::INTERSECTION);
const ANY_HIT_NV: Since = extension(&[Extension::NvRayTracing]).only(Stages::ANY_HIT);
const POSITIONS: Since = extension(&[Extension::ExtRayTracingPositionFetch]);
const TILE: Since = extension(&[Extension::ExtShaderTileImage]).only(Stages::FRAGMENT);
const TILES: TexShapes = shapes(&[TexShape::Tile]);
const COLOR: Lower = Lower::Intrinsic(Intrinsic::ColorAttachmentRead);
const DEPTH: Lower = Lower::Intrinsic(Intrinsic::DepthAttachmentRead);
const STENCIL: Lower = Lower::Intrinsic(Intrinsic::StencilAttachmentRead);
const MESHES: Since = extension(&[Extension::ExtMeshShader]);

pub(super) const ROWS: &[Row] = rows! {
    "traceRayEXT" NO, N; VOID, [SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, PAYLOAD] TRACING => Lower::TraceRay;
    "executeCallableEXT" NO, N; VOID, [UINT, PAYLOAD] CALLING => Lower::ExecuteCallable;
    "reportIntersectionEXT" NO, N; BOOL, [FLOAT, UINT] REPORTING => Lower::Intrinsic(Intrinsic::ReportIntersection);
    "traceNV" NO, N; VOID, [SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, PAYLOAD] TRACING_NV => Lower::TraceRay;
    "traceRayMotionNV" NO, N; VOID, [SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT, PAYLOAD] MOTION => Lower::TraceRayMotion;
    "executeCallableNV" NO, N; VOID, [UINT, PAYLOAD] CALLING_NV => Lower::ExecuteCallable;
    "reportIntersectionNV" NO, N; BOOL, [FLOAT, UINT] REPORTING.or(&[Extension::NvRayTracing]) => Lower::Intrinsic(Intrinsic::ReportIntersection);
    "ignoreIntersectionNV" NO, N; VOID, [] ANY_HIT_NV => Lower::Jump(Op::IgnoreIntersection);
    "terminateRayNV" NO, N; VOID, [] ANY_HIT_NV => Lower::Jump(Op::TerminateRay);

    "rayQueryInitializeEXT" NO, N; VOID, [QUERY, SCENE, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT] QUERIES => Lower::RayQuery(Intrinsic::RayQueryInitialize);
    "rayQueryGenerateIntersectionEXT" NO, N; VOID, [QUERY, FLOAT] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGenerateIntersection);
    "rayQueryProceedEXT" NO, N; BOOL, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryProceed);
    "rayQueryTerminateEXT" NO, N; VOID, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryTerminate);
    "rayQueryConfirmIntersectionEXT" NO, N; VOID, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryConfirmIntersection);
    "rayQueryGetIntersectionTypeEXT" NO, N; UINT, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionType);
    "rayQueryGetRayTMinEXT" NO, N; FLOAT, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetRayTmin);
    "rayQueryGetRayFlagsEXT" NO, N; UINT, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetRayFlags);
    "rayQueryGetWorldRayOriginEXT" NO, N; VEC3, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetWorldRayOrigin);
    "rayQueryGetWorldRayDirectionEXT" NO, N; VEC3, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetWorldRayDirection);
    "rayQueryGetIntersectionTEXT" NO, N; FLOAT, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionT);
    "rayQueryGetIntersectionInstanceCustomIndexEXT" NO, N; INT, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionInstanceCustomIndex);
    "rayQueryGetIntersectionInstanceIdEXT" NO, N; INT, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionInstanceId);
    "rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT" NO, N; UINT, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionSbtOffset);
    "rayQueryGetIntersectionGeometryIndexEXT" NO, N; INT, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionGeometryIndex);
    "rayQueryGetIntersectionPrimitiveIndexEXT" NO, N; INT, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionPrimitiveIndex);
    "rayQueryGetIntersectionBarycentricsEXT" NO, N; VEC2, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionBarycentrics);
    "rayQueryGetIntersectionFrontFaceEXT" NO, N; BOOL, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionFrontFace);
    "rayQueryGetIntersectionCandidateAABBOpaqueEXT" NO, N; BOOL, [QUERY] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionCandidateAabbOpaque);
    "rayQueryGetIntersectionObjectRayDirectionEXT" NO, N; VEC3, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionObjectRayDirection);
    "rayQueryGetIntersectionObjectRayOriginEXT" NO, N; VEC3, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionObjectRayOrigin);
    "rayQueryGetIntersectionObjectToWorldEXT" NO, N; MAT4X3, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionObjectToWorld);
    "rayQueryGetIntersectionWorldToObjectEXT" NO, N; MAT4X3, [QUERY, COMMITTED] QUERIES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionWorldToObject);
    "rayQueryGetIntersectionTriangleVertexPositionsEXT" NO, N; VOID, [QUERY, COMMITTED, TRIANGLE] POSITIONS => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionTriangleVertexPositions);

    "SetMeshOutputsEXT" NO, N; VOID, [UINT, UINT] MESHES.only(Stages::MESH) => Lower::Intrinsic(Intrinsic::SetMeshOutputs);
    "EmitMeshTasksEXT" NO, N; VOID, [UINT, UINT, UINT] MESHES.only(Stages::TASK) => Lower::EmitMeshTasks;

    "writePackedPrimitiveIndices4x8NV" NO, N; VOID, [UINT, UINT] extension(&[Extension::NvMeshShader]).only(Stages::MESH) => Lower::Intrinsic(Intrinsic::WritePackedPrimitiveIndices4x8);

    "colorAttachmentReadEXT" Kinds::G, TILES; T4, [IMAGE] TILE => COLOR;
    "colorAttachmentReadEXT" Kinds::G, TILES; T4, [IMAGE, SAMPLE] TILE => COLOR;
    "depthAttachmentReadEXT" NO, N; high(FLOAT), [] TILE => DEPTH;
    "depthAttachmentReadEXT" NO, N; high(FLOAT), [INT] TILE => DEPTH;
    "stencilAttachmentReadEXT" NO, N; low(UINT), [] TILE => STENCIL;
    "stencilAttachmentReadEXT" NO, N; low(UINT), [INT] TILE => STENCIL;
};
