#version 450
#extension GL_NV_fragment_shader_interlock : require
#extension GL_NV_shader_atomic_float : require
// client: opengl
// no glslang: it does not know the extensions
// Critical sections and sums of floats by their names of NV.
layout(sample_interlock_ordered) in;
layout(std430, binding = 0) buffer Sums { float sum; float last; };
layout(location = 0) out vec4 color;

void main() {
    beginInvocationInterlockNV();
    last += 1.0;
    endInvocationInterlockNV();
    color = vec4(atomicAdd(sum, gl_FragCoord.x) + atomicExchange(sum, 1.0));
}
