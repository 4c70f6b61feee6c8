#version 430
// client: opengl
// Who writes an image of an array of arrays cannot be said in SPIR-V.
layout(binding = 0) writeonly uniform image2D images[2][2];
out vec4 o;

void main()
{
    imageStore(images[1][0], ivec2(0), vec4(1));
    o = vec4(0);
}
