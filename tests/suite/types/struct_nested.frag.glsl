#version 450
// client: vulkan
// Structs in structs, copied whole and in part.
struct Spot { vec2 at; float r; };
struct Pair { Spot a; Spot b; mat2 link; };
struct World { Pair p; float time; };
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

void main()
{
    World w;
    w.time = v.w;
    w.p.a = Spot(v.xy, v.z);
    w.p.b = w.p.a;
    w.p.b.at.x += 1.0;
    w.p.link = mat2(w.p.a.at, w.p.b.at);
    World copy = w;
    copy.p.a.r = 9.0;
    copy.p.link[1].y *= w.time;
    o = vec4(w.p.a.r, copy.p.a.r, copy.p.link * w.p.b.at);
}
