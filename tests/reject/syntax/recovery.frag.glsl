#version 450
// After a syntax error the next statement is read again.
layout(location = 0) out vec4 color;

void f()
{
    float a = ; // error
    float b = 1.0;
}

void main()
{
    color = vec4(1.0;  // error
    color = vec4(1.0);
}
