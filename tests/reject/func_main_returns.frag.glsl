#version 450
// client: vulkan
// main returns nothing (6.1).
layout(location = 0) out float o;
int main() // error
{
    o = 1.0;
    return 0;
}
