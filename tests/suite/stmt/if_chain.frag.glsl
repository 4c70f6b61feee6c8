#version 450
// client: vulkan
// A chain of else-ifs, each assigning the same variable.
layout(location = 0) in float h;
layout(location = 0) out vec4 color;

void main()
{
    vec3 c;
    if (h < 0.2)
        c = vec3(0.0, 0.1, 0.6);
    else if (h < 0.3)
        c = vec3(0.8, 0.7, 0.4);
    else if (h < 0.7)
        c = vec3(0.1, 0.5, 0.1);
    else
        c = vec3(0.95);
    color = vec4(c, 1.0);
}
