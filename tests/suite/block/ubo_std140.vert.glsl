#version 450
// client: vulkan
// A std140 uniform block with instance name and mixed members.
layout(location = 0) in vec3 p;
layout(set = 0, binding = 0, std140) uniform Camera
{
    mat4 view;
    mat4 proj;
    vec3 eye;
    float near;
    ivec2 size;
    bool flip;
} cam;
layout(location = 0) out vec3 toEye;

void main()
{
    vec4 v = cam.view * vec4(p, 1.0);
    gl_Position = cam.proj * v;
    if (cam.flip)
        gl_Position.y = -gl_Position.y;
    gl_Position.z += cam.near / float(cam.size.x);
    toEye = cam.eye - p;
}
