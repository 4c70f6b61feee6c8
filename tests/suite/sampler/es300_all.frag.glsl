#version 300 es
// client: opengl
// The texture functions of ES 3.00.
precision highp float;
precision mediump sampler3D;
precision mediump sampler2DShadow;
precision mediump isampler2D;
uniform sampler2D s;
uniform sampler3D v;
uniform samplerCube c;
uniform sampler2DShadow d;
uniform isampler2D k;
in vec4 p;
out vec4 color;

void main() {
    color = texture(s, p.xy, 1.0) + texture(v, p.xyz) + texture(c, p.xyz) + textureProj(s, p.xyw);
    color += textureLod(s, p.xy, 0.0) + textureOffset(s, p.xy, ivec2(1, 2)) + textureGrad(c, p.xyz, p.xyz, p.yzw);
    color *= texture(d, p.xyz) + textureProj(d, p) + textureLod(d, p.xyz, 0.0);
    color += vec4(texelFetch(k, ivec2(p.zw), 0)) + vec4(textureSize(v, 0), 1);
}
