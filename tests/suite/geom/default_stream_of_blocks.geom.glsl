#version 450
// client: vulkan
// The default stream is that of blocks, too.
// expect spirv: OpCapability GeometryStreams
layout(points) in;
layout(points, max_vertices = 2) out;
layout(stream = 1) out;
layout(location = 0) out Sparks { vec4 color; } sparks;
layout(location = 1, stream = 0) out Flames { vec4 color; } flames;

void main()
{
    sparks.color = vec4(1.0);
    EmitStreamVertex(1);
    flames.color = vec4(0.5);
    EmitStreamVertex(0);
}
