#version 450
// client: vulkan
// An if that writes some of the variables live after it.
layout(location = 0) in vec3 position;
layout(location = 1) in int kind;
layout(location = 0) out vec3 tint;

void main()
{
    vec3 p = position;
    tint = vec3(0.5);
    if (kind != 0)
    {
        p.y = -p.y;
        tint.r = 1.0;
    }
    if (kind > 4) tint.gb *= 0.5;
    gl_Position = vec4(p, 1.0);
}
