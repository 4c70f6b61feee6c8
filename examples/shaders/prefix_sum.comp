#version 450

// Inclusive prefix sums of 256 numbers per workgroup.

layout(local_size_x = 256) in;

layout(std430, binding = 0) buffer Numbers {
    uint numbers[];
};

layout(push_constant) uniform Range {
    uint count;
};

shared uint partial[256];

void main()
{
    uint local = gl_LocalInvocationID.x;
    uint global = gl_GlobalInvocationID.x;
    partial[local] = global < count ? numbers[global] : 0u;
    barrier();

    for (uint step = 1u; step < 256u; step <<= 1) {
        uint before = local >= step ? partial[local - step] : 0u;
        barrier();
        partial[local] += before;
        barrier();
    }

    if (global < count)
        numbers[global] = partial[local];
}
