#version 150
// client: opengl
layout(triangles) in;
layout(points, max_vertices = 1) out;
in Block { float values[]; } inst[];
uniform int index;
out float result;
void main() {
    float local[];
    local[3] = 1.0;
    float local[3]; // error: E0419
    float twice[2];
    float twice[2]; // error: E0301
    result = inst[0].values[0] + inst[0].values[index]; // error: E0420
    result += float(inst[0].values.length()); // error: E0420
    int row_major = inst.length();
    EmitVertex();
}
