#version 450
// client: vulkan
// The same in the spellings of GL_NV_shading_rate_image.
#extension GL_NV_shading_rate_image : require
layout(location = 0) out ivec4 result;
void main() {
    result = ivec4(gl_FragmentSizeNV, gl_InvocationsPerPixelNV, 0);
}
