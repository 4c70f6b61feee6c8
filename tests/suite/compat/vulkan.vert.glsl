#version 450 compatibility
// client: vulkan
// no glslang: it has no compatibility profile for Vulkan
// State in a block beside the loose uniforms, and varyings around a location that the author chose.
layout(location = 25) out vec3 normal;
uniform mat4 other;
out vec2 loose;

void main() {
    gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;
    gl_FrontColor = gl_Color;
    gl_BackColor = other * gl_Color;
    normal = gl_Normal;
    loose = gl_MultiTexCoord0.st;
}
