#version 450
// client: vulkan
// Functions are defined at global scope only (6.1).
layout(location = 0) out float o;
void main()
{
    float f() { return 1.0; } // error
    o = 1.0;
}
