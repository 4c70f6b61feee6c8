#version 450
// client: vulkan
// Opaque types cannot be compared (4.1.7).
layout(binding = 0) uniform sampler2D a;
layout(binding = 1) uniform sampler2D b;
layout(location = 0) out float o;
void main()
{
    o = a == b ? 1.0 : 0.0; // error
}
