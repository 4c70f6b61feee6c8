#version 450
// client: vulkan
// % takes integers only (5.9).
layout(location = 0) in float x;
layout(location = 0) out float o;
void main()
{
    o = x % 2.0; // error
}
