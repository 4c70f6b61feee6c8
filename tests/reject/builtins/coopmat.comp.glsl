#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// client: vulkan
// Functions on cooperative matrices with the wrong arguments.
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) buffer B { int layouts; };

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m;
    coopMatLoad(m, a, 0, 16); // error
    coopMatLoad(m, a, 0, 16, layouts); // error
    coopMatStore(m, a, 0, 16, gl_CooperativeMatrixLayoutRowMajor); // error
    coopMatMulAdd(m, 1.0, m); // error
}
