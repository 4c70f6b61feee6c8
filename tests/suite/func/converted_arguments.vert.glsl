#version 120
// client: opengl
// What is passed `out` is converted behind the call, into a place that was found before it.
uniform int u = 1;

void f(inout int i, out int x) {
    x = 4;
    i = 0;
}

int g(inout int i, out int x) {
    x = 5;
    i += 1;
    return i;
}

void main() {
    gl_Position = gl_Vertex;
    vec4 value = vec4(0.0);
    int i = u;
    f(i, value[i]);
    float sum = float(g(i, value[i]) + i);
    gl_FrontColor = vec4(sum / value[1]) + value;
}
