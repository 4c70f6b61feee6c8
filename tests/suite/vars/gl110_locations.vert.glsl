#version 110
#extension GL_ARB_explicit_attrib_location : require
// client: opengl
// no glslang: it has no `in` before 1.30, whatever the extension says
// What has a location is `in`, which comes with the extension; the rest is `attribute`.
layout(location = 3) in vec4 position;
attribute vec4 color;
varying vec4 tint;

void main() {
    tint = color;
    gl_Position = position;
}
