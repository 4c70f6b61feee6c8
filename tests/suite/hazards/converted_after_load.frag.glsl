#version 450
// An operand with effects that is converted or spread after another one was loaded still comes first.
layout(location = 0) flat in uvec2 a;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec4 side;
int g = 0;

uint f(uint x) { side = uvec4(x); return x + 1u; }
float h(float x) { g = 1; return x; }

void main()
{
    color = vec4(0.0);
    side = f(a.x) + side;
    float values[4] = float[4](1.0, 2.0, 3.0, 4.0);
    // The index is that before the call.
    values[clamp(g << 1, 0, 3)] = mod(floor(h(float(a.y))), 64.0);
    color.x = values[0];
    color.y = values[clamp(g << 1, 0, 3)] + h(values[g]);
    color.zw = f(a.x) + vec2(side.xy);
}
