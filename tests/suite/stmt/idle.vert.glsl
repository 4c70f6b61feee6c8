#version 450
// client: vulkan
// Expressions that do nothing, a choice that is made already, and what follows a loop without an end.
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 o;

float spin()
{
    for (int i = 0; ; i++) {
        if (a.y > float(i)) {
            return 1.0;
        }
    }
    o = vec4(2.0);
    return 0.0;
}

void main()
{
    float f, g;
    max(f, g);
    bool wanted = mix(a.x > 0.0, a.y > 0.0, true);
    o = mix(a, a.wzyx, bvec4(true)) * spin() + vec4(mix(int(a.x), int(a.y), false)) * float(wanted);
    gl_Position = o;
}
