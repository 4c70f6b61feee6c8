#version 450
// client: vulkan
// Arrays and matrices as inputs and outputs take several locations.
layout(location = 0) in vec4 base;
layout(location = 1) in mat3 frame;
layout(location = 4) in vec2 uvs[3];
layout(location = 0) out mat2 twist;
layout(location = 2) out vec2 coords[3];
layout(location = 5) out float last[2];

void main()
{
    twist = mat2(frame);
    for (int i = 0; i < 3; ++i)
        coords[i] = uvs[2 - i] * frame[i].xy;
    last[0] = base.x;
    last[1] = coords[1].y;
    gl_Position = vec4(frame * base.xyz, 1.0);
}
