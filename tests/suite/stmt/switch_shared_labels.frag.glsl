#version 450
// client: vulkan
// Several labels on one statement list.
layout(location = 0) flat in int code;
layout(location = 0) out vec4 c;

bool vowel(int ch)
{
    switch (ch)
    {
    case 97: case 101: case 105: case 111: case 117:
        return true;
    default:
        return false;
    }
}

void main()
{
    c = vowel(code) ? vec4(1.0) : vec4(0.25, 0.25, 0.25, 1.0);
}
