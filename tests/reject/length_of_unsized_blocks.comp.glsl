#version 450
#extension GL_EXT_nonuniform_qualifier : require
// How many blocks are bound is not known; how many elements a block ends with is.
layout(binding = 0) buffer B { int n; int x[]; } b[];
layout(binding = 1) buffer C { int n; } c[][2];
void main() {
    b[0].n = b[1].x.length() + c[1].length();
    b[0].n = b.length(); // error: E0420
    b[0].n = c.length(); // error: E0420
}
