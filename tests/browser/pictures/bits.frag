#version 300 es
// Unsigned integers, shifts and a switch that falls through.
precision highp float;
precision highp int;
uniform vec2 size;
out vec4 color;

uint scramble(uint x) {
    x ^= x >> 16u;
    x *= 0x7feb352du;
    x ^= x >> 15u;
    x *= 0x846ca68bu;
    return x ^ (x >> 16u);
}

void main() {
    uvec2 at = uvec2(gl_FragCoord.xy);
    uint number = scramble(at.x / 4u + (at.y / 4u) * 1013u);
    vec3 rgb = vec3(0.0);
    switch (number % 5u) {
    case 0u:
        rgb.r = 1.0;
    case 1u:
        rgb.g += 0.5;
        break;
    case 2u:
        if ((number & 32u) != 0u) break;
        rgb.b = 1.0;
    case 3u:
        rgb += 0.25;
        break;
    default:
        rgb = vec3(float(number >> 24u) / 255.0);
    }
    color = vec4(rgb, 1.0);
}
