#version 450
// passes: inline_opaque_parameters
// options: set inline_opaque_parameters.by=copy, set inline_opaque_parameters.kinds=textures,images,pointers
// buffer Which: 1
// image a: rgba32 2x1 = 0.5 1.0 1.5 2.0  4.0 8.0 16.0 32.0
// image t[0]: rgba32 1x1 = 1.0 2.0 3.0 4.0
// image t[1]: rgba32 1x1 = 10.0 20.0 30.0 40.0
// image im: r32 2x1 = 0.0 0.0
// expect output color: 10.5 21.0 31.5 43.0  14.0 28.0 46.0 73.0  10.5 21.0 31.5 43.0  14.0 28.0 46.0 73.0
// expect image im: 10.5 14.0
// without: same
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D a;
layout(binding = 1) uniform sampler2D t[2];
layout(binding = 3, r32f) uniform image2D im;
layout(binding = 4) uniform Which { int which; };
vec4 f(sampler2D s, ivec2 at, inout float count) {
    count += 1.0;
    if (at.y < 0) return vec4(9.0);
    return texelFetch(s, at, 0);
}
void put(image2D i, ivec2 at, float v) { imageStore(i, at, vec4(v)); }
void main() {
    int x = int(gl_FragCoord.x);
    float count = 0.0;
    vec4 r = f(a, ivec2(x, 0), count) + f(t[which], ivec2(0), count);
    put(im, ivec2(x, 0), r.x);
    color = r + vec4(0.0, 0.0, 0.0, count - 1.0);
}
