#version 450
// client: vulkan
// length() on arrays, vectors, matrices and a runtime array.
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Io { uint count; float items[]; };

void main()
{
    float scratch[5];
    vec3 v = vec3(1.0);
    mat3x2 m = mat3x2(1.0);
    const int fixedLen = scratch.length() + v.length() + m.length() + m[0].length();
    float table[fixedLen];
    for (int i = 0; i < table.length(); ++i)
        table[i] = float(i);
    uint id = gl_GlobalInvocationID.x;
    if (id < uint(items.length()))
        items[id] = table[id % uint(fixedLen)];
    if (id == 0u)
        count = items.length();
}
