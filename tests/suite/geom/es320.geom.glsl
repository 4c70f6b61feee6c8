#version 320 es
// client: opengl
// A geometry shader in ES 3.20.
layout(lines) in;
layout(triangle_strip, max_vertices = 4) out;
in V { highp vec3 c; } v[];
out highp vec3 c;
uniform float width;

void main() {
    vec2 d = normalize(gl_in[1].gl_Position.xy - gl_in[0].gl_Position.xy);
    vec4 n = vec4(-d.y, d.x, 0.0, 0.0) * width;
    for (int i = 0; i < 4; i++) {
        int k = i / 2;
        c = v[k].c;
        gl_Position = gl_in[k].gl_Position + ((i & 1) == 0 ? n : -n);
        EmitVertex();
    }
    EndPrimitive();
}
