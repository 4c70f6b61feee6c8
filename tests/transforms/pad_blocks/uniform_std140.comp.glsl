#version 450
// passes: pad_blocks
// buffer U: 1.0 0.0 0.0 0.0 2.0 0.0 0.0 0.0 3.0 0.0 0.0 0.0 4.0 5.0 0.0 0.0 6.0 7.0 0.0 0.0 10.0 11.0 0.0 0.0 12.0 13.0 0.0 0.0 14.0 15.0 0.0 0.0 20.0 21.0 22.0 23.0 1 0 0 0
// expect buffer Result: 1.0 2.0 3.0 4.0 5.0 6.0 7.0 10.0 12.0 14.0 11.0 13.0 15.0 13.0 20.0 21.0 22.0 23.0 1.0 2.0 6.0
// without: same
// Arrays and matrices whose elements lie further apart than in WGSL, read as a whole, by constants and by variables.
struct Inner { vec3 color; float weight; };
layout(std140, binding = 0) uniform U {
    float sparse[3];
    mat2 square;
    layout(row_major) mat2x3 rows;
    Inner inner;
    bool flag;
};
layout(std430, binding = 1) buffer Result { float result[]; };
int at = 0;
void put(float value) { result[at++] = value; }
void main() {
    for (int i = 0; i < 3; i++) put(sparse[i]);
    for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) put(square[i][j]);
    mat2x3 whole = rows;
    for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) put(whole[i][j]);
    int row = at / 13;
    put(rows[row][1]);
    Inner copy = inner;
    put(copy.color.x); put(inner.color.y); put(copy.color[row + 1]); put(copy.weight);
    put(flag ? 1.0 : 0.0);
    float all[3] = sparse;
    put(all[row]);
    put(square[row].x);
}
