#version 100
#extension GL_ANGLE_multi_draw : require
#extension GL_APPLE_clip_distance : require
// client: opengl
// no glslang: it does not know the extensions
// The number of the draw and clip distances in ESSL 1.00.
attribute vec4 position;
varying float draw;

void main() {
    draw = float(gl_DrawID);
    gl_Position = position;
    gl_ClipDistance[1] = position.x;
}
