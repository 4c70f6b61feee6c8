#version 300 es
// expect glsl: __pixel_local_inEXT Kept {
// no glslang: it does not know the extension
#extension GL_EXT_shader_pixel_local_storage : require
__pixel_local_inEXT Kept {
    layout(rgb10_a2) highp vec4 color;
    layout(rgba8ui) mediump uvec4 flags;
} kept;
layout(location = 0) out highp vec4 color;
void main() {
    color = kept.color * float(kept.flags.x + uint(gl_MaxShaderPixelLocalStorageSizeEXT));
}
