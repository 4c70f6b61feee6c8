#version 450
layout(binding = 1) uniform Second { vec4 values[]; } second; // error: E0420
void main() {
    gl_Position = second.values[1];
}
