// A matrix type of HLSL.
#version 450
layout(location = 0) in vec3 position;
void main() {
    float4x4 m = float4x4(1.0);
    gl_Position = m * vec4(position, 1.0);
}
