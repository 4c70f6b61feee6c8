#version 450
// client: vulkan
// The members of a captured block of built-ins follow one another.
// expect spirv: XfbStride 48
// expect spirv: Offset 32
layout(location = 0) in vec4 p;
layout(xfb_buffer = 3, xfb_offset = 16, xfb_stride = 48) out gl_PerVertex {
    vec4 gl_Position;
    float gl_PointSize;
};

void main()
{
    gl_Position = p;
    gl_PointSize = 1.0;
}
