#version 330
// client: opengl
// While and do-while loops in desktop GL.
in vec4 vertex;
uniform int depth;
out float shade;

void main()
{
    int n = depth;
    shade = 1.;
    while (n --> 0) shade *= .9;
    do shade += .01; while (shade < .1);
    gl_Position = vertex;
}
