#version 450
// Each name that nothing declares is said, and the rest goes on.
layout(location = 0) out vec4 color;

void main()
{
    float a = missing; // error
    nothing(1.0); // error
    a = alsoMissing + 1.0; // error
    for (int i = 0; i < limit; ++i) { // error
        a += float(i);
    }
    i = 3; // error
    color = vec4(a);
}
