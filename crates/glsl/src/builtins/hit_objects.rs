//! Rows of hit objects, and of queries about spheres, clusters and micro-triangles.

use super::pattern::{Kind, Kinds, Opaque, Param, Pattern, Role, Shape, TexShapes};
use super::table::{
    BOOL, FLOAT, INT, Lower, Row, Since, UINT, UVEC2, VEC2, VOID, address, extension, opaque, out, rows,
    vector,
};
use crate::extensions::Extension;
use crate::stages::Stages;
use vitrum_ir::{Intrinsic, Scalar};

const N: TexShapes = TexShapes::NONE;
const NO: Kinds = Kinds::F32;
const VEC3: Param = vector(Scalar::F32, 3);
const IVEC2: Param = vector(Scalar::I32, 2);
const MAT4X3: Param = Param::num(Kind::Is(Scalar::F32), Shape::Matrix(4, 3));
const SCENE: Param = opaque(Opaque::AccelerationStructure);
const QUERY: Param = address(opaque(Opaque::RayQuery));
const COMMITTED: Param = BOOL.as_constant();
const HIT: Param = address(opaque(Opaque::HitObject));
/// The location of a payload.
const PAYLOAD: Param = INT.as_role(Role::Payload).as_constant();
/// The location of attributes of a hit object.
const ATTRIBUTE: Param = INT.as_role(Role::Attribute).as_constant();
const TRIANGLE: Param = out(Param::new(Pattern::Array(Scalar::F32, 3, 3))).as_role(Role::Texel);
const LSS_POSITIONS: Param = out(Param::new(Pattern::Array(Scalar::F32, 3, 2))).as_role(Role::Texel);
const LSS_RADII: Param = out(Param::new(Pattern::Array(Scalar::F32, 1, 2))).as_role(Role::Texel);
const TRACING: Stages = Stages::RAY_GENERATION.or(Stages::CLOSEST_HIT).or(Stages::MISS);
const EXT: Since = extension(&[Extension::ExtShaderInvocationReorder]).only(TRACING);
const NV: Since = extension(&[Extension::NvShaderInvocationReorder]).only(TRACING);
const EXT_REORDER: Since = EXT.only(Stages::RAY_GENERATION);
const NV_REORDER: Since = NV.only(Stages::RAY_GENERATION);
const SPHERES: Since = extension(&[Extension::NvLinearSweptSpheres]);
const CLUSTER: Since = extension(&[Extension::NvClusterAccelerationStructure]);
const MICROMAP: Since = extension(&[Extension::NvDisplacementMicromap]);

