#version 450
// client: opengl
// Declarations in a switch body are visible in later cases.
flat in int sel;
out vec4 color;

void main()
{
    switch (sel)
    {
        float shade;
    case 0:
        shade = 0.25;
        color = vec4(shade);
        break;
    case 1:
        shade = 0.75;
        color = vec4(shade, 0.0, 0.0, 1.0);
        break;
    default:
        color = vec4(0.0);
    }
}
