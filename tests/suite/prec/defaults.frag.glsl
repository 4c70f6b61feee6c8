#version 300 es
// client: opengl
// Default precisions set globally and changed in a block.
precision mediump float;
precision lowp int;
in vec2 uv;
out vec4 color;

void main() {
    float a = uv.x * 0.5;
    int i = 3;
    {
        precision highp float;
        precision highp int;
        float b = uv.y * 4096.0;
        int k = int(b);
        a += b * float(k);
    }
    float c = a + float(i);
    color = vec4(a, c, 0.0, 1.0);
}
