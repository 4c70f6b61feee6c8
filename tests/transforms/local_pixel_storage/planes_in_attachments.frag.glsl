#version 300 es
#extension GL_ANGLE_shader_pixel_local_storage : require
// passes: local_pixel_storage
// options: set local_pixel_storage.to=attachment
// image color.in: rgba32 2x2 = 0.25 0.5 0.0 1.0  0.75 0.0 0.0 0.0  0.0 0.0 0.0 0.0  1.0 1.0 1.0 1.0
// image count.in: rgba32 2x2 = 1 2 3 4  254 255 0 7  0 0 0 0  9 9 9 9
// image depth.in: rgba32 2x2 = 0.5 0.0 0.0 1.0  1.5 0.0 0.0 1.0  2.5 0.0 0.0 1.0  3.5 0.0 0.0 1.0
// expect output color: 4*_  1.0 0.0 0.0 0.0 4*0.0 4*1.0
// expect output count: 2 3 4 5  255 255 1 8  1 1 1 1  10 10 10 10
// expect output depth: 1.0 0.0 0.0 1.0  3.0 0.0 0.0 1.0  5.0 0.0 0.0 1.0  7.0 0.0 0.0 1.0
// expect output seen: 1.0 3.0 5.0 7.0
// glsl: no, the input attachments are those of Vulkan, and the source is ESSL
// without: undefined
precision highp float;
precision highp int;
layout(binding = 0, rgba8) uniform lowp pixelLocalANGLE color;
layout(binding = 1, rgba8ui) uniform lowp upixelLocalANGLE count;
layout(binding = 2, r32f) uniform highp pixelLocalANGLE depth;
layout(location = 0) out float seen;
vec4 twice(highp pixelLocalANGLE plane) { return pixelLocalLoadANGLE(plane) * 2.0; }
void main() {
    pixelLocalStoreANGLE(color, twice(color));
    pixelLocalStoreANGLE(count, pixelLocalLoadANGLE(count) + 1u);
    pixelLocalStoreANGLE(depth, twice(depth));
    seen = pixelLocalLoadANGLE(depth).x;
}
