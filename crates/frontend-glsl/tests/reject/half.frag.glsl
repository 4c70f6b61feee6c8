#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(location = 0) in float16_t half_input;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(interpolateAtCentroid(half_input)); // error: E0700
}
