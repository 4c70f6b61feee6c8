#version 300 es
// client: opengl
// Array, struct and inout parameters in ES.
struct Bone { vec4 q; vec3 t; };
uniform Bone bones[8];
in vec3 pos;
in vec4 weight;
in uvec4 index;

vec3 turn(const in vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void blend(inout vec3 acc, Bone b, float w) { acc += (turn(b.q, pos) + b.t) * w; }
float total(float w[4]) { return w[0] + w[1] + w[2] + w[3]; }

void main() {
    vec3 p = vec3(0.0);
    for (int i = 0; i < 4; ++i) blend(p, bones[index[i]], weight[i]);
    gl_Position = vec4(p, total(float[](weight.x, weight.y, weight.z, weight.w)));
}
