#version 450
// client: vulkan
// An input for each vertex takes the locations of one; components share a location.
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) pervertexEXT in vec4 corners[3];
layout(location = 1) in vec2 uv;
layout(location = 1, component = 2) in float fog;
layout(location = 0, component = 0) out vec3 color;
layout(location = 0, component = 3) out float alpha;

void main() {
    color = corners[0].xyz * gl_BaryCoordEXT.x + vec3(uv, fog);
    alpha = corners[2].w;
}
