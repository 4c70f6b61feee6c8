// An array within a constant array is indexed in place, and copied only where it is used as a whole.
#version 450

layout(location = 0) flat in ivec3 i;
layout(location = 0) out vec4 o;

const uint table[3][4][2] = uint[][][](
    uint[][](uint[](1u, 2u), uint[](3u, 4u), uint[](5u, 6u), uint[](7u, 8u)),
    uint[][](uint[](9u, 8u), uint[](7u, 6u), uint[](5u, 4u), uint[](3u, 2u)),
    uint[][](uint[](2u, 4u), uint[](6u, 8u), uint[](1u, 3u), uint[](5u, 7u)));
const vec2 rows[2][2] = vec2[][](vec2[](vec2(1.0, 2.0), vec2(3.0, 4.0)), vec2[](vec2(5.0, 6.0), vec2(7.0, 8.0)));

float sum(vec2 row[2]) {
    return row[i.z & 1].x + row[0].y;
}

void main() {
    uint deep = table[i.x % 3][i.y & 3][i.z & 1];
    uint known = table[i.x % 3][2][i.z & 1];
    o = vec4(float(deep), float(known), rows[i.x & 1][i.y & 1].y, sum(rows[i.y & 1]));
}
