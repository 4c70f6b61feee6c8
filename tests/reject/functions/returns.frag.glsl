#version 450
// A function returns what it says.
layout(location = 0) out vec4 color;

float f() { return; } // error
void g() { return 1.0; } // error
int h() { return 1.5; } // error
float i() { return 1; }

void main()
{
    color = vec4(f() + float(h()) + i());
}
