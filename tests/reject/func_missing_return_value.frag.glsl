#version 450
// client: vulkan
// A return in a function of a type needs a value (6.4).
layout(location = 0) out float o;
float f(float x)
{
    if (x > 0.0)
        return; // error
    return x;
}
void main() { o = f(1.0); }
