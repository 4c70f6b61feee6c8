#version 450
// client: vulkan
// Hazard: an index that is out of range once it is known; the module is valid all the same.
struct Inner { float list[3]; vec2 pair; };
layout(set = 0, binding = 0) uniform Block { Inner inner[2]; mat3 m; int k; } block;
layout(std430, set = 0, binding = 1) buffer Tail { vec4 head; Inner tail[]; } tails;
layout(set = 0, binding = 2) uniform sampler2D maps[3];
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 o;

float part(vec4 a, int i) { return a[i]; }

mat2 column(mat2 m, int i, vec2 c) { m[i] = c; return m; }

void main()
{
    int less = 1;
    less -= 2;
    int more = 3;
    more *= 3;
    uint huge = 1u;
    huge -= 2u;

    vec4 stored = v;
    stored[less] = 2.0;
    stored[more] += 1.0;
    o = stored;
    o.x += part(v, less) + part(v, more);
    vec4 element = v;
    o.y += element[huge];
    if (block.k > 3) {
        float list[4] = float[4](v.x, v.y, v.z, v.w);
        list[more] = 3.0;
        o.z += list[less] + list[block.k];
        const float known[2] = float[2](1.0, 2.0);
        o.w += known[more];
    }
    mat2 m = mat2(v);
    m = column(m, more, v.xy);
    m[less][more] = 1.0;
    o.xy += m[huge] + m[0];
    o.x += block.inner[more].list[less] + block.inner[1].pair[more] + block.m[less].x;
    tails.tail[less].list[more] = o.x;
    o.y += tails.tail[huge].pair[less] + tails.tail[1].list[huge];
    Inner local[2] = block.inner;
    local[less].list[1] = v.x;
    o.z += local[more].pair.x + local[block.k & 1].list[2];
    o += texture(maps[more], v.xy);
}
