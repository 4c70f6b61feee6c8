#version 450
// client: vulkan
// A local variable that nothing refers to asks for nothing.
// expect no spirv: OpCapability Float64
layout(location = 0) out vec4 color;

void main()
{
    double sums[4];
    color = vec4(sums.length());
}
