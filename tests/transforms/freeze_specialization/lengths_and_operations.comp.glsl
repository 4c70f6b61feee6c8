#version 450
// passes: freeze_specialization
// buffer In: 2
// expect buffer Out: 3 6 7 10 40
// without: same
// A length and the size of the workgroup are frozen; operations on others become instructions.
layout(constant_id = 0) const int LENGTH = 3;
layout(constant_id = 1) const int SCALE = 5;
layout(constant_id = 2) const bool WIDE = true;
layout(std430, binding = 0) buffer In { int x; };
layout(std430, binding = 1) buffer Out { int result[5]; };
void main() {
    int local[LENGTH];
    for (int i = 0; i < local.length(); i++) local[i] = i * x;
    result[0] = LENGTH;
    result[1] = local[0] + local[1] + local[2];
    result[2] = SCALE + x;
    result[3] = WIDE ? SCALE * 2 : SCALE;
    ivec2 pair = ivec2(SCALE, SCALE + LENGTH);
    result[4] = pair.x * pair.y;
}
