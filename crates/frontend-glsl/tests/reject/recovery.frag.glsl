#version 450
layout(location = 0) out vec4 color;
vec3 broken(; // error: E0200
void f()
{
    float a = ; // error: E0200
    float b = true; // error: E0400
    for (int i = 0; i < ; i++) { b = true; } // error: E0200 E0400
    if (b > ) { b = 1.0; } else { b = true; } // error: E0200 E0400
}
void main()
{
    color = vec4(1.0; // error: E0200
    color = 1.0; // error: E0400
}
