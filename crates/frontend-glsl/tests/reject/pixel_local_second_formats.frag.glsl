#version 300 es
#extension GL_EXT_shader_pixel_local_storage2 : require
precision highp float;
precision highp int;
__pixel_localEXT Kept {
    layout(rg32f) vec2 depth;
    layout(rgba16i) vec2 wrong; // error: E0520
};
layout(location = 0, rgba8) out vec3 color; // error: E0520
layout(location = 1, rg16) out vec2 other; // error: E0520
layout(location = 2, rgb565) uniform sampler2D image; // error: E0503
layout(rgba8) in vec4 place; // error: E0501
void main() { depth += 1.0; }
