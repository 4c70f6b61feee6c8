#version 450
// client: vulkan
// No statement may precede the first label (6.2).
layout(location = 0) flat in int k;
layout(location = 0) out float o;
void main()
{
    switch (k)
    {
        o = 3.0; // error
    case 0: o = 1.0; break;
    }
}
