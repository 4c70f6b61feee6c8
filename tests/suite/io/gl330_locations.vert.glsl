#version 330
// client: opengl
// Attributes with and without locations in desktop GL 3.30.
layout(location = 3) in vec3 position;
in vec3 normal;
in mat4 model;
uniform mat4 viewProj;
out vec3 vNormal;
noperspective out vec2 vScreen;

void main()
{
    vec4 w = model * vec4(position, 1.0);
    gl_Position = viewProj * w;
    vNormal = mat3(model) * normal;
    vScreen = gl_Position.xy / gl_Position.w;
}
