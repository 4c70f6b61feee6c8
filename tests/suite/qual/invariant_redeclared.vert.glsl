#version 450
// client: vulkan
// invariant on a redeclared gl_Position and on outputs.
invariant gl_Position;
layout(location = 0) in vec4 p;
layout(location = 0) invariant out vec3 a;
layout(location = 1) out vec3 b;
invariant b;
layout(push_constant) uniform Pc { mat4 m; };

void main()
{
    gl_Position = m * p;
    a = gl_Position.xyz * 0.5;
    b = p.xyz + a;
}
