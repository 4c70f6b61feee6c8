#version 300 es
// Constant arrays and arrays as values, indexed by what varies.
precision highp float;
uniform vec2 size;
out vec4 color;

const vec3 palette[6] = vec3[6](
    vec3(0.9, 0.1, 0.2), vec3(0.9, 0.6, 0.1), vec3(0.8, 0.9, 0.2),
    vec3(0.2, 0.8, 0.3), vec3(0.1, 0.4, 0.9), vec3(0.5, 0.1, 0.7)
);

float[4] waves(float x) {
    return float[](sin(x), cos(x * 2.0), sin(x * 3.0 + 1.0), cos(x * 5.0));
}

void main() {
    vec2 p = gl_FragCoord.xy / size;
    float[4] heights = waves(p.x * 6.0);
    int count = 0;
    for (int i = 0; i < heights.length(); i++) {
        if (heights[i] * 0.5 + 0.5 > p.y) count++;
    }
    color = vec4(palette[count] * (0.6 + 0.4 * p.y), 1.0);
}
