#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_buffer_reference : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// target: vulkan1.3
// no glslang: Debian's does not know the extensions
// Types, storage classes and decorations in SPIR-V's terms: of numbers, other types, and ids of variables.
// expect spirv: OpTypeRayQueryKHR
// expect spirv: OpDecorateId
// expect glsl: spirv_decorate(0) uint read(spirv_decorate(5355) spirv_type(
#define Query spirv_type(extensions = ["SPV_KHR_ray_query"], capabilities = [4472], id = 4472)
#define Scene spirv_type(extensions = ["SPV_KHR_ray_query"], capabilities = [4472], id = 5341)
#define Half spirv_type(capabilities = [9], id = 22, 16)
#define Pointer spirv_type(extensions = ["SPV_KHR_physical_storage_buffer"], capabilities = [5347], id = 32, 5349, uint)
#define Private spirv_storage_class(6)

layout(local_size_x = 32) in;
layout(buffer_reference, std430) buffer Unused { uint unused; };
layout(binding = 0) uniform Scene scene;
layout(binding = 1) buffer Out { uint result; float16_t halves[]; };
layout(binding = 2) uniform Counter { uint counter; } counts;
layout(binding = 3) spirv_decorate_id(extensions = ["SPV_GOOGLE_hlsl_functionality1"], 5634, counts)
    spirv_decorate_string(extensions = ["SPV_GOOGLE_hlsl_functionality1"], 5635, "a\x42\"c") buffer Data { uint data; };
Private vec4 kept;
coopmat<Half, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> matrix;

spirv_instruction(extensions = ["SPV_KHR_ray_query"], capabilities = [4472], id = 4473)
void begin(spirv_by_reference Query query, Scene scene, uint flags, uint mask, vec3 origin, float least, vec3 way, float most);
spirv_instruction(extensions = ["SPV_KHR_ray_query"], capabilities = [4472], id = 4474)
void stop(spirv_by_reference Query query);
spirv_instruction(id = 61) uint loadUint(Pointer pointer, spirv_literal uint operands, spirv_literal uint alignment);
spirv_instruction(id = 120) Pointer toPointer(uint64_t value);

spirv_decorate(0) uint read(spirv_decorate(5355) Pointer pointer) { return loadUint(pointer, 2u, 4u); }

void main() {
    Query query;
    begin(query, scene, 0u, 255u, vec3(0.0), 0.0, vec3(1.0), 1.0);
    stop(query);
    kept.y = 2.0;
    kept = kept.yyyy;
    coopMatLoad(matrix, halves, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(matrix, halves, 64, 16, gl_CooperativeMatrixLayoutRowMajor);
    result = read(toPointer(uint64_t(4096))) + uint(kept.x) + data + counts.counter;
}
