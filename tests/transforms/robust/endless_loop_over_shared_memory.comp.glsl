#version 450
// pipeline: robust
// options: set bound_loops.limit=6
// buffer Data: 1
// expect buffer Result: 6 0
// without: limit
layout(local_size_x = 4) in;
shared int s[6];
layout(std430, binding = 0) buffer Data { int x; };
layout(std430, binding = 1) buffer Result { int r, t; };
void main() {
    t = s[5];
    int n = 0;
    while (x > 0) n++;
    r = n;
}
