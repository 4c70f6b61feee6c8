#version 450
// client: vulkan
// && takes scalar bools (5.9).
layout(location = 0) flat in ivec2 k;
layout(location = 0) out float o;
void main()
{
    o = k.x && k.y ? 1.0 : 0.0; // error
}
