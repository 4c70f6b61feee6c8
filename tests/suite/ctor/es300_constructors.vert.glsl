#version 300 es
// client: opengl
// Constructors in ES: matrices, vectors and conversions.
in vec4 a_pos;
in ivec4 a_idx;
uniform mat4 u_m;
out vec3 v_n;

void main() {
    mat3 rot = mat3(u_m);
    mat4 lift = mat4(rot);
    lift[3] = vec4(a_pos.xyz, 1);
    ivec2 i = ivec2(a_idx.zw) + ivec2(a_pos);
    uvec2 u = uvec2(i);
    v_n = rot * vec3(i, u.x) + vec3(bvec3(a_idx.xyz));
    gl_Position = lift * vec4(a_pos.xy, vec2(u));
}
