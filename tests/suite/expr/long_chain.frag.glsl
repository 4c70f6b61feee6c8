#version 450
// client: vulkan
// A long left-leaning expression with many temporaries.
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    float a = v.x, b = v.y, c = v.z, d = v.w;
    float r = a + b - c * d / (a + 1.0) + (b - c) * (c - d) - ((a * b) + (c * d)) * 0.5
        + a * a - b * b + c * c - d * d + (a + (b + (c + (d + 1.0))));
    float s = ((a - b) - c) - d + (a - (b - (c - d)));
    o = vec4(r, s, r * s, -(-r));
}
