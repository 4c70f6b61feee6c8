#version 450
// client: vulkan
// ?: does not give an l-value (5.8).
layout(location = 0) in float v;
layout(location = 0) out vec2 o;
void main()
{
    float a = v, b = 1.0;
    (v > 0.0 ? a : b) = 2.0; // error
    o = vec2(a, b);
}
