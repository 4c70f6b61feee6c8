#version 310 es
// expect glsl: layout(rg16i) ivec2 step
// no glslang: it does not know the extension
#extension GL_EXT_shader_pixel_local_storage : require
precision highp float;
precision mediump int;
layout(rgba8ui) __pixel_local_inEXT Before {
    layout(rg16f) vec2 offset;
    uvec4 ids;
    layout(rg16i) ivec2 step;
};
layout(rgba8i) __pixel_local_outEXT After {
    layout(r32f) float depth;
    ivec4 ids;
} after;
void main() {
    after.depth = offset.x + float(step.y);
    after.ids = ivec4(ids) - 7;
}
