#version 450
// A scope has each name once.
layout(location = 0) out vec4 color;
float global;
float global; // error

float f(float a, float a) // error
{
    return a;
}

void main()
{
    float x = 1.0;
    float x = 2.0; // error
    {
        float x = 3.0;
    }
    for (int i = 0; i < 1; ++i) {
        float i = 2.0; // error
    }
    color = vec4(x);
}
