#version 460
// client: vulkan
layout(location = 0) in vec2 place;
layout(location = 0) out vec4 color;
layout(binding = 0) uniform sampler2D source;
void main() {
    color = textureBoxFilterQCOM(source, place, vec2(2.0)); // error: E0516
    color += textureGather4x1QCOM(source, place); // error: E0516
}
