#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
// Uses do not change, and functions are no arguments, without the line of an extension.
float sum(const in float a, const in float b) { return a + b; }

void main() {
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> m;
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> a =
        coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(m); // error: E0703
    coopMatReduceEXT(m, m, 1, sum); // error: E0414
}
