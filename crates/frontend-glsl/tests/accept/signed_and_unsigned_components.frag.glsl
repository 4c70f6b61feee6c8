#version 450
layout(location = 0) flat in ivec3 a;
layout(location = 0, component = 3) flat in uint b;
layout(location = 0) out ivec2 c;
layout(location = 0, component = 2) out uvec2 d;
void main() {
    c = a.xy;
    d = uvec2(b);
}
