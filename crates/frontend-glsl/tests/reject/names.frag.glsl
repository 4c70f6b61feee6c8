#version 450
layout(location = 0) out vec4 color;
struct S { int a; };
float twice;
float twice; // error: E0301
float gl_mine; // error: E0302
color c; // error: E0303
invariant S; // error: E0304
Missing m; // error: E0300

void main()
{
    float x = y; // error: E0300
    z(); // error: E0300
    int x; // error: E0301
    color = vec4(x);
}
