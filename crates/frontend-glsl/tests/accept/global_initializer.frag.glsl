#version 450
layout(location = 0) out vec4 color;
layout(binding = 0) uniform U { vec4 u; };
vec4 scaled = u * 2.0;
const vec4 constant = vec4(1, 2, 3, 4) * 2.0;
float first = constant.y;
void main()
{
    color = scaled + first;
}
