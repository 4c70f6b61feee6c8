#version 450
// Implicit conversions only go from int and uint to float and double, and from int to uint.
layout(location = 0) out vec4 color;

void main()
{
    int a = 1.0; // error
    uint b = 1.5; // error
    bool c = 1; // error
    int d = true; // error
    float e = false; // error
    int f = 1u; // error
    float g = 1;
    uint h = 1;
    color = vec4(g, float(h), 0.0, 1.0);
}
