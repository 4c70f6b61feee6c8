#version 460
#extension GL_EXT_ray_query : require
// client: vulkan
// A structure that is declared and not used still needs to be known.
layout(binding = 1) uniform accelerationStructureEXT scene;
layout(location = 0) out vec4 o;

void main()
{
    o = vec4(0);
}
