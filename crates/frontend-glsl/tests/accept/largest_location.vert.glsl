// client: opengl
#version 110
#extension GL_ARB_explicit_attrib_location : require
layout(location = 0x7fffffff) in mat2 m;
void main()
{
    gl_Position = m[0].xyxy;
}
