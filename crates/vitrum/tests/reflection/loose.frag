#version 330
// What GL has and Vulkan has not: loose uniforms, varyings and samplers without places.
uniform vec4 tint;
uniform mat3 transform;
uniform float weights[4];
uniform sampler2D picture;
in vec2 uv;
out vec4 color;
void main() { color = texture(picture, (transform * vec3(uv, 1.0)).xy) * tint * weights[2]; }
