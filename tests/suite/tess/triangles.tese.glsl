#version 450
// client: vulkan
// Evaluation of triangles with barycentric coordinates.
layout(triangles, equal_spacing, cw) in;
layout(location = 0) in vec3 n[];
layout(location = 1) patch in vec3 centre;
layout(location = 0) out vec3 normal;

vec4 blend(vec4 a, vec4 b, vec4 c) { return a * gl_TessCoord.x + b * gl_TessCoord.y + c * gl_TessCoord.z; }

void main()
{
    gl_Position = blend(gl_in[0].gl_Position, gl_in[1].gl_Position, gl_in[2].gl_Position);
    normal = mat3(n[0], n[1], n[2]) * gl_TessCoord;
    gl_Position.xyz += centre * dot(normal, centre) * 0.1;
}
