#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(rgba8, binding = 0) readonly uniform image2D a;
layout(rgba8, binding = 1) writeonly uniform image2D b;
layout(r32ui, binding = 2) readonly uniform uimage2D c;
void f() { beginInvocationInterlockARB(); } // error: E0610
void main()
{
    endInvocationInterlockARB(); // error: E0610
    if (gl_FragCoord.x > 0.0) {
        beginInvocationInterlockARB(); // error: E0610
        return;
    }
    endInvocationInterlockARB(); // error: E0610
    imageStore(a, ivec2(0), imageLoad(b, ivec2(0))); // error: E0425 E0426
    imageAtomicAdd(c, ivec2(0), 1u); // error: E0425
}
