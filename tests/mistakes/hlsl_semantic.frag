// A semantic of HLSL.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
vec4 shade(vec2 at) : SV_Target {
    return vec4(at, 0.0, 1.0);
}
void main() {
    colour = shade(uv);
}
