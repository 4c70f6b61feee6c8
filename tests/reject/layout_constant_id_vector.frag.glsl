#version 450
// client: vulkan
// Specialisation constants are scalars (Vulkan GLSL).
layout(constant_id = 0) const vec2 k = vec2(1.0); // error
layout(location = 0) out vec2 o;
void main() { o = k; }
