#version 430
// client: opengl
// A block is not a value: its instance name selects members.
layout(local_size_x = 1) in;
uniform U { float a; } u[2];
buffer B { float a; } b[2];
buffer C { float a; } c;

void main() {
    c == c; // error: E0429
    bool equal = u == u; // error: E0429
    b[0] = b[1]; // error: E0429
    true ? c : c; // error: E0429
    b[0].a = u[1].a;
    (c).a = b[u.length() - 1].a;
}
