#version 450
// client: vulkan
// A function takes images of any format to write to; what it is called with has formats.
layout(binding = 0, rgba32f) uniform writeonly image2D a;
layout(binding = 1, rgba8) uniform coherent writeonly image2D b[2];
layout(location = 0) flat in ivec2 at;
layout(location = 0) out vec4 color;

void put(writeonly coherent image2D target, vec4 value) { imageStore(target, at, value); }
void twice(writeonly coherent image2D list[2], int index) { put(list[index], vec4(2.0)); }

void main() {
    put(a, vec4(1.0));
    put(b[at.y], vec4(2.0));
    twice(b, at.x);
    color = vec4(imageSize(b[0]), imageSize(a));
}
