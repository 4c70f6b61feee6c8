#version 450
#extension GL_EXT_fragment_shading_rate_primitive : require
// target: vulkan1.3
// no glslang: it does not know the extension
// The shading rate of a primitive by the extension of ES.
layout(location = 0) in vec4 position;

void main() {
    gl_Position = position;
    gl_PrimitiveShadingRateEXT = gl_ShadingRateFlag2VerticalPixelsEXT;
}
