#version 450
// Inputs, outputs, a block of outputs, built-ins in and out, what is assigned.
layout(location = 2) in vec3 position;
layout(location = 3, component = 1) in vec2 offset;
in dmat2x3 wide;
in vec4 unused;
layout(location = 0) flat out ivec2 id;
layout(location = 1) noperspective centroid out vec3 color;
out Varyings { vec2 uv; mat3 basis; float list[2]; } varyings;
invariant gl_Position;
void main() {
    gl_Position = vec4(position.xy + offset, position.z, 1.0);
    id = ivec2(gl_VertexIndex, gl_InstanceIndex);
    color = vec3(wide[0]);
    varyings.uv = offset;
    varyings.basis = mat3(1.0);
    varyings.list[1] = 2.0;
}