pub(super) const ROWS: &[Row] = rows! {
    "hitObjectTraceRayEXT" NO, N; VOID, [HIT, SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, PAYLOAD] EXT => Lower::HitObject(Intrinsic::HitObjectTraceRay);
    "hitObjectTraceRayMotionEXT" NO, N; VOID, [HIT, SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT, PAYLOAD] EXT => Lower::HitObject(Intrinsic::HitObjectTraceRayMotion);
    "hitObjectTraceRayNV" NO, N; VOID, [HIT, SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, PAYLOAD] NV => Lower::HitObject(Intrinsic::HitObjectTraceRay);
    "hitObjectTraceRayMotionNV" NO, N; VOID, [HIT, SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT, PAYLOAD] NV => Lower::HitObject(Intrinsic::HitObjectTraceRayMotion);
    "hitObjectRecordHitNV" NO, N; VOID, [HIT, SCENE, INT, INT, INT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, ATTRIBUTE] NV => Lower::HitObject(Intrinsic::HitObjectRecordHit);
    "hitObjectRecordHitMotionNV" NO, N; VOID, [HIT, SCENE, INT, INT, INT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT, ATTRIBUTE] NV => Lower::HitObject(Intrinsic::HitObjectRecordHitMotion);
    "hitObjectRecordHitWithIndexNV" NO, N; VOID, [HIT, SCENE, INT, INT, INT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, ATTRIBUTE] NV => Lower::HitObject(Intrinsic::HitObjectRecordHitWithIndex);
    "hitObjectRecordHitWithIndexMotionNV" NO, N; VOID, [HIT, SCENE, INT, INT, INT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT, ATTRIBUTE] NV => Lower::HitObject(Intrinsic::HitObjectRecordHitWithIndexMotion);
    "hitObjectRecordMissNV" NO, N; VOID, [HIT, UINT, VEC3, FLOAT, VEC3, FLOAT] NV => Lower::HitObject(Intrinsic::HitObjectRecordMissNv);
    "hitObjectRecordMissMotionNV" NO, N; VOID, [HIT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT] NV => Lower::HitObject(Intrinsic::HitObjectRecordMissMotionNv);
    "hitObjectRecordMissEXT" NO, N; VOID, [HIT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT] EXT => Lower::HitObject(Intrinsic::HitObjectRecordMiss);
    "hitObjectRecordMissMotionEXT" NO, N; VOID, [HIT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT] EXT => Lower::HitObject(Intrinsic::HitObjectRecordMissMotion);
    "hitObjectRecordFromQueryEXT" NO, N; VOID, [HIT, QUERY, UINT, ATTRIBUTE] EXT => Lower::HitObject(Intrinsic::HitObjectRecordFromQuery);
    "hitObjectRecordFromQueryEXT" NO, N; VOID, [HIT, QUERY, UINT, ATTRIBUTE, UINT] EXT => Lower::HitObject(Intrinsic::HitObjectRecordFromQuery);
    "hitObjectReorderExecuteEXT" NO, N; VOID, [HIT, PAYLOAD] EXT_REORDER => Lower::HitObject(Intrinsic::HitObjectReorderExecuteShader);
    "hitObjectReorderExecuteEXT" NO, N; VOID, [HIT, UINT, UINT, PAYLOAD] EXT_REORDER => Lower::HitObject(Intrinsic::HitObjectReorderExecuteShader);
    "hitObjectTraceReorderExecuteEXT" NO, N; VOID, [HIT, SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, PAYLOAD] EXT_REORDER => Lower::HitObject(Intrinsic::HitObjectTraceReorderExecute);
    "hitObjectTraceReorderExecuteEXT" NO, N; VOID, [HIT, SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, UINT, UINT, PAYLOAD] EXT_REORDER => Lower::HitObject(Intrinsic::HitObjectTraceReorderExecute);
    "hitObjectTraceMotionReorderExecuteEXT" NO, N; VOID, [HIT, SCENE, UINT, UINT, UINT, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT, FLOAT, UINT, UINT, PAYLOAD] EXT_REORDER => Lower::HitObject(Intrinsic::HitObjectTraceMotionReorderExecute);
    "hitObjectRecordEmptyEXT" NO, N; VOID, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectRecordEmpty);
    "hitObjectExecuteShaderEXT" NO, N; VOID, [HIT, PAYLOAD] EXT => Lower::HitObject(Intrinsic::HitObjectExecuteShader);
    "hitObjectIsEmptyEXT" NO, N; BOOL, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectIsEmpty);
    "hitObjectIsHitEXT" NO, N; BOOL, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectIsHit);
    "hitObjectIsMissEXT" NO, N; BOOL, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectIsMiss);
    "hitObjectGetRayTMinEXT" NO, N; FLOAT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetRayTmin);
    "hitObjectGetRayTMaxEXT" NO, N; FLOAT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetRayTmax);
    "hitObjectGetWorldRayOriginEXT" NO, N; VEC3, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetWorldRayOrigin);
    "hitObjectGetWorldRayDirectionEXT" NO, N; VEC3, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetWorldRayDirection);
    "hitObjectGetObjectRayOriginEXT" NO, N; VEC3, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetObjectRayOrigin);
    "hitObjectGetObjectRayDirectionEXT" NO, N; VEC3, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetObjectRayDirection);
    "hitObjectGetObjectToWorldEXT" NO, N; MAT4X3, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetObjectToWorld);
    "hitObjectGetWorldToObjectEXT" NO, N; MAT4X3, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetWorldToObject);
    "hitObjectGetInstanceCustomIndexEXT" NO, N; INT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetInstanceCustomIndex);
    "hitObjectGetInstanceIdEXT" NO, N; INT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetInstanceId);
    "hitObjectGetGeometryIndexEXT" NO, N; INT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetGeometryIndex);
    "hitObjectGetPrimitiveIndexEXT" NO, N; INT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetPrimitiveIndex);
    "hitObjectGetHitKindEXT" NO, N; UINT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetHitKind);
    "hitObjectGetShaderRecordBufferHandleEXT" NO, N; UVEC2, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetShaderRecordBufferHandle);
    "hitObjectGetShaderBindingTableRecordIndexEXT" NO, N; UINT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetShaderBindingTableRecordIndex);
    "hitObjectGetCurrentTimeEXT" NO, N; FLOAT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetCurrentTime);
    "hitObjectGetAttributesEXT" NO, N; VOID, [HIT, ATTRIBUTE] EXT => Lower::HitObject(Intrinsic::HitObjectGetAttributes);
    "reorderThreadEXT" NO, N; VOID, [UINT, UINT] EXT_REORDER => Lower::HitObject(Intrinsic::ReorderThreadWithHint);
    "reorderThreadEXT" NO, N; VOID, [HIT] EXT_REORDER => Lower::HitObject(Intrinsic::ReorderThreadWithHitObject);
    "reorderThreadEXT" NO, N; VOID, [HIT, UINT, UINT] EXT_REORDER => Lower::HitObject(Intrinsic::ReorderThreadWithHitObject);
    "hitObjectRecordEmptyNV" NO, N; VOID, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectRecordEmpty);
    "hitObjectExecuteShaderNV" NO, N; VOID, [HIT, PAYLOAD] NV => Lower::HitObject(Intrinsic::HitObjectExecuteShader);
    "hitObjectIsEmptyNV" NO, N; BOOL, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectIsEmpty);
    "hitObjectIsHitNV" NO, N; BOOL, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectIsHit);
    "hitObjectIsMissNV" NO, N; BOOL, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectIsMiss);
    "hitObjectGetRayTMinNV" NO, N; FLOAT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetRayTmin);
    "hitObjectGetRayTMaxNV" NO, N; FLOAT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetRayTmax);
    "hitObjectGetWorldRayOriginNV" NO, N; VEC3, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetWorldRayOrigin);
    "hitObjectGetWorldRayDirectionNV" NO, N; VEC3, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetWorldRayDirection);
    "hitObjectGetObjectRayOriginNV" NO, N; VEC3, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetObjectRayOrigin);
    "hitObjectGetObjectRayDirectionNV" NO, N; VEC3, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetObjectRayDirection);
    "hitObjectGetObjectToWorldNV" NO, N; MAT4X3, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetObjectToWorld);
    "hitObjectGetWorldToObjectNV" NO, N; MAT4X3, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetWorldToObject);
    "hitObjectGetInstanceCustomIndexNV" NO, N; INT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetInstanceCustomIndex);
    "hitObjectGetInstanceIdNV" NO, N; INT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetInstanceId);
    "hitObjectGetGeometryIndexNV" NO, N; INT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetGeometryIndex);
    "hitObjectGetPrimitiveIndexNV" NO, N; INT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetPrimitiveIndex);
    "hitObjectGetHitKindNV" NO, N; UINT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetHitKind);
    "hitObjectGetShaderRecordBufferHandleNV" NO, N; UVEC2, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetShaderRecordBufferHandle);
    "hitObjectGetShaderBindingTableRecordIndexNV" NO, N; UINT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetShaderBindingTableRecordIndex);
    "hitObjectGetCurrentTimeNV" NO, N; FLOAT, [HIT] NV => Lower::HitObject(Intrinsic::HitObjectGetCurrentTime);
    "hitObjectGetAttributesNV" NO, N; VOID, [HIT, ATTRIBUTE] NV => Lower::HitObject(Intrinsic::HitObjectGetAttributes);
    "reorderThreadNV" NO, N; VOID, [UINT, UINT] NV_REORDER => Lower::HitObject(Intrinsic::ReorderThreadWithHint);
    "reorderThreadNV" NO, N; VOID, [HIT] NV_REORDER => Lower::HitObject(Intrinsic::ReorderThreadWithHitObject);
    "reorderThreadNV" NO, N; VOID, [HIT, UINT, UINT] NV_REORDER => Lower::HitObject(Intrinsic::ReorderThreadWithHitObject);
    "hitObjectGetRayFlagsEXT" NO, N; UINT, [HIT] EXT => Lower::HitObject(Intrinsic::HitObjectGetRayFlags);
    "hitObjectGetIntersectionTriangleVertexPositionsEXT" NO, N; VOID, [HIT, TRIANGLE] EXT => Lower::HitObject(Intrinsic::HitObjectGetIntersectionTriangleVertexPositions);
    "hitObjectSetShaderBindingTableRecordIndexEXT" NO, N; VOID, [HIT, UINT] EXT => Lower::HitObject(Intrinsic::HitObjectSetShaderBindingTableRecordIndex);
    "rayQueryGetIntersectionSpherePositionNV" NO, N; VEC3, [QUERY, COMMITTED] SPHERES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionSpherePosition);
    "rayQueryGetIntersectionSphereRadiusNV" NO, N; FLOAT, [QUERY, COMMITTED] SPHERES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionSphereRadius);
    "rayQueryGetIntersectionLSSPositionsNV" NO, N; VOID, [QUERY, COMMITTED, LSS_POSITIONS] SPHERES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionLssPositions);
    "rayQueryGetIntersectionLSSRadiiNV" NO, N; VOID, [QUERY, COMMITTED, LSS_RADII] SPHERES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionLssRadii);
    "rayQueryGetIntersectionLSSHitValueNV" NO, N; FLOAT, [QUERY, COMMITTED] SPHERES => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionLssHitValue);
    "rayQueryIsSphereHitNV" NO, N; BOOL, [QUERY, COMMITTED] SPHERES => Lower::RayQuery(Intrinsic::RayQueryIsSphereHit);
    "rayQueryIsLSSHitNV" NO, N; BOOL, [QUERY, COMMITTED] SPHERES => Lower::RayQuery(Intrinsic::RayQueryIsLssHit);
    "rayQueryGetIntersectionClusterIdNV" NO, N; INT, [QUERY, COMMITTED] CLUSTER => Lower::RayQuery(Intrinsic::RayQueryGetIntersectionClusterId);
    "hitObjectGetSpherePositionNV" NO, N; VEC3, [HIT] SPHERES.only(TRACING) => Lower::HitObject(Intrinsic::HitObjectGetSpherePosition);
    "hitObjectGetSphereRadiusNV" NO, N; FLOAT, [HIT] SPHERES.only(TRACING) => Lower::HitObject(Intrinsic::HitObjectGetSphereRadius);
    "hitObjectGetLSSPositionsNV" NO, N; VOID, [HIT, LSS_POSITIONS] SPHERES.only(TRACING) => Lower::HitObject(Intrinsic::HitObjectGetLssPositions);
    "hitObjectGetLSSRadiiNV" NO, N; VOID, [HIT, LSS_RADII] SPHERES.only(TRACING) => Lower::HitObject(Intrinsic::HitObjectGetLssRadii);
    "hitObjectIsSphereHitNV" NO, N; BOOL, [HIT] SPHERES.only(TRACING) => Lower::HitObject(Intrinsic::HitObjectIsSphereHit);
    "hitObjectIsLSSHitNV" NO, N; BOOL, [HIT] SPHERES.only(TRACING) => Lower::HitObject(Intrinsic::HitObjectIsLssHit);
    "hitObjectGetClusterIdNV" NO, N; INT, [HIT] CLUSTER.only(TRACING) => Lower::HitObject(Intrinsic::HitObjectGetClusterId);
    "fetchMicroTriangleVertexPositionNV" NO, N; VEC3, [SCENE, INT, INT, INT, IVEC2] MICROMAP => Lower::Intrinsic(Intrinsic::FetchMicroTriangleVertexPosition);
    "fetchMicroTriangleVertexBarycentricNV" NO, N; VEC2, [SCENE, INT, INT, INT, IVEC2] MICROMAP => Lower::Intrinsic(Intrinsic::FetchMicroTriangleVertexBarycentric);
};

/// The other extension that a function on hit objects needs.
pub fn second_extension(intrinsic: Intrinsic) -> Option<Extension> {
    Some(match intrinsic {
        Intrinsic::HitObjectTraceRayMotion
        | Intrinsic::HitObjectRecordHitMotion
        | Intrinsic::HitObjectRecordHitWithIndexMotion
        | Intrinsic::HitObjectRecordMissMotion
        | Intrinsic::HitObjectRecordMissMotionNv
        | Intrinsic::HitObjectTraceMotionReorderExecute
        | Intrinsic::HitObjectGetCurrentTime => Extension::NvRayTracingMotionBlur,
        Intrinsic::HitObjectGetIntersectionTriangleVertexPositions => Extension::ExtRayTracingPositionFetch,
        _ => return None,
    })
}
