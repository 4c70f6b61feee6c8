#version 450
#extension GL_EXT_shader_samples_identical : enable
uniform sampler2DMS picture;
uniform sampler2D plain;
void main() {
    bool a = textureSamplesIdenticalEXT(picture, ivec2(0));
    bool b = textureSamplesIdenticalEXT(picture, vec2(0.0)); // error: E0700
    bool c = textureSamplesIdenticalEXT(plain, ivec2(0)); // error: E0700
}
