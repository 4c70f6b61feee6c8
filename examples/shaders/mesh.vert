#version 450
// Places the vertices of an instanced mesh and hands a tangent frame to the fragment shader.

struct Instance
{
    mat4 model;
    vec4 tint;
};

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 tangent;
layout(location = 3) in vec2 texcoord;

layout(set = 0, binding = 0, std140) uniform Camera
{
    mat4 view;
    mat4 projection;
    vec3 eye;
} camera;

layout(set = 1, binding = 0, std430) readonly buffer Instances
{
    Instance instances[];
};

layout(location = 0) out Surface
{
    vec3 world;
    vec2 uv;
    mat3 frame;
    flat vec4 tint;
    float fog;
} surface;

void main()
{
    Instance self = instances[gl_InstanceIndex];
    vec4 world = self.model * vec4(position, 1.0);

    mat3 rotation = mat3(self.model);
    vec3 n = normalize(transpose(inverse(rotation)) * normal);
    vec3 t = normalize(rotation * tangent.xyz);
    t = normalize(t - dot(t, n) * n);

    surface.world = world.xyz;
    surface.uv = texcoord;
    surface.frame = mat3(t, cross(n, t) * tangent.w, n);
    surface.tint = self.tint;
    surface.fog = 1.0 - exp(-0.01 * distance(camera.eye, world.xyz));
    gl_Position = camera.projection * camera.view * world;
}
