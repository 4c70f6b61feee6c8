#version 450
// passes: unify_returns
// groups: 4 1 1
// buffer Data: 3 5 2 9
// expect buffer Data: 13 103 12 19
// without: same
layout(std430, binding = 0) buffer Data { int data[4]; };
int f(int x) {
    if (x > 2) {
        if (x == 5) return 103;
        data[gl_WorkGroupID.x] += 4;
    }
    int y = x + 1;
    y *= 3;
    y += x;
    y -= x * 4 - 7;
    return y + x;
}
void main() {
    int r = f(data[gl_WorkGroupID.x]);
    data[gl_WorkGroupID.x] = r;
    return;
}
