#version 450
// client: vulkan
// mat2, mat3 and mat4 with columns read and written.
layout(location = 0) in vec4 p;
layout(push_constant) uniform Pc { mat4 world; mat3 normalMat; mat2 uvMat; };
layout(location = 0) out vec3 n;
layout(location = 1) out vec2 uv;

void main()
{
    mat4 w = world;
    w[3] = vec4(p.xyz, 1.0);
    mat3 r = normalMat;
    r[0].yz = r[1].xy;
    mat2 t = uvMat;
    t[1][0] = -t[0][1];
    n = r * p.xyz;
    uv = t * p.xy;
    gl_Position = w * p;
}
