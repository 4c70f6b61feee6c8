#version 450
// client: vulkan
#extension GL_AMD_shader_explicit_vertex_parameter : require
layout(location = 0) __explicitInterpAMD in vec4 tint;
layout(location = 1) in vec4 smooth_;
layout(location = 0) out vec4 color;
void main() {
    uint vertex = 1u;
    color = tint; // error: E0501
    color += interpolateAtVertexAMD(tint, 3u); // error: E0406
    color += interpolateAtVertexAMD(tint, vertex); // error: E0417
    color += interpolateAtVertexAMD(smooth_, 0u); // error: E0700
    color += interpolateAtVertexAMD(color, 0u); // error: E0700
    color += interpolateAtCentroid(tint); // error: E0501
}
