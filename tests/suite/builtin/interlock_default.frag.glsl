#version 450
#extension GL_ARB_fragment_shader_interlock : require
// client: vulkan
// An interlock without a layout is one of pixels, in order.
layout(binding = 0, r32ui) uniform coherent uimage2D image;

void main() {
    beginInvocationInterlockARB();
    imageStore(image, ivec2(gl_FragCoord.xy), imageLoad(image, ivec2(gl_FragCoord.xy)) + 1u);
    endInvocationInterlockARB();
}
