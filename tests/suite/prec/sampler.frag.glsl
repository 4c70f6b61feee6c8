#version 300 es
// client: opengl
// Precisions of samplers and the results of their look-ups.
precision mediump float;
uniform sampler2D base;
uniform highp sampler2D depth;
uniform lowp samplerCube sky;
uniform mediump sampler2DArray layers;
in vec3 dir;
out vec4 color;

void main() {
    vec4 a = texture(base, dir.xy);
    highp float d = texture(depth, dir.yz).r;
    lowp vec4 s = texture(sky, dir);
    color = a * s + d * texture(layers, dir);
}
