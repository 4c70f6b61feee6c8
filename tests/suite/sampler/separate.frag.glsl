#version 450
// client: vulkan
// Textures and samplers apart, joined where they are used.
layout(set = 0, binding = 0) uniform texture2D albedo;
layout(set = 0, binding = 1) uniform textureCube env;
layout(set = 0, binding = 2) uniform sampler linear;
layout(set = 0, binding = 3) uniform samplerShadow compare;
layout(set = 0, binding = 4) uniform texture2D depth;
layout(set = 0, binding = 5) uniform utexture2DArray ids;
layout(location = 0) in vec3 p;
layout(location = 0) out vec4 o;

void main()
{
    o = texture(sampler2D(albedo, linear), p.xy) + texture(samplerCube(env, linear), p);
    o *= texture(sampler2DShadow(depth, compare), p);
    o.x += float(textureLod(usampler2DArray(ids, linear), p, 0.0).x);
    o += textureGather(sampler2D(depth, linear), p.xy);
    o.y += float(textureSize(sampler2D(albedo, linear), 0).x);
}
