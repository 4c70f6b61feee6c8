#version 450
#extension GL_AMD_shader_ballot : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer Data { uint value; uvec4 places; };
void main() {
    value = swizzleInvocationsAMD(value, uvec4(1u, 0u, 3u, 4u)); // error: E0406
    value = swizzleInvocationsMaskedAMD(value, uvec3(31u, 0u, 32u)); // error: E0406
    value = swizzleInvocationsAMD(value, places); // error: E0417
    value = swizzleInvocationsMaskedAMD(value, uvec3(31u, 0u, 31u));
}
