#version 450
// client: vulkan
// The condition of an if is a scalar bool (6.2).
layout(location = 0) flat in int k;
layout(location = 0) out vec4 o;
void main()
{
    o = vec4(0.0);
    if (k) // error
        o.x = 1.0;
}
