#version 450
// What an extension brings is not there without it.
layout(location = 0) out vec4 color;

void main()
{
    float16_t a = float16_t(1.0); // error
    color = vec4(subgroupAdd(1.0)); // error
}
