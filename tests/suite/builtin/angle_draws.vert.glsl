#version 300 es
#extension GL_ANGLE_multi_draw : require
#extension GL_ANGLE_base_vertex_base_instance_shader_builtin : require
#extension GL_ANGLE_clip_cull_distance : require
// client: opengl
// no glslang: it does not know the extensions
// The number of the draw, its first vertex and instance, and clip distances, by extensions of ANGLE.
in vec4 position;
flat out int draw;
out highp float gl_ClipDistance[2];

void main() {
    draw = gl_DrawID * 16 + gl_BaseVertex + gl_BaseInstance;
    gl_Position = position;
    gl_ClipDistance[0] = position.x;
    gl_ClipDistance[1] = float(gl_MaxClipDistances) - position.y;
}
