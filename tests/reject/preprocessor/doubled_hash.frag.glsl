#version 450
// A line that begins with `##` is skipped like any other.
layout(location = 0) out vec4 color;

void main()
{
#ifdef MOUSE
    float move = 1.0;
##else
    float move = 0.0;
#endif
    color = vec4(move); // error: E0300
}
