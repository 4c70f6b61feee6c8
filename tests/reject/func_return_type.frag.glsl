#version 450
// client: vulkan
// The returned value must convert to the return type (6.4).
layout(location = 0) out float o;
int f()
{
    return 1.5; // error
}
void main() { o = float(f()); }
