#version 450
// client: vulkan
// Subpass inputs, plain, integer and multisampled.
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput colour;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform usubpassInput ids;
layout(input_attachment_index = 2, set = 0, binding = 2) uniform subpassInputMS deep;
layout(location = 0) out vec4 o;

void main()
{
    o = subpassLoad(colour) * subpassLoad(deep, 1);
    o.a = float(subpassLoad(ids).x & 0xFFu) / 255.0;
}
