#version 320 es
// client: opengl
// Cube map arrays, buffers and multisample arrays in ES 3.20.
precision highp float;
precision highp samplerCubeArray;
precision highp usamplerBuffer;
precision highp sampler2DMSArray;
uniform samplerCubeArray sky;
uniform usamplerBuffer table;
uniform sampler2DMSArray ms;
in vec4 p;
out vec4 color;

void main() {
    uint i = texelFetch(table, int(p.w) % textureSize(table)).r;
    color = texture(sky, vec4(p.xyz, float(i))) + textureGather(sky, p, 2);
    color += texelFetch(ms, ivec3(p.xyz), 0) * float(textureSize(sky, 0).z);
}
