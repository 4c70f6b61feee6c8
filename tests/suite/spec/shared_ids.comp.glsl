#version 450
// client: vulkan
// Dimensions of the workgroup and constants share specialisation constants, in both orders.
layout(constant_id = 3) const int width = 8;
layout(local_size_x_id = 3, local_size_y_id = 4) in;
layout(constant_id = 4) const uint height = 2u;
layout(std430, binding = 0) buffer B { int v[]; } b;
shared int tile[width];

void main() {
    tile[gl_LocalInvocationID.x] = width * int(height);
    b.v[gl_LocalInvocationIndex] = tile[0] + int(gl_WorkGroupSize.x);
}
