#version 450
// client: vulkan
// A label is a constant expression (6.2).
layout(location = 0) flat in ivec2 k;
layout(location = 0) out float o;
void main()
{
    o = 0.0;
    switch (k.x)
    {
    case k.y: o = 1.0; break; // error
    }
}
