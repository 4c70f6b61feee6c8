#version 450
// Layout qualifiers that nothing can take.
layout(location = 0) out vec4 color;
layout(location = -1) in float a; // error
layout(nonsense) in float b; // error
layout(std140) in float c; // error
layout(location = 1.5) in float d; // error
layout(local_size_x = 4) in; // error

void main()
{
    color = vec4(1.0);
}
