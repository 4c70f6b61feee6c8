#version 310 es
// client: opengl
// Julia set with smooth colouring and orbit trap.
precision highp float;
layout(location = 0) uniform vec2 uSeed;
layout(location = 1) uniform vec4 uView;
layout(location = 2) uniform int uMaxIter;
layout(location = 0) out vec4 color;

vec2 csq(vec2 z) { return vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y); }

vec3 palette(float t) {
    const vec3 a = vec3(0.5), b = vec3(0.5), c = vec3(1.0), d = vec3(0.0, 0.33, 0.67);
    return a + b * cos(6.28318 * (c * t + d));
}

void main() {
    vec2 z = (gl_FragCoord.xy - uView.xy) / uView.w * uView.z;
    float trap = 1e9;
    int i = 0;
    for (; i < uMaxIter; ++i) {
        z = csq(z) + uSeed;
        trap = min(trap, abs(z.x * z.y));
        if (dot(z, z) > 64.0) break;
    }
    if (i == uMaxIter) {
        color = vec4(vec3(sqrt(trap)), 1.0);
        return;
    }
    float sm = float(i) - log2(log2(dot(z, z))) + 4.0;
    color = vec4(palette(sm * 0.02) * (0.5 + 0.5 * exp(-trap)), 1.0);
}
