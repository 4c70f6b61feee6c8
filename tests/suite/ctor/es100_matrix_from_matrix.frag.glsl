#version 100
// client: opengl
// ESSL 1.00 makes no matrix of another one: columns and numbers are written out, and read back as the same.
precision highp float;
uniform mat2 small;
uniform mat3 middle;
uniform vec2 pair;
// expect glsl: mat3 a = mat3(small[0], 0.0, small[1], 0.0, 0.0, 0.0, 1.0);
// expect glsl: mat3 c = mat3(pair, 0.0, 1.0, pair, 0.0, 0.0, 1.0);

void main() {
    mat3 a = mat3(small);
    mat4 b = mat4(middle) + mat4(small);
    mat3 c = mat3(pair, 0.0, 1.0, pair, 0.0, 0.0, 1.0);
    gl_FragColor = b * vec4(a * c * vec3(1.0, 2.0, 3.0), 1.0);
}
