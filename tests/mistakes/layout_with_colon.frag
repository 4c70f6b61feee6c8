// `:` for `=` in a layout.
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding: 0) uniform sampler2D image;
void main() { colour = texture(image, uv); }
