#version 450
// client: vulkan
// Every case returns; nothing follows the switch.
layout(location = 0) in vec2 p;
layout(location = 1) in uint axis;

vec3 place(uint a, vec2 q)
{
    switch (a)
    {
    case 0u: return vec3(q, 0.0);
    case 1u: return vec3(q.x, 0.0, q.y);
    default: return vec3(0.0, q);
    }
}

void main()
{
    gl_Position = vec4(place(axis, p), 1.0);
}
