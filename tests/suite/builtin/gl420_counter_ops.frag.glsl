#version 420
#extension GL_ARB_shader_atomic_counter_ops : require
#extension GL_ARB_fragment_shader_interlock : require
// client: opengl
// no glslang: it wants 4.50 for counters that are added to and for the layout of interlocks
// Functions of counters by the names of their extension; the usual interlock goes without saying.
layout(binding = 0) uniform atomic_uint counter;
uniform uint amount;
out vec4 result;

void main() {
    beginInvocationInterlockARB();
    result = vec4(atomicCounterAddARB(counter, amount) + atomicCounterMaxARB(counter, 3u));
    endInvocationInterlockARB();
}
