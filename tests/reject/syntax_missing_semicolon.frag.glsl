#version 450
// client: vulkan
// A statement ends with a semicolon; the next token is unexpected.
layout(location = 0) out float o;
void main()
{
    float a = 1.0
    o = a; // error: here a semicolon is missed
}
