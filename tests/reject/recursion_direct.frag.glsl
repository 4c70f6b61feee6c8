#version 450
// client: vulkan
// Recursion is an error, though not called at run time (6.1).
layout(location = 0) in float v;
layout(location = 0) out float o;
float f(float x)
{
    return x > 1.0 ? f(x - 1.0) : x; // error
}
void main() { o = f(v); }
