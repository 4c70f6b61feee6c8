#version 460
// client: vulkan
layout(push_constant) uniform First { vec4 first; };
layout(push_constant) uniform Second { vec4 second; }; // error: E0519
layout(push_constant, bank = 1) uniform Third { vec4 third; }; // error: E0516
void main() {}
