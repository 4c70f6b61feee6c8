#version 450
// client: vulkan
// An output block with an instance name and member locations.
layout(location = 0) in vec3 pos;
layout(location = 1) in vec3 nrm;
layout(location = 0) out Varyings
{
    vec3 normal;
    layout(location = 3) vec2 uv;
    flat int id;
} vout;

void main()
{
    vout.normal = normalize(nrm);
    vout.uv = pos.xz;
    vout.id = gl_VertexIndex / 3;
    gl_Position = vec4(pos, 1.0);
}
