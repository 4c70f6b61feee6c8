#version 450
// client: opengl
// Desktop vertex built-ins with redeclared arrays.
in vec3 p;
out float gl_ClipDistance[4];
out vec2 id;

void main()
{
    for (int i = 0; i < gl_ClipDistance.length(); ++i)
        gl_ClipDistance[i] = p.x - float(i);
    id = vec2(gl_VertexID, gl_InstanceID);
    gl_PointSize = 1.0;
    gl_Position = vec4(p, 1.0);
}
