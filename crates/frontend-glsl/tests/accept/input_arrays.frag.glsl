#version 450
layout(location = 0) flat in int a[2];
layout(location = 2) noperspective in vec2 b[2];
layout(location = 4) centroid in vec4 c[3];
layout(location = 0) out vec4 color;
void main()
{
    color = c[a[1]] + b[a[0]].xyxy;
}
