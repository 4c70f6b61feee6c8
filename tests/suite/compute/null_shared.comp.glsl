#version 460
#extension GL_EXT_null_initializer : require
// client: vulkan
layout(local_size_x = 8) in;
struct S { vec3 v[4]; int a; };
shared float f = {};
shared S s = {};
layout(binding = 0) buffer B { float o; };

void main()
{
    o = f + s.v[1].x;
}
