#version 450
// client: vulkan
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_ue8m0 : require
struct Scaled { floatue8m0_t value; };
layout(location = 0) out Scaled scaled; // error: E0510
layout(location = 1) in floate2m1_t small; // error: E0510
void main() {}
