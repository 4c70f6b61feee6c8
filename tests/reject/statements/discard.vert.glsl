#version 450
// Only fragment shaders discard.
void main()
{
    gl_Position = vec4(1.0);
    discard; // error
}
