#version 450
// Declarations and definitions of functions agree.
layout(location = 0) out vec4 color;

float f(float a);
int f(float a); // error
float g(in float a);
float g(out float a); // error
float h(float a) { return a; }
float h(float a) { return a; } // error

void main()
{
    float nested() { return 1.0; } // error
    color = vec4(h(1.0));
}
