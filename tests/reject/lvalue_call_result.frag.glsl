#version 450
// client: vulkan
// The result of a call is not an l-value (5.8).
layout(location = 0) out float o;
float f() { return 1.0; }
void main()
{
    f() = 2.0; // error
    o = f();
}
