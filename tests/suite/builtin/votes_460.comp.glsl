#version 460
// client: opengl
layout(local_size_x = 4) in;
layout(binding = 0) buffer B { uint n; };

void main()
{
    if (anyInvocation(n > 1u) && allInvocations(n > 2u) || allInvocationsEqual(n == 3u)) {
        n = 4u;
    }
}
