#version 120
// client: opengl
// no glslang: it does not know GL_EXT_gpu_shader4
// The functions of GL_EXT_gpu_shader4: the shape of the texture is in their names, a comparison gives four components.
#extension GL_EXT_gpu_shader4 : require
uniform sampler1D s1;
uniform isampler2D i2;
uniform usampler3D u3;
uniform samplerCube cube;
uniform sampler2DRect rect;
uniform sampler1DArray layers1;
uniform sampler2DArray layers2;
uniform isamplerBuffer texels;
uniform sampler1DShadow shadow1;
uniform sampler2DShadow shadow2;
uniform samplerCubeShadow shadow_cube;
uniform sampler2DRectShadow shadow_rect;
uniform sampler1DArrayShadow shadow_layers1;
uniform sampler2DArrayShadow shadow_layers2;
noperspective centroid varying vec4 at;
varying out vec4 color;
flat varying ivec4 texel;

vec4 fetched() {
    vec4 sum = texelFetch1D(s1, texel.x, 1) + vec4(texelFetch2DOffset(i2, texel.xy, 2, ivec2(1, 2)));
    sum += vec4(texelFetch3D(u3, texel.xyz, 0)) + texelFetch2DRectOffset(rect, texel.xy, ivec2(3, 4));
    sum += texelFetch1DArray(layers1, texel.xy, 0) + texelFetch2DArrayOffset(layers2, texel.xyz, 0, ivec2(5, 6));
    return sum + vec4(texelFetchBuffer(texels, texel.w));
}

ivec3 sizes() {
    ivec3 sum = textureSize3D(u3, 1) + textureSize2DArray(layers2, 2);
    sum.xy += textureSize2D(i2, 3) + textureSizeCube(cube, 4) + textureSize1DArray(layers1, 5);
    sum.xy += textureSize2DRect(rect, 0) + textureSize2DRect(rect);
    sum.x += textureSize1D(s1, 6) + textureSizeBuffer(texels);
    return sum;
}

vec4 sampled() {
    vec4 sum = texture1DArray(layers1, at.xy) + texture2DArray(layers2, at.xyz, 0.5);
    sum += texture1DArrayLod(layers1, at.xy, 1.0) + texture2DArrayLodOffset(layers2, at.xyz, 2.0, ivec2(1, 2));
    sum += vec4(texture2DOffset(i2, at.xy, ivec2(3, 4))) + vec4(texture3DProjOffset(u3, at, ivec3(1, 2, 3)));
    sum += texture1DProjLodOffset(s1, at, 3.0, 4) + texture2DRectProjOffset(rect, at.xyz, ivec2(5, 6));
    sum += texture1DGrad(s1, at.x, 0.1, 0.2) + vec4(texture2DProjGrad(i2, at, vec2(0.3), vec2(0.4)));
    sum += textureCubeGrad(cube, at.xyz, vec3(0.5), vec3(0.6)) + texture1DArrayGrad(layers1, at.xy, 0.7, 0.8);
    sum += texture2DRectGradOffset(rect, at.xy, vec2(0.9), vec2(1.1), ivec2(7));
    return sum + texture2DRect(rect, at.xy);
}

vec4 compared() {
    vec4 sum = shadow1DArray(shadow_layers1, at.xyz, 0.5) + shadow2DArray(shadow_layers2, at);
    sum += shadowCube(shadow_cube, at) + shadow1DArrayLodOffset(shadow_layers1, at.xyz, 1.0, 2);
    sum += shadow1DOffset(shadow1, at.xyz, 3) + shadow2DProjOffset(shadow2, at, ivec2(1, 2));
    sum += shadow2DProjGradOffset(shadow2, at, vec2(0.1), vec2(0.2), ivec2(3, 4));
    sum += shadow2DArrayGrad(shadow_layers2, at, vec2(0.3), vec2(0.4));
    sum += shadowCubeGrad(shadow_cube, at, vec3(0.5), vec3(0.6));
    return sum + shadow2DRectGrad(shadow_rect, at.xyz, vec2(0.7), vec2(0.8));
}

void main() {
    unsigned int bits = 3u;
    uvec2 limited = min(uvec2(texel.xy), bits);
    ivec4 steps = clamp(abs(texel), 0, 7) * sign(texel) + ivec4(gl_PrimitiveID);
    color = fetched() + vec4(sizes(), 1.0) + sampled() + compared();
    color += truncate(at) + round(at) + vec4(steps) + vec4(limited, limited);
}
