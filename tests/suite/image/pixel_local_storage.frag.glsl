#version 300 es
// expect ir: image<pixel_local, u32, storage, rgba8ui>
// expect glsl: pixelLocalStoreANGLE(color, twice(color) + shade)
// no glslang: it does not know the extension
#extension GL_ANGLE_shader_pixel_local_storage : require
precision highp float;
layout(binding=0, rgba8) uniform lowp pixelLocalANGLE color;
layout(binding=1, rgba8ui) uniform lowp upixelLocalANGLE count;
layout(binding=3, r32f) uniform highp pixelLocalANGLE depth;
in vec4 shade;
vec4 twice(lowp pixelLocalANGLE p) { return pixelLocalLoadANGLE(p) * 2.0; }
void main() {
    if (shade.x > 0.5) pixelLocalStoreANGLE(color, twice(color) + shade);
    pixelLocalStoreANGLE(count, pixelLocalLoadANGLE(count) + 1u);
    pixelLocalStoreANGLE(depth, vec4(shade.z) + twice(depth));
}
