#version 300 es
// client: opengl
// A switch that falls through, which versions without switches say by a variable with the next case.
precision mediump float;

uniform int kind;
uniform float amount;
out vec4 result;

void main() {
    float sum = 0.5;
    switch (kind) {
    case 0:
        sum += amount;
    case 1:
    case 2:
        sum *= 2.0;
        break;
    default:
        sum = -1.0;
    case 7:
        sum -= amount;
    }
    result = vec4(sum);
}
