#version 460
// client: vulkan
#extension GL_QCOM_image_processing : require
#extension GL_QCOM_image_processing3 : require
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2DArray weights;
layout(binding = 1) uniform sampler2D source;
layout(binding = 2) uniform sampler2D block;
layout(binding = 3) uniform sampler2DArray others[2];
layout(binding = 5) uniform sampler3D volume;
void main() {
    color = textureWeightedQCOM(source, place, weights);
    color += texture(weights, vec3(place, 0.0)); // error: E0423
    color += textureBlockMatchSADQCOM(block, uvec2(1u), block, uvec2(2u), uvec2(4u));
    color += textureBoxFilterQCOM(block, place, vec2(2.0)); // error: E0423
    color += textureWeightedQCOM(source, place, others[0]);
    color += textureLod(others[1], vec3(place, 1.0), 0.0); // error: E0423
    color += textureWeightedQCOM(source, place, source); // error: E0700
    color += textureBlockMatchSADQCOM(volume, uvec2(1u), block, uvec2(2u), uvec2(4u)); // error: E0700
    color += textureGatherDQCOM(source, place, 4); // error: E0406
    color += textureBlockMatchWindowSADQCOM(block, uvec2(1u), block, uvec2(2u), uvec2(4u)); // error: E0516
}
