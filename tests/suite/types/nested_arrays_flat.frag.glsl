#version 430
// client: opengl
// Arrays of arrays that versions without them can have in a row: variables, constants, members, uniforms, values.
struct Grid {
    vec2 cells[2][3];
    float rest;
};

uniform vec4 c[3][2];
uniform Grid grid;
uniform int k;
in vec2 p;
out vec4 o;

const float table[2][3] = float[2][3](float[](1.0, 2.0, 3.0), float[](4.0, 5.0, 6.0));

float sum(float row[3]) { return row[0] + row[1] + row[k & 1]; }

void raise(inout float row[3]) { row[k & 1] += p.x; }

void main() {
    vec4 a[2][3];
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) a[i][j] = c[j][i] * 2.0;
    }
    float b[2][3] = table;
    raise(b[1]);
    b[k & 1] = b[0];
    float deep[2][2][2] = float[][][](float[][](float[](1.0, 2.0), float[](3.0, 4.0)), float[][](float[](5.0, p.y), float[](7.0, 8.0)));
    o = a[k & 1][1] + a[1][k & 1];
    o.x += sum(table[k & 1]) + sum(b[1]) + table[k & 1][2] + deep[1][k & 1][1];
    o.yz += grid.cells[k & 1][2];
    o.w += float(b == table) + grid.rest;
}
