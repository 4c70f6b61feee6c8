#version 450
// passes: promote_variables, wrap_switches
// groups: 4 1 1
// buffer I: 0 1 2 3
// expect buffer I: 7 4 9 9
// without: same
layout(std430, binding = 0) buffer I { int i[4]; };
void main() {
    int r = 3;
    switch (i[gl_WorkGroupID.x]) { case 0: r = 6; case 1: r++; break; default: r = 9; }
    i[gl_WorkGroupID.x] = r;
}
