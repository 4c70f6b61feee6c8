#version 450
// client: vulkan
// continue stands in a loop only (6.4).
layout(location = 0) flat in int k;
layout(location = 0) out float o;
void main()
{
    o = 0.0;
    switch (k)
    {
    case 0: continue; // error
    }
}
