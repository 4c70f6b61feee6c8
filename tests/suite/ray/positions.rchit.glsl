#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_ray_tracing_position_fetch : require
// client: vulkan
// target: vulkan1.3
// no glslang: Debian's does not know GL_EXT_ray_tracing_position_fetch
// The corners of the triangle that was hit.
layout(location = 0) rayPayloadInEXT vec3 payload;

void main() {
    vec3 edge = gl_HitTriangleVertexPositionsEXT[1] - gl_HitTriangleVertexPositionsEXT[0];
    payload = cross(edge, gl_HitTriangleVertexPositionsEXT[2] - gl_HitTriangleVertexPositionsEXT[0]);
}
