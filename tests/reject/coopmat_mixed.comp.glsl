#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
void main() {
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> f = coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(1.0);
    coopmat<uint, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> u = coopmat<uint, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(1u);
    f = f * 2; // error: E0401
    f = f + 2.0; // error: E0401
    u = u * f; // error: E0401
    f = u; // error: E0400
}
