#version 310 es
// client: opengl
// Instanced grass blades bent by wind, built from the vertex index.
uniform mat4 uViewProj;
uniform float uTime;
layout(std430, binding = 0) readonly buffer Blades { vec4 blade[]; };
out vec3 vColor;
out vec3 vNormal;

highp uint hash(highp uint x) {
    x ^= x >> 16u;
    x *= 0x7feb352du;
    x ^= x >> 15u;
    return x;
}

void main() {
    vec4 b = blade[gl_InstanceID];
    float t = float(gl_VertexID / 2) / 6.0;
    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    float r = float(hash(uint(gl_InstanceID)) & 0xffffu) / 65535.0;
    float a = r * 6.2831853;
    vec2 facing = vec2(cos(a), sin(a));
    float wind = sin(uTime * 1.7 + dot(b.xz, vec2(0.3, 0.2))) * 0.3 + 0.2 * r;
    vec3 p = b.xyz;
    p.xz += facing.yx * vec2(-1.0, 1.0) * side * 0.03 * (1.0 - t);
    p.y += b.w * t * (1.0 - 0.2 * wind * t);
    p.xz += facing * wind * t * t * b.w;
    vNormal = normalize(vec3(facing.x, 0.5 * t, facing.y));
    vColor = mix(vec3(0.05, 0.2, 0.02), vec3(0.4, 0.7, 0.2), t * (0.8 + 0.2 * r));
    gl_Position = uViewProj * vec4(p, 1.0);
}
