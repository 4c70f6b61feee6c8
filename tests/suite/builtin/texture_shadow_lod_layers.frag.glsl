#version 130
// client: opengl
// no glslang: it does not know GL_EXT_texture_shadow_lod
// Lookups of GL_EXT_texture_shadow_lod in layers, and those that GL_ARB_texture_cube_map_array brings to old versions.
#extension GL_EXT_texture_shadow_lod : require
#extension GL_ARB_texture_cube_map_array : require
uniform sampler2DArrayShadow layers;
uniform samplerCubeArrayShadow cubes;
in vec4 at;
out float depth;

void main() {
    depth = textureLodOffset(layers, at, 1.0, ivec2(2, 3));
    depth += texture(cubes, at, 0.5) + texture(cubes, at, 0.25, 1.5);
    depth += textureLod(cubes, at, 0.75, 2.0);
}
