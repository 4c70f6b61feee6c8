#version 450
// A function that only a branch never taken calls goes with it.
layout(location = 0) out vec4 color;

vec4 shade() { return vec4(1.0); }
float unused(out float x) { x = 1.0; return x; }

void main()
{
    color = vec4(0.5);
    if (true) {
    } else if (true) {
        color = shade();
        unused(color.x);
    }
}
