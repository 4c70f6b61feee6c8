#version 450
// client: vulkan
// Isolines in point mode, with levels read and clip distances.
layout(isolines, fractional_even_spacing, point_mode) in;
layout(location = 0) out float along;
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[1]; };

void main()
{
    float t = gl_TessCoord.x;
    along = t * gl_TessLevelOuter[1] + gl_TessLevelInner[0];
    gl_Position = mix(gl_in[0].gl_Position, gl_in[gl_PatchVerticesIn - 1].gl_Position, t);
    gl_Position.y += gl_TessCoord.y;
    gl_PointSize = gl_in[0].gl_PointSize;
    gl_ClipDistance[0] = gl_Position.z;
}
