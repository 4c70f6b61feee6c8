#version 100
// The nearest of points in nine cells: nested loops and a hash of floats.
precision highp float;
uniform vec2 size;

vec2 hash(vec2 p) {
    p = vec2(dot(p, vec2(12.7, 31.1)), dot(p, vec2(26.9, 18.3)));
    return fract(sin(p) * 43.75);
}

void main() {
    vec2 p = gl_FragCoord.xy / size * 6.0;
    vec2 cell = floor(p), inside = p - cell;
    float nearest = 8.0, second = 8.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 offset = vec2(x, y);
            float d = length(offset + hash(cell + offset) - inside);
            if (d < nearest) {
                second = nearest;
                nearest = d;
            } else if (d < second) {
                second = d;
            }
        }
    }
    gl_FragColor = vec4(nearest, second - nearest, smoothstep(0.0, 0.1, second - nearest), 1.0);
}
