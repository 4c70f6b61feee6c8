#version 450
layout(location = 0) out vec4 color;
void main()
{
    int b[4] = int[](1, 2, 3, 4);
    int i = 0;
    b[i++] += 5;
    color = vec4(b[0], b[1], b[2], i);
}
