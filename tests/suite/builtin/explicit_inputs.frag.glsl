#version 450
// client: vulkan
// no glslang: Debian's has it, but not for integers of 16 bits
// Values of vertices, and barycentric coordinates in seven forms (GL_AMD_shader_explicit_vertex_parameter).
#extension GL_AMD_shader_explicit_vertex_parameter : require
layout(location = 0) __explicitInterpAMD in vec4 tint;
layout(location = 1) __explicitInterpAMD in ivec2 numbers;
layout(location = 2) __explicitInterpAMD in Values { vec3 normal; uint kind; } values;
layout(location = 0) out vec4 color;
void main() {
    vec3 weights = vec3(gl_BaryCoordSmoothAMD, 1.0 - gl_BaryCoordSmoothAMD.x - gl_BaryCoordSmoothAMD.y);
    color = interpolateAtVertexAMD(tint, 1u) * weights.x + interpolateAtVertexAMD(tint, 2u) * weights.y;
    color += interpolateAtVertexAMD(tint, 0u) * weights.z;
    color.xy += vec2(interpolateAtVertexAMD(numbers, 2u));
    color.xyz += interpolateAtVertexAMD(values.normal, 1u) * float(interpolateAtVertexAMD(values.kind, 0u));
    color.xy += gl_BaryCoordNoPerspAMD + gl_BaryCoordNoPerspCentroidAMD + gl_BaryCoordNoPerspSampleAMD;
    color.zw += gl_BaryCoordSmoothCentroidAMD + gl_BaryCoordSmoothSampleAMD;
    color.xyz += gl_BaryCoordPullModelAMD;
}
