#version 310 es
precision highp float;
out vec4 color;
void main() {
    color = vec4(gl_LastFragDepthARM); // error: E0300
}
