#version 460
// client: vulkan
#extension GL_EXT_structured_descriptor_heap : require
#extension GL_EXT_buffer_reference : require
layout(buffer_type) buffer Data { uint x; };
layout(buffer_type) buffer Named { uint x; } named; // error: E0505
layout(buffer_type, set = 0, binding = 1) buffer Bound { uint x; }; // error: E0505
resourceheap Combined { sampler2D combined; }; // error: E0422
resourceheap OfSamplers { sampler kind; }; // error: E0422
samplerheap OfImages { texture2D image; }; // error: E0422
resourceheap Arrays { uint x; } arrays[2]; // error: E0501
coherent resourceheap Coherent { uint x; } coherents; // error: E0501
layout(binding = 1) resourceheap Placed { uint x; } placed; // error: E0501
resourceheap Sized { layout(descriptor_size = 16) uint x; } sized; // error: E0505
resourceheap Empty { layout(descriptor_size = 0) texture2D x; } empty; // error: E0503
resourceheap Stored { uniform Data x; } stored; // error: E0501
layout(heap_offset = -1) resourceheap Before { uint x; } before; // error: E0418
int written;
layout(heap_offset = written) resourceheap Written { uint x; } variable; // error: E0417
uniform Block { layout(buffer_reference) buffer { uint x; } y; } block; // error: E0501
resourceheap Inner { uniform { uint x; } y; } inner; // error: E0525
uniform Data loose; // error: E0422
void take(Data data) {} // error: E0422
layout(heap_offset = 64) uniform Offset { uint x; } offset; // error: E0501
resourceheap Fine { Data data; readonly layout(rgba8) image2D image; uint count; } fine;
void main() {
    fine.count = 1u; // error: E0425
    Data copy = fine.data; // error: E0422
    imageStore(fine.image, ivec2(0), vec4(0.0)); // error: E0425
}
