#version 450
// client: vulkan
// The built-in variables of the vertex stage.
layout(location = 0) in vec4 p;
layout(location = 0) out vec4 info;
out gl_PerVertex
{
    vec4 gl_Position;
    float gl_PointSize;
    float gl_ClipDistance[2];
    float gl_CullDistance[1];
};

void main()
{
    gl_Position = p;
    gl_PointSize = 2.0 + float(gl_VertexIndex % 3);
    gl_ClipDistance[0] = p.x;
    gl_ClipDistance[1] = -p.y;
    gl_CullDistance[0] = p.z;
    info = vec4(gl_VertexIndex, gl_InstanceIndex, gl_Position.xy);
}
