#version 450
float f() { return 1.0; }
// error: E0305