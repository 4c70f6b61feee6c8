#version 450
layout(location = 0) out vec4 color;
void main()
{
    int i = 0;
    do {
        if (i == 3) {
            i += 2;
            continue;
        }
        i++;
    } while (i < 10);
    color = vec4(i);
}
