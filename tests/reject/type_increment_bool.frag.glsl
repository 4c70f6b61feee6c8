#version 450
// client: vulkan
// ++ works on integers and floats (5.9).
layout(location = 0) out float o;
void main()
{
    bool b = false;
    b++; // error
    o = float(b);
}
