#version 450
layout(location = 0) out vec4 color;
void main()
{
    int i = int(gl_FragCoord.x);
    bool a = i > 3 && i++ > 4;
    bool b = a || (i *= 2) == 8 && --i > 0;
    color = vec4(a, b, i, 1);
}
