#version 300 es
// client: opengl
// The vertex stage's predeclared defaults, float and int high.
in vec4 position;
in lowp vec4 paint;
uniform int frame;
out mediump vec4 v_paint;

void main() {
    float wobble = sin(float(frame) * 0.05);
    int half_ = frame / 2;
    v_paint = paint + float(half_ & 1) * 0.125;
    gl_Position = position + vec4(wobble, 0.0, 0.0, 0.0);
}
