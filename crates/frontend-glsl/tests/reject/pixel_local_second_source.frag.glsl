#version 300 es
#extension GL_ANGLE_shader_pixel_local_storage : require
#extension GL_EXT_blend_func_extended : require
#extension GL_KHR_blend_equation_advanced : require
#extension GL_OES_sample_variables : require
precision highp float;
layout(binding = 0, rgba8) uniform lowp pixelLocalANGLE plane; // error: E0526
layout(location = 0, index = 0) out vec4 a;
layout(location = 0, index = 1) out vec4 b; // error: E0526
layout(blend_support_multiply) out;
in vec4 v;
void main() {
    a = b = v;
    gl_SampleMask[0] = 1; // error: E0526
    pixelLocalStoreANGLE(plane, v);
}
