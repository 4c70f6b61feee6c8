// `fract` has another name in HLSL.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    float cell = frac(uv.x * 10.0);
    colour = vec4(cell);
}
