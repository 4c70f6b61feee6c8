#version 450
#extension GL_ARB_bindless_texture : require
// client: opengl
layout(bindless_sampler) uniform;
layout(bound_sampler) uniform; // error: E0505
layout(bindless_sampler) uniform sampler2D picture;
layout(bindless_sampler) uniform uint number; // error: E0503
layout(bindless_image) uniform sampler2D other; // error: E0503
layout(bindless_sampler) in vec2 place; // error: E0501
in sampler2D smooth_one; // error: E0511
flat in image2D stored;
layout(location = 0) out sampler2D chosen; // error: E0510
uniform sampler2D initial = 0; // error: E0400
uniform uvec2 words;
uniform sampler1D line;

void change(inout sampler2D s) {
    s = sampler2D(words);
}

void main() {
    sampler2D a = words; // error: E0400
    uvec2 pair = picture; // error: E0400
    sampler2D b = picture;
    b++; // error: E0401
    uvec2 sum = b + words; // error: E0401
    bool same = b == picture; // error: E0401
    change(line); // error: E0700
    change(picture); // error: E0425
    sampler2D c = sampler2D(vec2(1.0)); // error: E0703
    uint half_of_it = uint(b); // error: E0703
    writeonly image2D d = stored;
    vec4 e = imageLoad(d, ivec2(0)); // error: E0426
}
