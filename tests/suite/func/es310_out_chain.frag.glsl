#version 310 es
// client: opengl
// A chain of functions with results through out parameters.
precision highp float;
in vec2 uv;
out vec4 color;

bool root(float b, float c, out vec2 r) {
    float d = b * b - c;
    r = vec2(0.0);
    if (d < 0.0) return false;
    r = vec2(-b - sqrt(d), -b + sqrt(d));
    return true;
}

bool cyl(vec3 o, vec3 d, out float near) {
    vec2 r;
    bool ok = root(dot(o.xz, d.xz), dot(o.xz, o.xz) - 1.0, r);
    near = ok ? r.x : -1.0;
    return ok && near > 0.0;
}

void main() {
    float t;
    bool h = cyl(vec3(0.0, 0.0, -3.0), normalize(vec3(uv, 1.0)), t);
    color = h ? vec4(t / 4.0) : vec4(0.0, 0.0, 0.0, 1.0);
}
