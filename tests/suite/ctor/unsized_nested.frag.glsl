#version 450
// client: vulkan
// Inner dimensions without a size come from the values (GLSL 4.60 section 5.4.4).
layout(location = 0) flat in ivec2 a;
layout(location = 0) out vec4 o;
int g[2][] = int[2][](int[](1, 2), int[](3, 4));
const int h[][] = {{1, 2, 3}, {4, 5, 6}};
int first(int[1][1][1] x) { return x[0][0][0]; }
void main() {
    int[1][1][1] x = int[1][][](int[][](int[](a.x)));
    int y[2][] = {{1, 2}, {3, a.y}};
    const int z[1][][] = int[][][](int[][](int[](7), int[](8)));
    o = vec4(first(x) + first(int[][1][](x[0])), y[1][1] + g[1][0], h[1].length() + z[0].length(), z[0][a.x][0]);
}
