#version 450
// client: vulkan
// An argument for an out parameter must be an l-value (6.1.1).
layout(location = 0) in float a;
layout(location = 0) out float o;
void set(out float x) { x = 1.0; }
void main()
{
    set(a + 1.0); // error
    o = a;
}
