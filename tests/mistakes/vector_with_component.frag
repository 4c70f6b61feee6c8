// A type of WGSL.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() { vec4<f32> c = vec4<f32>(1.0); colour = c; }
