#version 450
// client: vulkan
// An unsized array that is not last takes no variable index (4.1.9).
layout(local_size_x = 1) in;
layout(binding = 0) buffer B
{
    float a[];
    int n;
} b;
void main()
{
    b.a[b.n] = 1.0; // error
}
