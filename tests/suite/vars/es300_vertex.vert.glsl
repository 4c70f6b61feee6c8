#version 300 es
// client: opengl
// gl_VertexID, gl_InstanceID and gl_PointSize in ES.
uniform vec2 grid;
out vec3 tone;

void main() {
    vec2 p = vec2(float(gl_VertexID % 16), float(gl_InstanceID)) / grid;
    tone = vec3(p, float(gl_VertexID & 1));
    gl_PointSize = 4.0 + p.x;
    gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0);
}
