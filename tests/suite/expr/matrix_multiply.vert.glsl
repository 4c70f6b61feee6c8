#version 450
// client: vulkan
// Matrix times matrix, vector and scalar in every order, also non-square.
layout(location = 0) in vec4 v;
layout(location = 1) in mat4 m;
layout(location = 5) in mat2x3 n;
layout(location = 0) out vec3 a;
layout(location = 1) out vec2 b;

void main()
{
    mat4 mm = m * m;
    vec4 left = v * mm;
    vec4 right = mm * v;
    mat3x2 t = transpose(n);
    mat2 sq = t * n;
    mat3 big = n * t;
    a = big * v.xyz + n * v.xy;
    b = v.xyz * n + sq * v.zw;
    gl_Position = (left + right) * 0.5 + 2.0 * m[0];
    gl_Position = 3.0 * mm * gl_Position;
}
