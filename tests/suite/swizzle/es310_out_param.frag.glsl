#version 310 es
// client: opengl
// Swizzles as out and inout arguments in ES.
precision highp float;
in vec4 v;
out vec4 color;

void polar(vec2 p, out vec2 rp) { rp = vec2(length(p), atan(p.y, p.x)); }
void flip(inout vec2 a) { a = a.yx; }

void main() {
    vec4 c = v;
    polar(v.zw, c.wx);
    flip(c.yw);
    flip(c.zy);
    color = c;
}
