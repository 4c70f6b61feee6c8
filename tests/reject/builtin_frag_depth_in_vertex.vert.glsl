#version 450
// client: vulkan
// gl_FragDepth belongs to fragment shaders (7.1).
void main()
{
    gl_FragDepth = 1.0; // error
    gl_Position = vec4(1.0);
}
