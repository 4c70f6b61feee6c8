#version 450
// client: vulkan
// A function takes images of any format; what it is called with has formats.
layout(binding = 0, rgba32f) uniform image2D a;
layout(binding = 1, rgba8) uniform coherent image2D b[2];
layout(binding = 3, r32ui) uniform uimage2D counters;
layout(location = 0) flat in ivec2 at;
layout(location = 0) out vec4 color;

vec4 twice(coherent image2D source, ivec2 place) { return imageLoad(source, place) * 2.0; }
void put(image2D target, vec4 value) { imageStore(target, at, value + twice(target, at)); }
vec4 any(coherent image2D list[2], int index) { return imageLoad(list[index], at); }

void main() {
    put(a, vec4(1.0));
    color = twice(a, at) + twice(b[1], at) + any(b, at.x) + float(imageAtomicAdd(counters, at, 1u));
}
