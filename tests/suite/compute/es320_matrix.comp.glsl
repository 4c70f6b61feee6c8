#version 320 es
// client: opengl
// Shared matrices and a uniform size in ES 3.20.
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, binding = 0) buffer Mats { mat4 m[]; };
uniform uint count;
shared mat4 block[2];

void main() {
    uvec2 l = gl_LocalInvocationID.xy;
    uint g = gl_WorkGroupID.x * 2u;
    if (g + 1u < count && l.y < 2u) block[l.y][l.x] = m[g + l.y][l.x];
    barrier();
    vec4 row = vec4(block[0][0][l.y], block[0][1][l.y], block[0][2][l.y], block[0][3][l.y]);
    float r = dot(row, block[1][l.x]);
    barrier();
    if (g + 1u < count) m[g][l.x][l.y] = r;
}
