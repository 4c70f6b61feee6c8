#version 450
// client: vulkan
// Functions declared first and defined later, in another order.
layout(location = 0) in float x;
layout(location = 0) out float o;

float odd(float a, int n);
float even(float, int);
float base(const in float a);

void main() { o = even(x, 3) + odd(x, 2); }

float even(float a, int n) { return n > 0 ? a * base(a) : 1.0; }
float odd(float b, int m) { return base(b) + even(b, m - 1); }
float base(const float c) { return c * c - 1.0; }
