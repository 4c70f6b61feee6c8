#version 450
// client: vulkan
// Screen-space antialiasing along edges found by luma contrast.
layout(binding = 0) uniform sampler2D frame;
layout(push_constant) uniform Pc { vec2 texel; float threshold; };
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
float at(vec2 o) { return luma(textureLod(frame, uv + o * texel, 0.0).rgb); }

void main()
{
    vec4 centre = textureLod(frame, uv, 0.0);
    float m = luma(centre.rgb);
    float n = at(vec2(0, -1)), s = at(vec2(0, 1)), w = at(vec2(-1, 0)), e = at(vec2(1, 0));
    float lo = min(m, min(min(n, s), min(w, e)));
    float hi = max(m, max(max(n, s), max(w, e)));
    float range = hi - lo;
    if (range < max(0.0312, hi * threshold))
    {
        color = centre;
        return;
    }
    float nw = at(vec2(-1)), ne = at(vec2(1, -1)), sw = at(vec2(-1, 1)), se = at(vec2(1));
    float horz = abs(nw + sw - 2.0 * w) + 2.0 * abs(n + s - 2.0 * m) + abs(ne + se - 2.0 * e);
    float vert = abs(nw + ne - 2.0 * n) + 2.0 * abs(w + e - 2.0 * m) + abs(sw + se - 2.0 * s);
    bool across = horz >= vert;
    float a = across ? n : w, b = across ? s : e;
    vec2 stepDir = across ? vec2(0.0, texel.y) : vec2(texel.x, 0.0);
    float grad = max(abs(a - m), abs(b - m)) * 0.25;
    if (abs(a - m) >= abs(b - m))
        stepDir = -stepDir;
    float local = 0.5 * (m + (abs(a - m) >= abs(b - m) ? a : b));
    vec2 run = across ? vec2(texel.x, 0.0) : vec2(0.0, texel.y);
    vec2 p = uv + stepDir * 0.5, q = p;
    float dp = 0.0, dq = 0.0;
    bool doneP = false, doneQ = false;
    for (int i = 0; i < 10 && !(doneP && doneQ); ++i)
    {
        if (!doneP) { p -= run; dp = luma(textureLod(frame, p, 0.0).rgb) - local; doneP = abs(dp) >= grad; }
        if (!doneQ) { q += run; dq = luma(textureLod(frame, q, 0.0).rgb) - local; doneQ = abs(dq) >= grad; }
    }
    float lp = across ? uv.x - p.x : uv.y - p.y;
    float lq = across ? q.x - uv.x : q.y - uv.y;
    bool nearP = lp < lq;
    bool good = ((nearP ? dp : dq) < 0.0) != (m - local < 0.0);
    float shift = good ? 0.5 - min(lp, lq) / (lp + lq) : 0.0;
    color = textureLod(frame, uv + stepDir * shift, 0.0);
}
