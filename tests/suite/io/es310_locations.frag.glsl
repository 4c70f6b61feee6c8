#version 310 es
// client: opengl
// Locations on inputs, outputs and uniforms in ES 3.10.
precision mediump float;
layout(location = 1) in vec3 n;
layout(location = 3) flat in ivec2 k;
layout(location = 0) uniform vec4 tint;
layout(location = 4) uniform mat2 spin[2];
layout(location = 0) out vec4 a;
layout(location = 2) out ivec2 b;

void main() {
    a = tint * vec4(spin[k.x & 1] * n.xy, n.z, 1.0);
    b = k + ivec2(a.xy);
}
