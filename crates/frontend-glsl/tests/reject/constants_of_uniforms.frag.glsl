// What is called a constant and is none has no value in functions.
#version 110

uniform float width;
const float step_w = 1.0 / width; // error: E0417
const vec4 steps = vec4(width, 0.0, 1.0, width); // error: E0417

void main() {
    int i = 1;
    vec4 first = vec4(steps[i]);
    vec4 second = steps * step_w;
    gl_FragColor = first + second + steps.wzyx;
}
