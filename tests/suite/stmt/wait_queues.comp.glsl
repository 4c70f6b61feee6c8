#version 450
// client: vulkan
// Loops that may use several wait queues (GL_QCOM_multiple_wait_queues).
// no glslang: Debian's does not know the extension
// expect spirv: OpExtension "SPV_QCOM_multiple_wait_queues"
#extension GL_QCOM_multiple_wait_queues : require
layout(local_size_x = 8) in;
layout(binding = 0) buffer Values { float values[]; };
layout(binding = 1) uniform Counts { uint count; };

void main()
{
    float sum = 0.0;
    [[multiple_wait_queuesQCOM]]
    for (uint i = 0u; i < count; i++)
        sum += values[i];
    [[multiple_wait_queuesQCOM(2)]]
    for (uint i = 0u; i < count; i++)
        sum += values[i * 2u];
    values[gl_LocalInvocationIndex] = sum;
}
