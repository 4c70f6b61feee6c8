#version 450
// client: vulkan
// A switch with breaks in every case and a default at the end.
layout(location = 0) flat in int material;
layout(location = 0) out vec4 color;

void main()
{
    vec3 c = vec3(0.0);
    switch (material)
    {
    case 0:
        c = vec3(1.0, 0.0, 0.0);
        break;
    case 1:
        c = vec3(0.0, 1.0, 0.0);
        break;
    case -7:
        c = vec3(0.0, 0.0, 1.0);
        break;
    default:
        c = vec3(1.0);
        break;
    }
    color = vec4(c, 1.0);
}
