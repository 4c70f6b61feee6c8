#version 450
// client: vulkan
// Blocks as inputs, outputs and patch outputs.
layout(vertices = 4) out;
layout(location = 0) in Vin { vec2 uv; float h; } vin[];
layout(location = 0) out Vout { vec2 uv; } vout[];
layout(location = 1) patch out Patch { float maxH; vec4 edge; } pat;

void main()
{
    vout[gl_InvocationID].uv = vin[gl_InvocationID].uv * 0.5;
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    float m = 0.0;
    for (int i = 0; i < 4; ++i)
    {
        m = max(m, vin[i].h);
        gl_TessLevelOuter[i] = 2.0 + vin[i].h;
    }
    pat.maxH = m;
    pat.edge = vec4(vin[0].h, vin[1].h, vin[2].h, vin[3].h);
    gl_TessLevelInner = float[2](m, m * 0.5);
}
