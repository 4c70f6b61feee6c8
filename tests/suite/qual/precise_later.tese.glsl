#version 410
// client: opengl
// precise added to a variable after its declaration.
layout(quads, fractional_odd_spacing) in;
in vec3 ctrl[];
out vec3 world;
precise world;
precise gl_Position;

void main()
{
    vec3 p = mix(mix(ctrl[0], ctrl[1], gl_TessCoord.x), mix(ctrl[2], ctrl[3], gl_TessCoord.x), gl_TessCoord.y);
    world = p * 2.0 + ctrl[0] * 0.125;
    gl_Position = vec4(world, 1.0);
}
