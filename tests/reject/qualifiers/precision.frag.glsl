#version 300 es
// client: opengl
// A fragment shader has no default precision for float, which is reported once.
out vec4 color; // error
in mediump vec4 v;

void main()
{
    float a = 1.0;
    mediump float b = 2.0;
    color = v * b;
}
