#version 450
// client: vulkan
// A loop's variable is gone after the loop (4.2.2).
layout(location = 0) out float o;
void main()
{
    for (int i = 0; i < 3; ++i) {}
    o = float(i); // error
}
