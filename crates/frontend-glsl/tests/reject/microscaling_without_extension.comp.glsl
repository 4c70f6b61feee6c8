#version 450
// client: vulkan
layout(local_size_x = 1) in;
void main() {
    float a = 1.0fe2m1; // error: E0007
    floate2m1_t b; // error: E0300
}
