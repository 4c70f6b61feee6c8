#version 450
// Conditions are scalar booleans.
layout(location = 0) out vec4 color;

void main()
{
    float a = 1.0;
    if (a) { } // error
    while (1) { } // error
    for (; vec2(1.0); ) { } // error
    a = a ? 1.0 : 2.0; // error
    a = true ? 1.0 : vec2(1.0); // error
    do { } while (bvec2(true)); // error
    color = vec4(a);
}
