#version 450
// passes: rewrite_row_major
// buffer U: 1.0 2.0 0.0 0.0 3.0 4.0 0.0 0.0 5.0 6.0 0.0 0.0 7.0 0.0 0.0 0.0 11.0 12.0 0.0 0.0 13.0 14.0 0.0 0.0 15.0 16.0 0.0 0.0 17.0 0.0 0.0 0.0 1
// buffer B: 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0
// expect buffer B: 11.0 21.0 13.0 2.0 15.0 22.0 17.0 _ 11.0 13.0 15.0 0.0 12.0 14.0 16.0 0.0 17.0 _ _ _
// expect buffer R: 12.0 14.0 16.0 14.0
// without: same
struct S { mat2x3 m; float x; };
layout(std140, binding = 0, row_major) uniform U { S s[2]; int i; };
layout(std430, binding = 1) buffer B { layout(row_major) S a; S b; };
layout(std430, binding = 2) buffer R { vec3 column; float one; };
void main() {
    S l = s[1];
    a = l;
    b = a;
    column = s[i].m[i];
    one = s[i].m[i][i];
    a.m[1].xz = vec2(21.0, 22.0);
    a.m[1][i] = 2.0;
}
