#version 450
// A function that is called has a body.
layout(location = 0) out vec4 color;

float nowhere(float a);

void main()
{
    color = vec4(nowhere(1.0)); // error
}
