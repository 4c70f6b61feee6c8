#version 450
// client: vulkan
// row_major and column_major on blocks and members, read whole and in part.
layout(set = 0, binding = 0, row_major) uniform U
{
    mat4 a;
    layout(column_major) mat3 b;
    mat2x4 c;
    mat3 d[2];
} u;
layout(location = 0) in vec4 p;
layout(location = 0) out vec4 r;

void main()
{
    vec4 x = u.a * p;
    x.xyz += u.b[1] + u.d[1][2];
    x.w += u.a[3][1] + u.c[1].z;
    r = u.c * x.xy;
    gl_Position = x + r;
}
