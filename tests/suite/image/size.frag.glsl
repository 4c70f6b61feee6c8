#version 450
// client: vulkan
// imageSize and imageSamples.
layout(binding = 0, rgba8) uniform readonly image2D a;
layout(binding = 1, rgba8) uniform readonly imageCubeArray b;
layout(binding = 2, r32f) uniform readonly imageBuffer c;
layout(binding = 3, rgba8) uniform readonly image2DMS d;
layout(binding = 4, rgba8) uniform readonly image1DArray e;
layout(location = 0) out vec4 o;

void main()
{
    ivec3 s = imageSize(b);
    o = vec4(imageSize(a), s.z, imageSize(c)) + vec4(imageSize(d), imageSize(e));
    o.x += float(imageSamples(d));
    o += imageLoad(d, ivec2(gl_FragCoord.xy), 1);
}
