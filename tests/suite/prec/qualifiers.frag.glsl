#version 310 es
// client: opengl
// All three precisions on locals, globals, uniforms and interface.
precision mediump float;
layout(location = 0) in highp vec4 pos;
layout(location = 1) in lowp vec3 tint;
layout(location = 0) out mediump vec4 color;
uniform highp float time;
lowp float glob;

void main() {
    highp vec2 h = pos.xy * time;
    mediump vec2 m = h + pos.zw;
    lowp vec3 l = tint * 0.25;
    highp int n = int(h.x);
    lowp uint u = uint(n) & 7u;
    glob = l.r;
    color = vec4(l, m.x) + glob * float(u) + vec4(h, m);
}
