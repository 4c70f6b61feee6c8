#version 450
// client: vulkan
// Samples that pixels hold once for several (GL_AMD_shader_fragment_mask).
// expect spirv: OpFragmentMaskFetchAMD
// expect spirv: OpFragmentFetchAMD
#extension GL_AMD_shader_fragment_mask : require
layout(binding = 0) uniform sampler2DMS picture;
layout(binding = 1) uniform isampler2DMSArray pictures;
layout(binding = 2, input_attachment_index = 0) uniform usubpassInputMS attachment;
layout(location = 0) flat in ivec3 at;
layout(location = 0) out vec4 color;

void main()
{
    uint mask = fragmentMaskFetchAMD(picture, at.xy);
    color = fragmentFetchAMD(picture, at.xy, mask & 15u);
    uint sample_mask = fragmentMaskFetchAMD(pictures, at);
    color += vec4(fragmentFetchAMD(pictures, at, sample_mask >> 4 & 15u));
    uint own = fragmentMaskFetchAMD(attachment);
    color += vec4(fragmentFetchAMD(attachment, own & 15u));
}
