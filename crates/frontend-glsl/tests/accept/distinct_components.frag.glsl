#version 450
layout(location = 0) out vec4 color;
layout(location = 0) in vec2 v;

void main() {
    color.wzyx.xz = v;
    (color.xzw).yz = v.xx.yy;
    color.gr[0] = color.xxyy.z;
}
