#version 450
// client: vulkan
// Members of a block without instance name are global names (4.3.9).
layout(binding = 0) uniform A { vec4 tint; };
layout(binding = 1) uniform B { vec4 tint; }; // error
layout(location = 0) out vec4 o;
void main() { o = tint; }
