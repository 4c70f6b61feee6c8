#version 300 es
// client: opengl
// Old-school plasma as a sum of sines.
precision mediump float;
uniform highp float time;
uniform vec2 size;
out vec4 color;

float wave(highp vec2 p, float k) {
    float v = sin(p.x * k + time);
    v += sin((p.y * k + time) * 0.5);
    v += sin((p.x + p.y) * k * 0.5 + time * 0.7);
    highp vec2 c = p + 0.5 * vec2(sin(time * 0.2), cos(time * 0.33));
    v += sin(sqrt(100.0 * dot(c, c) + 1.0) + time);
    return v;
}

void main() {
    highp vec2 p = gl_FragCoord.xy / size.y - 0.5;
    float v = wave(p, 10.0) * 0.5;
    vec3 c = vec3(sin(v * 3.1416), sin(v * 3.1416 + 2.094), sin(v * 3.1416 + 4.188));
    color = vec4(c * 0.5 + 0.5, 1.0);
}
