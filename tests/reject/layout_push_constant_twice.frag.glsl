#version 450
// client: vulkan
// A stage has one push constant block at most (Vulkan GLSL).
layout(push_constant) uniform A { vec4 a; };
layout(push_constant) uniform B { vec4 b; }; // error
layout(location = 0) out vec4 o;
void main() { o = a + b; }
