#version 400
// client: opengl
// Doubles in structs and arrays in a geometry shader.
layout(points) in;
layout(points, max_vertices = 1) out;
struct Acc { double sum; dvec2 mean; };
in vec2 v[];
out vec2 r;

void main()
{
    Acc acc[2];
    acc[0] = Acc(v[0].x, dvec2(v[0]));
    acc[1] = acc[0];
    acc[1].mean *= acc[0].sum + 1.0lf;
    r = vec2(acc[1].mean);
    gl_Position = gl_in[0].gl_Position;
    EmitVertex();
}
