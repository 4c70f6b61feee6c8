#version 400
// client: opengl
// Built-ins that 4.00 brought to the desktop.
in vec4 v;
flat in uint u;
out vec4 color;

void main()
{
    int e;
    float m = frexp(v.x, e);
    uint hi, lo;
    umulExtended(u, 0x9E3779B9u, hi, lo);
    color = fma(v, v, v.wzyx) + ldexp(m, e + 1) + unpackUnorm4x8(hi ^ lo);
    color.x += bitCount(u) + findMSB(u) + bitfieldExtract(u, 3, 4);
    dvec2 d = dvec2(v.xy) * packDouble2x32(uvec2(hi, lo));
    color.yz += vec2(min(d, 1.0lf));
}
