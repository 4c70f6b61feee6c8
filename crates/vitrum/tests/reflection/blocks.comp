#version 460
#extension GL_EXT_scalar_block_layout : require
// Layout rules, row-major matrices, arrays of arrays, nested structs, runtime arrays.
layout(local_size_x = 8, local_size_y = 4) in;
struct Light { vec3 position; float radius; mat3x4 shadow; };
struct Cluster { Light lights[2]; uint count; };
layout(set = 0, binding = 0) uniform Scene {
    mat4 view;
    layout(row_major) mat2x3 texture_matrix;
    float weights[3][2];
    Cluster clusters[2];
    layout(offset = 1024) vec2 last;
} scene;
layout(set = 0, binding = 1, std430) readonly buffer Particles {
    uint count;
    vec3 gravity;
    float weights[3];
    Cluster cluster;
    layout(row_major) Light rows;
    vec3 particles[];
} particles;
layout(set = 1, binding = 0, scalar) coherent restrict buffer Tight {
    vec3 a;
    float b;
    vec3 list[2];
    double d;
} tight[2];
layout(push_constant) uniform Push { layout(offset = 16) vec4 tint; mat2 rotation; } push;
shared float sums[64];
void main() {
    sums[gl_LocalInvocationIndex] = scene.clusters[1].lights[0].radius + particles.particles[2].x;
    tight[1].b = sums[0] + push.tint.x + particles.rows.shadow[0].x;
}
