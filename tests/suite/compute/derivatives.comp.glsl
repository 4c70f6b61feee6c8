#version 450
#extension GL_KHR_compute_shader_derivatives : require
// target: vulkan1.3
// no glslang: Debian's does not know the extension
// Derivatives in the quads of a workgroup, also those that choose a level of detail.
layout(local_size_x = 4, local_size_y = 4) in;
layout(derivative_group_quadsKHR) in;
layout(binding = 0) uniform sampler2D image;
layout(binding = 1) buffer Out { vec4 result[]; };

void main() {
    vec2 at = vec2(gl_LocalInvocationID.xy) * 0.25;
    vec4 sum = texture(image, at) + texture(image, at, 1.0);
    sum.xy += textureQueryLod(image, at) + dFdx(at) + dFdyFine(at) + fwidthCoarse(at);
    result[gl_LocalInvocationIndex] = sum;
}
