#version 450
// client: vulkan
// Specialisation constants of every scalar type.
layout(constant_id = 0) const bool shadows = true;
layout(constant_id = 1) const int taps = 4;
layout(constant_id = 2) const uint mask = 0xFFu;
layout(constant_id = 3) const float gain = 1.5;
layout(constant_id = 17) const double fine = 0.25lf;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    vec4 s = v * gain;
    for (int i = 0; i < taps; ++i)
        s += float(i) * 0.1;
    if (shadows)
        s.x *= 0.5;
    o = s + float(mask & 3u) + float(fine);
}
