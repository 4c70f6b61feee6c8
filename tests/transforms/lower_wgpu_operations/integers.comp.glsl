#version 450
// passes: lower_wgpu_operations
// buffer In: -7 3 0x80000000 5
// expect buffer Out: 2 3 0xfffffffb 31 2 0 0x0fffffff -1 2 -1 3 1
// without: same
// Operators and functions that naga gives the type of their first operand.
layout(std430, binding = 0) buffer In { int a; int b; uint u; uint v; };
layout(std430, binding = 1) buffer Out { int result[12]; };
int modulo(int x, int y) { return int(mod(float(x), float(y))); }
void main() {
    result[0] = modulo(a, b);
    result[1] = (b * 5) % 4;
    result[2] = int(-v);
    result[3] = findMSB(u);
    result[4] = bitCount(v);
    result[5] = findLSB(v);
    result[6] = int(u >> 3u) - 1;
    result[7] = a >> 3;
    result[8] = findMSB(a);
    result[9] = bitfieldExtract(a, 0, 32) < 0 ? -1 : 1;
    result[10] = int(bitfieldExtract(v, 0, 2) | 2u);
    bvec2 both = bvec2(bvec2(a < 0, b < 0).x && true, b > 0);
    result[11] = all(both) ? 1 : 0;
}
