#version 450
// client: vulkan
// Local arrays without a size: a later declaration or the largest index gives it.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;

float sum(float values[3]) { return values[0] + values[1] + values[2]; }

void main()
{
    float a[];
    a[2] = v.x;
    float a[3];
    a[0] = v.y;
    a[1] = float(a.length());
    float b[];
    b[1] = v.z;
    b[0] = v.w;
    float c[][2];
    c[1][0] = b[0];
    c[1][1] = b[1];
    c[0][0] = 2.0;
    float c[2][2];
    float d[];
    d[0] = 1.0;
    float d[2] = float[2](v.x, v.y);
    for (int i = 0; i < 2; ++i) {
        float e[];
        e[0] = c[i][0];
        e[1] = c[1][i];
        b[0] += e[0] * e[1];
    }
    color = vec4(sum(a), b[0], d[0], d[1]);
}
