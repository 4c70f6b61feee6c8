#version 450
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_KHR_cooperative_matrix : enable
layout(local_size_x = 64) in;

void main() {
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> a = coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(0.0);
    coopmat<float, gl_ScopeSubgroup, 16, 8, gl_MatrixUseA>(a); // error: E0703
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseB>(a); // error: E0703
}
