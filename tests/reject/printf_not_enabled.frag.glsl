#version 450
#extension GL_EXT_spirv_intrinsics : require
void main() {
    debugPrintfEXT("x"); // error: E0300, E0400
}
