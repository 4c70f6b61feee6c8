#version 460
// client: vulkan
// gl_BaseVertex, gl_BaseInstance and gl_DrawID.
layout(location = 0) out flat ivec3 ids;
layout(location = 0) in vec4 p;

void main()
{
    ids = ivec3(gl_BaseVertex, gl_BaseInstance, gl_DrawID);
    gl_Position = p + vec4(gl_VertexIndex - gl_BaseVertex, gl_InstanceIndex - gl_BaseInstance, 0, 0);
}
