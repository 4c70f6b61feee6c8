#version 310 es
// client: opengl
// A while loop whose condition is a declaration.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int counter; int result; };

void main()
{
    int left = counter;
    int r = 0;
    while (bool again = left > 0)
    {
        r += again ? left : 0;
        left -= 3;
    }
    result = r;
}
