#version 450
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
// client: vulkan
// no glslang: Debian's does not know GL_KHR_cooperative_matrix
// Conversions between integers: to the other signedness, to another width, and both.
layout(local_size_x = 32) in;
layout(binding = 0) buffer B { int data[]; };
layout(binding = 1) buffer C { uint16_t small[]; };

void main()
{
    coopmat<uint16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> a;
    coopMatLoad(a, small, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<int, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> b = coopmat<int, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(a);
    coopmat<uint, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> c = coopmat<uint, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(b);
    b += coopmat<int, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA>(c);
    coopMatStore(b, data, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
}
