#version 450
// client: vulkan
// Matrix functions on every shape.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    mat4 m = outerProduct(v, v.wzyx) + mat4(1.0);
    mat4 k = inverse(m) * transpose(m);
    mat3 s = inverse(mat3(m));
    mat2 t = inverse(mat2(v));
    mat2x3 p = outerProduct(v.xyz, v.xy);
    mat3x2 q = transpose(p);
    o = matrixCompMult(m, k) * v * determinant(s);
    o.xy += t * (q * v.xyz) * determinant(t);
    o.z += determinant(k) + matrixCompMult(p, p)[1].z;
}
