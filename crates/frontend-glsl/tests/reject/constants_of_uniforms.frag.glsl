// What is called a constant and is none has no value in functions.
#version 330

uniform float width;
out vec4 color;
const vec4 steps = vec4(sin(width) * 2.0, cos(width) + 3.0, tan(width) - 4.0, 1.0); // error: E0417

float step_of(float x) {
    return steps[int(x)];
}

void main() {
    color = vec4(step_of(1.0)) + steps;
}
