#version 300 es
in vec4 a[2]; // error: E0510
flat in vec4 b; // error: E0501
out ivec2 c; // error: E0511
layout(location = 1 - 1) in vec4 d; // error: E0516
layout(location = 0) out vec4 e; // error: E0516
in layout(location = 1) vec4 f; // error: E0521
layout(location = 2) layout(location = 3) in vec4 g; // error: E0516
layout(location = 2, location = 4) in vec4 h;
uniform I { vec4 i; } j[2];
uniform int k;
const float l = (1.0, 2.0); // error: E0417
highp struct M { float m; }; // error: E0513
void main()
{
    gl_Position = j[k].i; // error: E0516
    switch (k) { case 1: } // error: E0604
}
