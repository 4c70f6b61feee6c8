#version 450
// client: vulkan
// Integer inputs of a fragment shader are flat (4.3.4).
layout(location = 0) in ivec2 k; // error
layout(location = 0) out vec4 o;
void main() { o = vec4(k, 0, 0); }
