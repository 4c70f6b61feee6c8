#version 150
#extension GL_ARB_gpu_shader5 : require
// client: opengl
// Where an extension brings gathers, the component is said even if it is the first.
uniform sampler2D s;
in vec2 at;
out vec4 result;

void main() {
    result = textureGather(s, at, 0);
}
