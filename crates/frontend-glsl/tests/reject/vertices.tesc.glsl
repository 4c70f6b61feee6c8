#version 450
in vec4 a[];
out vec4 b[3];
layout(vertices = 4) out; // error: E0419
out vec4 c[2]; // error: E0419
in D { vec4 d; } e; // error: E0510
out vec4 f[];
void g() { barrier(); } // error: E0610
void main()
{
    f[0] = a[0]; // error: E0425
    f[gl_InvocationID] = a[0];
    for (int i = 0; i < 2; i++) barrier(); // error: E0610
}
