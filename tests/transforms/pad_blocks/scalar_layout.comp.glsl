#version 450
#extension GL_EXT_scalar_block_layout : require
// passes: pad_blocks
// buffer B: 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0 12.0 13.0
// expect buffer B: 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0 20.0 21.0
// expect buffer Result: 2.0 3.0 4.0 7.0 8.0 9.0 10.0 11.0
// without: same
// Vectors at addresses that WGSL has no vectors at.
struct Pair { vec3 a; vec2 b; };
layout(scalar, binding = 0) buffer B { float first; vec3 v; vec3 tail[2]; Pair pair; } b;
layout(std430, binding = 1) buffer Result { float result[8]; };
void main() {
    result[0] = b.v.x; result[1] = b.v.y;
    vec3 v = b.v;
    result[2] = v.z;
    vec3 all[2] = b.tail;
    int one = int(b.first);
    result[3] = all[0].z; result[4] = all[one].x; result[5] = b.tail[one][one]; result[6] = b.tail[one].z;
    result[7] = b.pair.a.x;
    b.pair.a.yz = vec2(20.0, 21.0);
}
