#version 450
// Gathers from levels, levels of images and fragment masks are of extensions.
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D plane;
layout(binding = 1) uniform sampler2DMS samples;
layout(binding = 2, rgba8) uniform image2D image;

void main()
{
    color = textureGather(plane, at.xy, 0, 1.0); // error: E0700
    color += textureGatherLodAMD(plane, at.xy, 1.0); // error: E0516
    color += imageLoadLodAMD(image, ivec2(0), 1); // error: E0516
    color += fragmentFetchAMD(samples, ivec2(0), 1u); // error: E0516
}
