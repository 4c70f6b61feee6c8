#version 100
// A turned and bent triangle: matrices, and varyings of two types.
attribute vec2 position;
uniform float time;
varying vec2 uv;
varying vec3 normal;

mat3 turned(float angle) {
    float s = sin(angle), c = cos(angle);
    return mat3(c, s, 0.0, -s, c, 0.0, 0.0, 0.0, 1.0);
}

void main() {
    uv = position * 0.5 + 0.5;
    normal = turned(time) * vec3(position, 0.5);
    gl_Position = vec4(position, 0.0, 1.0);
}
