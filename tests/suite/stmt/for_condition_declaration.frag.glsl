#version 330
// client: opengl
// A for loop whose condition declares a bool.
in vec3 normal;
out vec4 fragColor;

void main()
{
    float k = 1.0;
    int n = 0;
    for (; bool more = n < 5; n += 2)
    {
        k *= more ? 0.75 : 0.0;
    }
    fragColor = vec4(normal * k, float(n));
}
