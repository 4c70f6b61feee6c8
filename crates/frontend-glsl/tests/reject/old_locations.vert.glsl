// client: opengl
#version 120
#extension GL_ARB_explicit_attrib_location : require
#extension GL_ARB_separate_shader_objects : require
layout(location = 0) attribute vec4 a; // error: E0501
layout(location = 1) varying vec4 b; // error: E0501
void main() {
    gl_Position = a;
}
