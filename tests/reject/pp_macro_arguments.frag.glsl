#version 450
// client: vulkan
// A function-like macro takes as many arguments as it has parameters (3.3).
layout(location = 0) out vec4 o;
#define ADD(a, b) ((a) + (b))
void main()
{
    o = vec4(ADD(1.0)); // error
}
