#version 450
// passes: lower_fallthrough
// buffer In: 0 1 2 3 4
// expect buffer Out: 11 10 100 0 7
// without: same
layout(std430, binding = 0) buffer In { int x[5]; };
layout(std430, binding = 1) buffer Out { int result[5]; };
void main() {
    for (int i = 0; i < 5; i++) {
        int sum = 0;
        switch (x[i]) {
        case 0: sum += 1;
        case 1: sum += 10; break;
        case 2: if (i == 2) { sum = 100; break; } sum = 5;
        case 3: break;
        default: sum = 7;
        }
        result[i] = sum;
    }
}
