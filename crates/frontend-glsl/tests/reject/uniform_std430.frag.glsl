#version 450
layout(std430) uniform; // error: E0505
layout(std430) buffer;
layout(std430, binding = 0) uniform U { float f[4]; }; // error: E0505
layout(std430, push_constant) uniform P { float g[4]; };
layout(std140) uniform;
layout(binding = 1) uniform V { float h[4]; };
void main() {}
