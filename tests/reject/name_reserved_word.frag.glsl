#version 450
// client: vulkan
// Words reserved for the future cannot be names (3.6).
layout(location = 0) out float o;
void main()
{
    float half = 0.5; // error
    o = 1.0;
}
