#version 450
// client: vulkan
// A control shader that passes triangles and sets levels.
layout(vertices = 3) out;
layout(location = 0) in vec3 n[];
layout(location = 0) out vec3 on[];
layout(location = 1) patch out vec3 centre;
layout(push_constant) uniform P { float level; };

void main()
{
    on[gl_InvocationID] = normalize(n[gl_InvocationID]);
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    barrier();
    if (gl_InvocationID == 0)
    {
        centre = (on[0] + on[1] + on[2]) / 3.0;
        for (int i = 0; i < 3; ++i)
            gl_TessLevelOuter[i] = level + float(gl_PatchVerticesIn);
        gl_TessLevelInner[0] = max(level, 1.0) + float(gl_PrimitiveID & 1);
    }
}
