#version 310 es
precision mediump float;
in vec2 uv;
in highp vec2 position;
out vec4 color;

void main() {
    highp float copy = uv.x;
    highp float area = position.x * position.y + uv.y;
    mediump float rough = uv.x * uv.y;
    color = vec4(copy, area, rough, 1.0);
}
