#version 450
// What a function writes before a jump is seen behind it, though its result is used after it only.
layout(location = 0) flat in int a;
layout(location = 0) out ivec2 color;
layout(location = 1) out vec2 side;

int f(int x) { side = vec2(x); return x; }

void main()
{
    side = vec2(0.0);
    color = ivec2(0);
    int first = 3 / (f(a) * f(a) + 1);
    if (a > 1) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        int next = f(i);
        if (i == a) {
            break;
        }
        color.x += next;
    }
    color.y = first;
}
