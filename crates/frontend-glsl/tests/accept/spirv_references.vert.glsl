#version 450 core
#extension GL_EXT_spirv_intrinsics : enable
// Outputs and globals go by reference to a function that does not access them itself.
spirv_instruction(set = "GLSL.std.450", id = 35)
float split(float x, spirv_by_reference float whole);
layout(location = 0) in float x;
layout(location = 0) out vec2 pair;
layout(location = 1) out float alone;
float other;
void inner(spirv_by_reference float a) { other += a; }
void half_of(spirv_by_reference float a) { a = 0.5; inner(a); }
void main() {
    pair.x = split(x, pair.y);
    half_of(alone);
    half_of(pair.y);
}
