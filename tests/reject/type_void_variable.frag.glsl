#version 450
// client: vulkan
// There are no variables of type void (4.1.1).
layout(location = 0) out float o;
void main()
{
    void v; // error
    o = 1.0;
}
