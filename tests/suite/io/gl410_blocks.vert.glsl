#version 410
// client: opengl
// Named output blocks without locations and an array output.
in vec4 pos;
out Link { vec3 n; noperspective vec2 uv; } link[2];
out float depth[2];

void main()
{
    for (int i = 0; i < 2; i++)
    {
        link[i].n = pos.xyz * (i + 1);
        link[i].uv = pos.xy;
        depth[i] = pos.z / (i + 1);
    }
    gl_Position = pos;
}
