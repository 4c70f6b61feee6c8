// options: webgl 1
precision mediump float;
uniform vec4 tint;
uniform float levels[3];
float first = tint.x;
float second = first * 2.0 + levels[1];
vec3 third = vec3(second, max(first, 0.5), tint[2]);
float fourth = first > 0.5 ? second : tint.y;
mat2 fifth = mat2(first);
void main() { gl_FragColor = vec4(third, fourth + fifth[1][1]); }
