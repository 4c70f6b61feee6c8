#version 450
// client: vulkan
// A block gets the buffer and the stride that its members say.
layout(xfb_buffer = 2) out;
layout(location = 1) out Captured {
    layout(xfb_buffer = 2, xfb_stride = 32, xfb_offset = 8) float a;
};

void main()
{
    a = 1.0;
}
