#version 450
#extension GL_EXT_uniform_buffer_unsized_array : require
layout(binding = 0) uniform First { float open[]; float last; } first; // error: E0420
layout(binding = 1) uniform Second { vec4 values[]; } second;
layout(binding = 2) uniform Third { vec4 values[][]; } third; // error: E0420
layout(push_constant) uniform Fourth { vec4 values[]; } fourth; // error: E0420
void take(vec4 all[4]) {}
void main() {
    int length = second.values.length(); // error: E0420
    vec4 all[4] = second.values; // error: E0400
    take(second.values); // error: E0700
    gl_Position = second.values[-1]; // error: E0406
}
