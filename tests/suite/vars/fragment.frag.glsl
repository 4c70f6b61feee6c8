#version 450
// client: vulkan
// The built-in variables of the fragment stage.
layout(location = 0) out vec4 o;
layout(location = 1) out ivec4 i;
in float gl_ClipDistance[2];

void main()
{
    o = gl_FragCoord * (gl_FrontFacing ? 1.0 : -1.0) + vec4(gl_PointCoord, gl_SamplePosition);
    i = ivec4(gl_PrimitiveID, gl_SampleID, gl_SampleMaskIn[0], gl_Layer + gl_ViewportIndex);
    o.x += gl_ClipDistance[1];
    if (gl_HelperInvocation)
        o.y = 0.0;
    gl_SampleMask[0] = gl_SampleMaskIn[0] & 5;
    gl_FragDepth = gl_FragCoord.z * 0.5;
}
