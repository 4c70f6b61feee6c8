#version 450
// client: vulkan
// Numbers of the multiprocessor and of the warp (GL_NV_shader_sm_builtins).
#extension GL_NV_shader_sm_builtins : require
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Results { uvec4 results[]; };
void main() {
    results[gl_GlobalInvocationID.x] = uvec4(gl_WarpsPerSMNV, gl_SMCountNV, gl_WarpIDNV, gl_SMIDNV);
}
