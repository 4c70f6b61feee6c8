#version 450
// client: vulkan
// < takes scalars; vectors have lessThan (5.9).
layout(location = 0) in vec2 v;
layout(location = 0) out float o;
void main()
{
    o = v < vec2(1.0) ? 1.0 : 0.0; // error
}
