#version 450
// A function calls itself neither directly nor through another.
layout(location = 0) out vec4 color;

float even(float n);

float odd(float n)
{
    return even(n - 1.0);
}

float even(float n)
{
    return odd(n - 1.0); // error
}

void main()
{
    color = vec4(odd(3.0));
}
