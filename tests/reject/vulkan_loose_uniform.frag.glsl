#version 450
// client: vulkan
// Outside a block only opaque uniforms exist in Vulkan GLSL.
uniform vec4 tint; // error
layout(location = 0) out vec4 o;
void main() { o = tint; }
