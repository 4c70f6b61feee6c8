#version 450
// client: vulkan
// Row-major matrices in a storage buffer, written by column and element.
layout(local_size_x = 4) in;
layout(std430, row_major) buffer;
layout(set = 0, binding = 0) buffer M { mat4x3 m[4]; mat2 t; };

void main()
{
    uint i = gl_LocalInvocationIndex;
    m[i][2] = vec3(float(i));
    m[i][3].y *= 2.0;
    m[i][0][1] = m[i][1].z;
    mat4x3 whole = m[i];
    if (i == 0u)
        t = mat2(whole) * t;
    m[i] = whole * 0.5;
}
