#version 450
// client: vulkan
// A runtime array of fixed arrays, whole rows assigned.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Rows { float row[][4]; };

float total(float r[4]) { return r[0] + r[1] + r[2] + r[3]; }

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint n = uint(row.length());
    if (i + 1u >= n) return;
    float r[4] = row[i];
    r[i & 3u] = total(row[i + 1u]);
    row[i] = r;
}
