#version 450
// client: vulkan
// Operations on specialisation constants stay specialisable.
layout(constant_id = 0) const int W = 8;
layout(constant_id = 1) const uint M = 3u;
layout(constant_id = 2) const bool B = false;
const int twice = W * 2 + 1;
const int shifted = (W << 2) ^ -1;
const uint low = (M & 1u) % 2u;
const bool wide = W > 4 && !B || M == 2u;
const int chosen = wide ? W / 2 : W - 1;
const ivec2 size = ivec2(W, chosen);
const uint unsignedW = uint(W);
layout(location = 0) out vec4 o;

void main()
{
    o = vec4(twice + shifted, low + unsignedW, size.y, wide ? 1.0 : 0.5);
    o.x += float(size.x * size.y);
}
