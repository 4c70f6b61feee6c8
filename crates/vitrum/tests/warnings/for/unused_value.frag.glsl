#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D image;

void main() {
    float x = uv.x;
    x; // warning: E1005
    x + 1.0; // warning: E1005
    x < 2.0; // warning: E1005
    vec2(x, 1.0); // warning: E1005
    max(x, uv.y); // warning: E1005
    texture(image, uv); // warning: E1005
    x > 0.5 && uv.y > 0.5; // warning: E1005
    color = vec4(x);
}
