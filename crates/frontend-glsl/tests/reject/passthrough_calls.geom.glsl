#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(triangle_strip) out;
layout(passthrough) in vec4 tint[]; // error: E0505
layout(stream = 1) out vec4 other; // error: E0505
layout(xfb_buffer = 0, xfb_offset = 0) out vec4 captured; // error: E0505
void main() {
    EmitVertex(); // error: E0609
    EndPrimitive(); // error: E0609
}
