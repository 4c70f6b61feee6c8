// Matrices are loaded from and stored to coherent memory with the operands of any other access.
// target: vulkan1.3
// no glslang: Debian's does not know GL_KHR_cooperative_matrix
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;

layout(std430, binding = 0) buffer B { coherent float from[256]; volatile float to[256]; };

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, from, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, to, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
