#version 320 es
// client: opengl
// Interface blocks and sample interpolation in ES 3.20.
precision highp float;
in Link { vec3 n; flat ivec2 cell; } link;
sample in vec2 jitter;
layout(location = 0) out vec4 color;

void main() {
    vec2 c = vec2(link.cell) * 0.25;
    color = vec4(normalize(link.n), 1.0) + vec4(c, jitter);
}
