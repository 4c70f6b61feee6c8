#version 450
// client: vulkan
// A parenthesis that is not closed.
layout(location = 0) out float o;
void main()
{
    o = (1.0 + 2.0; // error
}
