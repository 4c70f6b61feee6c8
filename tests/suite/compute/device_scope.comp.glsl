#version 450
#extension GL_KHR_memory_scope_semantics : require
// client: vulkan
// Coherence and atomics are of the queue family, unless they say that they are of the device.
// expect spirv: OpCapability VulkanMemoryModelDeviceScope
#pragma use_vulkan_memory_model
layout(local_size_x = 8) in;
layout(binding = 0) devicecoherent buffer Device { uint seen; } device;
layout(binding = 1) coherent buffer Family { uint seen; } family;
layout(binding = 2, r32ui) devicecoherent uniform uimage2D image;

void main()
{
    device.seen += family.seen;
    family.seen = atomicAdd(device.seen, 1u);
    family.seen += atomicAdd(device.seen, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);
    memoryBarrier();
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared | gl_StorageSemanticsImage,
        gl_SemanticsAcquireRelease);
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    imageStore(image, ivec2(0), imageLoad(image, ivec2(1)) + device.seen);
}
