#version 460
// client: vulkan
// Empty statements and empty blocks in every position.
layout(location = 0) in float v;
layout(location = 0) out float o;
;

void nothing() {}

void main()
{
    ;
    {}
    if (v > 0.0) ; else {}
    for (int i = 0; i < 3; ++i) ;
    float w = v;
    while (w-- > 10.0) {}
    nothing();
    o = w;
}
