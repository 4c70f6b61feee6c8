#version 450
// client: opengl
// Captured outputs of 16 bits, and a stride that is no multiple of 4 (GL_AMD_gpu_shader_half_float).
// no glslang: Debian's does not know the extension
// expect spirv: XfbStride 6
#extension GL_AMD_gpu_shader_half_float : require
layout(location = 0) in vec4 place;
layout(location = 0, xfb_buffer = 0, xfb_stride = 6, xfb_offset = 0) out f16vec3 normal;
layout(location = 1, xfb_buffer = 1, xfb_stride = 6, xfb_offset = 0) out Halves { float16_t one; f16vec2 two; };

void main()
{
    gl_Position = place;
    normal = f16vec3(place);
    one = normal.x;
    two = normal.yz;
}
