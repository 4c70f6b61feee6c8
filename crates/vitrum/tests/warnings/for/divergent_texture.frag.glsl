#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D image;

void main() {
    color = vec4(1.0);
    if (uv.x > 0.5) {
        color = texture(image, uv); // warning: E1013
    }
    if (uv.y > 0.5) {
        return;
    }
    color += texture(image, uv * 2.0); // warning: E1013
}
