#version 300 es
// client: opengl
// ESSL 3.00 converts nothing by itself.
precision mediump float;
out vec4 color;

void main()
{
    float a = 1; // error
    vec2 b = vec2(1.0) * 2; // error
    uint c = 1; // error
    color = vec4(1, 2, 3, 4);
}
