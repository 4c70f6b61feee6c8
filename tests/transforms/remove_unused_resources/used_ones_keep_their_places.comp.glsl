#version 450
// passes: remove_unused_resources
// buffer Data: 3 7
// expect buffer Result: 11 8
// without: same
layout(constant_id = 1) const int UNUSED = 5;
layout(constant_id = 2) const int COUNT = 2;
layout(std430, binding = 0) buffer Unused { int unused[UNUSED]; };
layout(binding = 1) uniform sampler2D other;
layout(std430, binding = 2) buffer Data { int data[COUNT]; };
layout(std430, binding = 3) buffer Result { int result[2]; };
shared int nothing[4];
shared int one;
int untouched = 4;

int get(int i) { return data[i]; }

void main() {
    one = 1;
    result[0] = get(1) + 2 * COUNT;
    result[1] = data[COUNT - 1] + one;
}
