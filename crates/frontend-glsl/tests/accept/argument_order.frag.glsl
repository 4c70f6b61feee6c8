#version 450
layout(location = 0) out vec4 color;
int in_in(int a, int b) { return a * 10 + b; }
int inout_in(inout int a, int b) { a += b; return a; }
void main()
{
    int x = 3;
    int a = in_in(x, x = 5);
    int b = inout_in(x, x = 7);
    color = vec4(a, b, x, 1);
}
