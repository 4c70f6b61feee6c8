#version 450
// client: vulkan
// Workgroup size by specialisation constants.
layout(local_size_x_id = 10, local_size_y_id = 11, local_size_z = 2) in;
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer B { uvec4 r[]; };

void main()
{
    uint volume = gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z;
    r[gl_LocalInvocationIndex] = uvec4(gl_WorkGroupSize, volume);
}
