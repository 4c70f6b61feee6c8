#version 430
// client: opengl
// Samplers without bindings in desktop GL; queries and gathers.
uniform sampler2D base;
uniform samplerCube env;
uniform sampler1DArray ramp;
uniform sampler2DMS ms;
in vec3 d;
out vec4 color;

void main()
{
    color = textureGather(base, d.xy, 1) + texture(env, d, 0.25) + texture(ramp, d.xy);
    color += textureQueryLevels(base) + texelFetch(ms, ivec2(gl_FragCoord), 0);
    color.xy += textureQueryLod(env, d) * textureSize(ramp, 0);
}
