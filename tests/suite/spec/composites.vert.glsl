#version 450
// client: vulkan
// Vectors and structs made of specialisation constants.
layout(constant_id = 0) const float sx = 1.0;
layout(constant_id = 1) const float sy = -1.0;
layout(constant_id = 2) const int axis = 1;
const vec3 scale = vec3(sx, sy, 1.0);
struct Cfg { vec2 s; int a; };
layout(location = 0) in vec3 p;

void main()
{
    const Cfg cfg = Cfg(vec2(sx, 0.5), axis);
    vec3 q = p * scale;
    q[axis] += cfg.s.y;
    gl_Position = vec4(q, cfg.s.x + float(cfg.a));
}
