#version 450
// Sizes are constant and positive; indices are integers and, where known, in range.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;

void main()
{
    int n = int(v.x);
    float a[n]; // error
    float b[0]; // error
    float c[-1]; // error
    float d[1.5]; // error
    float e[3] = float[3](1.0, 2.0, 3.0);
    float f = e[3]; // error
    float g = e[-1]; // error
    float h = e[1.0]; // error
    float i = v.x[0]; // error
    float j[2] = e; // error
    color = vec4(e[n], e.length(), 0.0, 1.0);
}
