#version 300 es
// client: opengl
// The built-in functions of ES 3.00.
precision highp float;
precision highp int;
in vec4 v;
out vec4 color;

void main() {
    vec4 w;
    color = modf(v, w) + trunc(v) + round(v) + roundEven(w) + sinh(v) + acosh(w);
    color.xy += unpackHalf2x16(packHalf2x16(v.xy)) + unpackSnorm2x16(packUnorm2x16(v.zw));
    color *= inverse(mat4(v, w, v, w)) * v;
    color += uintBitsToFloat(floatBitsToUint(v) | 1u) + mix(v, w, lessThan(v, w)) + fwidth(v);
    if (isnan(color.x) || any(isinf(color))) color = vec4(min(3, 4));
}
