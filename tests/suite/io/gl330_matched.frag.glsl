#version 330
// client: opengl
// Interpolated inputs of all kinds and two named outputs in GL 3.30.
in vec3 vNormal;
noperspective in vec2 vScreen;
flat in uvec2 vIds;
centroid in vec4 vTint;
in mat2 vTwist;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec2 ids;

void main()
{
    color = vTint * vNormal.z + vec4(vTwist * vScreen, 0, 1);
    ids = vIds;
}
