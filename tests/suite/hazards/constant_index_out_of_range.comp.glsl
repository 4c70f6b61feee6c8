#version 450
// client: opengl
// Hazard: an index that is out of range once it is known, in shared and storage memory.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { ivec4 rows[4]; int list[]; } data;
shared mat4 staged[2];

void main()
{
    int at = 4;
    for (int i = 0; i < 2; i++) {
        at += i;
        staged[at][i] = vec4(at);
        data.rows[at].x = at;
        data.rows[i][at] = i;
        data.list[i - 2] = at;
        atomicAdd(data.rows[i - 1][at - 6], 1);
    }
    barrier();
    data.list[0] = int(staged[at - 6][1][at]);
}
