#version 330
// client: opengl
// Rectangle textures and desktop one-dimensional shadows.
uniform sampler2DRect r;
uniform sampler2DRectShadow rs;
uniform isampler2DRect ri;
uniform sampler1DShadow s1;
in vec4 p;
out vec4 color;

void main()
{
    color = texture(r, p.xy) + textureProj(r, p.xyw) + texelFetch(r, ivec2(p.zw));
    color *= texture(rs, p.xyz) + textureProj(rs, p) + texture(s1, p.xyz);
    color += vec4(texture(ri, p.xy)) + vec4(textureSize(r), 0, 0) + textureOffset(r, p.xy, ivec2(1));
}
