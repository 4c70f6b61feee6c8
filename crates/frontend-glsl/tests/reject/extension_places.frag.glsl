#version 330
// What `#extension` says is about what follows it.
layout(location = 0) out vec4 color;
int early() {
    return bitCount(3); // error: E0516
}
#extension GL_ARB_gpu_shader5 : enable
int between() {
    return bitCount(3);
}
#extension GL_ARB_gpu_shader5 : disable
int late() {
    return bitfieldReverse(3); // error: E0516
}
void main() {
    color = vec4(early() + between() + late());
}
