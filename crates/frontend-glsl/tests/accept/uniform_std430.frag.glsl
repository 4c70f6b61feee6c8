#version 450
#extension GL_EXT_scalar_block_layout : require
layout(std430) uniform;
layout(binding = 0) uniform U { float f[4]; };
layout(std430, binding = 1) uniform V { float g[4]; };
layout(location = 0) out vec4 color;
void main() { color = vec4(f[0] + g[1]); }
