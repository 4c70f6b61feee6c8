#version 310 es
// client: vulkan
// Operations take the highest precision of their operands; literals none.
precision highp float;
layout(location = 0) in lowp float l;
layout(location = 1) in mediump float m;
layout(location = 2) in highp float h;
layout(location = 0) out highp vec4 o;

void main() {
    o.x = l + 1.0;
    o.y = l * m;
    o.z = m - h;
    lowp float t = (l > 0.5 ? l : m) * 2.0;
    o.w = sin(t) + max(l, h);
}
