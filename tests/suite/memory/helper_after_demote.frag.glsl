#version 450
// client: vulkan
// Whether an invocation is a helper changes when it demotes itself, also within a call.
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) in vec4 p;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 o;

bool ask() { return gl_HelperInvocation; }

void drop(float x)
{
    if (x < 0.0) {
        demote;
    }
}

void main()
{
    float a = gl_HelperInvocation ? 1.0 : 0.0;
    float b = ask() ? 1.0 : 0.0;
    if (p.x > 1.0) {
        demote;
    }
    float c = gl_HelperInvocation ? 1.0 : 0.0;
    drop(p.y);
    float d = ask() ? 1.0 : 0.0;
    float n = 0.0;
    for (int i = 0; i < k; i++) {
        n += gl_HelperInvocation ? 1.0 : 0.5;
        drop(p.z - float(i));
    }
    o = vec4(dFdx(a + b), dFdx(c), dFdy(d), dFdx(n));
}
