#version 450
// client: vulkan
// Control flow decided by specialisation constants.
layout(constant_id = 5) const int mode = 2;
layout(constant_id = 6) const float cut = 0.5;
layout(location = 0) in vec3 c;
layout(location = 0) out vec4 o;

void main()
{
    vec3 r = c;
    switch (mode)
    {
    case 0: r = vec3(dot(c, vec3(0.333))); break;
    case 1: r = 1.0 - c; break;
    case 2: r = step(cut, c); break;
    default: break;
    }
    while (r.x > cut) r.x -= cut + 0.01;
    o = vec4(r, mode == 2 ? 1.0 : cut);
}
