// client: opengl
#version 400
layout(location = 1) attribute vec4 a;
void main() {
    gl_Position = a;
}
