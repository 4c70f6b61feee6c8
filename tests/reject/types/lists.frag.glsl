#version 460
#extension GL_EXT_null_initializer : require
void main() {
    int a[2][3] = {};
    int b[1][3] = { {} }; // error: E0416
    int c = { 1 }; // error: E0416
}
