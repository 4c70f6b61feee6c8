#version 300 es
// client: opengl
// A do-while loop left early by break.
precision highp float;
in float t;
out vec4 color;

void main() {
    float s = 0.0;
    float step_ = 0.125;
    do {
        s += step_;
        if (s > t) break;
        step_ *= 1.5;
    } while (s < 10.0);
    color = vec4(s, step_, 0.0, 1.0);
}
