#version 320 es
#extension GL_OES_viewport_array : require
// client: opengl
// no glslang: it does not know the extension
// The viewport that a fragment of ESSL is in.
precision highp float;
out vec4 color;

void main() {
    color = vec4(float(gl_ViewportIndex));
}
