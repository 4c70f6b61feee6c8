#version 310 es
// client: opengl
// Arrays of arrays in ES 3.10, as local and in a buffer.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Grid { ivec2 cell[4][3]; };

int sum(ivec2 row[3]) {
    int s = 0;
    for (int i = 0; i < row.length(); ++i) s += row[i].x - row[i].y;
    return s;
}

void main() {
    uint id = gl_LocalInvocationID.x;
    int local[2][2];
    local[0][0] = sum(cell[id]);
    local[1][1] = local[0][0] * 2;
    local[0][1] = 1;
    local[1][0] = 5;
    cell[id][2] = ivec2(local[1][1] + local[0][1], local[1][0]);
}
