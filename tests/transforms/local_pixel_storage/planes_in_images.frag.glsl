#version 300 es
#extension GL_ANGLE_shader_pixel_local_storage : require
// passes: local_pixel_storage
// options: set local_pixel_storage.interlock=off
// image color: r32 2x2 = 0x00030201 0xff804020 0 0x01010101
// image count: r32 2x2 = 0x00000001 0x7f00ff80 0 0
// image depth: r32 2x2 = 0.5 1.5 2.5 3.5
// expect image color: 0x00060402 0xffff8040 0 0x02020202
// expect image count: 0x03030304 0x8100017f 0x03030303 0x03030303
// expect image depth: 1.0 3.0 5.0 7.0
// expect output seen: 1.0 3.0 5.0 7.0
// glsl: no, ESSL 3.00 has no images
// without: other
precision highp float;
precision highp int;
layout(binding = 0, rgba8) uniform lowp pixelLocalANGLE color;
layout(binding = 1, rgba8i) uniform lowp ipixelLocalANGLE count;
layout(binding = 2, r32f) uniform highp pixelLocalANGLE depth;
layout(location = 0) out float seen;
vec4 twice(highp pixelLocalANGLE plane) { return pixelLocalLoadANGLE(plane) * 2.0; }
void main() {
    pixelLocalStoreANGLE(color, twice(color));
    ivec4 value = pixelLocalLoadANGLE(count);
    pixelLocalStoreANGLE(count, value * (value.x < 0 ? -1 : 1) + (value.x < 0 ? 0 : 3));
    pixelLocalStoreANGLE(depth, twice(depth));
    seen = pixelLocalLoadANGLE(depth).x;
}
