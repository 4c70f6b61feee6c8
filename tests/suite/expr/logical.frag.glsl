#version 450
// client: vulkan
// &&, ||, ^^ and ! with values that need no short circuit.
layout(location = 0) in vec3 c;
layout(location = 0) out vec4 o;

void main()
{
    bool r = c.r > 0.5, g = c.g > 0.5, b = !(c.b > 0.5);
    bool any2 = r && g || g && b || b && r;
    bool odd = r ^^ g ^^ b;
    bool none = !r && !g && !b;
    o = vec4(any2, odd, none, r || !odd);
}
