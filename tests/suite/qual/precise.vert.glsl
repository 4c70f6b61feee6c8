#version 450
// client: vulkan
// precise on variables, outputs, members and results.
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 0) precise out vec3 o;
out gl_PerVertex { precise vec4 gl_Position; };

precise float area(vec2 p, vec2 q)
{
    precise float r = p.x * q.y - p.y * q.x;
    return r;
}

void main()
{
    precise vec3 c = a * b + a;
    o = cross(a, b) + c * c;
    precise float s;
    s = a.x * b.x + a.y * b.y;
    float loose = a.x * b.y + a.y;
    gl_Position = vec4(o, s + area(a.xy, b.xy) + loose);
}
