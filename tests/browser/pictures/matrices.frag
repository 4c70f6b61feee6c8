#version 300 es
// Matrices that are not square, inverses, outer products and a block of uniforms.
precision highp float;
uniform vec2 size;
uniform float time;
out vec4 color;

void main() {
    vec2 p = gl_FragCoord.xy / size;
    mat2x3 m = outerProduct(vec3(p, 1.0), vec2(0.3, 0.7));
    m[1] += vec3(0.1, 0.2, time * 0.1);
    mat3x2 t = transpose(m);
    mat2 square = t * m + mat2(1.0);
    vec2 solved = inverse(square) * p;
    vec3 back = m * solved;
    color = vec4(abs(back) / (0.5 + abs(determinant(square))) + vec3(solved, 0.0), 1.0);
}
