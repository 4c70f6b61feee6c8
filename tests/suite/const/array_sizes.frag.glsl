#version 450
// client: vulkan
// Array sizes from constant expressions of all kinds.
layout(location = 0) in vec2 v;
layout(location = 0) out vec4 o;

const int A = 2;
const uint B = 3u;
const ivec2 C = ivec2(4, 1);
float one[A];
float two[A * 2 + int(B)];
float three[C.x - C.y];
float four[B];
float five[two.length()];
float six[max(A, 6) / 2];

void main()
{
    for (int i = 0; i < A; ++i) one[i] = v.x * float(i);
    for (int i = 0; i < two.length(); ++i) { two[i] = v.y; five[i] = two[i] * 2.0; }
    three[C.y] = 3.0;
    four[B - 1u] = one[1];
    six[0] = five[6];
    o = vec4(one[A - 1] + two[0], three[1], four[2], six[0]);
}
