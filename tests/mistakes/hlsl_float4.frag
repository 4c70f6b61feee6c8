// A type of HLSL.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float4 tint = float4(uv, 0.5, 1.0);
    colour = tint * tint.w;
}
