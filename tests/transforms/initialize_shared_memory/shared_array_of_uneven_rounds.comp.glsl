#version 450
// passes: initialize_shared_memory
// buffer Result: 7 7 7
// expect buffer Result: 0 0 0
// without: undefined
layout(local_size_x = 8, local_size_y = 2) in;
layout(constant_id = 0) const int SIZE = 37;
shared int row[53];
shared int tile[2][40];
shared int specialised[3][SIZE];
layout(std430, binding = 1) buffer Result { int r[3]; };
void main() {
    int a = 0, b = 0, c = 0;
    for (int i = 0; i < 53; ++i) a += row[i];
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 40; ++j) b += tile[i][j];
    for (int i = 0; i < 3; ++i) for (int j = 0; j < SIZE; ++j) c += specialised[i][j];
    r[0] = a;
    r[1] = b;
    r[2] = c;
}
