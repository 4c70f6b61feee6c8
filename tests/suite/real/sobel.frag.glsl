#version 330
// client: opengl
// Edge detection with Sobel kernels as matrices.
uniform sampler2D image;
uniform float strength;
in vec2 texCoord;
out vec4 fragColor;

const mat3 gx = mat3(-1, -2, -1, 0, 0, 0, 1, 2, 1);
const mat3 gy = mat3(-1, 0, 1, -2, 0, 2, -1, 0, 1);

float grey(ivec2 at)
{
    return dot(texelFetch(image, clamp(at, ivec2(0), textureSize(image, 0) - 1), 0).rgb, vec3(0.2126, 0.7152, 0.0722));
}

void main()
{
    ivec2 p = ivec2(texCoord * textureSize(image, 0));
    mat3 n;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            n[i][j] = grey(p + ivec2(i - 1, j - 1));
    float h = 0, v = 0;
    for (int i = 0; i < 3; i++)
    {
        h += dot(gx[i], n[i]);
        v += dot(gy[i], n[i]);
    }
    float e = clamp(sqrt(h * h + v * v) * strength, 0, 1);
    vec3 dir = vec3(0.5 + 0.5 * cos(atan(v, h) + vec3(0, 2, 4)));
    fragColor = vec4(dir * e, 1);
}
