#version 310 es
// Variables of one precision that hold values of another: operations keep theirs when the variables go.
precision mediump float;
precision mediump int;
layout(location = 0) in mediump float x;
layout(location = 1) in mediump vec3 v;
layout(location = 2) flat in mediump int i;
layout(location = 3) in lowp float l;
layout(location = 4) in highp float w;
layout(location = 0) out highp vec4 c;
layout(location = 1) out highp vec4 d;
layout(location = 2) out highp ivec4 n;

highp float square(highp float a) { return a * a; }
mediump float relaxed(mediump float a) { return a * a; }

void main() {
    highp float h = x;
    c.x = h * h;
    highp vec3 hv = v;
    c.y = dot(hv, hv) + hv.x * hv.y + length(hv.zyx);
    c.z = square(x) + square(v.x);
    highp float chosen = x > 0.5 ? v.x : v.y;
    c.w = chosen * chosen + sin(h) - h / 3.0;
    mediump float same = x * x;
    mediump float m = l;
    d.x = m * m + (h < 1.0001 ? 1.0 : 2.0);
    highp float loop = x;
    for (int k = 0; k < 3; k++) loop = loop * 1.0001 + h;
    d.y = loop;
    highp mat2 mat = mat2(x, v);
    d.z = (mat * hv.xy).x + mat[1].y * mat[0].x;
    mediump float narrow = w;
    d.w = narrow * narrow + relaxed(w) + same;
    highp int hi = i;
    n.x = hi * hi;
    n.y = (hi << 4) + hi / 3 - int(h * 100000.0);
    n.z = ~hi + abs(hi * 7) + (hi > 40000 ? 1 : 0);
    highp uint hu = uint(hi);
    n.w = int(hu * hu) + int(float(hi) * 1.5);
}
