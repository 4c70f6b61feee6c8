#version 110
// client: opengl
// Arrays as values in the first version (GL_3DL_array_objects); a function with an effect is called once.
#extension GL_3DL_array_objects : require
float calls = 0.0;
float[2] halves(float x) {
    calls += 1.0;
    return float[2](x * 0.5, x * 0.25);
}
void main() {
    float[2] values = halves(gl_Vertex.x);
    float copy[2] = values;
    copy = halves(copy[0]);
    gl_Position = vec4(copy[0], copy[1], float(values.length()), calls);
}
