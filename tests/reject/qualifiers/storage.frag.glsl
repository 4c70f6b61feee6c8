#version 450
// Qualifiers are where they mean something.
layout(location = 0) out vec4 color;
const float a; // error
const float b = color.x; // error
layout(location = 1) in bool c; // error
layout(location = 2) flat in int d;
layout(location = 3) in int e; // error
in out float f; // error
layout(location = 4) in float g = 1.0; // error
uniform sampler2D h = 1.0; // error

void main()
{
    uniform float i; // error
    in float j; // error
    sampler2D k; // error
    color = vec4(d);
}
