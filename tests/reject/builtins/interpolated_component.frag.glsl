#version 320 es
precision highp float;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;

void main() {
    color = interpolateAtCentroid(v);
    color.xy = interpolateAtOffset(v.xy, vec2(0)); // error: E0700
}
