#version 430
// client: opengl
// Arrays of arrays of samplers and of blocks, whole rows of them as arguments.
uniform sampler2D maps[3][2];
layout(std140, binding = 1) uniform Tints { vec4 tint; } tints[2][3];
uniform int row;
in vec2 uv;
out vec4 color;

vec4 sum(sampler2D pair[2]) { return texture(pair[0], uv) + texture(pair[1], uv); }

void main()
{
    color = sum(maps[1]) * tints[1][2].tint + texture(maps[row][1], uv) * tints[0][1].tint;
}
