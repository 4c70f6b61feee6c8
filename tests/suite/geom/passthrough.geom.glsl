#version 450
// client: vulkan
// A geometry shader that passes blocks, members and variables on (GL_NV_geometry_shader_passthrough).
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(passthrough) in gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
} gl_in[];
layout(location = 0, passthrough) in Inputs {
    vec2 place;
    vec4 color;
} from_vertex[];
layout(location = 2) in Members {
    layout(passthrough) vec3 normal;
    float weight;
} members[];
layout(location = 4, passthrough) in vec4 tint[];
layout(location = 5, passthrough) in Unnamed { vec2 detail; };
layout(location = 6) out float sum;
void main() {
    sum = 0.0;
    for (int vertex = 0; vertex < 3; vertex++) {
        sum += from_vertex[vertex].color.x + members[vertex].weight + tint[vertex].y;
    }
    gl_Layer = gl_PrimitiveIDIn;
}
