#version 310 es
// Precision, and blocks and inputs of ES.
precision mediump float;
layout(location = 0) in highp vec2 uv;
layout(location = 1) flat in lowp int mode;
layout(location = 0) out lowp vec4 color;
layout(binding = 1) uniform highp sampler2D picture;
layout(std140, binding = 0) uniform Params { highp vec4 tint; mediump float bias; };
void main() { color = texture(picture, uv, bias) * tint + float(mode); }
