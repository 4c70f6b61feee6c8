#version 300 es
#extension GL_ANGLE_multi_draw : require
uniform highp sampler2DMS samples; // error: E0008
void main() {
    gl_Position = vec4(gl_DrawID, gl_BaseVertex, 0.0, 1.0); // error: E0300
    gl_ClipDistance[0] = 1.0; // error: E0300
}
