#version 450
// passes: prefer_numbers
// buffer Data: 0x7fc00000 2.0 3.0 0x7fc00000 0xffc00000 1.0 -1.0 4.0
// expect buffer Result: 2.0 2.0 3.0 3.0 1.0 1.0 -1.0 4.0 2.0 1.0 2.0 2.0
// without: other
// Each operand in turn is NaN, then none is; clamps give the lower end.
layout(std430, binding = 0) buffer Data { vec2 x[4]; };
layout(std430, binding = 1) buffer Result { float r[12]; };
void main() {
    for (int i = 0; i < 4; ++i) {
        r[2 * i] = min(x[i].x, x[i].y);
        r[2 * i + 1] = max(x[i].x, x[i].y);
    }
    r[8] = clamp(x[0].x, x[0].y, 9.0);
    vec2 both = clamp(vec2(x[1].y, x[3].y), vec2(1.0), vec2(2.0));
    r[9] = both.x;
    r[10] = both.y;
    r[11] = clamp(x[1].x, 0.0, min(x[0].x, 2.0));
}
