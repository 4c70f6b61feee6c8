#version 450
// Primitives, instances, streams and transform feedback.
layout(triangles, invocations = 3) in;
layout(points, max_vertices = 6) out;
layout(location = 0) in vec3 color[];
layout(location = 1) in Ins { vec2 uv; } ins[];
layout(stream = 1, location = 0, xfb_buffer = 1, xfb_stride = 32, xfb_offset = 16) out vec4 captured;
void main() {
    captured = vec4(color[1], ins[0].uv.x) + gl_in[0].gl_Position;
    gl_PrimitiveID = gl_InvocationID;
    EmitStreamVertex(1);
    EndStreamPrimitive(1);
}
