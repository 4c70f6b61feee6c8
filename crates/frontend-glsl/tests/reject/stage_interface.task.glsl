#version 460
#extension GL_EXT_mesh_shader : require
layout(location = 0) in float a; // error: E0609
layout(location = 0) out float b; // error: E0609
in C { // error: E0609
    float c;
} d;
out E { // error: E0609
    float e;
} f;
void main() {
}
