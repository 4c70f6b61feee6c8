#version 460
// client: vulkan
#extension GL_EXT_descriptor_heap : require
layout(descriptor_heap) uniform sampler2D combined[]; // error: E0422
layout(descriptor_heap) uniform texture2D single; // error: E0422
layout(descriptor_heap) uniform texture2D nested[2][2]; // error: E0422
layout(descriptor_heap, set = 0, binding = 1) uniform texture2D bound[]; // error: E0505
layout(descriptor_stride = 64) uniform texture2D unheaped[]; // error: E0525
layout(descriptor_heap, descriptor_stride = 48) uniform texture2D odd[]; // error: E0503
layout(descriptor_heap) buffer Single { int x; } block; // error: E0422
layout(descriptor_heap, push_constant) uniform Pushed { int x; } pushed; // error: E0505
layout(descriptor_heap) in vec4 passed; // error: E0422
layout(descriptor_heap) uniform texture2D fine[];
void take(texture2D all[2]) {}
void main() {
    take(fine); // error: E0700
}
