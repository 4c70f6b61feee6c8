#version 450
// client: vulkan
// Parameters by reference of functions with bodies: the functions write to the arguments.
#extension GL_EXT_spirv_intrinsics : require

layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { float parts[]; };

spirv_instruction(set = "GLSL.std.450", id = 35)
float split(float x, spirv_by_reference float whole);

float halve(spirv_by_reference float x, spirv_by_reference float whole) {
    x *= 0.5;
    return split(x, whole);
}

void main() {
    float x = parts[0];
    vec2 whole = vec2(0.0);
    parts[1] = halve(x, whole.y);
    parts[2] = x;
    parts[3] = whole.y;
}
