#version 400
// client: opengl
// Quads by bilinear interpolation in desktop GL.
layout(quads, ccw) in;
in vec2 uv[];
uniform sampler2D height;
uniform mat4 mvp;
out vec2 tuv;

void main()
{
    vec2 a = mix(uv[0], uv[1], gl_TessCoord.x);
    vec2 b = mix(uv[3], uv[2], gl_TessCoord.x);
    tuv = mix(a, b, gl_TessCoord.y);
    vec4 p = mix(gl_in[0].gl_Position, gl_in[2].gl_Position, gl_TessCoord.y);
    p.y += textureLod(height, tuv, 0.0).r;
    gl_Position = mvp * p;
}
