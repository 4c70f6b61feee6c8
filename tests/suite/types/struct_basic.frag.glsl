#version 450
// client: vulkan
// A struct with members of several types, built and changed.
struct Light
{
    vec3 dir;
    float power;
    int kind;
    bool on;
};
layout(location = 0) in vec3 n;
layout(location = 0) out vec4 o;

void main()
{
    Light sun = Light(vec3(0.0, 1.0, 0.0), 2.0, 1, true);
    sun.power *= 0.5;
    sun.dir.x = n.y;
    sun.on = sun.kind != 2 && n.z > 0.0;
    o = sun.on ? vec4(sun.dir * sun.power, 1.0) : vec4(float(sun.kind));
}
