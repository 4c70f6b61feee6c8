#version 450
// client: vulkan
// Without a derivative group, derivatives are 0 and textures are read at level 0 (GL_NV_compute_shader_derivatives).
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 3) in;
layout(binding = 0) uniform sampler2D map;
layout(std430, binding = 1) buffer Results { vec4 results[]; };
void main() {
    vec2 place = vec2(gl_LocalInvocationID.xy) * 0.25;
    results[gl_LocalInvocationIndex] = texture(map, place) + vec4(dFdx(place), dFdxFine(place));
}
