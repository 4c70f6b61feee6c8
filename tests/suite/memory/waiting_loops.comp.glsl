#version 450
// client: vulkan
// Loops that wait until another invocation has written stay, and read again.
// expect optimized ir: loop
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer V { int flag; int data; int go; };
layout(std430, binding = 1) buffer O { int o[4]; };
layout(binding = 2, r32i) uniform coherent iimage2D image;
shared int turn;

int ready() { return imageLoad(image, ivec2(0)).x; }

void main()
{
    if (gl_LocalInvocationIndex == 0u) {
        turn = 0;
    }
    barrier();
    while (flag == 0) {
    }
    memoryBarrierBuffer();
    o[0] = data;
    int seen = turn;
    while (turn == 0 && seen == 0) {
    }
    do {
    } while (ready() == 0);
    for (int i = 0; i < 4; i++) {
        if (go == i) {
            break;
        }
    }
    o[1] = seen;
}
