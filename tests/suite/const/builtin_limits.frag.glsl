#version 430
// client: opengl
// The built-in constants, in array sizes and expressions.
in vec2 v;
out vec4 color;

float units[gl_MaxDrawBuffers];

void main()
{
    for (int i = 0; i < gl_MaxDrawBuffers; ++i) units[i] = v.x * float(i);
    int a = gl_MaxTextureImageUnits / 4;
    int b = min(gl_MaxVertexAttribs, gl_MaxVaryingComponents);
    ivec3 c = gl_MaxComputeWorkGroupCount;
    color = vec4(units[1], float(a), float(b), float(c.x > 0));
}
