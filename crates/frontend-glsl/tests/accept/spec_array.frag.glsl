#version 450
layout(constant_id = 3) const int SIZE = 4;
layout(constant_id = 4) const bool FLAG = true;
const int TWICE = SIZE * 2;
layout(location = 0) out vec4 color;
void main()
{
    float a[SIZE];
    float b[TWICE + 1];
    a[SIZE - 1] = float(b.length());
    color = vec4(FLAG ? a[0] : b[0], FLAG && SIZE > 2, SIZE, 1);
}
