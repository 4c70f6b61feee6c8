#version 310 es
// client: opengl
// Images in ES 3.10 with formats and precision.
layout(local_size_x = 8, local_size_y = 4) in;
layout(binding = 0, rgba8) readonly uniform mediump image2D src;
layout(binding = 1, r32ui) uniform highp uimage2D acc;
layout(binding = 2, rgba32f) writeonly uniform highp image3D dst;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(src)))) return;
    mediump vec4 c = imageLoad(src, p);
    uint v = imageLoad(acc, p).x + uint(c.r * 255.0);
    imageStore(acc, p, uvec4(v));
    imageStore(dst, ivec3(p, 0), vec4(c.rgb, float(v)));
}
