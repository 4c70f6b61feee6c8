#version 300 es
// options: webgl 2
precision mediump float;
uniform sampler2D s;
out vec4 color;
void main() {
    color = textureOffset(s, vec2(0.5), ivec2(7, -8));
    color += textureOffset(s, vec2(0.5), ivec2(8, 0)); // error: E0406
    color += texelFetchOffset(s, ivec2(0), 0, ivec2(0, -9)); // error: E0406
}
