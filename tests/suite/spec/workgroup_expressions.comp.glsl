#version 450
// client: vulkan
// Specialised workgroup sizes within constant expressions and the lengths of arrays.
layout(constant_id=10) const uint X = 8;
layout(local_size_x_id=0, local_size_y=2, local_size_z_id=3) in;
layout(std430, binding=0) buffer B { uint a[X]; uint r; };
const uint total = gl_WorkGroupSize.x * gl_WorkGroupSize.y;
shared float sh[gl_WorkGroupSize.x * 2u];
shared uint sh2[total + X];
void main() { sh[gl_LocalInvocationIndex] = float(total); sh2[X] = 1u; barrier(); a[gl_LocalInvocationIndex % X] = uint(sh[1]) + sh2[2] + gl_WorkGroupSize.z + uint(sh.length()); }
