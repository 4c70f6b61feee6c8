// client: opengl
#version 150
#extension GL_ARB_separate_shader_objects : require
layout(location = 1) varying vec4 a;
void main() {
    gl_FragColor = a;
}
