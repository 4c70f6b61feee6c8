#version 450
// client: opengl
// A uniform's location means nothing to Vulkan.
layout(location = 3) uniform sampler2D picture;
layout(location = 4) uniform vec4 tint;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() { color = texture(picture, uv) * tint; }
