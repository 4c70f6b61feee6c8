#version 330
// client: opengl
// Integer and float operands mixed in desktop expressions.
uniform int steps;
uniform uint mask;
in vec2 p;
out vec4 color;

void main()
{
    float a = p.x * 2 + steps;
    vec2 b = p / 3;
    float c = steps / 2 + 0.5;
    uint m = mask & 3u;
    a += m;
    color = vec4(a, b, c > 1 ? c : 1);
}
