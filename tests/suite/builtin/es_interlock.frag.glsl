#version 310 es
#extension GL_NV_fragment_shader_interlock : require
#extension GL_EXT_shader_group_vote : require
// client: opengl
// no glslang: it does not know the extensions
// Critical sections and votes of ESSL.
precision highp float;
layout(pixel_interlock_unordered) in;
layout(std430, binding = 0) buffer Count { uint count; };
flat in int number;
out vec4 color;

void main() {
    bool some = anyInvocationEXT(number > 3) && !allInvocationsEXT(number > 5);
    beginInvocationInterlockNV();
    count = count + uint(number);
    endInvocationInterlockNV();
    color = vec4(some || allInvocationsEqualEXT(number > 7) ? 1.0 : 0.0);
}
