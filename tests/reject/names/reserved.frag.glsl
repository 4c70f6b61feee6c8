#version 450
// Words and prefixes that are the language's.
layout(location = 0) out vec4 color;
float goto; // error
float gl_Mine; // error

void main()
{
    color = vec4(1.0);
}
