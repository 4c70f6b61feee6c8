#version 450
// client: vulkan
// A void function returns no value (6.4).
layout(location = 0) out float o;
void f()
{
    return 1.0; // error
}
void main() { f(); o = 1.0; }
