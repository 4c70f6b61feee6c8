#version 300 es
// Noise in octaves: a function called in a loop, do and while loops.
precision highp float;
uniform vec2 size;
uniform float time;
out vec4 color;

float value(vec2 p) {
    ivec2 i = ivec2(floor(p));
    vec2 f = fract(p);
    f *= f * (3.0 - 2.0 * f);
    vec4 corners;
    for (int k = 0; k < 4; k++) {
        int n = (i.x + (k & 1)) * 73 + (i.y + (k >> 1)) * 151;
        n = (n << 5) ^ n;
        corners[k] = float((n * (n & 1023) + 331) & 255) / 255.0;
    }
    return mix(mix(corners.x, corners.y, f.x), mix(corners.z, corners.w, f.x), f.y);
}

void main() {
    vec2 p = gl_FragCoord.xy / size * 5.0 + time;
    float sum = 0.0, weight = 0.5;
    int octave = 0;
    do {
        sum += value(p) * weight;
        p = p.yx * 2.0 + 3.0;
        weight *= 0.5;
    } while (++octave < 4);
    float level = sum;
    while (level > 0.25) level -= 0.25;
    color = vec4(sum, level * 4.0, sum > 0.5 ? 1.0 : 0.0, 1.0);
}
