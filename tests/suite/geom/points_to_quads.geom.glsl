#version 450
// client: vulkan
// Points become quads with a strip.
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
layout(location = 0) in vec4 tint[];
layout(location = 0) out vec4 color;
layout(location = 1) out vec2 uv;
layout(push_constant) uniform P { vec2 size; };

void main()
{
    vec4 c = gl_in[0].gl_Position;
    for (int i = 0; i < 4; ++i)
    {
        uv = vec2(i & 1, i >> 1);
        color = tint[0];
        gl_Position = c + vec4((uv - 0.5) * size * gl_in[0].gl_PointSize, 0.0, 0.0);
        EmitVertex();
    }
    EndPrimitive();
}
