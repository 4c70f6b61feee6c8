#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D image;

void main() {
    color = texture(image, uv);
    if (uv.x > 0.5) {
        color = textureLod(image, uv, 0.0) + textureGrad(image, uv, vec2(1.0), vec2(1.0));
        color += texelFetch(image, ivec2(0), 0);
    }
    for (int i = 0; i < 4; ++i) {
        color += texture(image, uv * float(i));
    }
}
