#version 310 es
// client: opengl
// Extensions are asked for as the author does.
// expect glsl: #extension GL_EXT_shader_io_blocks : enable
// expect glsl: #extension GL_OES_sample_variables : require
// expect glsl: #extension GL_OES_shader_image_atomic : warn
#extension GL_EXT_shader_io_blocks : enable
#extension GL_OES_sample_variables : enable
#extension GL_OES_sample_variables : require
#extension GL_OES_shader_image_atomic : warn
precision mediump float;

in Colors {
    vec4 color;
};
layout(location = 0) out vec4 result;

void main() {
    result = color * float(gl_SampleID);
}
