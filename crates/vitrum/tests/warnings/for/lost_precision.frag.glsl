#version 310 es
precision mediump float;
in vec2 uv;
out vec4 color;

void main() {
    highp float area = uv.x * uv.y; // warning: E1021
    highp vec2 scaled;
    scaled = uv * 2.0; // warning: E1021
    color = vec4(area, scaled, 1.0);
}
