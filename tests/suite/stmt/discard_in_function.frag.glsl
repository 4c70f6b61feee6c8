#version 300 es
// client: opengl
// A discard in a called function and in a loop.
precision mediump float;
in vec2 uv;
uniform float cut[4];
out vec4 color;

void clipAll(vec2 p) {
    for (int i = 0; i < 4; i++) {
        if (p.x * p.y < cut[i]) discard;
    }
}

void main() {
    clipAll(uv);
    color = vec4(uv, 0.5, 1.0);
}
