#version 450
// client: vulkan
layout(location = 0) in vec4 tint;
layout(location = 0) out vec4 color;
void main() {
    color = interpolateAtVertexAMD(tint, 0u); // error: E0516
    color.xy += gl_BaryCoordSmoothAMD; // error: E0300
}
