#version 450
#extension GL_EXT_cooperative_matrix_maintenance1 : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Matrices and functions that operations on matrices do not take.
#define MAT(T, R, C, U) coopmat<T, gl_ScopeSubgroup, R, C, gl_MatrixUse##U>
float sum(const in float a, const in float b) { return a + b; }
float changed(float a, float b) { return a + b; }
float one(const in float a) { return a; }
float relu(const in uint row, const in uint column, const in float x) { return max(x, 0.0); }
float add(const in uint row, const in uint column, const in float x, const in float y) { return x + y; }
float absent(const in float a, const in float b);

void main() {
    MAT(float, 16, 8, Accumulator) m = MAT(float, 16, 8, Accumulator)(1.0);
    MAT(float, 16, 8, A) a = MAT(float, 16, 8, A)(m);
    MAT(float, 8, 16, A) b;
    MAT(float, 8, 8, Accumulator) small;
    MAT(float, 16, 8, B) c = MAT(float, 16, 8, B)(a); // error: E0703
    int how = gl_CooperativeMatrixReduceRowEXT;
    coopMatTransposeEXT(b, a); // error: E0700
    coopMatTransposeEXT(a, m); // error: E0700
    coopMatReduceEXT(m, m, how, sum); // error: E0417
    coopMatReduceEXT(m, m, 5, sum); // error: E0417
    coopMatReduceEXT(a, m, gl_CooperativeMatrixReduceRowEXT, sum); // error: E0700
    coopMatReduceEXT(m, a, gl_CooperativeMatrixReduceRowEXT, sum); // error: E0700
    coopMatReduceEXT(small, m, gl_CooperativeMatrixReduceRowEXT, sum); // error: E0700
    coopMatReduceEXT(small, m, gl_CooperativeMatrixReduce2x2EXT, sum); // error: E0700
    coopMatReduceEXT(m, m, gl_CooperativeMatrixReduceRowEXT, changed); // error: E0700
    coopMatReduceEXT(m, m, gl_CooperativeMatrixReduceRowEXT, one); // error: E0700
    coopMatReduceEXT(m, m, gl_CooperativeMatrixReduceRowEXT, max); // error: E0700
    coopMatReduceEXT(m, m, gl_CooperativeMatrixReduceRowEXT, 1.0); // error: E0700
    coopMatReduceEXT(m, m, gl_CooperativeMatrixReduceRowEXT, nothing); // error: E0300
    coopMatReduceEXT(m, m, gl_CooperativeMatrixReduceRowEXT, absent); // error: E0706
    coopMatPerElementEXT(small, m, relu); // error: E0700
    coopMatPerElementEXT(m, m, add, 1); // error: E0700
    coopMatPerElementEXT(m, m, add, small); // error: E0700
    coopMatPerElementEXT(m, m, add); // error: E0700
    coopMatPerElementEXT(m, m, sum); // error: E0700
    sum; // error: E0414
}
