#version 300 es
// client: opengl
// A switch without default leaves the variable as it was.
in vec4 pos;
in float which;
out highp vec4 tone;

void main() {
    vec4 c = vec4(0.3);
    switch (int(which)) {
        case 0: c.r = 1.0; break;
        case 1: c.g = 1.0; break;
    }
    tone = c;
    gl_Position = pos;
}
