#version 450
// client: vulkan
// Blocks that are passed on and that have no names, and a line that is made again (GL_NV_geometry_shader_passthrough).
#extension GL_NV_geometry_shader_passthrough : require
layout(lines) in;
layout(passthrough) in gl_PerVertex { vec4 gl_Position; };
layout(location = 0, passthrough) in Inputs { vec2 place; };
void main() {}
