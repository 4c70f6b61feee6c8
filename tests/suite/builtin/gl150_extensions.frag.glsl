#version 150
// client: opengl
// no glslang: it has no `gl_SampleMaskIn` of GL_ARB_gpu_shader5
// What GL_ARB_gpu_shader_fp64 and GL_ARB_gpu_shader5 bring; derivatives of constants, which are zero.
#extension GL_ARB_gpu_shader_fp64 : require
#extension GL_ARB_gpu_shader5 : require
uniform dvec2 pair;
in vec2 v;
out vec4 color;
const float flat_slope = dFdx(3.0) + fwidth(2.0);

void main()
{
    ivec2 exponent;
    dvec2 mantissa = frexp(pair, exponent);
    dvec2 back = ldexp(mantissa, exponent + ivec2(1));
    dvec2 fused = fma(pair, back, dvec2(0.5));
    color = vec4(vec2(fused), v.x + flat_slope, float(gl_SampleMaskIn[0]));
}
