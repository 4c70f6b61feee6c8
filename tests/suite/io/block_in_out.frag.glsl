#version 450
// client: vulkan
// An input block and members without instance name.
layout(location = 0) in Varyings
{
    vec3 normal;
    layout(location = 3) vec2 uv;
    flat int id;
} vin;
layout(location = 5) in Extra { centroid vec4 fog; noperspective float w; };
layout(location = 0) out vec4 o;

void main()
{
    o = vec4(vin.normal, vin.uv.x) * float(vin.id) + fog * w + vin.uv.y;
}
