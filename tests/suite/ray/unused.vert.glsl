#version 460
#extension GL_EXT_ray_query : require
// client: vulkan
// target: vulkan1.3
// An acceleration structure that is declared, and no query of it.
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;

void main() {
    gl_Position = vec4(0.0);
}
