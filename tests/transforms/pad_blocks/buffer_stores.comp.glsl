#version 450
// passes: pad_blocks
// buffer B: 32*0.0
// expect buffer B: 1.0 3.0 0.0 0.0 2.0 4.0 0.0 0.0 7.0 0.0 0.0 0.0 8.0 0.0 0.0 0.0 5.0 6.0 9.0 0.0 0.5 0.0 0.0 0.0 1.5 0.0 0.0 0.0 2.5 0.0 0.0 0.0
// without: same
// Columns and rows of a row-major matrix, components of a column, swizzles, whole arrays and a runtime array are written.
layout(std140, binding = 0) buffer B {
    layout(row_major) mat2 m;
    float two[2];
    vec3 v;
    float last[];
};
void main() {
    m[0] = vec2(1.0, 0.0);
    m[1].xy = vec2(3.0, 4.0);
    int column = int(m[0].x) - 1;
    m[column].y = 2.0;
    two = float[](7.0, 8.0);
    v.yx = vec2(6.0, 5.0);
    v.z = 9.0;
    for (int i = 0; i < last.length() && i < 3; i++) last[i] = float(i) + 0.5;
}
