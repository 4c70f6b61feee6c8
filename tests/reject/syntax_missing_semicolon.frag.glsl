#version 450
// client: vulkan
// A statement ends with a semicolon, which is missed behind its last token.
layout(location = 0) out float o;
void main()
{
    float a = 1.0 // error: E0200
    o = a;
}
