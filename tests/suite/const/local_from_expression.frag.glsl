#version 420
// client: opengl
// Local const variables initialised from run-time values.
in vec3 n;
uniform vec3 sun;
out vec4 color;

void main()
{
    const float k = max(dot(n, sun), 0.0);
    const vec3 base = n * 0.5 + 0.5;
    for (int i = 0; i < 2; ++i)
    {
        const float w = k * float(i);
        color += vec4(base * w, 1.0);
    }
}
