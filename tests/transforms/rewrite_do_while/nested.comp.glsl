#version 450
// passes: promote_variables, rewrite_do_while
// buffer Data: 0 0 3
// expect buffer Data: 33 9 3
// without: same
layout(std430, binding = 0) buffer Data { int sum; int rounds; int n; };
void main() {
    int i = 0, s = 0, r = 0;
    do {
        int j = 0;
        do {
            ++r;
            if (j == 1) continue;
            s += j + i * 2;
            if (s > 100) break;
        } while (++j < n);
        if (i == 7) continue;
        s += 5;
    } while (++i < n);
    sum = s + (s == 33 ? 0 : 0);
    rounds = r;
}
