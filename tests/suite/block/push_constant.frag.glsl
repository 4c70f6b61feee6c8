#version 450
// client: vulkan
// A push constant block with an offset and an array.
layout(push_constant) uniform Push
{
    layout(offset = 64) vec4 color;
    float stops[4];
    int mode;
} pc;
layout(location = 0) in float t;
layout(location = 0) out vec4 o;

void main()
{
    o = pc.color * pc.stops[pc.mode & 3] * t;
}
