#version 450
// client: vulkan
// no glslang: Debian's does not know the extensions
// Filters and comparisons of blocks (GL_QCOM_image_processing, GL_QCOM_image_processing2). Variables that hold weights or blocks are
// marked, and so are the samplers of windows.
#extension GL_QCOM_image_processing : require
#extension GL_QCOM_image_processing2 : require
layout(location = 0) in vec4 place;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform texture2DArray weights;
layout(binding = 1) uniform texture2D source;
layout(binding = 2) uniform sampler s;
layout(binding = 3) uniform sampler2D target;
layout(binding = 4) uniform sampler2D references[2];
layout(binding = 5) uniform texture2D other;
layout(binding = 6) uniform sampler window;
void main() {
    color = textureWeightedQCOM(sampler2D(source, s), place.xy, sampler2DArray(weights, s));
    color += textureBoxFilterQCOM(sampler2D(source, s), place.xy, vec2(2.5, 4.5));
    uvec2 from = uvec2(place.xy);
    uvec2 to = uvec2(place.zw);
    color += textureBlockMatchSSDQCOM(target, from, references[1], to, uvec2(4u));
    color += textureBlockMatchSADQCOM(references[from.x % 2u], from, target, to, uvec2(4u, 8u));
    color += textureBlockMatchWindowSSDQCOM(sampler2D(other, window), from, sampler2D(other, window), to, uvec2(4u));
    color += textureBlockMatchWindowSADQCOM(sampler2D(other, window), from, target, to, uvec2(4u));
    color += textureBlockMatchGatherSSDQCOM(target, from, target, to, uvec2(4u));
    color += textureBlockMatchGatherSADQCOM(target, from, target, to, uvec2(4u));
}
