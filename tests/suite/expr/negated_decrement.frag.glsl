#version 450
// Signs before steps stay apart from them.
layout(location = 0) flat in int a;
layout(location = 0) out ivec4 color;

void main()
{
    color = ivec4(a);
    int x = -(--color.x);
    int y = a - --color.y;
    int z = -(-color.z);
    color.w = x - -y + z - -2;
}
