#version 300 es
// client: opengl
// gl_FragCoord, gl_FrontFacing, gl_PointCoord and gl_FragDepth in ES.
precision highp float;
out vec4 color;

void main() {
    vec2 q = gl_PointCoord * 2.0 - 1.0;
    if (dot(q, q) > 1.0) discard;
    color = gl_FrontFacing ? vec4(q, 0.0, 1.0) : gl_FragCoord / 512.0;
    gl_FragDepth = gl_FragCoord.z - 0.01;
}
